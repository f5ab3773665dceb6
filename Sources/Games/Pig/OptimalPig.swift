/// Optimal play of Pig: the chance of winning at every score, for every goal up to `reach`.
///
/// The chances depend on what each player still needs rather than on the goal, so one table serves
/// all goals. The equations are those of Neller and Presser, *Optimal Play of the Dice Game Pig*,
/// UMAP Journal 25(1), 2004. They solve them by value iteration; here they are solved pair by pair.
/// A hold leads to a position with fewer points to go, which is solved already; only a lost turn
/// leads back, from (own, other) to (other, own) and then to (own, other). So there are two
/// unknowns at a time.
package struct OptimalPig: Sendable {
  /// The highest goal that the table serves.
  package let reach: Int
  /// The chances of the player to move, at turn total 0, by `own need * width + other need`.
  private var chances: [Double]
  private var width: Int { reach + 1 }

  /// The table for goals up to 100, solved when first used and then kept.
  package static let hundred = OptimalPig(reach: Pig.defaultGoal)
  /// The table for all goals, which takes eight times as long as `hundred`.
  package static let twoHundred = OptimalPig(reach: Pig.goalLimits.upperBound)

  /// Returns the smaller shared table that serves a goal of at most 200.
  package static func shared(goal: Int) -> OptimalPig {
    goal <= Pig.defaultGoal ? hundred : twoHundred
  }

  /// Solves all goals up to a limit.
  /// - Parameter reach: at least 1.
  package init(reach: Int) {
    self.reach = reach
    chances = Array(repeating: 0, count: (reach + 1) * (reach + 1))
    var turn = OptimalTurn(longest: reach)
    for sum in 2...2 * reach {
      for own in max(1, sum - reach)...sum / 2 {
        solve(own, sum - own, in: &turn)
      }
    }
  }

  /// Returns the chance that the player who begins a turn wins.
  ///
  /// Both needs are points still to bank, `1...reach`.
  func chance(need: Int, otherNeed: Int) -> Double {
    chances[need * width + otherNeed]
  }

  /// Solves a whole turn; `afterOne` is the chance of winning once a 1 has ended it.
  func play(_ turn: inout OptimalTurn, need: Int, otherNeed: Int, afterOne: Double) {
    turn.play(need: need, afterOne: afterOne, chances, row: otherNeed * width)
  }

  /// Returns the solved turn of a player with these needs.
  func turn(need: Int, otherNeed: Int) -> OptimalTurn {
    var turn = OptimalTurn(longest: need)
    let afterOne = 1 - chance(need: otherNeed, otherNeed: need)
    play(&turn, need: need, otherNeed: otherNeed, afterOne: afterOne)
    return turn
  }

  /// Finds the chances at (own, other) and (other, own) together.
  ///
  /// Playing both turns once turns a guessed chance into a new one. This function is continuous and
  /// piecewise linear with slopes below 1, so it has one fixed point. Newton's method finds it, and
  /// exactly so on the right piece, where all decisions are the best ones. No end of the bracket is
  /// tried twice, and a step that would leave the bracket halves it instead, so the search always
  /// ends.
  private mutating func solve(_ own: Int, _ other: Int, in turn: inout OptimalTurn) {
    var low = 0.0
    var high = 1.0
    // This is nearly right: the chance with one point less to go.
    var guess = own > 1 ? chance(need: own - 1, otherNeed: other) : 0.5
    while true {
      play(&turn, need: other, otherNeed: own, afterOne: 1 - guess)
      let reply = (chance: turn.chance, slope: turn.slope)
      play(&turn, need: own, otherNeed: other, afterOne: 1 - reply.chance)
      let surplus = turn.chance - guess
      let step = surplus / (1 - turn.slope * reply.slope)
      guard abs(step) > OptimalPig.smallestStep else {
        chances[own * width + other] = guess + step
        chances[other * width + own] = reply.chance - reply.slope * step
        return
      }
      if surplus > 0 { low = guess } else { high = guess }
      guess += step
      if guess <= low || guess >= high { guess = (low + high) / 2 }
    }
  }

  /// The smallest step, above the rounding errors and far below what could change a decision.
  private static let smallestStep = 1e-13
}
