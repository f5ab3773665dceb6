import Glibc

extension SessionStore {
  /// Removes the idle sessions of one of 256 slices.
  ///
  /// Called for one slice after the other, between pauses and outside requests, it goes round all
  /// sessions. One that is held just now is not idle, whatever its times say. What does not look
  /// like a session's file stays.
  ///
  /// - Parameters:
  ///   - slice: the first byte of the files' names.
  ///   - seconds: how long a session must have been neither saved nor read. Mounts may note reading
  ///     only once a day (`relatime`), or never (`noatime`).
  ///   - now: seconds since 1970.
  /// - Returns: how many there were.
  /// - Throws: `StoreError.unavailable`; the slice may be left half swept.
  package func sweep(
    slice: UInt8, idleFor seconds: Int, now: Int
  ) throws(StoreError) -> Int {
    let prefix = hex([slice])
    let shard = "\(folder)/\(prefix)"
    var removed = 0
    for name in try place.names(in: shard) where name.utf8.count == 64 && name.hasPrefix(prefix) {
      if try removeIdle("\(shard)/\(name)", since: now - seconds) { removed += 1 }
    }
    return removed
  }

  private func removeIdle(_ path: String, since deadline: Int) throws(StoreError) -> Bool {
    func isIdle(_ status: FileStatus) -> Bool {
      status.isRegular && status.hasName && status.lastUsed <= deadline
    }
    // What cannot be opened is gone meanwhile, or no session's file.
    guard let file = try? OpenFile(path, O_RDWR) else { return false }
    // Most are not idle: they are not to be locked even for a moment.
    guard isIdle(try file.status()), try file.tryLock(), isIdle(try file.status()) else {
      return false
    }
    try file.remove(path)
    return true
  }
}
