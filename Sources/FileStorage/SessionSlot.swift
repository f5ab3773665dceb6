import Storage

/// One saved state of a session, in one of the two slots of its file.
///
/// A slot is a header of 24 bytes and the payload; numbers have their low byte first:
/// magic (4), format (4), revision (8), length of the payload (4), CRC-32 of all but itself (4).
struct SessionSlot {
  /// Counts the saves of this session from 1; the highest that is whole is the session's state.
  let revision: UInt64
  /// 0 or 1.
  let index: Int
  let payload: [UInt8]

  static let headerSize = 24
  /// Bytes of a slot, header included.
  static let size = headerSize + StorageLimits.sessionBytes
  private static let magic: UInt32 = 0x6e53_6844  // "DhSn"
  private static let format: UInt32 = 1

  /// The next state, in the other slot, so that this one outlives a save gone wrong.
  func next(_ payload: [UInt8]) -> SessionSlot {
    SessionSlot(revision: revision &+ 1, index: 1 - index, payload: payload)
  }

  /// The slot's bytes.
  ///
  /// - Throws: `StorageError.tooLarge`.
  func encoded() throws(StorageError) -> [UInt8] {
    guard payload.count <= StorageLimits.sessionBytes else {
      throw .tooLarge(count: payload.count)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.headerSize + payload.count)
    bytes.append(littleEndian: Self.magic)
    bytes.append(littleEndian: Self.format)
    bytes.append(littleEndian: revision)
    bytes.append(littleEndian: UInt32(payload.count))
    bytes.append(littleEndian: checksum(bytes, payload))
    bytes += payload
    return bytes
  }

  /// What a slot's header promises; only the checksum over header and payload proves it.
  struct Header {
    let revision: UInt64
    let length: Int
    private let bytes: [UInt8]

    /// `nil` unless the bytes are a header of this format.
    init?(_ bytes: [UInt8]) {
      guard bytes.count == headerSize,
        bytes.littleEndian(at: 0, as: UInt32.self) == magic,
        bytes.littleEndian(at: 4, as: UInt32.self) == format
      else { return nil }
      revision = bytes.littleEndian(at: 8, as: UInt64.self)
      length = Int(bytes.littleEndian(at: 16, as: UInt32.self))
      guard length <= StorageLimits.sessionBytes else { return nil }
      self.bytes = bytes
    }

    func isKept(by payload: [UInt8]) -> Bool {
      payload.count == length
        && checksum(Array(bytes[..<20]), payload) == bytes.littleEndian(at: 20, as: UInt32.self)
    }
  }
}

extension OpenFile {
  /// The slot with the highest revision that is whole, or `nil` if neither is.
  func newestSlot() throws(StorageError) -> SessionSlot? {
    let first = try header(of: 0)
    let second = try header(of: 1)
    let order = (first?.revision ?? 0) > (second?.revision ?? 0) ? [0, 1] : [1, 0]
    for index in order {
      guard let header = index == 0 ? first : second else { continue }
      let start = index * SessionSlot.size + SessionSlot.headerSize
      let payload = try read(header.length, at: start)
      guard header.isKept(by: payload) else { continue }
      return SessionSlot(revision: header.revision, index: index, payload: payload)
    }
    return nil
  }

  private func header(of index: Int) throws(StorageError) -> SessionSlot.Header? {
    SessionSlot.Header(try read(SessionSlot.headerSize, at: index * SessionSlot.size))
  }

  /// Writes a slot and leaves the other one alone.
  func write(_ slot: SessionSlot, _ durability: Durability) throws(StorageError) {
    let bytes = try slot.encoded()
    let start = slot.index * SessionSlot.size
    do throws(StorageError) {
      try write(bytes, at: start)
      if durability == .power { try synchronize() }
    } catch {
      // A refused save must not come true: over an older slot with the same end, half of it may
      // already be whole.
      try? write([UInt8](repeating: 0, count: SessionSlot.headerSize), at: start)
      throw error
    }
  }
}
