import Mustache

/// A page: final texts and flags for a template, which chooses and repeats but never computes.
///
/// A page with many fields is a class, so that they can read it without copies.
package protocol Page: Fielded, Sendable {
  /// The names of its templates: most pages have one, such as `craps`.
  static var templates: [String] { get }
  /// The template that this page uses.
  var template: String { get }
  /// The whole title, beginning with the outcome of the last move.
  var title: String { get }
  /// A sentence for search engines and previews.
  var description: String { get }
  /// Its entry in the navigation.
  var section: Section? { get }
  /// The query of its address, if it differs without one; otherwise empty.
  var query: String { get }
  /// Whether its address is secret and must be kept from other sites and search engines.
  var isSecret: Bool { get }
  /// Whether it only shows what its visitor did, so that nobody would share it.
  var isPersonal: Bool { get }
  /// Whether no search engine should list it.
  var isUnlisted: Bool { get }
  /// The seconds after which a browser without scripts reloads it; `nil` for never.
  var refreshSeconds: Int? { get }
  /// The files in `Public` with styles of games other than its section's.
  var guestStylesheets: [String] { get }
  /// A text that differs whenever a shared page does; `nil` for a page of each visitor's own.
  var version: String? { get }
  /// The other site to which a form of it is sent, in a frame only, if any.
  var formOrigin: String? { get }
  /// Whether something is played or made on it, so that it tells teachers how to embed it.
  var isPlayed: Bool { get }
}

extension Page {
  /// The first template, for pages that have only one.
  package var template: String { Self.templates[0] }
  package var query: String { "" }
  package var isSecret: Bool { false }
  package var isPersonal: Bool { isSecret }
  package var isUnlisted: Bool { isPersonal }
  package var refreshSeconds: Int? { nil }
  package var guestStylesheets: [String] { [] }
  package var version: String? { nil }
  package var formOrigin: String? { nil }
  package var isPlayed: Bool { false }
}

/// An entry in the navigation.
package struct Section: Sendable, Equatable {
  private let name: String
  /// The path of its page; `nil` for an entry outside lists of links.
  let root: String?
  /// The game played there; `nil` for the hall's own pages.
  package let game: (any Game.Type)?

  private init(_ name: String, root: String? = nil, game: (any Game.Type)? = nil) {
    self.name = name
    self.root = root
    self.game = game
  }

  package static let home = Section("home")
  package static let rules = Section("rules")
  package static let lessons = Section("lessons")
  package static let about = Section("about")
  static let teachers = Section("teachers")
  package static let odds = Section("odds", root: oddsPath)
  /// Returns the entry of a game.
  package static func game(_ game: any Game.Type) -> Section {
    Section(game.slug, root: game.root, game: game)
  }

  package static func == (one: Section, other: Section) -> Bool { one.name == other.name }
}

/// Returns the title of a game's page: the problem or else the outcome, then the game.
package func gameTitle(_ game: String, outcome: Text?, problem: Problem?) -> String {
  var title = Text()
  if let problem = problem?.title {
    title.append(problem)
    title.append(" – ")
  } else if let outcome {
    title.append(outcome)
    title.append(" – ")
  }
  title.append(game)
  title.append(" – Dicehall")
  return String(title)
}

/// Returns the same title for an outcome that is already text.
package func gameTitle(_ game: String, outcome: String?, problem: Problem?) -> String {
  gameTitle(game, outcome: outcome.map { Text($0) }, problem: problem)
}
