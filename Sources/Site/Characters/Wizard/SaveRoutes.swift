import Games
import Storage
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
      table.news = DraftState.News(
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
    do throws(StorageError) {
      return try keep(bytes) { $0.bytes == bytes }.text
    } catch {
      throw Problem(error, of: "Your vault")
    }
  }

  /// Puts the character on Dragon Cloud, once.
  /// - Returns: the secret that deletes it there; empty where it was there already.
  private func publish(_ character: PlayerCharacter) throws(Problem) -> String {
    let sharing: Sharing
    do throws(StorageError) {
      sharing = try share(character)
    } catch {
      throw Problem(error, of: "Dragon Cloud")
    }
    return try sharing.secret(orElse: "Change something, and save again.") ?? ""
  }
}
