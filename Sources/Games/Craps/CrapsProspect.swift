/// The prospects of a player who stakes the same ante until the balance is 0 or reaches a target.
///
/// The player never changes the ante; the rules lower it to the balance after a loss, and it stays
/// there.
package struct CrapsProspect: Equatable, Sendable {
  /// The possible targets, in dollars.
  package static let targetLimits = 5...1_000_000

  /// A number that no game can have.
  package enum InputError: Error, Equatable, Sendable {
    /// The balance isn't a multiple of 5 in `Craps.balanceLimits`.
    case balance
    /// The target isn't in `targetLimits`.
    case target
    /// The ante isn't legal for the balance.
    case ante
  }

  /// The chance of ending at the target or above.
  package let reachTarget: Double
  /// The mean number of games until the end.
  package let expectedGames: Double
  /// The chance of ending bankrupt.
  package var ruin: Double { 1 - reachTarget }

  /// - Throws: `InputError` for a number outside its limits.
  package init(balance: Int, target: Int, ante: Int) throws(InputError) {
    guard Craps.balanceLimits ~= balance, balance % Craps.step == 0 else { throw .balance }
    guard CrapsProspect.targetLimits ~= target else { throw .target }
    guard Craps(balance: balance, ante: ante).ante == ante else { throw .ante }
    guard balance < target else {
      reachTarget = 1
      expectedGames = 0
      return
    }
    // Steps of the ante lead down from the balance to 0 or, if the ante does not divide the
    // balance, to less than the ante. There the ante drops to what is left, and divides it.
    let left = balance % ante
    let first = Walk(start: balance / ante, goal: (target - left).dividedUp(by: ante))
    guard left > 0 else {
      reachTarget = first.reachGoal
      expectedGames = first.steps
      return
    }
    let second = Walk(start: 1, goal: target.dividedUp(by: left))
    let fall = 1 - first.reachGoal
    reachTarget = first.reachGoal + fall * second.reachGoal
    expectedGames = first.steps + fall * second.steps
  }
}

/// A random walk from `start` to 0 or `goal`, up one step with the chance of winning a game.
///
/// This is the gambler's ruin; formulas in Feller, *An Introduction to Probability Theory and Its
/// Applications*, volume 1, XIV.2 and XIV.3.
private struct Walk {
  let reachGoal: Double
  /// The mean number of steps.
  let steps: Double

  /// - Precondition: `0 < start < goal`.
  init(start: Int, goal: Int) {
    let win = CrapsOdds.win.value
    // This is below 1, so high powers vanish and none overflows.
    let ratio = win / (1 - win)
    reachGoal = (ratio.power(goal - start) - ratio.power(goal)) / (1 - ratio.power(goal))
    steps = (Double(start) - Double(goal) * reachGoal) / -CrapsOdds.expectedChange.value
  }
}

extension Double {
  /// Returns a power by squaring, as the standard library has none.
  fileprivate func power(_ exponent: Int) -> Double {
    var result = 1.0
    var square = self
    var rest = exponent
    while rest > 0 {
      if rest % 2 == 1 { result *= square }
      square *= square
      rest /= 2
    }
    return result
  }
}

extension Int {
  fileprivate func dividedUp(by divisor: Int) -> Int { (self + divisor - 1) / divisor }
}
