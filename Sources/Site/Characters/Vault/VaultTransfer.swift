import Web

func showTransferCode(_ visit: inout Visit) throws -> Answer {
  try visit.arrange { desk, visit in
    guard let key = visit.vaultKey,
      let code = try visit.stores.vault.makeTransferCode(key, visit.now)
    else {
      throw Problem("Your vault is empty: there is nothing to take along yet.")
    }
    desk.code = visit.note(code)
    return "/osr/vault"
  }
}

/// Makes another browser's vault this one's, with all that this one had.
func bringVault(_ visit: inout Visit) throws -> Answer {
  try visit.arrange { desk, visit in
    let brought = try visit.redeem(visit.form["code"] ?? "")
    guard brought != visit.vaultKey else {
      desk.news = visit.note("This browser has that vault already.")
      return "/osr/vault"
    }
    let own = try visit.vaultContents().entries.count
    if let key = visit.vaultKey, own > 0 {
      // The old vault stays as it is until all of it is in the other.
      guard let merge = try visit.stores.vault.merge(key, brought, visit.now) else {
        throw Problem.codeLeadsNowhere("")
      }
      guard merge.left == 0 else { throw Problem.noRoom(merge) }
    }
    visit.vaultKey = brought
    desk = VaultState()
    let count = try visit.vaultContents().entries.count
    desk.news = visit.note(VaultWords.arrival(count: count, own: own))
    return "/osr/vault"
  }
}

extension Visit {
  /// The key that a code stands for, which is used up by that.
  fileprivate func redeem(_ code: String) throws -> String {
    guard !code.trimmingBlanks.isEmpty else {
      throw Problem("Type the code that the other browser shows.", field: "code", input: "")
    }
    guard let key = try stores.vault.redeem(code, now) else {
      throw Problem.codeLeadsNowhere(code)
    }
    return key
  }
}

extension Problem {
  fileprivate static func codeLeadsNowhere(_ code: String) -> Problem {
    Problem(
      """
      This code leads nowhere: it may be mistyped, older than fifteen minutes, or used already. \
      Ask the other browser for a new one.
      """, field: "code", input: code)
  }

  fileprivate static func noRoom(_ merge: Vault.Merge) -> Problem {
    Problem(
      """
      The other vault has no room for \(VaultWords.count(merge.left)) of this browser, so both stay \
      where they are. Delete some there, and ask for a new code.
      """)
  }
}

/// Sentences of the vault's pages that count.
enum VaultWords {
  static func count(_ number: Int) -> String { number.counted("character", "characters") }

  static func arrival(count: Int, own: Int) -> String {
    let all = "The vault is here, with \(VaultWords.count(count))."
    guard own > 0 else { return all }
    return all
      + (own == 1
        ? " The one that this browser had is among them."
        : " The \(own) that this browser had are among them.")
  }
}
