/// A plan for a turn in which the player decides in advance where to hold.
struct PigPlan: Equatable, Sendable {
  /// The chance that a 1 ends the turn.
  private(set) var lost = 0.0
  /// The lowest turn total to hold at.
  let least: Int
  /// The chances of holding at `least`, at one more, and so on.
  let holds: [Double]
  /// The chances of rolling at each turn total.
  let rolled: [Double]

  /// - Parameter rolls: for each turn total whether to roll; beyond the last one the player holds.
  ///   The first roll is always made.
  init(rolls: [Bool]) {
    var reached = Array(repeating: 0.0, count: max(rolls.count, 1) + 6)
    var rolled = Array(repeating: 0.0, count: max(rolls.count, 1))
    reached[0] = 1
    for total in rolled.indices where total == 0 || rolls[total] {
      lost += reached[total] / 6
      for value in 2...6 { reached[total + value] += reached[total] / 6 }
      rolled[total] = reached[total]
      reached[total] = 0
    }
    least = reached.firstIndex { $0 > 0 } ?? 0
    holds = Array(reached[least...])
    self.rolled = rolled
  }

  /// - Parameter total: the lowest turn total to hold at; 2 or less means one roll.
  init(holdingAt total: Int) {
    self.init(rolls: Array(repeating: true, count: max(total, 1)))
  }

  /// Returns the chance of holding and winning.
  ///
  /// `replies` has the other player's chances by own scores, from the one before this turn on.
  func wins(_ replies: UnsafePointer<Double>) -> Double {
    var sum = 0.0
    for index in holds.indices { sum += holds[index] * (1 - replies[least + index]) }
    return sum
  }
}
