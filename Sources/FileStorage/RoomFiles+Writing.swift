import Glibc
import Storage

/// A room's open, locked file; nobody else can add to it while this value exists.
struct LockedRoom: ~Copyable {
  let file: OpenFile
  /// The newest record.
  let last: FoundRecord
  /// The size of the file in bytes; whatever comes after the last record is torn.
  let size: Int
}

extension RoomFiles {
  /// Writes a record behind the last one, and waits for the disk if this is to survive a power failure.
  ///
  /// It waits without the lock: of many who press at once, each would otherwise wait for the flushes
  /// of all before, while the kernel can do them together. Nobody's record is flushed without those
  /// before it, so what others have decided on is never lost alone. After a failed flush, the record
  /// stays, because others may have seen it.
  func add(
    _ record: RoomRecord, to locked: borrowing LockedRoom, _ room: RoomCode, limit: Int
  ) throws(StorageError) {
    guard record.terms.number <= limit else { throw .tooMany(limit: limit) }
    let bytes = try record.encoded()
    let end = locked.last.end
    if locked.size > end {
      try locked.file.cut(to: end)
      place.tell(
        "\(path(of: room)) is damaged: its last \(locked.size - end) bytes, from \(end) on, are no record"
      )
    }
    do throws(StorageError) {
      try locked.file.write(bytes, at: end)
    } catch {
      // Less than a record is never read as one. If cutting fails too, the next writer cuts.
      try? locked.file.cut(to: end)
      throw error
    }
    let mark = RoomMark(number: record.terms.number, start: end, end: end + bytes.count)
    marks.remember([mark], in: room.fileName)
    if durability == .power {
      try locked.file.unlock()
      try locked.file.synchronize()
    }
  }

  /// Locks a room against other writers; `nil` if it does not exist.
  func lock(_ room: RoomCode) throws(StorageError) -> LockedRoom? {
    guard let file = try open(room, O_RDWR) else { return nil }
    try file.lock(patience: patience)
    let status = try file.status()
    // The room was deleted, perhaps during the wait.
    guard status.hasName, !status.isRegular || status.size > 0 else { return nil }
    guard status.isRegular, let last = try last(of: room, file, status.size) else {
      try quarantine(room)
      return nil
    }
    return LockedRoom(file: file, last: last, size: status.size)
  }

  func open(_ room: RoomCode, _ access: Int32) throws(StorageError) -> OpenFile? {
    do throws(StorageError) {
      return try OpenFile(path(of: room), access)
    } catch .unavailable(_, ENOENT) {
      try place.check()
    } catch .unavailable(_, ELOOP), .unavailable(_, EISDIR), .unavailable(_, ENXIO) {
      // It is a link, a directory or a socket.
      try quarantine(room)
    }
    return nil
  }

  /// The size of an open room in bytes; 0 if it is gone.
  func size(of file: borrowing OpenFile, _ room: RoomCode) throws(StorageError) -> Int {
    let status = try file.status()
    if !status.isRegular { try quarantine(room) }
    return status.isRegular ? status.size : 0
  }

  private func quarantine(_ room: RoomCode) throws(StorageError) {
    guard try place.putAside(path(of: room), as: room.fileName) != nil else { return }
    _ = unlink(snapshotPath(of: room))
    // The code stays taken.
    _ = try? OpenFile(path(of: room), O_WRONLY | O_CREAT | O_EXCL)
    throw .damaged
  }

  /// Deletes everything of a room whose file is open and locked here, and leaves the file empty.
  func erase(_ file: borrowing OpenFile, _ name: String) throws(StorageError) {
    let shard = "\(place.path)/\(name.prefix(2))"
    marks.forget(name)
    // The record goes last: if this process dies before, the room is still there as a whole.
    try place.forEachName(in: shard) { (other) throws(StorageError) in
      if other.hasPrefix("\(name).") { _ = unlink("\(shard)/\(other)") }
    }
    try file.cut(to: 0)
    if durability == .power {
      try file.synchronize()
      try StateFolder.synchronize(shard)
    }
  }
}
