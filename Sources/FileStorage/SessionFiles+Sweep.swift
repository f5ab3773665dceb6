import Glibc
import Storage

extension SessionFiles {
  /// Deletes the idle sessions whose file names start with the byte `slice`.
  ///
  /// A locked session never counts as idle. Files that do not look like sessions stay. Some mounts
  /// record reads only once a day (`relatime`) or never (`noatime`).
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
    // If it cannot be opened, it has just been deleted or is not a session.
    guard let file = try? OpenFile(path, O_RDWR) else { return false }
    // Check before locking, because most sessions are in use and must not be locked even briefly.
    guard isIdle(try file.status()), try file.tryLock(), isIdle(try file.status()) else {
      return false
    }
    try file.remove(path)
    return true
  }
}
