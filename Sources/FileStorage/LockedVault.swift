import Glibc
import Storage

/// A locked vault, which others can read but not change while this value exists.
///
/// Removed entries are in its folder `removed`, each under a `RemovedName`.
struct LockedVault: ~Copyable {
  /// The vault's folder, which is locked as long as it is open.
  let folder: OpenFile
  /// The path of that folder.
  let path: String
  let place: StateFolder
  let durability: Durability

  private var removedPath: String { "\(path)/removed" }

  /// Returns the IDs of all entries, including damaged ones.
  func ids() throws(StorageError) -> [EntryID] {
    try place.names(in: path).compactMap(EntryID.init)
  }

  /// Stores the bytes under a new ID, with `saved` as their time.
  func add(_ bytes: [UInt8], saved: Int) throws(StorageError) -> EntryID {
    let others = try ids()
    try checkRoom(beside: others)
    var random = SystemRandomNumberGenerator()
    let id = EntryID(after: others, using: &random)
    do throws(StorageError) {
      try write(bytes, as: id, saved: saved)
    } catch {
      // The entry must not exist after its saving failed.
      _ = unlink("\(path)/\(id.text)")
      throw error
    }
    return id
  }

  /// Replaces the bytes of an entry, which must exist.
  func replace(_ id: EntryID, with bytes: [UInt8], saved: Int) throws(StorageError) {
    try write(bytes, as: id, saved: saved)
  }

  /// Writes a draft and renames it to the entry's name, so that others read the old or new bytes.
  private func write(_ bytes: [UInt8], as id: EntryID, saved: Int) throws(StorageError) {
    let draft = "\(path)/new-\(id.text)"
    do throws(StorageError) {
      let file = try OpenFile(draft, O_WRONLY | O_CREAT | O_EXCL)
      try file.write(VaultEntry.encode(bytes, saved: saved), at: 0)
      if durability == .power { try file.synchronize() }
      try move(draft, to: "\(path)/\(id.text)", doing: "name an entry of a vault")
      try synchronize(path)
    } catch {
      _ = unlink(draft)
      throw error
    }
  }

  /// Moves an entry to the folder `removed`; `false` if there is no such entry.
  func remove(_ id: EntryID, now: Int) throws(StorageError) -> Bool {
    guard try ids().contains(id) else { return false }
    try place.make(removedPath)
    try move(
      "\(path)/\(id.text)", to: "\(removedPath)/\(RemovedName(id: id, moment: now).text)",
      doing: "remove an entry")
    try synchronize(removedPath)
    try synchronize(path)
    return true
  }

  /// Restores a removed entry; `true` if the vault now has it.
  func restore(_ id: EntryID) throws(StorageError) -> Bool {
    let others = try ids()
    if others.contains(id) { return true }
    let removed = try place.names(in: removedPath).compactMap(RemovedName.init)
    guard let name = removed.first(where: { $0.id == id })?.text else { return false }
    try checkRoom(beside: others)
    try move("\(removedPath)/\(name)", to: "\(path)/\(id.text)", doing: "restore an entry")
    try synchronize(path)
    return true
  }

  /// Deletes removed entries that are too old to restore, and drafts left by crashed processes.
  func tidy(now: Int) throws(StorageError) {
    for name in try place.names(in: path) where name.hasPrefix("new-") {
      _ = unlink("\(path)/\(name)")
    }
    for name in try place.names(in: removedPath) {
      guard let removed = RemovedName(name), removed.moment < now - StorageLimits.restoreSeconds
      else { continue }
      _ = unlink("\(removedPath)/\(name)")
    }
  }

  /// Deletes the vault if it is empty.
  func discard() { _ = rmdir(path) }

  private func checkRoom(beside others: [EntryID]) throws(StorageError) {
    let limit = StorageLimits.vaultEntries
    guard others.count < limit else { throw .tooMany(limit: limit) }
  }

  private func move(_ old: String, to new: String, doing: String) throws(StorageError) {
    guard rename(old, new) == 0 else { throw .last(doing: doing) }
  }

  private func synchronize(_ path: String) throws(StorageError) {
    if durability == .power { try StateFolder.synchronize(path) }
  }
}
