/// One saved state of a session, as it lies in one of the file's two slots.
///
/// A slot is a header of 24 bytes and the payload; numbers have their low byte first:
/// magic (4), format (4), generation (8), length of the payload (4), CRC-32 of all but itself (4).
struct Generation {
  /// Counts the saves of this session from 1; the highest that is whole is the session's state.
  let number: UInt64
  /// 0 or 1.
  let slot: Int
  let payload: [UInt8]

  /// Bytes of a slot, header included.
  static let slotSize = 64 * 1024
  static let headerSize = 24
  static let longestPayload = slotSize - headerSize
  private static let magic: UInt32 = 0x6e53_6844  // "DhSn"
  private static let format: UInt32 = 1

  /// The state that follows, in the other slot, so that this one outlives a save gone wrong.
  func next(_ payload: [UInt8]) -> Generation {
    Generation(number: number &+ 1, slot: 1 - slot, payload: payload)
  }

  /// The slot's bytes.
  ///
  /// - Throws: `StoreError.tooLarge`.
  func encoded() throws(StoreError) -> [UInt8] {
    guard payload.count <= Self.longestPayload else { throw .tooLarge(count: payload.count) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.headerSize + payload.count)
    bytes.append(littleEndian: Self.magic)
    bytes.append(littleEndian: Self.format)
    bytes.append(littleEndian: number)
    bytes.append(littleEndian: UInt32(payload.count))
    bytes.append(littleEndian: checksum(bytes, payload))
    bytes += payload
    return bytes
  }

  /// What a slot's header promises; only the checksum over header and payload proves it.
  struct Header {
    let number: UInt64
    let length: Int
    private let bytes: [UInt8]

    /// `nil` unless the bytes are a header of this format.
    init?(_ bytes: [UInt8]) {
      guard bytes.count == headerSize,
        bytes.littleEndian(at: 0, as: UInt32.self) == magic,
        bytes.littleEndian(at: 4, as: UInt32.self) == format
      else { return nil }
      number = bytes.littleEndian(at: 8, as: UInt64.self)
      length = Int(bytes.littleEndian(at: 16, as: UInt32.self))
      guard length <= longestPayload else { return nil }
      self.bytes = bytes
    }

    func isKept(by payload: [UInt8]) -> Bool {
      payload.count == length
        && checksum(Array(bytes[..<20]), payload) == bytes.littleEndian(at: 20, as: UInt32.self)
    }
  }
}
