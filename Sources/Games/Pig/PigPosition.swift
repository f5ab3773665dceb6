/// What the player to move sees: both scores, the turn total and the goal.
package struct PigPosition: Equatable, Sendable {
  /// Points that win.
  package let goal: Int
  /// The score of the player to move, below the goal.
  package let own: Int
  /// The score of the other player, below the goal.
  package let other: Int
  /// 0 before the first roll of a turn, and without an upper limit.
  package let turnTotal: Int
  /// How many turns brought the own score; only `PigStrategy.fourScoringTurns` uses it.
  package let scoringTurns: Int

  /// Takes any numbers: check those from outside against the limits above.
  package init(goal: Int, own: Int, other: Int, turnTotal: Int, scoringTurns: Int = 0) {
    self.goal = goal
    self.own = own
    self.other = other
    self.turnTotal = turnTotal
    self.scoringTurns = scoringTurns
  }

  /// The points the player still has to bank, at least 1.
  var need: Int { goal - own }
  /// The points the other player still has to bank, at least 1.
  var otherNeed: Int { goal - other }
}
