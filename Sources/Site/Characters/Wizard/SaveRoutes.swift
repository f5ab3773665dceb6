import Games
import Web

let saveRoutes: [Route] = [
  .post("/osr/new/review/continue") { $0.goOn(from: .review) },
  .post("/osr/new/save/vault") { $0.save(inVault: true, onCloud: false) },
  .post("/osr/new/save/cloud") { $0.save(inVault: false, onCloud: true) },
  .post("/osr/new/save/both") { $0.save(inVault: true, onCloud: true) },
  .post("/osr/new/another", beginAnother),
]

/// Begins the next character; the one that was made stays where it was saved.
private func beginAnother(_ visit: inout Visit) -> Answer {
  visit.work(on: .save) { table, _ throws(Problem) in
    guard table.saved.isSomewhere else {
      throw Problem("This character is not saved yet. Save it, or abandon it.")
    }
    table.clear()
    return Step.abilities.path
  }
}

extension Visit {
  /// Saves the finished character where it is not yet; what one place fails at, the other still
  /// keeps.
  fileprivate mutating func save(inVault: Bool, onCloud: Bool) -> Answer {
    work(on: .save) { table, visit throws(Problem) in
      guard let character = table.character else {
        throw Problem(RuleRefusal.stepClosed(.save, open: table.draft.firstOpenStep).sentence)
      }
      var done: [String] = []
      var problems: [Problem] = []
      if inVault, table.saved.vaultEntry == nil {
        do throws(Problem) {
          table.saved.vaultEntry = try visit.keep(character)
          done.append("Saved to this browser.")
        } catch {
          problems.append(error)
        }
      }
      if onCloud, !table.saved.isOnCloud {
        do throws(Problem) {
          table.saved.cloudSecret = try visit.publish(character)
          done.append("Saved to Dragon Cloud.")
        } catch {
          problems.append(error)
        }
      }
      if done.isEmpty { throw problems.first ?? Problem("It is saved there already.") }
      table.news = DraftTable.News(
        step: .save, outcome: done.joined(separator: " "),
        notice: problems.isEmpty ? nil : problems.map(\.sentence).joined(separator: " "))
      return Step.save.path
    }
  }

  /// Puts the character into the browser's vault, once: bytes that are there already are not put
  /// there again, whatever died in between.
  /// - Returns: its id there.
  private mutating func keep(_ character: PlayerCharacter) throws(Problem) -> String {
    let bytes = CharacterJSON.encode(character, withOrigin: true)
    do throws(Trouble) {
      if let vaultKey,
        let copy = try stores.vault.entries(vaultKey)?.first(where: { $0.bytes == bytes })
      {
        return copy.id
      }
      let kept = try stores.vault.add(bytes, vaultKey, now)
      vaultKey = kept.key
      return kept.id
    } catch {
      throw Problem(error.vaultSentence, status: error.status)
    }
  }

  /// Puts the character on Dragon Cloud, once.
  /// - Returns: the secret that deletes it there; empty where it was there already.
  private func publish(_ character: PlayerCharacter) throws(Problem) -> String {
    let sharing: Sharing
    do throws(Trouble) {
      sharing = try share(character)
    } catch {
      throw Problem(error.cloudSentence, status: error.status)
    }
    switch sharing {
    case .created(let secret): return secret
    case .same: return ""
    case .conflict:
      throw Problem(
        "Dragon Cloud has another character of the same number. Change something, and save again.")
    case .wait(let seconds):
      throw Problem(
        """
        You have put many characters on Dragon Cloud in a short time. Try again in \
        \(seconds) seconds; your character waits here.
        """, status: .tooManyRequests, retryAfter: seconds)
    }
  }
}

extension Trouble {
  fileprivate var status: Status {
    switch self {
    case .tooMany, .tooLarge: .unprocessable
    case .full, .busy, .damaged, .unavailable: .unavailable
    }
  }

  fileprivate var vaultSentence: String {
    switch self {
    case .tooMany(let limit):
      "This browser keeps \(limit) characters already. Delete one from the vault, then save again."
    case .tooLarge: "The character is too large to be saved."
    case .full: "There is no room left to save to. Nothing is lost; try again later."
    case .busy, .damaged, .unavailable:
      "The vault cannot be reached right now. Nothing is lost; try again in a while."
    }
  }

  fileprivate var cloudSentence: String {
    switch self {
    case .tooLarge: "The character is too large to be saved."
    case .tooMany, .full, .busy, .damaged, .unavailable:
      "Dragon Cloud cannot be reached right now. Nothing is lost; try again in a while."
    }
  }
}
