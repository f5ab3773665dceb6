import Mustache

/// A page: final texts and flags for one template, which chooses and repeats but never computes.
///
/// One with many fields is a class, so that they read it without copying it.
package protocol Page: Fielded, Sendable {
  /// The names of its templates: most pages have one, such as `craps`.
  static var templates: [String] { get }
  /// The template that this page uses.
  var template: String { get }
  /// The whole title, with the outcome of the last move first.
  var title: String { get }
  /// One sentence for search engines and previews.
  var description: String { get }
  /// Its entry in the navigation.
  var section: Section? { get }
  /// The query of its address, if the page is another without it; else empty.
  var query: String { get }
  /// Whether its address is secret, so that no other site and no search engine may learn it.
  var isSecret: Bool { get }
  /// Whether it shows only what its visitor did, so that nobody would share it.
  var isPersonal: Bool { get }
  /// Whether no search engine should list it.
  var isUnlisted: Bool { get }
  /// After how many seconds a browser without scripts looks again by itself; `nil` for never.
  var refreshSeconds: Int? { get }
  /// The files in `Public` with the styles of other games than its section's that it shows.
  var guestStylesheets: [String] { get }
  /// Different whenever anything on the page is, for one that many look at in the same moment; `nil`
  /// for one that is rendered for each visitor.
  var version: String? { get }
  /// The other site that a form of it goes to, in a frame only; `nil` for none.
  var formOrigin: String? { get }
  /// Whether something is played or made on it, so that it tells teachers how to embed that.
  var isPlayed: Bool { get }
}

extension Page {
  /// The first, for pages that have only one.
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
  /// The page that it leads to; `nil` for one that no list of links holds.
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
  static let lessons = Section("lessons")
  package static let about = Section("about")
  static let teachers = Section("teachers")
  package static let odds = Section("odds", root: oddsPath)
  /// The entry of a game.
  package static func game(_ game: any Game.Type) -> Section {
    Section(game.slug, root: game.root, game: game)
  }

  package static func == (one: Section, other: Section) -> Bool { one.name == other.name }
}

/// The title of a game's page: the problem or else the outcome, then the game.
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

/// The same for an outcome that is a text already.
package func gameTitle(_ game: String, outcome: String?, problem: Problem?) -> String {
  gameTitle(game, outcome: outcome.map { Text($0) }, problem: problem)
}
