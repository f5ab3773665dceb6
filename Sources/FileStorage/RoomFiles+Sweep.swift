import Glibc
import Storage

extension RoomFiles {
  /// Deletes the rooms past their last day whose file names start with the byte `slice`.
  ///
  /// Rooms written within a day are not even opened, and locked ones stay until the next sweep. So
  /// do files that do not look like rooms.
  func sweep(slice: UInt8, now: Int) throws(StorageError) -> Int {
    let prefix = hex([slice])
    let shard = "\(place.path)/\(prefix)"
    var removed = 0
    try place.forEachName(in: shard) { (name) throws(StorageError) in
      guard name.hasPrefix(prefix) else { return }
      let path = "\(shard)/\(name)"
      if name.utf8.count == 64 {
        if try removeOld(path, name, now: now) { removed += 1 }
      } else if name.dropFirst(64).hasPrefix(".snapshot-new-"), let status = FileStatus(of: path),
        status.lastWritten <= now - 86_400
      {
        // Somebody died while writing it.
        _ = unlink(path)
      }
    }
    return removed
  }

  /// Deletes a room if its last day is over, or forgets its code; returns whether there was a room.
  private func removeOld(_ path: String, _ name: String, now: Int) throws(StorageError) -> Bool {
    guard let seen = FileStatus(of: path), seen.isRegular, seen.lastWritten <= now - 86_400,
      let file = try? OpenFile(path, O_RDWR), try file.tryLock()
    else { return false }
    let status = try file.status()
    guard status.hasName else { return false }
    if status.size == 0 {
      if status.lastWritten <= now - StorageLimits.codeRestDays * 86_400 { try file.remove(path) }
      return false
    }
    // A file without an intact record is kept as long as any room could be.
    var lastDay = status.lastWritten / 86_400 + StorageLimits.keptDays.upperBound
    try file.forEachRecord(from: 0, to: status.size) { found in
      lastDay = found.place.terms.lastDay
      return true
    }
    guard now / 86_400 > lastDay else { return false }
    try erase(file, name)
    return true
  }
}
