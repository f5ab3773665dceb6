/// The exact chances of one strategy against another.
///
/// A position is both scores and, if a strategy tells them apart, the numbers of scoring turns. A
/// hold leads to a higher score; when both players lose their turns, the position is the same
/// again. So each position gives two linear equations, one for each player's chance on their own
/// turn, and positions with higher scores are solved first.
package struct PigContest: Sendable {
  /// The chance that the first player wins when beginning.
  package let firstWins: Double
  /// The chance that the second player wins when beginning.
  package let secondWins: Double

  /// - Throws: `PigRefusal.goal` for a goal outside `Pig.goalLimits`, or `.strategy` for a
  ///   strategy that is not offered for this goal.
  package init(
    first: PigStrategy, second: PigStrategy, goal: Int = Pig.defaultGoal
  ) throws(PigRefusal) {
    guard Pig.goalLimits ~= goal else { throw .goal }
    guard first.isOffered(goal: goal), second.isOffered(goal: goal) else { throw .strategy }
    self.init(PigPlans(first, goal: goal), PigPlans(second, goal: goal))
  }

  /// - Precondition: the plans are for the same goal.
  init(_ one: PigPlans, _ two: PigPlans) {
    var mine = Chances(of: one, against: two)
    var theirs = Chances(of: two, against: one)
    for score in stride(from: one.goal - 1, through: 0, by: -1) {
      for other in stride(from: one.goal - 1, through: 0, by: -1) {
        for turns in 0..<one.turnsTold {
          for otherTurns in 0..<two.turnsTold {
            // chance = wins + plan.lost · (1 − reply's chance), and the same the other way round.
            let plan = one.plan(own: score, other: other, turns: turns)
            let reply = two.plan(own: other, other: score, turns: otherTurns)
            let wins = theirs.lost(
              to: plan, own: other, turns: otherTurns, other: score,
              otherTurns: one.turnsTold(after: turns))
            let replyWins = mine.lost(
              to: reply, own: score, turns: turns, other: other,
              otherTurns: two.turnsTold(after: otherTurns))
            let chance =
              (wins + plan.lost * (1 - replyWins - reply.lost)) / (1 - plan.lost * reply.lost)
            mine.set(chance, own: score, turns: turns, other: other, otherTurns: otherTurns)
            theirs.set(
              replyWins + reply.lost * (1 - chance),
              own: other, turns: otherTurns, other: score, otherTurns: turns)
          }
        }
      }
    }
    firstWins = mine.atStart
    secondWins = theirs.atStart
  }

  /// A player's chances of winning when beginning a turn.
  private struct Chances {
    private let turnsTold, otherTurnsTold: Int
    /// The other's scores in one row: up to five beyond the goal, where the chance is 0.
    private let width: Int
    private var values: [Double]

    init(of plans: PigPlans, against other: PigPlans) {
      (turnsTold, otherTurnsTold, width) = (plans.turnsTold, other.turnsTold, plans.goal + 6)
      values = Array(repeating: 0, count: plans.goal * width * turnsTold * otherTurnsTold)
    }

    var atStart: Double { values[0] }

    mutating func set(_ chance: Double, own: Int, turns: Int, other: Int, otherTurns: Int) {
      values[row(own, turns, otherTurns) + other] = chance
    }

    /// Returns the other's chance of holding and winning in a turn that begins at these scores.
    func lost(to plan: PigPlan, own: Int, turns: Int, other: Int, otherTurns: Int) -> Double {
      values.withUnsafeBufferPointer { values in
        values.baseAddress.map { plan.wins($0 + row(own, turns, otherTurns) + other) } ?? 0
      }
    }

    private func row(_ own: Int, _ turns: Int, _ otherTurns: Int) -> Int {
      ((own * turnsTold + turns) * otherTurnsTold + otherTurns) * width
    }
  }
}
