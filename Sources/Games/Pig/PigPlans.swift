/// A strategy's plans for every turn of a game, computed once for all its contests to a goal.
struct PigPlans: Sendable {
  let goal: Int
  /// The number of counts of scoring turns that it tells apart: 0, 1, 2, and 3 or more.
  let turnsTold: Int
  /// The distinct plans.
  private let plans: [PigPlan]
  /// The index of each turn's plan, at `(own * goal + other) * turnsTold + turns`.
  private let indices: [Int]

  init(_ strategy: PigStrategy, goal: Int) {
    if strategy == .optimal {
      self.init(optimalTo: goal)
    } else {
      self.init(goal: goal, turnsTold: strategy.turnsTold) { strategy.holdingTotal(at: $0) ?? 0 }
    }
  }

  init(_ strategy: WrittenStrategy, goal: Int) {
    self.init(goal: goal, turnsTold: 1) { strategy.holdingTotal(at: $0) }
  }

  private init(optimalTo goal: Int) {
    let optimal = OptimalPig.shared(goal: goal)
    var plans: [PigPlan] = []
    var known: [[Bool]: Int] = [:]
    indices = PigPosition.starts(goal: goal).map { start in
      let rolls = optimal.turn(need: start.need, otherNeed: start.otherNeed).rolls(need: start.need)
      if let index = known[rolls] { return index }
      known[rolls] = plans.count
      plans.append(PigPlan(rolls: rolls))
      return plans.count - 1
    }
    (self.goal, turnsTold, self.plans) = (goal, 1, plans)
  }

  /// Creates plans from the lowest total to hold at, which is all that most strategies decide.
  private init(goal: Int, turnsTold: Int, holdingTotal: (PigPosition) -> Int) {
    (self.goal, self.turnsTold) = (goal, turnsTold)
    plans = (0...goal).map(PigPlan.init(holdingAt:))
    indices = PigPosition.starts(goal: goal).flatMap { start in
      (0..<turnsTold).map { turns in
        let position = PigPosition(
          goal: goal, own: start.own, other: start.other, turnTotal: 0, scoringTurns: turns)
        return min(holdingTotal(position), position.need)
      }
    }
  }

  /// Returns the count of scoring turns after one more, as far as it is told apart.
  func turnsTold(after turns: Int) -> Int { min(turns + 1, turnsTold - 1) }

  /// Returns the plan for a turn at these scores.
  func plan(own: Int, other: Int, turns: Int = 0) -> PigPlan {
    plans[indices[(own * goal + other) * turnsTold + turns]]
  }
}

extension PigPosition {
  /// Returns all scores at which a turn can begin, by the own one and then by the other's.
  static func starts(goal: Int) -> [PigPosition] {
    (0..<goal).flatMap { own in
      (0..<goal).map { PigPosition(goal: goal, own: own, other: $0, turnTotal: 0) }
    }
  }
}
