/// A position in which a strategy gives away chances of winning.
package struct PigSlip: Equatable, Sendable {
  package let own, other, turnTotal: Int
  /// The strategy's choice there.
  package let choice: PigChoice
  /// The chances of winning after a roll and after a hold, if both play optimally from then on.
  package let roll, hold: Double

  package init(own: Int, other: Int, turnTotal: Int, choice: PigChoice, roll: Double, hold: Double)
  {
    (self.own, self.other, self.turnTotal) = (own, other, turnTotal)
    (self.choice, self.roll, self.hold) = (choice, roll, hold)
  }
}

/// Finds where strategies lose against optimal play.
///
/// A strategy's loss in a game is the sum, over all positions, of how often it gets there times how
/// much worse its choice is there.
struct PigJudge {
  private let goal: Int
  private let optimal: PigPlans
  /// The chances after a roll and after a hold, by own score, other score and turn total.
  private var choices: [[(roll: Double, hold: Double)]] = []

  init(goal: Int) {
    self.goal = goal
    optimal = PigPlans(.optimal, goal: goal)
    let chances = OptimalPig.shared(goal: goal)
    for start in PigPosition.starts(goal: goal) {
      let turn = chances.turn(need: start.need, otherNeed: start.otherNeed)
      choices.append(
        (0..<start.need).map { total in
          (
            turn.roll(at: total),
            1 - chances.chance(need: start.otherNeed, otherNeed: start.need - total)
          )
        })
    }
  }

  /// Returns where a strategy loses most against optimal play, each beginning half the time.
  /// - Returns: `nil` if it loses nothing.
  func slip(of plans: PigPlans) -> PigSlip? {
    var slip: PigSlip?
    // Smaller losses are rounding errors.
    var most = 1e-12
    forEachLoss(of: plans) { lost, position in
      if lost > most { (slip, most) = (position, lost) }
    }
    return slip
  }

  /// Calls the closure with the mean loss in a game from each wrong choice.
  func forEachLoss(of plans: PigPlans, _ take: (Double, PigSlip) -> Void) {
    forEachTurn(of: plans) { own, other, turns in
      let plan = plans.plan(own: own, other: other)
      let choices = choices[own * goal + other]
      func judge(_ total: Int, _ reached: Double, _ choice: PigChoice) {
        let (roll, hold) = choices[total]
        let worse = choice == .roll ? hold - roll : roll - hold
        guard worse > 0 else { return }
        take(
          turns * reached * worse,
          PigSlip(
            own: own, other: other, turnTotal: total, choice: choice,
            roll: PigLeague.rounded(roll), hold: PigLeague.rounded(hold)))
      }
      for (total, reached) in plan.rolled.enumerated().dropFirst(2) {
        judge(total, reached, .roll)
      }
      for (beyond, reached) in plan.holds.enumerated() where plan.least + beyond < choices.count {
        judge(plan.least + beyond, reached, .hold)
      }
    }
  }

  /// Calls the closure with how many turns a strategy begins at each pair of scores, on average.
  private func forEachTurn(of plans: PigPlans, _ take: (Int, Int, _ turns: Double) -> Void) {
    // Turns that begin with these scores for the first time, after a hold.
    var mine = Array(repeating: 0.0, count: goal * goal)
    var theirs = mine
    (mine[0], theirs[0]) = (0.5, 0.5)
    for own in 0..<goal {
      for other in 0..<goal {
        let (place, otherPlace) = (own * goal + other, other * goal + own)
        let plan = plans.plan(own: own, other: other)
        let reply = optimal.plan(own: other, other: own)
        // Lost turns lead from one player to the other and back.
        let turns =
          (mine[place] + reply.lost * theirs[otherPlace]) / (1 - plan.lost * reply.lost)
        let replies = theirs[otherPlace] + plan.lost * turns
        for (beyond, chance) in plan.holds.enumerated()
        where own + plan.least + beyond < goal {
          theirs[other * goal + own + plan.least + beyond] += turns * chance
        }
        for (beyond, chance) in reply.holds.enumerated()
        where other + reply.least + beyond < goal {
          mine[own * goal + other + reply.least + beyond] += replies * chance
        }
        if turns > 0 { take(own, other, turns) }
      }
    }
  }
}
