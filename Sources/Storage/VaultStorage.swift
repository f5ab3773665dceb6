/// Vaults: visitors' permanent storage, each under one secret key.
///
/// Times are in seconds since 1970. Reading what is in a vault counts as a visit. A vault is
/// deleted when nobody has visited it for `StorageLimits.vaultDays`, or a day after it became
/// empty.
///
/// An entry may have two parts, the first line and the rest. If only the rest is damaged, an engine
/// reports that and returns the first line alone, including its end.
///
/// Changes may also throw `StorageError.unanswered` if the engine is reached over a connection.
package protocol VaultStorage: Sendable {
  /// Returns where the vault is kept, for an operator's log; reveals no secret.
  func place(of vault: VaultID) -> String

  /// Returns everything in a vault, newest first; `nil` if there is no such vault.
  ///
  /// Within a second, the entry added last comes first. A damaged entry is reported, and replaced
  /// with one without bytes if that can be saved.
  ///
  /// - Throws: `StorageError.damaged` or `.unavailable`.
  func entries(of vault: VaultID) throws(StorageError) -> [VaultEntry]?

  /// Returns an entry, or `nil` if there is no such vault or entry.
  ///
  /// - Throws: `StorageError.damaged` or `.unavailable`.
  func read(_ id: EntryID, of vault: VaultID) throws(StorageError) -> VaultEntry?

  /// Stores bytes under a new ID, all or nothing.
  ///
  /// Without a vault, or if there is no vault under that key, this creates one under a new key,
  /// which it returns. A caller whose decision depended on what the vault held passes that as
  /// `known`: then only one of several callers that saw the same adds something.
  ///
  /// - Throws: `StorageError.changed` if the vault doesn't hold exactly what is `known`;
  ///   `.tooLarge`, `.tooMany`, `.full`, `.busy`, `.damaged` or `.unavailable`.
  func add(
    _ bytes: [UInt8], to vault: VaultID?, holding known: Set<EntryID>?, now: Int
  ) throws(StorageError) -> (vault: VaultID, entry: EntryID)

  /// Replaces an entry's bytes, all or nothing, if they are still exactly `old`.
  ///
  /// The entry keeps its ID and counts as saved at `now`, which is also its place in `entries`. If
  /// several callers saw the same bytes, one replaces them, and the others get `.changed`; nobody
  /// ever reads a mixture. A removed entry doesn't exist here, and `restore` brings back what it
  /// held when it was removed.
  ///
  /// - Returns: whether the entry was there; `false` also if there is no such vault.
  /// - Throws: `StorageError.changed` if it holds other bytes than `old`, even if they are those of
  ///   `bytes`; `.tooLarge`, `.full`, `.busy`, `.damaged` or `.unavailable`.
  func replace(
    _ id: EntryID, of vault: VaultID, with bytes: [UInt8], over old: [UInt8], now: Int
  ) throws(StorageError) -> Bool

  /// Removes an entry, which `restore` can bring back for `StorageLimits.restoreSeconds`.
  ///
  /// - Returns: whether it existed.
  /// - Throws: `StorageError.busy`, `.full`, `.damaged` or `.unavailable`.
  func remove(_ id: EntryID, from vault: VaultID, now: Int) throws(StorageError) -> Bool

  /// Returns the removed entries that can still be restored, the last removed first.
  ///
  /// - Throws: `StorageError.unavailable`.
  func removals(of vault: VaultID, now: Int) throws(StorageError) -> [VaultEntry]

  /// Restores an entry that was removed no more than `StorageLimits.restoreSeconds` ago.
  ///
  /// - Returns: whether the vault now has it.
  /// - Throws: `StorageError.tooMany`, `.busy`, `.full`, `.damaged` or `.unavailable`.
  func restore(_ id: EntryID, to vault: VaultID, now: Int) throws(StorageError) -> Bool

  /// Makes a code that leads once to the vault, if it exists, within `StorageLimits.codeSeconds`.
  /// - Throws: `StorageError.full`, `.damaged` or `.unavailable`.
  func makeTransferCode(for vault: VaultID, now: Int) throws(StorageError) -> TransferCode?

  /// Returns whether a code that was made here hasn't been redeemed.
  ///
  /// - Throws: `StorageError.unavailable`.
  func isUnused(_ code: TransferCode, now: Int) throws(StorageError) -> Bool

  /// Returns a code's vault, once; `nil` if the code was used, is unknown or has expired.
  /// - Throws: `StorageError.unavailable`.
  func redeem(_ code: TransferCode, now: Int) throws(StorageError) -> VaultID?

  /// Copies as many entries of one vault into another as fit, the newest first.
  ///
  /// An entry that the target already holds, saved in the same second, isn't copied again, so a
  /// merge can be repeated; neither are those in `left`. The source stays as it is.
  ///
  /// - Returns: `nil` if there is no such target; an unknown source holds nothing.
  /// - Throws: `StorageError.full`, `.busy`, `.damaged` or `.unavailable`; some entries may have been
  ///   copied by then.
  func merge(
    from source: VaultID, into target: VaultID, except left: Set<EntryID>, now: Int
  ) throws(StorageError) -> VaultMerge?

  /// Deletes the vaults of one of 256 slices that nobody has visited for too long.
  ///
  /// A whole sweep can take its time.
  ///
  /// - Returns: how many were deleted.
  /// - Throws: `StorageError.unavailable`; the slice may be half swept.
  func sweepVaults(slice: UInt8, now: Int) throws(StorageError) -> Int
}

/// An entry in a vault.
package struct VaultEntry: Equatable, Sendable {
  package let id: EntryID
  package let bytes: [UInt8]
  /// The time of its last save or replacement, in seconds since 1970.
  package let saved: Int

  package init(id: EntryID, bytes: [UInt8], saved: Int) {
    self.id = id
    self.bytes = bytes
    self.saved = saved
  }
}

extension [VaultEntry] {
  /// The entries with the last saved first, and within a second the last added.
  package var newestFirst: [VaultEntry] {
    sorted { ($0.saved, $0.id.text) > ($1.saved, $1.id.text) }
  }
}

extension VaultEntry {
  /// The end of the first line of an entry that has two parts.
  package static let lineEnd = UInt8(ascii: "\n")

  /// Returns the first line including its end, and the rest; `nil` if the bytes are a single part.
  ///
  /// An entry that ends after its first line has lost the rest.
  package static func parts(
    _ bytes: [UInt8]
  ) -> (firstLine: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
    guard let end = bytes.firstIndex(of: lineEnd) else { return nil }
    return (bytes[...end], bytes[(end + 1)...])
  }
}

/// The result of copying one vault into another.
package struct VaultMerge: Equatable, Sendable {
  package var copied: Int
  /// The number of the oldest entries that didn't fit.
  package var left: Int

  package init(copied: Int, left: Int) {
    self.copied = copied
    self.left = left
  }
}
