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
      place.tell("\(snapshotPath(of: room)) is damaged")
      return nil
    }
    // After a power failure the record may end before the snapshot.
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
    // The lock is for the renaming alone: no snapshot may come back after the room was deleted.
    guard let locked = try lock(room) else { return false }
    return try withExtendedLifetime(locked) { () throws(StorageError) in
      if let other = snapshotMark(of: room.fileName), other.number > mark.number { throw .changed }
      guard rename(draft, snapshotPath(of: room)) == 0 else {
        throw .last(doing: "name a snapshot")
      }
      if durability == .power { try StateFolder.synchronize(shard(of: room)) }
      return true
    }
  }

  /// The record after which the snapshot was made, not to be trusted; `nil` if there is no snapshot.
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
