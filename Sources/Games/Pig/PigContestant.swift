/// One of two strategies in a contest, with its chances of winning when it is to move.
struct PigContestant {
  private let strategy: PigStrategy
  private let goal: Int
  /// How many counts of scoring turns it tells apart, and how many the other does.
  let turnsTold: Int
  private let otherTurnsTold: Int
  private var chances: [Double]
  /// By the lowest total to hold at, which is all that most strategies decide.
  private let plans: [PigPlan]

  init(_ strategy: PigStrategy, against other: PigStrategy, goal: Int) {
    self.strategy = strategy
    self.goal = goal
    turnsTold = strategy.turnsTold
    otherTurnsTold = other.turnsTold
    chances = Array(repeating: 0, count: goal * goal * turnsTold * otherTurnsTold)
    plans = strategy == .optimal ? [] : (0...goal).map(PigPlan.init(holdingAt:))
  }

  /// The chance at the beginning of its turn; 0 once the other has reached the goal.
  func chance(score: Int, turns: Int, other: Int, otherTurns: Int) -> Double {
    other < goal ? chances[index(score, turns, other, otherTurns)] : 0
  }

  mutating func set(_ chance: Double, score: Int, turns: Int, other: Int, otherTurns: Int) {
    chances[index(score, turns, other, otherTurns)] = chance
  }

  /// The count of scoring turns after one more, as far as it tells them apart.
  func turnsTold(after turns: Int) -> Int { min(turns + 1, turnsTold - 1) }

  /// How it plays a turn at these scores.
  func plan(own: Int, other: Int, turns: Int) -> PigPlan {
    let position = PigPosition(
      goal: goal, own: own, other: other, turnTotal: 0, scoringTurns: turns)
    if let total = strategy.holdingTotal(at: position) { return plans[min(total, position.need)] }
    let turn = OptimalPig.shared(goal: goal)
      .turn(need: position.need, otherNeed: position.otherNeed)
    return PigPlan(rolls: turn.rolls(need: position.need))
  }

  private func index(_ score: Int, _ turns: Int, _ other: Int, _ otherTurns: Int) -> Int {
    ((score * goal + other) * turnsTold + turns) * otherTurnsTold + otherTurns
  }
}
