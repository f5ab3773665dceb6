import Glibc
import Storage

extension SessionFiles {
  /// Removes the idle sessions of the slice whose files' names begin with that byte.
  ///
  /// A session that is locked just now is not idle, whatever its times say. Whatever does not look
  /// like a session's file stays. Mounts may note reading only once a day (`relatime`), or never
  /// (`noatime`).
  func sweep(slice: UInt8, idleFor seconds: Int, now: Int) throws(StorageError) -> Int {
    let prefix = hex([slice])
    let shard = "\(place.path)/\(prefix)"
    var removed = 0
    for name in try place.names(in: shard) where name.utf8.count == 64 && name.hasPrefix(prefix) {
      if try removeIdle("\(shard)/\(name)", since: now - seconds) { removed += 1 }
    }
    return removed
  }

  private func removeIdle(_ path: String, since deadline: Int) throws(StorageError) -> Bool {
    func isIdle(_ status: FileStatus) -> Bool {
      status.isRegular && status.hasName && status.lastUsed <= deadline
    }
    // What cannot be opened has gone meanwhile, or is no session's file.
    guard let file = try? OpenFile(path, O_RDWR) else { return false }
    // Most are not idle, and must not be locked even for a moment.
    guard isIdle(try file.status()), try file.tryLock(), isIdle(try file.status()) else {
      return false
    }
    try file.remove(path)
    return true
  }
}
