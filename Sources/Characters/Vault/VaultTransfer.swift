import Site
import Storage
import Web

func showTransferCode(_ visit: inout Visit) throws -> Answer {
  try visit.arrange { state, visit in
    guard let key = visit.vaultKey,
      let code = try visit.storage.vaults.makeTransferCode(for: key, now: visit.now)
    else {
      throw Problem("Your vault is empty: there’s nothing to transfer yet.")
    }
    state.code = visit.note(code.text)
    return "/osr/vault"
  }
}

/// Merges this browser's vault into another browser's, and shares that one.
func bringVault(_ visit: inout Visit) throws -> Answer {
  try visit.arrange { state, visit in
    let brought = try visit.redeem(visit.form["code"] ?? "")
    guard brought != visit.vaultKey else {
      state.news = visit.note("This browser already has that vault.")
      return "/osr/vault"
    }
    let contents = try visit.vaultContents()
    let own = contents.entries.count
    if let key = visit.vaultKey, own > 0 {
      // The old vault stays as it is until everything is in the other one.
      guard
        let merge = try visit.storage.vaults.merge(
          from: key, into: brought, except: contents.moved(to: brought), now: visit.now)
      else { throw Problem.codeLeadsNowhere("") }
      guard merge.left == 0 else { throw Problem.noRoom(merge) }
      try visit.leaveTables(to: brought)
    }
    visit.vaultKey = brought
    let table = state.table
    state = VaultState()
    state.table = table
    let characters = try visit.vaultContents().characters
    if own > 0 { for entry in characters { visit.tellTable(of: entry) } }
    state.news = visit.note(VaultWords.arrival(count: characters.count, own: own))
    return "/osr/vault"
  }
}

extension VaultContents {
  /// Returns entries that an earlier merge moved there, which this vault still lists.
  fileprivate func moved(to vault: VaultID) -> Set<EntryID> {
    Set(characters.filter { VaultCharacter($0.bytes)?.hasMoved(to: vault) ?? false }.map(\.id))
  }
}

extension Visit {
  /// Takes this vault's characters from their tables, so that only their copies get changes there.
  fileprivate mutating func leaveTables(to vault: VaultID) throws {
    for entry in try vaultContents().characters {
      guard var kept = VaultCharacter(entry.bytes), kept.place != nil else { continue }
      kept.catchUp(in: self)
      kept.move(to: vault)
      // A character that is played at that moment stays at the table.
      try? replace(entry, with: kept.bytes)
    }
  }

  /// Tells the character's table that it is in this vault now; if that fails, its next move does.
  fileprivate func tellTable(of entry: VaultEntry) {
    guard let open = try? OpenCharacter(entry, in: self),
      (try? replace(entry, with: open.bytes)) != nil
    else { return }
    open.tell(in: self)
  }

  /// Returns the vault that a typed code leads to, and uses up the code.
  fileprivate func redeem(_ typed: String) throws -> VaultID {
    guard !typed.trimmingBlanks.isEmpty else {
      throw Problem("Type the code that the other browser shows.", field: "code", input: "")
    }
    guard let code = TransferCode(typed), let vault = try storage.vaults.redeem(code, now: now)
    else {
      throw Problem.codeLeadsNowhere(typed)
    }
    return vault
  }
}

extension Problem {
  fileprivate static func codeLeadsNowhere(_ code: String) -> Problem {
    Problem(
      """
      This code doesn’t work: it may be mistyped, over \(VaultWords.codeTime) old or already \
      used. Ask the other browser for a new one.
      """, field: "code", input: code)
  }

  fileprivate static func noRoom(_ merge: VaultMerge) -> Problem {
    Problem(
      """
      The other vault has no room for \(VaultWords.count(merge.left)) from this browser, so both \
      stay as they are. Delete some there and ask for a new code.
      """)
  }
}
