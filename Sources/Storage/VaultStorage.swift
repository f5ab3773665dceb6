/// Vaults: what visitors keep for good, under one secret key for each visitor.
///
/// Moments are in seconds since 1970. A vault is visited when somebody reads what is in it, and
/// deleted only when nobody has for `StorageLimits.vaultDays`, or a day after it became empty.
///
/// An entry may have two parts, a first line and all that follows it. If only the second is damaged,
/// an engine reports that and gives the first line alone, up to and with its end.
///
/// Whatever changes something may also throw `StorageError.unanswered`, if the engine is reached over
/// a connection.
package protocol VaultStorage: Sendable {
  /// Where the vault is kept, for an operator's log; reveals no secret.
  func place(of vault: VaultID) -> String

  /// Everything in a vault, the newest first and within a second the one added last; `nil` if there
  /// is no such vault.
  ///
  /// A damaged entry is reported, and one without bytes takes its place, as far as that can be saved.
  ///
  /// - Throws: `StorageError.damaged` or `.unavailable`.
  func entries(of vault: VaultID) throws(StorageError) -> [VaultEntry]?

  /// One entry, or `nil` if there is no such vault or entry.
  ///
  /// - Throws: `StorageError.damaged` or `.unavailable`.
  func read(_ id: EntryID, of vault: VaultID) throws(StorageError) -> VaultEntry?

  /// Keeps the bytes under a new id, all or nothing.
  ///
  /// Without a vault, or with a key to none, a new vault is made: a key from outside is never
  /// adopted, so the caller takes the returned one. A caller that went by what the vault held names
  /// it in `known`: then of several callers that saw the same, only one adds something.
  ///
  /// - Throws: `StorageError.changed` if the vault does not hold exactly what is `known`;
  ///   `.tooLarge`, `.tooMany`, `.full`, `.busy`, `.damaged` or `.unavailable`.
  func add(
    _ bytes: [UInt8], to vault: VaultID?, holding known: Set<EntryID>?, now: Int
  ) throws(StorageError) -> (vault: VaultID, entry: EntryID)

  /// Puts other bytes in the place of an entry's, all or nothing, if it still holds exactly `old`.
  ///
  /// The entry keeps its id and counts as saved at `now`, which is also its place in `entries`. Of
  /// several callers that saw the same bytes, one replaces them, and the others learn that they have
  /// changed; nobody ever reads a mixture. An entry that was removed is not there, and `restore`
  /// brings back what it held when it was removed. In SQL this is one `UPDATE … WHERE` the vault, the
  /// id and the old bytes are these and the entry is not removed; if it changes no row, another query
  /// tells an entry that is missing from one with other bytes.
  ///
  /// - Returns: whether the entry was there; `false` also if there is no such vault.
  /// - Throws: `StorageError.changed` if it holds other bytes than `old`, even if they are those of
  ///   `bytes`; `.tooLarge`, `.full`, `.busy`, `.damaged` or `.unavailable`.
  func replace(
    _ id: EntryID, of vault: VaultID, with bytes: [UInt8], over old: [UInt8], now: Int
  ) throws(StorageError) -> Bool

  /// Takes an entry out of its vault; for `StorageLimits.restoreSeconds`, `restore` brings it back.
  ///
  /// - Returns: whether it was there.
  /// - Throws: `StorageError.busy`, `.full`, `.damaged` or `.unavailable`.
  func remove(_ id: EntryID, from vault: VaultID, now: Int) throws(StorageError) -> Bool

  /// What was removed and can still be restored, the last removed first.
  ///
  /// - Throws: `StorageError.unavailable`.
  func removals(of vault: VaultID, now: Int) throws(StorageError) -> [VaultEntry]

  /// Puts back an entry that was removed no more than `StorageLimits.restoreSeconds` ago.
  ///
  /// - Returns: whether it is there now.
  /// - Throws: `StorageError.tooMany`, `.busy`, `.full`, `.damaged` or `.unavailable`.
  func restore(_ id: EntryID, to vault: VaultID, now: Int) throws(StorageError) -> Bool

  /// A code that leads to the vault once within `StorageLimits.codeSeconds`; `nil` if there is no
  /// such vault.
  ///
  /// - Throws: `StorageError.full`, `.damaged` or `.unavailable`.
  func makeTransferCode(for vault: VaultID, now: Int) throws(StorageError) -> TransferCode?

  /// Whether nobody has redeemed a code that was made here.
  ///
  /// - Throws: `StorageError.unavailable`.
  func isUnused(_ code: TransferCode, now: Int) throws(StorageError) -> Bool

  /// The vault that a code leads to, for the first who asks; `nil` for everybody else, and for a
  /// code that is unknown or too old.
  ///
  /// - Throws: `StorageError.unavailable`.
  func redeem(_ code: TransferCode, now: Int) throws(StorageError) -> VaultID?

  /// Copies the entries of one vault into another while there is room, the newest first.
  ///
  /// An entry that the target already holds, saved in the same second, is not copied again, so a
  /// merge may be repeated. The source stays as it is.
  ///
  /// - Returns: `nil` if there is no such target; an unknown source holds nothing.
  /// - Throws: `StorageError.full`, `.busy`, `.damaged` or `.unavailable`; some entries may have been
  ///   copied by then.
  func merge(
    from source: VaultID, into target: VaultID, now: Int
  ) throws(StorageError) -> VaultMerge?

  /// Deletes the vaults of one of 256 slices that nobody has visited for too long, so that a whole
  /// sweep can take its time.
  ///
  /// - Returns: how many there were.
  /// - Throws: `StorageError.unavailable`; the slice may be half swept.
  func sweepVaults(slice: UInt8, now: Int) throws(StorageError) -> Int
}

/// One thing in a vault.
package struct VaultEntry: Equatable, Sendable {
  package let id: EntryID
  package let bytes: [UInt8]
  /// When it was saved or last replaced, in seconds since 1970.
  package let saved: Int

  /// An entry as an engine found it.
  package init(id: EntryID, bytes: [UInt8], saved: Int) {
    self.id = id
    self.bytes = bytes
    self.saved = saved
  }
}

extension VaultEntry {
  /// What ends the first line of an entry that has two parts.
  package static let lineEnd = UInt8(ascii: "\n")

  /// The first line with its end, and what follows it; `nil` if the bytes are a single part.
  ///
  /// An entry that ends with its first line has lost what followed.
  package static func parts(
    _ bytes: [UInt8]
  ) -> (firstLine: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
    guard let end = bytes.firstIndex(of: lineEnd) else { return nil }
    return (bytes[...end], bytes[(end + 1)...])
  }
}

/// What happened when one vault was copied into another.
package struct VaultMerge: Equatable, Sendable {
  package var copied: Int
  /// How many of the oldest did not fit.
  package var left: Int

  /// The result of a merge.
  package init(copied: Int, left: Int) {
    self.copied = copied
    self.left = left
  }
}
