import Games
import Web

extension Visit {
  /// Changes something in the vault; the page that it was asked from tells why nothing was changed.
  ///
  /// What a session knows of it is saved with the session; the vault itself has changed by then.
  /// - Throws: `Refusal` where no page of the vault can be shown.
  mutating func arrange(
    _ move: (inout VaultDesk, inout Visit) throws -> String
  ) throws -> Answer {
    guard !session.isReplacement else {
      return .page(try vaultPage(), .conflict)
    }
    var desk = vaultDesk
    desk.news = nil
    do {
      let address = try move(&desk, &self)
      session.vault = desk
      return .seeOther(address)
    } catch let problem as Problem {
      return try answer(problem)
    } catch let trouble as Trouble {
      return try answer(trouble.problem)
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
  var vaultDesk: VaultDesk { (session.vault ?? VaultDesk()).at(now) }

  func note(_ text: String, about entry: String = "") -> VaultDesk.Note {
    VaultDesk.Note(text: text, at: now, entry: entry)
  }

  /// - Throws: `Problem` 409 where the form was drawn from another state of the vault.
  mutating func checkRevision(_ sent: String? = nil) throws {
    guard try sent ?? form["revision"] ?? "0" == vaultShelf().revision else {
      throw Problem(
        """
        Nothing was done: your vault has changed since this page was drawn. \
        This is how it stands now; go on from here.
        """, status: .conflict)
    }
  }

  /// Puts a character into the browser's vault, which begins with it where there is none.
  mutating func keep(_ character: PlayerCharacter) throws(Trouble) {
    let bytes = CharacterJSON.encode(character, withOrigin: true)
    vaultKey = try stores.vault.add(bytes, vaultKey, now).key
  }
}

extension Visit {
  /// What to say where the session could not be read: the vault is none of it.
  var vaultSetback: Setback? { session.isReplacement ? .vaultUntouched : nil }
}

extension Setback {
  fileprivate static let vaultUntouched = Setback(
    title: "Nothing was changed",
    sentence: """
      Nothing was changed. What was kept of your visit could not be read any more and has been put \
      aside; your vault is as it was.
      """)
}

extension Trouble {
  /// As the vault's pages tell it: whatever it is, nothing is lost.
  fileprivate var problem: Problem {
    switch self {
    case .tooMany(let limit):
      Problem(
        "Your vault holds \(limit) characters, which is all that it can. Delete one, then try again."
      )
    case .tooLarge: Problem("This character is too large to be kept.")
    case .full:
      Problem(
        "There is no room left to save to. Nothing was changed; try again later.",
        status: .unavailable)
    case .busy:
      Problem(
        "Your vault is being changed elsewhere. Nothing was changed; try again.",
        status: .unavailable)
    case .damaged:
      Problem(
        "This could not be read, and was put aside for whoever runs this hall.",
        status: .unavailable)
    case .unavailable:
      Problem(
        "What is kept here cannot be reached right now. Nothing was changed; try again in a while.",
        status: .unavailable)
    }
  }
}
