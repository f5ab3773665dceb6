/// Optimal play of Pig: the chance of winning at every score, for every goal up to `reach`.
///
/// Only what each player still needs matters, not the goal, so that one table serves all goals.
/// The equations are those of Neller and Presser, *Optimal Play of the Dice Game Pig*, UMAP Journal
/// 25(1), 2004. They solve them by value iteration; here they are solved pair by pair. A hold leads
/// to a position that needs less, known before; only losing the turn leads back, from (own, other)
/// to (other, own) and from there to (own, other) again. So two numbers are unknown at a time.
package struct OptimalPig: Sendable {
  /// The highest goal that the table serves.
  package let reach: Int
  /// At `own need * width + other need` the chance of the player to move, at turn total 0.
  private var chances: [Double]
  private var width: Int { reach + 1 }

  /// For goals up to 100; solved when first used, and then kept.
  package static let hundred = OptimalPig(reach: Pig.usualGoal)
  /// For all goals; takes eight times as long as `hundred`.
  package static let twoHundred = OptimalPig(reach: Pig.goalLimits.upperBound)

  /// The smaller of the kept tables that serves a goal of at most 200.
  package static func shared(goal: Int) -> OptimalPig {
    goal <= Pig.usualGoal ? hundred : twoHundred
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

  /// The chance of winning of the player to move at the beginning of a turn, from what each of the
  /// two has to bank for winning, in `1...reach`.
  func chance(need: Int, otherNeed: Int) -> Double {
    chances[need * width + otherNeed]
  }

  /// Plays a whole turn for the best, where `afterOne` is the chance of winning once it is lost.
  func play(_ turn: inout OptimalTurn, need: Int, otherNeed: Int, afterOne: Double) {
    turn.play(need: need, afterOne: afterOne, chances, row: otherNeed * width)
  }

  /// The turn that begins or goes on at these needs.
  func turn(need: Int, otherNeed: Int) -> OptimalTurn {
    var turn = OptimalTurn(longest: need)
    let afterOne = 1 - chance(need: otherNeed, otherNeed: need)
    play(&turn, need: need, otherNeed: otherNeed, afterOne: afterOne)
    return turn
  }

  /// Finds the chances at (own, other) and (other, own) together.
  ///
  /// Walking once round, from a chance to what it makes of itself, is a continuous function of
  /// straight pieces that rises by less than it is given; so it has one fixed point. Newton's method
  /// finds it, exactly once the piece is met, which is to say the best decisions. No end of the
  /// bracket is tried twice and a step that would leave it halves it, so the search always ends.
  private mutating func solve(_ own: Int, _ other: Int, in turn: inout OptimalTurn) {
    var low = 0.0
    var high = 1.0
    // Nearly right: what the neighbour that needs one point less has.
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

  /// Above the rounding of a walk round, and far below what any decision could hang on.
  private static let smallestStep = 1e-13
}
