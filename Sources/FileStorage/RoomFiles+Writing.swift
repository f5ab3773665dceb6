import Glibc
import Storage
import StoredSecrets

/// A room's open, locked file; nobody else can add to the room while this value exists.
struct LockedRoom: ~Copyable {
  let file: OpenFile
  let last: FoundRecord
  /// The size of the file in bytes; anything after the last record is incomplete.
  let size: Int
}

extension RoomFiles {
  /// Appends a record, and waits for the disk if the record has to survive a power failure.
  ///
  /// It waits without the lock. Otherwise, if many people press at once, each would wait for all
  /// earlier flushes, which the kernel can combine. A record is never flushed without those before
  /// it, so nothing that a later decision relied on is lost alone. After a failed flush the record
  /// stays, because others may have seen it.
  func add(
    _ record: RoomRecord, to locked: borrowing LockedRoom, _ room: RoomCode, limit: Int
  ) throws(StorageError) {
    guard record.terms.number <= limit else { throw .tooMany(limit: limit) }
    let bytes = try record.encoded()
    let end = locked.last.end
    if locked.size > end {
      try locked.file.cut(to: end)
      place.reportOnce(
        "\(path(of: room)) is damaged: its last \(locked.size - end) bytes, from \(end) on, are no record"
      )
    }
    do throws(StorageError) {
      try locked.file.write(bytes, at: end)
    } catch {
      // Part of a record is never read as one. If truncating fails too, the next writer truncates.
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
    // The room was deleted, perhaps while this call waited.
    guard status.hasName, !status.isRegular || status.size > 0 else { return nil }
    guard status.isRegular, let last = try last(of: room.fileName, file, status.size) else {
      try quarantine(room)
      return nil
    }
    return LockedRoom(file: file, last: last, size: status.size)
  }

  func open(_ room: RoomCode, _ access: Int32) throws(StorageError) -> OpenFile? {
    try place.open(path(of: room), access) { () throws(StorageError) in try quarantine(room) }
  }

  /// Returns the size of an open room in bytes; 0 if the room is gone.
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

  /// Deletes everything in a room whose file is open and locked here, and leaves the file empty.
  func erase(_ file: borrowing OpenFile, _ name: String) throws(StorageError) {
    let shard = place.shard(of: name)
    marks.forget(name)
    // The record goes last: if this process dies first, the room is still complete.
    try place.forEachName(in: shard) { (other) throws(StorageError) in
      if other.hasPrefix("\(name).") { _ = unlink("\(shard)/\(other)") }
    }
    try file.cut(to: 0)
    if durability == .power {
      try file.synchronize()
      try StateFolder.synchronize(shard)
    }
  }

  func openRoom(
    _ first: [UInt8], as room: RoomCode, by client: String, keptDays: Int, now: Int
  ) throws(StorageError) -> Bool {
    let days = StorageLimits.nearestKeptDays(keptDays)
    let bytes = try RoomRecord(opening: first, keptDays: days, now: now).encoded()
    // Locked until the room is complete, so that the second of two concurrent calls finds it so.
    let openings = try openings(of: client, now: now)
    let count = try openings.status().size
    guard let file = try makeFile(room) else { return false }
    do throws(StorageError) {
      if let openingsPerDay, count >= openingsPerDay { throw .tooMany(limit: openingsPerDay) }
      try file.write(bytes, at: 0)
      if durability == .power {
        try file.synchronize()
        try StateFolder.synchronize(place.shard(of: room.fileName))
        try StateFolder.synchronize(place.path)
      }
      try openings.write([0], at: count)
    } catch {
      // Nobody knows the code, so it need not stay taken.
      _ = unlink(path(of: room))
      throw error
    }
    return true
  }

  /// Creates the empty file of a room; `nil` if the code is taken.
  private func makeFile(_ room: RoomCode) throws(StorageError) -> OpenFile? {
    try place.make(place.shard(of: room.fileName))
    do throws(StorageError) {
      return try OpenFile(path(of: room), O_WRONLY | O_CREAT | O_EXCL)
    } catch .unavailable(_, EEXIST) {
      return nil
    }
  }

  /// Opens and locks the client's file for the day, whose size is the count.
  private func openings(of client: String, now: Int) throws(StorageError) -> OpenFile {
    // Yesterday's stay, as the clocks of two machines may differ a little.
    try place.removeNumbered(in: openingsPath, below: now / 86_400 - 1)
    try place.make(openingsPath)
    try place.make("\(openingsPath)/\(now / 86_400)")
    let file = try OpenFile(openingsPath(of: client, now: now), O_WRONLY | O_CREAT)
    try file.lock(patience: patience)
    return file
  }

  private var openingsPath: String { "\(place.path)/openings" }

  private func openingsPath(of client: String, now: Int) -> String {
    "\(openingsPath)/\(now / 86_400)/\(hashedName(of: client))"
  }
}
