import Storage

/// A saved state of a session, in one of the two slots of its file.
///
/// A slot is a 24-byte header and the payload. The header's fields, little-endian, with their sizes
/// in bytes: magic (4), format (4), revision (8), payload length (4), CRC-32 of all the rest (4).
package struct SessionSlot {
  /// The number of this save, from 1; the intact slot with the highest number counts.
  package let revision: UInt64
  /// The slot's position in the file, 0 or 1.
  package let index: Int
  package let payload: [UInt8]

  static let headerSize = 24
  /// The size of a slot in bytes, including its header.
  static let size = headerSize + StorageLimits.sessionBytes
  private static let magic: UInt32 = 0x6e53_6844  // "DhSn"
  private static let format: UInt32 = 1

  /// Creates a state with a payload of at most `StorageLimits.sessionBytes`.
  package init(revision: UInt64, index: Int, payload: [UInt8]) {
    self.revision = revision
    self.index = index
    self.payload = payload
  }

  /// Returns the next state, in the other slot so that this one survives a failed save.
  func next(_ payload: [UInt8]) -> SessionSlot {
    SessionSlot(revision: revision &+ 1, index: 1 - index, payload: payload)
  }

  /// - Throws: `StorageError.tooLarge`.
  package func encoded() throws(StorageError) -> [UInt8] {
    guard payload.count <= StorageLimits.sessionBytes else { throw .tooLarge(count: payload.count) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.headerSize + payload.count)
    bytes.append(littleEndian: Self.magic)
    bytes.append(littleEndian: Self.format)
    bytes.append(littleEndian: revision)
    bytes.append(littleEndian: UInt32(payload.count))
    bytes.append(littleEndian: checksum(bytes, count: 20, payload))
    bytes += payload
    return bytes
  }

  /// The start of a slot in a file, unverified until the checksum matches.
  package struct Start {
    package let revision: UInt64
    /// The length of the payload, in bytes.
    package let length: Int
    /// The header, and as much of the payload as was read with it.
    private let bytes: [UInt8]

    /// Decodes the header; `nil` if the bytes are not in this format.
    package init?(_ bytes: [UInt8]) {
      guard bytes.count >= headerSize,
        bytes.littleEndian(at: 0, as: UInt32.self) == magic,
        bytes.littleEndian(at: 4, as: UInt32.self) == format
      else { return nil }
      revision = bytes.littleEndian(at: 8, as: UInt64.self)
      guard revision > 0 else { return nil }
      length = Int(bytes.littleEndian(at: 16, as: UInt32.self))
      guard length <= StorageLimits.sessionBytes else { return nil }
      self.bytes = bytes
    }

    /// The payload if all of it was read with the header.
    package var payload: [UInt8]? {
      let end = headerSize + length
      return bytes.count >= end ? Array(bytes[headerSize..<end]) : nil
    }

    package func isKept(by payload: [UInt8]) -> Bool {
      payload.count == length
        && checksum(bytes, count: 20, payload) == bytes.littleEndian(at: 20, as: UInt32.self)
    }
  }
}

extension OpenFile {
  /// Returns the intact slot with the highest revision, and whether the other looks damaged.
  ///
  /// `nil` if both are damaged. Without a lock, the result is also `nil` if either is: someone may
  /// be saving for the second time since the first slot was read, which is then out of date.
  func newestSlot(
    isLocked: Bool
  ) throws(StorageError) -> (slot: SessionSlot, isBesideDamage: Bool)? {
    let first = try start(of: 0)
    let second = try start(of: 1)
    var isDamaged = first.isDamaged || second.isDamaged
    guard isLocked || !isDamaged else { return nil }
    let isFirstNewer = (first.start?.revision ?? 0) > (second.start?.revision ?? 0)
    for index in isFirstNewer ? [0, 1] : [1, 0] {
      guard let start = index == 0 ? first.start : second.start else { continue }
      let offset = index * SessionSlot.size + SessionSlot.headerSize
      var payload = start.payload
      if payload == nil { payload = try read(start.length, at: offset) }
      if let payload, start.isKept(by: payload) {
        let slot = SessionSlot(revision: start.revision, index: index, payload: payload)
        return (slot, isDamaged)
      }
      guard isLocked else { return nil }
      isDamaged = true
    }
    return nil
  }

  /// Reads more than the header, as most payloads are small enough for one system call.
  private func start(
    of index: Int
  ) throws(StorageError) -> (start: SessionSlot.Start?, isDamaged: Bool) {
    let bytes = try read(8192, at: index * SessionSlot.size, all: false)
    if let start = SessionSlot.Start(bytes) { return (start, false) }
    // Nothing was saved there, or a failed save left a header of zeros.
    return (nil, !bytes.prefix(SessionSlot.headerSize).allSatisfy { $0 == 0 })
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
