import Games
import Mustache
import Site

/// The characters' part: the hall of the makers, the wizard, vault, cloud, reference, and API.
package enum CharactersGame: Game {
  package typealias State = DraftState

  package static let slug = "osr"
  package static let root = "/osr"
  package static let name = "Characters"
  package static let noun = "character"
  package static let summary =
    "A first-level character for old-school adventures, step by step, with a sheet to print."
  package static let picture = PreviewPicture(
    file: "preview-characters.png",
    words: "Characters in Dicehall: a fighter, a magic-user, a thief and a cleric")
  package static let card = GameCard(
    .drawings(["fighter", "magicUser", "thief"]),
    "An old-school hero in five minutes, ready to print.")
  package static let classInvitation = "Embed the character maker"
  package static let shortcuts = [
    Shortcut(name: "Create a new character", shortName: "New character", path: "/osr/new/begin"),
    Shortcut(name: "View local character vault", shortName: "Vault", path: "/osr/vault"),
    Shortcut(
      name: "View characters on Dragon Cloud", shortName: "Dragon Cloud", path: "/osr/cloud"),
  ]
  package static let placeNames = [
    "/osr": "the character hall", "/osr/new": "your character", "/osr/vault": "your vault",
    "/osr/parties": "your parties", "/osr/cloud": "Dragon Cloud",
  ]
  package static let stylesheet: String? = "characters.css"
  package static let script: String? = "characters.js"

  package static let rules: String? = "/rules/osr"
  package static let pages: [any Page.Type] =
    [
      HallPage.self, VaultPage.self, PartiesPage.self, CloudPage.self, CloudCharacterPage.self,
      CloudDeletionPage.self, CloudPartyPage.self, CampaignPage.self,
    ] + entryPages + wizardPages + referencePages
  /// The pages of one character or party in the vault.
  private static let entryPages: [any EntryPage.Type] = [
    VaultCharacterPage.self, TablePage.self, EditPage.self, GoodsPage.self, SpellBookPage.self,
    LevelPage.self, HistoryPage.self, PartyPage.self, SharesPage.self, RetainersPage.self,
    AnimalsPage.self,
  ]
  package static var documents: [(template: String, fields: any Fielded.Type)] {
    SheetWords.Format.allCases.map { ($0.template, SheetWords.self) }
  }
  package static let routes: [Route] =
    hallRoutes
    + (wizardRoutes + vaultRoutes + partiesRoutes + entryPages.flatMap { $0.routes } + cloudRoutes
    + cloudPartyRoutes + CampaignPage.routes).map(\.inVault)
    + referenceRoutes
    + apiRoutes.map { $0.answering(.programs) }

  package static let home = "/osr/new"
  package static let opening = Step.abilities.path

  /// Returns whether frames offer a path: only the wizard's, without saving and deleting.
  package static func offers(_ path: String) -> Bool {
    path == home
      || path.hasPrefix("\(home)/") && !path.hasPrefix(Step.save.path)
        && path != "\(Step.review.path)/continue" && path != "\(home)/abandon"
        && path != "\(home)/begin"
  }

  /// The options of an address: none, as it could only ask for the first step.
  package static let options: [EmbedOption] = []
  private static let step = EmbedOption.choice(
    "step", "Step", of: Step.allCases.filter { $0 != .save }.map { ($0.slug, $0.slug) },
    default: Step.abilities.slug)

  /// Begins at the step that `step=class` names, but no further than what is done: here nothing is.
  package static func begin(_: inout DraftState, _ options: inout OptionReader) {
    guard let step = options.choice(step, granting: false), step != Step.abilities.slug else {
      return
    }
    options.remark("A character begins with its abilities; the steps after them open one by one.")
  }

  package static func isInPlay(_ state: DraftState) -> Bool { state.isUnsaved }

  /// Renumbers the character: the same dice for everybody must not give the same ID to all.
  package static func renumber(
    _ state: inout DraftState, using random: inout any RandomNumberGenerator
  ) {
    state.renumber(using: &random)
  }
}

/// A page in the characters' part of the hall.
protocol CharactersPage: Page {}

extension CharactersPage {
  var section: Section? { .game(CharactersGame.self) }
}

/// A page that shows a sheet, or many characters or rules at once; wizard steps need fewer styles.
protocol SheetedPage: CharactersPage {}

extension SheetedPage {
  static var sheets: [String] { ["sheets.css"] }
  var guestStylesheets: [String] { Self.sheets }
}
