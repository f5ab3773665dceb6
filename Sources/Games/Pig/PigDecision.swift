/// A choice made in a game, and its value.
package struct PigDecision: Equatable, Sendable {
  /// The choice's entry in the history.
  package let entry: PigLog.Entry
  package let choice: PigChoice
  package let advice: PigAdvice

  /// - Returns: `nil` for an entry that isn't a choice, such as the first roll of a turn.
  package init?(_ entry: PigLog.Entry) {
    guard entry.before.canHold else { return nil }
    switch entry.event {
    case .rolled: choice = .roll
    case .held: choice = .hold
    default: return nil
    }
    self.entry = entry
    advice = OptimalPig.shared(goal: entry.before.goal).advice(at: entry.before.position)
  }

  /// The position that the player saw.
  package var position: PigPosition { entry.before.position }
  /// The chance of winning that the choice lost, against optimal play from then on.
  package var cost: Double { advice.cost(of: choice) }
}
