import Glibc
import Storage

extension SessionFiles {
  /// Deletes the idle sessions whose file names start with the byte `slice`.
  ///
  /// A locked session never counts as idle. Files that do not look like sessions stay. Some mounts
  /// record reads only once a day (`relatime`) or never (`noatime`).
  func sweep(
    slice: UInt8, idleFor seconds: Int, atMost most: Int, now: Int
  ) throws(StorageError) -> Int {
    var removed = 0
    try forEachFile(of: slice) { (path) throws(StorageError) in
      if removed < most, try removeIdle(path, since: now - seconds) { removed += 1 }
    }
    return removed
  }

  func count(slice: UInt8, in census: inout SessionCensus) throws(StorageError) {
    try forEachFile(of: slice) { (path) throws(StorageError) in
      guard let status = FileStatus(of: path), status.isRegular else { return }
      census.add(used: status.lastUsed, bytes: status.space)
    }
  }

  /// Passes the path of everything in a slice that has the name of a session.
  private func forEachFile(
    of slice: UInt8, _ body: (String) throws(StorageError) -> Void
  ) throws(StorageError) {
    let prefix = hex([slice])
    let shard = "\(place.path)/\(prefix)"
    try place.forEachName(in: shard) { (name) throws(StorageError) in
      guard name.utf8.count == 64, name.hasPrefix(prefix) else { return }
      try body("\(shard)/\(name)")
    }
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
