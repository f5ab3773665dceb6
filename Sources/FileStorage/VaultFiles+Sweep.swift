import Glibc
import Storage

/// Deletes old vaults.
///
/// A vault was last visited when its folder or an entry was last written: `read` touches entries
/// once a day.
extension VaultFiles {
  /// The prefix of the folders of vaults that are being deleted.
  private static let gone = "gone-"

  func sweepVaults(slice: UInt8, now: Int) throws(StorageError) -> Int {
    let prefix = hex([slice])
    let shard = "\(place.path)/\(prefix)"
    let knowsVisits = try knowsVisits(now: now)
    var removed = 0
    try place.forEachName(in: shard) { (name) throws(StorageError) in
      let path = "\(shard)/\(name)"
      if name.hasPrefix(VaultFiles.gone) {
        // Left by a process that died.
        try erase(path)
      } else if name.utf8.count == 64, name.hasPrefix(prefix),
        try isOver(path, knowsVisits, now: now), try remove(name, in: shard, knowsVisits, now: now)
      {
        removed += 1
      }
    }
    return removed
  }

  /// Returns whether visits have been recorded for long enough; earlier releases recorded none.
  private func knowsVisits(now: Int) throws(StorageError) -> Bool {
    let mark = "\(place.path)/visits"
    guard let status = FileStatus(of: mark) else {
      try place.check()
      _ = try OpenFile(mark, O_WRONLY | O_CREAT)
      return false
    }
    return status.lastWritten <= now - StorageLimits.vaultDays * 86_400
  }

  /// Returns whether a vault can be deleted, being empty or unvisited for too long.
  private func isOver(_ path: String, _ knowsVisits: Bool, now: Int) throws(StorageError) -> Bool {
    guard let folder = FileStatus(of: path), folder.isFolder,
      folder.lastWritten <= now - StorageLimits.emptyVaultSeconds
    else { return false }
    // Entries removed a day ago can't be restored any more, and drafts of that age are abandoned.
    let names = try place.names(in: path).filter {
      ![".", "..", "removed"].contains($0) && !$0.hasPrefix("new-")
    }
    guard !names.isEmpty else { return true }
    let deadline = now - StorageLimits.vaultDays * 86_400
    guard knowsVisits, folder.lastWritten <= deadline else { return false }
    return names.allSatisfy { name in
      // Anything else was put there by a person.
      let entry = EntryID(name).flatMap { _ in FileStatus(of: "\(path)/\(name)") }
      return entry.map { $0.lastWritten <= deadline } ?? false
    }
  }

  private func remove(
    _ name: String, in shard: String, _ knowsVisits: Bool, now: Int
  ) throws(StorageError) -> Bool {
    let path = "\(shard)/\(name)"
    guard let folder = try? OpenFile(path, O_RDONLY | O_DIRECTORY), try folder.tryLock(),
      try isOver(path, knowsVisits, now: now)
    else { return false }
    // The vault disappears for everyone at once, and those waiting for the lock find none.
    let grave = "\(shard)/\(VaultFiles.gone)\(name)"
    guard rename(path, grave) == 0 else { throw .last(doing: "remove a vault") }
    try erase(grave)
    return true
  }

  private func erase(_ path: String) throws(StorageError) {
    for folder in ["\(path)/removed", path] {
      for name in try place.names(in: folder) { _ = unlink("\(folder)/\(name)") }
      _ = rmdir(folder)
    }
  }
}
