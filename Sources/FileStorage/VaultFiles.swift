import Glibc
import Storage
import StoredSecrets

/// Vaults as folders of small files.
///
/// A vault is the folder `ab/abcd…`, named by the hash of its key, with one file per entry. Each
/// file is written under a temporary name and then renamed, so a crash or a full disk never leaves
/// half a file. Values of this type share only the folder.
struct VaultFiles: VaultStorage {
  let place: StateFolder
  private let durability: Durability
  private let patience: Duration

  /// Sets up vault storage in that folder without touching the disk.
  ///
  /// `patience` is how long to wait for another's lock.
  init(_ place: StateFolder, _ durability: Durability, patience: Duration = .seconds(2)) {
    self.place = place
    self.durability = durability
    self.patience = patience
  }

  func place(of vault: VaultID) -> String { path(of: vault) }

  func entries(of vault: VaultID) throws(StorageError) -> [VaultEntry]? {
    guard try open(vault) != nil else { return nil }
    let ids = try place.names(in: path(of: vault)).compactMap(EntryID.init)
    return try whole(ids.map { ($0, self.path(of: $0, in: vault)) }, of: vault).newestFirst
  }

  func read(_ id: EntryID, of vault: VaultID) throws(StorageError) -> VaultEntry? {
    try read(id, at: path(of: id, in: vault), of: vault)
  }

  func removals(of vault: VaultID, now: Int) throws(StorageError) -> [VaultEntry] {
    let folder = "\(path(of: vault))/removed"
    let removed = try place.names(in: folder).compactMap(RemovedName.init).sorted(by: >)
      .filter { now - $0.moment <= StorageLimits.restoreSeconds }
    return try whole(removed.map { ($0.id, "\(folder)/\($0.text)") }, of: vault)
  }

  /// Reads the entries in those files, putting damaged ones aside and skipping them.
  private func whole(
    _ files: [(id: EntryID, path: String)], of vault: VaultID
  ) throws(StorageError) -> [VaultEntry] {
    var entries: [VaultEntry] = []
    for file in files {
      do throws(StorageError) {
        if let entry = try read(file.id, at: file.path, of: vault) { entries.append(entry) }
      } catch .damaged {
        guard let mark = try VaultEntry.read(file.id, at: file.path) else { continue }
        entries.append(mark.entry)
      }
    }
    return entries
  }

  /// Replaces a damaged entry with one without bytes, so that the vault shows the loss.
  ///
  /// If there is no space for it, or an entry has come back since, it is left out.
  private func mark(_ id: EntryID, in vault: VaultID) {
    let draft = "\(path(of: vault))/new-\(id.text)-\(UInt32.random(in: .min ... .max))"
    defer { _ = unlink(draft) }
    guard let file = try? OpenFile(draft, O_WRONLY | O_CREAT | O_EXCL),
      (try? file.write(VaultEntry.encode([], saved: time(nil)), at: 0)) != nil
    else { return }
    _ = link(draft, path(of: id, in: vault))
  }

  private func read(
    _ id: EntryID, at path: String, of vault: VaultID
  ) throws(StorageError) -> VaultEntry? {
    do throws(StorageError) {
      if let found = try VaultEntry.read(id, at: path, isVisit: true) {
        if !found.isWhole {
          place.reportOnce("\(path) was damaged after its first line, and is read without the rest")
        }
        return found.entry
      }
      try place.check()
    } catch .damaged {
      guard try place.putAside(path, as: "\(vault.folderName)-\(id.text)") != nil else {
        return nil
      }
      if path == self.path(of: id, in: vault) { mark(id, in: vault) }
      throw .damaged
    }
    return nil
  }

  func add(
    _ bytes: [UInt8], to vault: VaultID?, holding known: Set<EntryID>?, now: Int
  ) throws(StorageError) -> (vault: VaultID, entry: EntryID) {
    guard bytes.count <= StorageLimits.entryBytes else { throw .tooLarge(count: bytes.count) }
    if let vault, let locked = try lock(vault) {
      if let known, try Set(locked.ids()) != known { throw .changed }
      try locked.tidy(now: now)
      return (vault, try locked.add(bytes, saved: now))
    }
    return try begin(with: bytes, now: now)
  }

  private func begin(
    with bytes: [UInt8], now: Int
  ) throws(StorageError) -> (vault: VaultID, entry: EntryID) {
    var random = SystemRandomNumberGenerator()
    let vault = VaultID(using: &random)
    let path = path(of: vault)
    do throws(StorageError) {
      try place.make(path)
    } catch .unavailable(_, ENOENT) {
      try place.make(place.shard(of: vault.folderName))
      try place.make(path)
    }
    do throws(StorageError) {
      guard let locked = try lock(vault) else { throw .refused(ENOENT, doing: "open a new vault") }
      let entry = try locked.add(bytes, saved: now)
      if durability == .power {
        try StateFolder.synchronize(place.shard(of: vault.folderName))
        try StateFolder.synchronize(place.path)
      }
      return (vault, entry)
    } catch {
      // Nobody knows the new vault's key, so the vault is useless.
      if let locked = try? lock(vault) { locked.discard() }
      throw error
    }
  }

  func replace(
    _ id: EntryID, of vault: VaultID, with bytes: [UInt8], over old: [UInt8], now: Int
  ) throws(StorageError) -> Bool {
    guard bytes.count <= StorageLimits.entryBytes else { throw .tooLarge(count: bytes.count) }
    guard let locked = try lock(vault) else { return false }
    try locked.tidy(now: now)
    guard let entry = try read(id, of: vault) else { return false }
    guard entry.bytes == old else { throw .changed }
    try locked.replace(id, with: bytes, saved: now)
    return true
  }

  func remove(_ id: EntryID, from vault: VaultID, now: Int) throws(StorageError) -> Bool {
    guard let locked = try lock(vault) else { return false }
    try locked.tidy(now: now)
    return try locked.remove(id, now: now)
  }

  func restore(_ id: EntryID, to vault: VaultID, now: Int) throws(StorageError) -> Bool {
    guard let locked = try lock(vault) else { return false }
    try locked.tidy(now: now)
    return try locked.restore(id)
  }

  func merge(
    from source: VaultID, into target: VaultID, except left: Set<EntryID>, now: Int
  ) throws(StorageError) -> VaultMerge? {
    let offered = source == target ? nil : try entries(of: source)
    guard let locked = try lock(target), let present = try entries(of: target) else { return nil }
    try locked.tidy(now: now)
    let known = Set(present.map { Content(bytes: $0.bytes, saved: $0.saved) })
    // The placeholder of a damaged entry is useless in another vault.
    let wanted = (offered ?? []).filter {
      !$0.bytes.isEmpty && !left.contains($0.id)
        && !known.contains(Content(bytes: $0.bytes, saved: $0.saved))
    }
    let fitting = wanted.prefix(max(0, StorageLimits.vaultEntries - present.count))
    // Add the oldest first: entries saved in the same second keep their order.
    for entry in fitting.reversed() { _ = try locked.add(entry.bytes, saved: entry.saved) }
    return VaultMerge(copied: fitting.count, left: wanted.count - fitting.count)
  }

  /// The content by which a merge recognises entries that were copied before.
  private struct Content: Hashable {
    let bytes: [UInt8]
    let saved: Int
  }

  func path(of vault: VaultID) -> String { place.path(of: vault.folderName) }

  private func path(of id: EntryID, in vault: VaultID) -> String {
    "\(path(of: vault))/\(id.text)"
  }

  /// Opens the vault's folder; `nil` if it does not exist.
  func open(_ vault: VaultID) throws(StorageError) -> OpenFile? {
    let path = path(of: vault)
    return try place.open(path, O_RDONLY | O_DIRECTORY) { () throws(StorageError) in
      try place.check()
      try place.quarantine(path, as: vault.folderName)
    }
  }

  /// Locks a vault so that no other thread or process can change it; `nil` if it does not exist.
  private func lock(_ vault: VaultID) throws(StorageError) -> LockedVault? {
    guard let folder = try open(vault) else { return nil }
    try folder.lock(patience: patience)
    // The vault was deleted while this call waited.
    guard try FileStatus.isThere(path(of: vault)) else { return nil }
    return LockedVault(folder: folder, path: path(of: vault), place: place, durability: durability)
  }
}

extension VaultID {
  /// The name of the vault's folder, which does not reveal the key.
  var folderName: String { hashedName(of: text) }
}
