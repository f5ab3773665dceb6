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
    try place.forEachName(in: shard) { (name) throws(StorageError) in
      guard name.utf8.count == 64, name.hasPrefix(prefix) else { return }
      if try removeIdle("\(shard)/\(name)", since: now - seconds) { removed += 1 }
    }
    return removed
  }

  private func removeIdle(_ path: String, since deadline: Int) throws(StorageError) -> Bool {
    func isIdle(_ status: FileStatus) -> Bool {
      status.isRegular && status.hasName && status.lastUsed <= deadline
    }
    // Most sessions are in use: they are not even opened. One that cannot be opened has just been
    // deleted or is not a session.
    guard let status = FileStatus(of: path), isIdle(status),
      let file = try? OpenFile(path, O_RDWR), try file.tryLock(), isIdle(try file.status())
    else { return false }
    try file.remove(path)
    return true
  }
}
