import Games
import Web

extension Visit {
  /// Changes something in the vault; the page that it was asked from tells why nothing was changed.
  ///
  /// What a session knows of it is saved with the session; the vault itself has changed by then.
  /// - Throws: `Refusal` where no page of the vault can be shown.
  mutating func arrange(
    _ move: (inout VaultState, inout Visit) throws -> String
  ) throws -> Answer {
    if let vaultDamage { return .page(try vaultPage(), vaultDamage.status) }
    var desk = vaultState
    desk.news = nil
    do {
      let address = try move(&desk, &self)
      // Nothing to know needs no session.
      if desk != session[VaultState.self] ?? VaultState() { session[VaultState.self] = desk }
      return .seeOther(address)
    } catch let problem as Problem {
      return try answer(problem)
    } catch let trouble as Trouble {
      return try answer(Problem(trouble, of: "Your vault"))
    }
  }

  /// The character's page where the form stood on one, else the list.
  private mutating func answer(_ problem: Problem) throws -> Answer {
    let page: any Page =
      if parameter.isEmpty || form["page"] == "list" || (try? vaultEntry()) == nil {
        try vaultPage(problem: problem)
      } else {
        try vaultCharacterPage(problem: problem)
      }
    return .page(page, problem.status, retryAfter: problem.retryAfter)
  }

  /// What the session knows, without what is not told any more.
  var vaultState: VaultState { (session[VaultState.self] ?? VaultState()).at(now) }

  func note(_ text: String, about entry: String = "") -> VaultState.Note {
    VaultState.Note(text: text, at: now, entry: entry)
  }

  /// What the vault holds, where the form was drawn from just that.
  /// - Throws: `Trouble.changed` where the vault has changed since.
  mutating func freshContents(_ sent: String? = nil) throws(Trouble) -> VaultContents {
    let shelf = try vaultContents()
    guard sent ?? form["revision"] ?? "0" == shelf.revision else { throw .changed }
    return shelf
  }

  /// Puts a character into the browser's vault, which begins with it where there is none, unless it
  /// holds something else by now than `shelf`.
  mutating func keep(_ character: PlayerCharacter, on shelf: VaultContents) throws(Trouble) {
    _ = try keep(CharacterJSON.encode(character, withOrigin: true), on: shelf)
  }

  /// Puts a character's bytes into the browser's vault unless a copy is there already.
  /// - Returns: the id of the one or the other.
  mutating func keep(
    _ bytes: [UInt8], unless isCopy: (Vault.Entry) -> Bool
  ) throws(Trouble) -> String {
    for _ in 1...3 {
      let shelf = try vaultContents()
      if let copy = shelf.entries.first(where: isCopy) { return copy.id }
      do throws(Trouble) {
        return try keep(bytes, on: shelf)
      } catch .changed {
        // Somebody was quicker, and it may have been with a copy.
      }
    }
    throw .busy
  }

  private mutating func keep(_ bytes: [UInt8], on shelf: VaultContents) throws(Trouble) -> String {
    let kept = try stores.vault.add(bytes, vaultKey, shelf.ids, now)
    vaultKey = kept.key
    return kept.id
  }
}

extension Visit {
  /// What to say where the session could not be read: the vault is none of it.
  var vaultDamage: Problem? { session.isReplacement ? Problem(.vaultUntouched) : nil }
}

extension Problem.Notice {
  fileprivate static let vaultUntouched = Problem.Notice(
    title: "Nothing was changed",
    sentence: """
      Nothing was changed. What was kept of your visit could not be read any more and has been put \
      aside; your vault is as it was.
      """)
}
