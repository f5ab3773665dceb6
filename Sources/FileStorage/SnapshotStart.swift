import Storage

/// The header of a snapshot's file; the snapshot's bytes follow it.
///
/// Fields, little-endian, with their sizes in bytes: magic (4), format (4), number of the last record
/// in the snapshot (8), where that begins and ends in the room's file (8 and 8), length (4), CRC-32 of
/// all the rest (4).
package struct SnapshotStart {
  package let mark: RoomMark
  /// How many bytes follow.
  package let length: Int
  private let header: [UInt8]

  /// The size of the header, in bytes.
  package static let size = 40
  private static let magic: UInt32 = 0x5352_6844  // "DhRS"
  private static let format: UInt32 = 1

  package static func encode(_ mark: RoomMark, _ bytes: [UInt8]) -> [UInt8] {
    var file: [UInt8] = []
    file.reserveCapacity(size + bytes.count)
    file.append(littleEndian: magic)
    file.append(littleEndian: format)
    for number in [mark.number, mark.start, mark.end] { file.append(littleEndian: Int64(number)) }
    file.append(littleEndian: UInt32(bytes.count))
    file.append(littleEndian: checksum(file, count: 36, bytes))
    return file + bytes
  }

  /// Decodes the header; `nil` if it is none, or leads where no record can be.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.size, bytes.littleEndian(at: 0, as: UInt32.self) == Self.magic,
      bytes.littleEndian(at: 4, as: UInt32.self) == Self.format
    else { return nil }
    let numbers = [8, 16, 24].map { Int(bytes.littleEndian(at: $0, as: Int64.self)) }
    length = Int(bytes.littleEndian(at: 32, as: UInt32.self))
    mark = RoomMark(number: numbers[0], start: numbers[1], end: numbers[2])
    header = bytes
    let most = 2 * StorageLimits.roomBytes
    guard mark.number > 0, 0..<most ~= mark.start, mark.start..<most ~= mark.end,
      RoomRecord.headerSize...RoomRecord.mostBytes ~= mark.end - mark.start,
      length <= StorageLimits.snapshotBytes
    else { return nil }
  }

  package func isKept(by bytes: [UInt8]) -> Bool {
    bytes.count == length
      && checksum(header, count: 36, bytes) == header.littleEndian(at: 36, as: UInt32.self)
  }
}
