import Games
import Mustache
import Storage
import Web

/// What all pages of one character in the vault have in common: its name, the ways to the others,
/// and what came of the last move.
struct PlayLayout: Fielded {
  let open: OpenCharacter
  let tab: CharacterTab
  let problem: Problem?
  private let news: String?

  init(_ open: OpenCharacter, _ tab: CharacterTab, in visit: Visit, _ problem: Problem?) {
    self.open = open
    self.tab = tab
    self.problem = problem ?? visit.damage(to: VaultState.self)
    news = visit.vaultState.news(about: open.entry.id)
  }

  /// The title of the page, with the outcome of the last move first.
  var title: String {
    gameTitle(
      "\(tab.name) – \(open.character.name.isolated)", outcome: news, problem: problem)
  }

  static func declare(_ field: inout Fields<PlayLayout>) {
    field("problem") { $0.problem?.inForm }
    field("notice") { $0.problem == nil ? $0.news : $0.problem?.notice?.sentence }
    field("loss") { $0.open.kept.isHistoryLost ? VaultWords.historyLost : nil }
    field("path") { $0.open.path }
    field("version") { $0.open.entry.version }
    field("name") { $0.open.character.name }
    field("picture") { $0.open.character.characterClass.id }
    field("rank") { $0.rank }
    field("tabs") { layout in
      CharacterTab.all(for: layout.open.character).map {
        PageTab($0, of: layout.open.path, isHere: $0 == layout.tab)
      }
    }
  }

  /// `Level 3 fighter`.
  private var rank: String {
    "Level \(open.character.level) \(open.character.characterClass.name.lowercased())"
  }

  /// What was typed into a field, while the form is shown again; else the value.
  func text(_ field: String, _ value: String) -> String {
    problem?.form?[field]?.shownAgain ?? value
  }

  func wrong(_ field: String) -> String? { problem?[field]?.sentence }
}

/// The pages of one character in the vault.
enum CharacterTab: String, CaseIterable {
  case sheet, play, edit, equipment, spells, level, history

  var name: String {
    switch self {
    case .sheet: "Sheet"
    case .play: "Play"
    case .edit: "Edit"
    case .equipment: "Equipment"
    case .spells: "Spells"
    case .level: "Level"
    case .history: "History"
    }
  }

  /// Those that a character has: not all cast spells.
  static func all(for character: PlayerCharacter) -> [CharacterTab] {
    allCases.filter { $0 != .spells || character.characterClass.magic != nil }
  }

  /// Where it is, from where the character is.
  var end: String { self == .sheet ? "" : "/\(rawValue)" }
}

/// A link from one page of a character or a party to another.
struct PageTab: Fielded {
  let name: String
  /// Below the mount.
  let link: String
  let isHere: Bool

  init(name: String, link: String, isHere: Bool) {
    self.name = name
    self.link = link
    self.isHere = isHere
  }

  /// To a page of the character that is at `path`.
  init(_ tab: CharacterTab, of path: String, isHere: Bool) {
    self.init(name: tab.name, link: path + tab.end, isHere: isHere)
  }

  static func declare(_ field: inout Fields<PageTab>) {
    field("name") { $0.name }
    field("link") { $0.link }
    field("isHere") { $0.isHere }
  }
}

/// A page of a character in the vault, drawn in the same layout as the others.
protocol PlayPage: Page {
  var layout: PlayLayout { get }
}

extension PlayPage {
  var title: String { layout.title }
  var description: String { "A character of this browser’s vault." }
  var section: Section? { .game(CharactersGame.self) }
  var isPersonal: Bool { true }
  var character: PlayerCharacter { layout.open.character }
}
