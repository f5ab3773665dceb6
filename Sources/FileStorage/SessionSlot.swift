import Storage

/// A saved state of a session, in one of the two slots of its file.
///
/// A slot is a 24-byte header and the payload. The header's fields, little-endian, with their sizes
/// in bytes: magic (4), format (4), revision (8), payload length (4), CRC-32 of all the rest (4).
struct SessionSlot {
  /// The number of this save, from 1; the intact slot with the highest number counts.
  let revision: UInt64
  /// The slot's position in the file, 0 or 1.
  let index: Int
  let payload: [UInt8]

  static let headerSize = 24
  /// The size of a slot in bytes, including its header.
  static let size = headerSize + StorageLimits.sessionBytes
  private static let magic: UInt32 = 0x6e53_6844  // "DhSn"
  private static let format: UInt32 = 1

  /// The next state, in the other slot so that this one survives a failed save.
  func next(_ payload: [UInt8]) -> SessionSlot {
    SessionSlot(revision: revision &+ 1, index: 1 - index, payload: payload)
  }

  /// Encodes the slot.
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

  /// A slot's header, not to be trusted until the checksum matches.
  struct Header {
    let revision: UInt64
    let length: Int
    private let bytes: [UInt8]

    /// Decodes a header; `nil` if the bytes are not in this format.
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
  /// The intact slot with the highest revision; `nil` if both are damaged.
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

  /// Writes a slot without touching the other one.
  func write(_ slot: SessionSlot, _ durability: Durability) throws(StorageError) {
    let bytes = try slot.encoded()
    let start = slot.index * SessionSlot.size
    do throws(StorageError) {
      try write(bytes, at: start)
      if durability == .power { try synchronize() }
    } catch {
      // Clear the header so that a failed save cannot take effect. If the older slot ended with the
      // same bytes, even a partial write may have produced an intact slot.
      try? write([UInt8](repeating: 0, count: SessionSlot.headerSize), at: start)
      throw error
    }
  }
}
