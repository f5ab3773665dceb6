import Mustache

/// A page: final texts and flags for one template, which chooses and repeats but does not reckon.
package protocol Page: Fielded, Sendable {
  /// The template's name, such as `craps`.
  var template: String { get }
  /// The whole title, the outcome first.
  var title: String { get }
  /// One sentence for search engines and previews.
  var description: String { get }
  /// The entry of the navigation that it stands under.
  var section: Section? { get }
}

/// The entries of the navigation.
package enum Section: Sendable {
  case home, dice, craps, rules, about
}

/// The title of a game's page: what went wrong or else the outcome, then the game.
func gameTitle(
  _ game: String, outcome: String?, problem: Problem?, setback: Setback?
) -> String {
  let first = problem.map { "Error: \($0.sentence)" } ?? setback?.title ?? outcome
  return (first.map { "\($0) – " } ?? "") + "\(game) – Dicehall"
}
