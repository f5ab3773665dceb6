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

/// The entries of the navigation.
package enum Section: Sendable {
  case home, dice, craps, pig, characters, rules, about, teachers

  /// The address of the game that is played there.
  var gameRoot: String? {
    switch self {
    case .dice: DiceState.root
    case .craps: CrapsState.root
    case .pig: PigState.root
    case .characters: DraftState.root
    case .home, .rules, .about, .teachers: nil
    }
  }
}

/// The title of a game's page: what went wrong or else the outcome, then the game.
func gameTitle(
  _ game: String, outcome: String?, problem: Problem?, setback: Setback?
) -> String {
  let first = problem.map { "Error: \($0.sentence)" } ?? setback?.title ?? outcome
  return (first.map { "\($0) – " } ?? "") + "\(game) – Dicehall"
}
