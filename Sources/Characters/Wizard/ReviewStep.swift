import Games
import Mustache
import Site

let reviewRoutes: [Route] = [.goOn(from: .review)]

/// The eighth step: the record sheet to look over.
struct ReviewStepPage: WizardPage, SheetedPage {
  static let templates = ["characters/review"]
  let wizard: WizardLayout
  // Not found by itself where two protocols refine that of pages.
  let guestStylesheets = sheets

  static func declare(_ field: inout Fields<ReviewStepPage>) {
    field("wizard") { $0.wizard }
    field("sheet") { page in page.wizard.draft.sheet.map { SheetView($0, isPage: false) } }
    field("isByChance") { $0.wizard.state.isByChance }
    field("words") { page in
      // Only a frame has no vault to get them from.
      page.wizard.isFramed ? page.wizard.draft.sheet.map { SheetWords($0, as: .plain) } : nil
    }
  }
}
