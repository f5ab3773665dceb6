import Games
import Mustache
import Storage
import Web

/// The last step: where to save the character.
struct SaveStepPage: WizardPage {
  static let templates = ["characters/save"]
  let wizard: WizardLayout
  private var saved: DraftState.Saved { wizard.state.saved }

  static func declare(_ field: inout Fields<SaveStepPage>) {
    field("wizard") { $0.wizard }
    field("name") { $0.wizard.draft.name.isolated }
    field("fullName") { $0.wizard.draft.fullName }
    field("className") { $0.wizard.draft.characterClass?.name }
    field("picture") { $0.wizard.draft.characterClass?.id }
    field("vaultLink") { page in page.saved.vaultEntry.map { "/osr/vault/\($0)" } }
    field("cloudLink") { $0.saved.isOnCloud ? $0.cloudLink : nil }
    field("deletionLink") { $0.deletionLink }
    field("isSavedNowhere") { !$0.saved.isSomewhere }
  }

  private var cloudLink: String? { wizard.state.id.map { CloudAddress.character($0.text) } }

  private var deletionLink: String? {
    guard let id = wizard.state.id, let secret = saved.cloudSecret, !secret.isEmpty
    else { return nil }
    return CloudAddress.deletion(id.text, secret)
  }
}

let saveRoutes: [Route] = [
  .move("/osr/new/save/vault", on: .save) { state, visit throws(Problem) in
    try save(&state, &visit, inVault: true, onCloud: false)
  },
  .move("/osr/new/save/cloud", on: .save) { state, visit throws(Problem) in
    try save(&state, &visit, inVault: false, onCloud: true)
  },
  .move("/osr/new/save/both", on: .save) { state, visit throws(Problem) in
    try save(&state, &visit, inVault: true, onCloud: true)
  },
  .move("/osr/new/another", on: .save, beginAnother),
]

/// Begins another character; this one stays where it was saved.
private func beginAnother(
  _ state: inout DraftState, _: inout Visit
) throws(Problem) -> String {
  guard state.saved.isSomewhere else {
    throw Problem("This character is not saved yet. Save it, or abandon it.")
  }
  state.clear()
  return Step.abilities.path
}

/// Saves the finished character wherever it is not saved yet; if one place fails, the other still
/// keeps it.
private func save(
  _ state: inout DraftState, _ visit: inout Visit, inVault: Bool, onCloud: Bool
) throws(Problem) -> String {
  guard let character = state.character else {
    throw Problem(RuleRefusal.stepClosed(.save, open: state.draft.firstOpenStep).sentence)
  }
  var done: [String] = []
  var problems: [Problem] = []
  if inVault, state.saved.vaultEntry == nil {
    do throws(Problem) {
      state.saved.vaultEntry = try visit.keep(character)
      done.append("Saved to this browser.")
    } catch {
      problems.append(error)
    }
  }
  if onCloud, !state.saved.isOnCloud {
    do throws(Problem) {
      state.saved.cloudSecret = try visit.publish(character)
      done.append("Saved to Dragon Cloud.")
    } catch {
      problems.append(error)
    }
  }
  if done.isEmpty { throw problems.first ?? Problem("It is saved there already.") }
  state.news = DraftState.News(
    step: .save, outcome: done.joined(separator: " "),
    notice: problems.isEmpty ? nil : problems.map(\.sentence).joined(separator: " "))
  return Step.save.path
}

extension Visit {
  /// Puts the character into the browser's vault, once: after a crash, a second attempt finds the
  /// same bytes there.
  /// - Returns: its id there.
  fileprivate mutating func keep(_ character: PlayerCharacter) throws(Problem) -> String {
    let bytes = CharacterJSON.encode(character, withOrigin: true)
    do throws(StorageError) {
      return try keep(bytes) { $0.bytes == bytes }.text
    } catch {
      throw Problem(error, of: "Your vault")
    }
  }

  /// Puts the character on Dragon Cloud, once.
  /// - Returns: the secret that deletes it there; empty where it was there already.
  fileprivate func publish(_ character: PlayerCharacter) throws(Problem) -> String {
    let sharing: Sharing
    do throws(StorageError) {
      sharing = try share(character)
    } catch {
      throw Problem(error, of: "Dragon Cloud")
    }
    return try sharing.secret(orElse: "Change something, and save again.") ?? ""
  }
}
