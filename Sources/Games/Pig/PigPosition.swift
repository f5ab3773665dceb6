/// What a player sees who is to decide: both scores, the turn total, and the goal.
package struct PigPosition: Equatable, Sendable {
  /// Points that win.
  package let goal: Int
  /// The score of the player to move, below the goal.
  package let own: Int
  /// The score of the other player, below the goal.
  package let other: Int
  /// 0 before the first roll of a turn; nothing limits it.
  package let turnTotal: Int
  /// How many turns brought the own score; matters to `PigStrategy.fourScoringTurns` alone.
  package let scoringTurns: Int

  /// Takes any numbers: whoever has them from outside compares them with the limits above.
  package init(goal: Int, own: Int, other: Int, turnTotal: Int, scoringTurns: Int = 0) {
    self.goal = goal
    self.own = own
    self.other = other
    self.turnTotal = turnTotal
    self.scoringTurns = scoringTurns
  }

  /// What has to be banked for winning, at least 1.
  var need: Int { goal - own }
  /// What the other player has to bank for winning, at least 1.
  var otherNeed: Int { goal - other }
}
