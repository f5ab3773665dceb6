import Games
import Mustache
import Site

/// The page of the eighth step: the record sheet to look over.
struct ReviewStepPage: WizardPage, SheetedPage {
  static let templates = ["characters/review"]
  let wizard: WizardLayout
  // Needed as two protocols refine `Page`.
  let guestStylesheets = sheets

  static func declare(_ field: inout Fields<ReviewStepPage>) {
    field("wizard") { $0.wizard }
    field("sheet") { page in page.draft.sheet.map { SheetView($0, isPage: false) } }
    field("isByChance") { $0.wizard.state.isByChance }
    field("words") { page in
      // Only needed in a frame, which has no vault with texts.
      page.wizard.isFramed ? page.draft.sheet.map { SheetWords($0, as: .plain) } : nil
    }
  }
}
