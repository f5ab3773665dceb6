/// The game as the player to move sees it: both scores, the turn total and the goal.
package struct PigPosition: Equatable, Sendable {
  /// The points that win.
  package let goal: Int
  /// The score of the player to move, below the goal.
  package let own: Int
  /// The score of the other player, below the goal.
  package let other: Int
  /// The turn total: 0 before the first roll, and without an upper limit.
  package let turnTotal: Int
  /// The number of scoring turns, which only `PigStrategy.fourScoringTurns` uses.
  package let scoringTurns: Int

  /// Creates a position without checking the limits above.
  package init(goal: Int, own: Int, other: Int, turnTotal: Int, scoringTurns: Int = 0) {
    self.goal = goal
    self.own = own
    self.other = other
    self.turnTotal = turnTotal
    self.scoringTurns = scoringTurns
  }

  /// The points that the player still has to bank, at least 1.
  var need: Int { goal - own }
  /// The points that the other player still has to bank, at least 1.
  var otherNeed: Int { goal - other }
}
