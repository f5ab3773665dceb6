import Glibc

/// Vaults as folders of small files: what visitors keep for good, found by a secret id.
///
/// A vault is the folder `ab/abcd…`, named by the hash of its id, with a file for each entry, whole
/// or not there. Files are written under another name and then renamed, so that no death of a
/// process or full disk leaves half of one. Nothing removes a vault. Values of this type share
/// nothing but the folder.
package struct VaultStore: Sendable {
  /// How many entries one vault may hold.
  package static let mostEntries = 500
  /// How many bytes one entry may have.
  package static let longestEntry = 64 * 1024
  /// For how many seconds what was removed can be restored.
  package static let restoreSeconds = 600

  let place: StateFolder
  let durability: Durability
  private let patience: Duration

  /// A store in that folder; nothing is touched yet.
  ///
  /// The patience is how long to wait for a vault that somebody else is changing.
  package init(folder: String, durability: Durability, patience: Duration = .seconds(2)) {
    place = StateFolder(path: folder, content: "vault")
    self.durability = durability
    self.patience = patience
  }

  /// Makes the folder, with those above it, and shuts it to other users; for the program's start.
  ///
  /// - Throws: `StoreError.unavailable` or `.full`.
  package func prepare() throws(StoreError) { try place.prepare() }

  /// All that a vault holds, or `nil` when there is no such vault; writes and locks nothing.
  ///
  /// Files that are damaged are put aside and told of once; the others are listed.
  ///
  /// - Throws: `StoreError.damaged` when the vault's folder is none, or `.unavailable`.
  package func entries(of vault: VaultID) throws(StoreError) -> VaultListing? {
    guard try open(vault) != nil else { return nil }
    var listing = VaultListing(entries: [], damaged: [])
    for id in try place.names(in: path(of: vault)).compactMap(EntryID.init) {
      do throws(StoreError) {
        if let entry = try read(id, of: vault) { listing.entries.append(entry) }
      } catch .damaged(let name) {
        listing.damaged.append(name)
      }
    }
    listing.entries.sort { ($0.saved, $0.id.text) > ($1.saved, $1.id.text) }
    return listing
  }

  /// One entry, or `nil` when the vault or the entry is not there.
  ///
  /// - Throws: `StoreError.damaged` or `.unavailable`.
  package func read(_ id: EntryID, of vault: VaultID) throws(StoreError) -> VaultEntry? {
    try read(id, at: "\(path(of: vault))/\(id.text)", of: vault)
  }

  /// What was removed and can be restored, the last removed first; writes and locks nothing.
  ///
  /// - Throws: `StoreError.unavailable`.
  package func removals(of vault: VaultID, now: Int) throws(StoreError) -> VaultListing {
    let folder = "\(path(of: vault))/removed"
    var listing = VaultListing(entries: [], damaged: [])
    for removal in try place.names(in: folder).compactMap(VaultRemoval.init).sorted(by: >)
    where now - removal.moment <= Self.restoreSeconds {
      do throws(StoreError) {
        let path = "\(folder)/\(removal.name)"
        if let entry = try read(removal.id, at: path, of: vault) { listing.entries.append(entry) }
      } catch .damaged(let name) {
        listing.damaged.append(name)
      }
    }
    return listing
  }

  private func read(
    _ id: EntryID, at path: String, of vault: VaultID
  ) throws(StoreError) -> VaultEntry? {
    do throws(StoreError) {
      let file = try OpenFile(path, O_RDONLY)
      let status = try file.status()
      if status.isRegular, status.size <= VaultEntry.headerSize + Self.longestEntry,
        let entry = VaultEntry(id, file: try file.read(status.size, at: 0))
      {
        return entry
      }
      try place.quarantine(path, as: "\(vault.folderName)-\(id.text)")
    } catch .unavailable(ENOENT, _) {
      try place.check()
    } catch .unavailable(ELOOP, _), .unavailable(ENXIO, _) {
      // A link, a socket.
      try place.quarantine(path, as: "\(vault.folderName)-\(id.text)")
    }
    return nil
  }

  /// Keeps the bytes under a new id, whole or not at all.
  ///
  /// Without a vault, and for one that is not there, a new vault is made: an id from outside is
  /// never adopted, so the caller takes the returned one. Where the caller goes by what the vault
  /// held, nothing is kept unless it holds just these still, so that of several who go by the same
  /// only one changes it.
  ///
  /// - Throws: `StoreError.changed`, `.tooLarge`, `.tooMany`, `.full`, `.busy`, `.damaged` or
  ///   `.unavailable`.
  package func add(
    _ bytes: [UInt8], to vault: VaultID?, holding known: Set<EntryID>? = nil, now: Int
  ) throws(StoreError) -> (vault: VaultID, entry: EntryID) {
    guard bytes.count <= Self.longestEntry else { throw .tooLarge(count: bytes.count) }
    if let vault, let held = try hold(vault) {
      if let known, try Set(held.ids()) != known { throw .changed }
      try held.tidy(now: now)
      return (vault, try held.add(bytes, saved: now))
    }
    return try begin(with: bytes, now: now)
  }

  private func begin(
    with bytes: [UInt8], now: Int
  ) throws(StoreError) -> (vault: VaultID, entry: EntryID) {
    let vault = VaultID()
    let path = path(of: vault)
    do throws(StoreError) {
      try place.make(path)
    } catch .unavailable(ENOENT, _) {
      try place.make(shard(of: vault))
      try place.make(path)
    }
    do throws(StoreError) {
      guard let held = try hold(vault) else {
        throw .unavailable(ENOENT, doing: "open a new vault")
      }
      let entry = try held.add(bytes, saved: now)
      if durability == .power {
        try StateFolder.synchronize(shard(of: vault))
        try StateFolder.synchronize(place.path)
      }
      return (vault, entry)
    } catch {
      // Nobody knows its id.
      if let held = try? hold(vault) { held.discard() }
      throw error
    }
  }

  /// Takes an entry out of its vault; `restore` brings it back for ten minutes.
  ///
  /// - Returns: whether it was there.
  /// - Throws: `StoreError.busy`, `.full`, `.damaged` or `.unavailable`.
  package func remove(
    _ id: EntryID, from vault: VaultID, now: Int
  ) throws(StoreError) -> Bool {
    guard let held = try hold(vault) else { return false }
    try held.tidy(now: now)
    return try held.remove(id, now: now)
  }

  /// Puts an entry back that was removed no more than ten minutes ago.
  ///
  /// - Returns: whether it is there now.
  /// - Throws: `StoreError.tooMany`, `.busy`, `.full`, `.damaged` or `.unavailable`.
  package func restore(
    _ id: EntryID, to vault: VaultID, now: Int
  ) throws(StoreError) -> Bool {
    guard let held = try hold(vault) else { return false }
    try held.tidy(now: now)
    return try held.restore(id)
  }
}

extension VaultStore {
  /// The folder of that vault's folder: one of 256, as huge folders are slow to list.
  func shard(of vault: VaultID) -> String { "\(place.path)/\(vault.folderName.prefix(2))" }

  func path(of vault: VaultID) -> String { "\(shard(of: vault))/\(vault.folderName)" }

  /// The vault's folder, or `nil` when there is none.
  func open(_ vault: VaultID) throws(StoreError) -> OpenFile? {
    let path = path(of: vault)
    do throws(StoreError) {
      return try OpenFile(path, O_RDONLY | O_DIRECTORY)
    } catch .unavailable(ENOENT, _) {
      try place.check()
    } catch .unavailable(ENOTDIR, _), .unavailable(ELOOP, _) {
      try place.check()
      try place.quarantine(path, as: vault.folderName)
    }
    return nil
  }

  /// Locks a vault against changes by every other thread and process; `nil` when there is none.
  func hold(_ vault: VaultID) throws(StoreError) -> HeldVault? {
    guard let folder = try open(vault) else { return nil }
    try folder.lock(patience: patience)
    return HeldVault(folder, path(of: vault), place, durability)
  }
}
