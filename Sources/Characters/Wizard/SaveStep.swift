import Games
import Mustache
import Site
import Storage
import Web

/// The page of the last step: where to save the character.
struct SaveStepPage: WizardPage {
  static let templates = ["characters/save"]
  let wizard: WizardLayout
  private var saved: DraftState.Saved { wizard.state.saved }
  private var earlier: DraftState.Earlier { wizard.state.earlier }

  static func declare(_ field: inout Fields<SaveStepPage>) {
    field("wizard") { $0.wizard }
    field("name") { $0.draft.name.isolated }
    field("fullName") { $0.draft.fullName }
    field("rank") { $0.draft.rank.asSentence }
    field("picture") { $0.draft.characterClass?.id }
    field("vaultLink") { page in page.saved.vaultEntry.map { "/osr/vault/\($0)" } }
    field("table") { $0.wizard.table }
    field("keyDays") { _ in SecretCookie.longestDays }
    field("cloudLink") { $0.saved.isOnCloud ? $0.cloudLink : nil }
    field("publicLink") { $0.cloudLink }
    field("deletionLink") { $0.deletionLink }
    field("isSavedNowhere") { !$0.saved.isSomewhere }
    field("earlierVaultLink") { page in page.earlier.vaultEntry.map { "/osr/vault/\($0)" } }
    field("earlierCloudLink") { $0.earlier.cloudID.map { CloudAddress.character($0.text) } }
    field("canReplaceOnCloud") { !$0.earlier.cloudSecret.isEmpty }
    field("isReadOnly") { $0.wizard.isCloudReadOnly }
    field("offersBoth") {
      !$0.saved.isSomewhere && $0.earlier == DraftState.Earlier() && !$0.wizard.isCloudReadOnly
    }
  }

  private var cloudLink: String? { wizard.state.id.map { CloudAddress.character($0.text) } }

  private var deletionLink: String? {
    guard let id = wizard.state.id, let secret = saved.cloudSecret, !secret.isEmpty
    else { return nil }
    return CloudAddress.deletion(id.text, secret)
  }
}

let saveRoutes: [Route] = [
  .goOn(from: .review),
  saving("vault", inVault: true),
  saving("cloud", onCloud: true),
  saving("both", inVault: true, onCloud: true),
  // This one stays where it was saved.
  .move("/osr/new/another", on: .save) { state, _ throws(Problem) in
    guard state.saved.isSomewhere else {
      throw Problem("This character isn’t saved yet. Save it or abandon it.")
    }
    state.clear()
    return Step.abilities.path
  },
]

/// The choice for the version that was saved before the character changed.
private enum Overwriting: String {
  case replace, keep

  /// - Throws: `Problem` for a form without the choice.
  init(_ form: Form) throws(Problem) {
    guard let choice = form["earlier"].flatMap(Overwriting.init) else {
      throw Problem("You saved this character before changing it: replace that one or keep both.")
    }
    self = choice
  }
}

/// Saves the finished character wherever it isn't saved yet, even if one place fails.
private func saving(_ name: String, inVault: Bool = false, onCloud: Bool = false) -> Route {
  .move("\(Step.save.path)/\(name)", on: .save) { state, visit throws(Problem) in
    guard let character = state.character else {
      throw Problem(RuleRefusal.stepClosed(.save, open: state.draft.firstOpenStep).sentence)
    }
    var done: [String] = []
    var problems: [Problem] = []
    func attempt(_ save: () throws(Problem) -> String) {
      do throws(Problem) { done.append(try save()) } catch { problems.append(error) }
    }
    if inVault, state.saved.vaultEntry == nil {
      attempt { () throws(Problem) in try visit.keep(character, in: &state) }
    }
    if onCloud, !state.saved.isOnCloud {
      attempt { () throws(Problem) in try visit.publish(character, in: &state) }
    }
    let secret = state.saved.cloudSecret ?? ""
    if let entry = state.saved.vaultEntry.flatMap(EntryID.init), !secret.isEmpty {
      visit.keep(secret, of: character.id.cloudID, beside: entry)
    }
    if done.isEmpty { throw problems.first ?? Problem("It’s already saved there.") }
    state.news = DraftState.LastMove(
      step: .save, outcome: done.joined(separator: " "),
      notice: problems.isEmpty ? nil : problems.map(\.sentence).joined(separator: " "))
    return Step.save.path
  }
}

extension Visit {
  /// Puts the character into the browser's vault, once.
  ///
  /// After a crash, a second attempt finds the same bytes there. Only then is the earlier version
  /// deleted, if the form says so.
  /// - Returns: what happened.
  fileprivate mutating func keep(
    _ character: PlayerCharacter, in state: inout DraftState
  ) throws(Problem) -> String {
    let overwriting = state.earlier.vaultEntry == nil ? .keep : try Overwriting(form)
    let bytes = CharacterJSON.encode(character, withOrigin: true)
    do throws(StorageError) {
      state.saved.vaultEntry = try keep(bytes) { $0.bytes == bytes }.text
      defer { state.earlier.vaultEntry = nil }
      guard overwriting == .replace, let key = vaultKey,
        let earlier = state.earlier.vaultEntry.flatMap(EntryID.init)
      else { return "Saved to this browser." }
      _ = try storage.vaults.remove(earlier, from: key, now: now)
      return "Saved to this browser in place of the earlier one."
    } catch {
      guard state.saved.vaultEntry == nil else {
        return "Saved to this browser; the earlier one couldn’t be deleted, so it’s there too."
      }
      throw Problem(error, of: "Your vault")
    }
  }

  /// Puts the character on Dragon Cloud, once.
  ///
  /// Only then is the earlier version deleted, if the form says so.
  /// - Returns: what happened.
  fileprivate func publish(
    _ character: PlayerCharacter, in state: inout DraftState
  ) throws(Problem) -> String {
    let overwriting = state.earlier.cloudID == nil ? .keep : try Overwriting(form)
    let sharing: Sharing
    do throws(StorageError) {
      sharing = try share(character)
    } catch {
      throw Problem(error, of: "Dragon Cloud")
    }
    let secret = try sharing.secret(orElse: "Change something and save again.")
    let earlier = state.earlier
    // If it was there already, its secret was shown before.
    state.saved.cloudSecret = secret ?? ""
    state.earlier.cloudID = nil
    state.earlier.cloudSecret = ""
    guard overwriting == .replace, let id = earlier.cloudID else { return "Saved to Dragon Cloud." }
    guard (try? storage.cloud.delete(id.cloudID, secret: earlier.cloudSecret)) == true else {
      return "Saved to Dragon Cloud; the earlier one couldn’t be deleted, so it’s there too."
    }
    return "Saved to Dragon Cloud in place of the earlier one."
  }
}
