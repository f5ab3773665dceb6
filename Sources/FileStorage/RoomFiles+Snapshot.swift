import Glibc
import Storage

extension RoomFiles {
  func snapshot(of room: RoomCode) throws(StorageError) -> StoredSnapshot? {
    guard let record = try open(room, O_RDONLY) else { return nil }
    guard let file = try openSnapshot(of: room.fileName),
      let start = SnapshotStart(try file.read(SnapshotStart.size, at: 0))
    else { return nil }
    let bytes = try file.read(start.length, at: SnapshotStart.size)
    guard start.isKept(by: bytes) else {
      place.reportOnce("\(snapshotPath(of: room)) is damaged")
      return nil
    }
    // After a power failure the file may end before the snapshot's record.
    let mark = start.mark
    let header = try record.read(mark.end - mark.start, at: mark.start)
    guard RoomRecord.Place(in: header, at: 0)?.terms.number == mark.number else { return nil }
    return StoredSnapshot(number: mark.number, bytes: bytes)
  }

  func save(_ snapshot: StoredSnapshot, of room: RoomCode) throws(StorageError) -> Bool {
    guard snapshot.bytes.count <= StorageLimits.snapshotBytes else {
      throw .tooLarge(count: snapshot.bytes.count)
    }
    guard let record = try open(room, O_RDONLY) else { return false }
    let size = try size(of: record, room)
    guard size > 0 else { return false }
    var mark: RoomMark?
    try scan(room.fileName, record, upTo: snapshot.number, size) { found in
      if found.number == snapshot.number {
        mark = RoomMark(number: found.number, start: found.start, end: found.end)
      }
      return found.number < snapshot.number
    }
    guard let mark else { throw .changed }
    let draft = "\(snapshotPath(of: room))-new-\(UInt64.random(in: .min ... .max))"
    defer { _ = unlink(draft) }
    let file = try OpenFile(draft, O_WRONLY | O_CREAT | O_EXCL)
    try file.write(SnapshotStart.encode(mark, snapshot.bytes), at: 0)
    if durability == .power { try file.synchronize() }
    // The lock covers only the renaming: no snapshot may appear after the room was deleted.
    guard let locked = try lock(room) else { return false }
    return try withExtendedLifetime(locked) { () throws(StorageError) in
      if let other = snapshotMark(of: room.fileName), other.number > mark.number { throw .changed }
      guard rename(draft, snapshotPath(of: room)) == 0 else {
        throw .last(doing: "name a snapshot")
      }
      if durability == .power { try StateFolder.synchronize(place.shard(of: room.fileName)) }
      return true
    }
  }

  /// Returns the record after which the snapshot was made, unverified; `nil` without a snapshot.
  func snapshotMark(of name: String) -> RoomMark? {
    guard let file = try? openSnapshot(of: name),
      let bytes = try? file.read(SnapshotStart.size, at: 0)
    else { return nil }
    return SnapshotStart(bytes)?.mark
  }

  private func openSnapshot(of name: String) throws(StorageError) -> OpenFile? {
    do throws(StorageError) {
      return try OpenFile(snapshotPath(of: name), O_RDONLY)
    } catch .unavailable(_, ENOENT), .unavailable(_, ELOOP), .unavailable(_, ENXIO) {
      return nil
    }
  }

  func snapshotPath(of room: RoomCode) -> String { snapshotPath(of: room.fileName) }

  func snapshotPath(of name: String) -> String { "\(path(of: name)).snapshot" }
}

/// The header of a snapshot's file; the snapshot's bytes follow it.
///
/// Fields, little-endian, with their sizes in bytes: magic (4), format (4), number of the last record
/// in the snapshot (8), where that begins and ends in the room's file (8 and 8), length (4), CRC-32 of
/// all the rest (4).
package struct SnapshotStart {
  package let mark: RoomMark
  /// The number of bytes that follow.
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

  /// Decodes the header; `nil` if it isn't one, or leads where no record can be.
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
