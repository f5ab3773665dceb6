import Mustache

/// A page: final texts and flags for one template, which chooses and repeats but does not reckon.
package protocol Page: Fielded, Sendable {
  /// The names of the templates that show it: most have one, such as `craps`.
  static var templates: [String] { get }
  /// Which of them.
  var template: String { get }
  /// The whole title, the outcome first.
  var title: String { get }
  /// One sentence for search engines and previews.
  var description: String { get }
  /// The entry of the navigation that it stands under.
  var section: Section? { get }
  /// Its address is a secret, which no other address and no search engine may learn.
  var isSecret: Bool { get }
}

extension Page {
  /// The only one.
  package var template: String { Self.templates[0] }
  package var isSecret: Bool { false }
}

/// What a page stands under in the navigation.
package struct Section: Sendable, Equatable {
  private let name: String
  /// The game that is played there; `nil` for the hall's own pages.
  let game: (any Game.Type)?

  static let home = Section(name: "home", game: nil)
  static let rules = Section(name: "rules", game: nil)
  static let about = Section(name: "about", game: nil)
  static let teachers = Section(name: "teachers", game: nil)
  static func game(_ game: any Game.Type) -> Section { Section(name: game.slug, game: game) }

  package static func == (one: Section, other: Section) -> Bool { one.name == other.name }
}

/// The title of a game's page: what went wrong or else the outcome, then the game.
func gameTitle(_ game: String, outcome: String?, problem: Problem?) -> String {
  let first = problem?.title ?? outcome
  return (first.map { "\($0) – " } ?? "") + "\(game) – Dicehall"
}
