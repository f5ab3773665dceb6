import Games
import Mustache

/// The step before the last: the record sheet to look over.
struct ReviewStepPage: WizardPage {
  static let templates = ["characters/review"]
  let wizard: WizardView

  static func declare(_ field: inout Fields<ReviewStepPage>) {
    field("wizard") { $0.wizard }
    field("sheet") { page in page.wizard.draft.sheet.map { SheetView($0, isPage: false) } }
    field("text") { $0.wizard.draft.sheet?.plainText }
  }
}

/// The last step: where to keep the character.
struct SaveStepPage: WizardPage {
  static let templates = ["characters/save"]
  let wizard: WizardView
  private var saved: DraftState.Saved { wizard.table.saved }

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

  private var cloudLink: String? { wizard.table.id.map { CloudAddress.character($0.text) } }

  private var deletionLink: String? {
    guard let id = wizard.table.id, let secret = saved.cloudSecret, !secret.isEmpty
    else { return nil }
    return CloudAddress.deletion(id.text, secret)
  }
}
