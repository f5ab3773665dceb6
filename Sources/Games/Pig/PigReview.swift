/// A choice that was made in a game, and what it was worth.
package struct PigDecision: Equatable, Sendable {
  package let seat: Seat
  /// What the player saw.
  package let position: PigPosition
  package let choice: PigChoice
  package let advice: PigAdvice
  /// Where the history tells of it.
  package let index: Int

  /// The chance of winning that the choice lost, against optimal play from then on.
  package var cost: Double { advice.cost(of: choice) }
}

/// A game looked at once more: every choice with its cost.
package struct PigReview: Sendable {
  /// In the order of play.
  ///
  /// The first roll of a turn is no choice.
  package let decisions: [PigDecision]

  /// Looks at the events of a game that are known, from the game as they found it.
  /// - Returns: `nil` for events that do not follow from it.
  package init?(of history: [PigEvent], from start: Pig) {
    var game = start
    let optimal = OptimalPig.shared(goal: game.goal)
    var decisions: [PigDecision] = []
    for (index, event) in history.enumerated() {
      if let choice = event.choice, game.canHold {
        decisions.append(
          PigDecision(
            seat: game.turn, position: game.position, choice: choice,
            advice: optimal.advice(at: game.position), index: index))
      }
      guard (try? game.replay(event)) != nil else { return nil }
    }
    self.decisions = decisions
  }
}

extension PigEvent {
  /// The choice that led to it, if one did.
  fileprivate var choice: PigChoice? {
    switch self {
    case .rolled: .roll
    case .held: .hold
    default: nil
    }
  }
}
