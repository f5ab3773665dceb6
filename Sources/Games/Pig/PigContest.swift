/// The exact chances of one strategy against another.
///
/// A position is both scores and, where a strategy tells them apart, the numbers of scoring turns.
/// A hold leads to a higher score; when both players lose their turns, the position is the same
/// again. So each position gives two linear equations, one for each player's chance on their own
/// turn, and positions with higher scores are solved first.
package struct PigContest: Sendable {
  /// The chance that the player who begins wins.
  package let firstWins: Double

  /// - Throws: `PigRefusal.goal` for a goal outside `Pig.goalLimits`, or `.strategy` for a
  ///   strategy that is not offered for this goal.
  package init(
    first: PigStrategy, second: PigStrategy, goal: Int = Pig.defaultGoal
  ) throws(PigRefusal) {
    guard Pig.goalLimits ~= goal else { throw .goal }
    guard first.isOffered(goal: goal), second.isOffered(goal: goal) else { throw .strategy }
    var one = PigContestant(first, against: second, goal: goal)
    var two = PigContestant(second, against: first, goal: goal)
    for score in stride(from: goal - 1, through: 0, by: -1) {
      for otherScore in stride(from: goal - 1, through: 0, by: -1) {
        PigContest.solve(&one, &two, score, otherScore)
      }
    }
    firstWins = one.chance(score: 0, turns: 0, other: 0, otherTurns: 0)
  }

  /// Finds both chances at these scores, for all numbers of scoring turns.
  private static func solve(
    _ one: inout PigContestant, _ two: inout PigContestant, _ score: Int, _ otherScore: Int
  ) {
    let plans = (0..<one.turnsTold).map { one.plan(own: score, other: otherScore, turns: $0) }
    let replies = (0..<two.turnsTold).map { two.plan(own: otherScore, other: score, turns: $0) }
    for (turns, plan) in plans.enumerated() {
      for (otherTurns, reply) in replies.enumerated() {
        let mine = plan.wins { total in
          let turns = one.turnsTold(after: turns)
          return 1
            - two.chance(
              score: otherScore, turns: otherTurns, other: score + total, otherTurns: turns)
        }
        let theirs = reply.wins { total in
          let otherTurns = two.turnsTold(after: otherTurns)
          return 1
            - one.chance(
              score: score, turns: turns, other: otherScore + total, otherTurns: otherTurns)
        }
        // chance = mine + plan.lost · (1 − reply's chance), and the same the other way round.
        let chance =
          (mine + plan.lost * (1 - theirs - reply.lost)) / (1 - plan.lost * reply.lost)
        one.set(chance, score: score, turns: turns, other: otherScore, otherTurns: otherTurns)
        two.set(
          theirs + reply.lost * (1 - chance),
          score: otherScore, turns: otherTurns, other: score, otherTurns: turns)
      }
    }
  }
}
