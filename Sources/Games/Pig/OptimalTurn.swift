/// One turn of optimal play, solved from its end to its beginning.
struct OptimalTurn {
  /// The chance of winning at each turn total, from 0 to six beyond the one that wins.
  private(set) var chances: [Double]
  /// The slopes of the chances with respect to the chance after a 1.
  ///
  /// A slope is the chance that a 1 ends the turn, or 0 where holding is best.
  private var slopes: [Double]
  private var afterOne = 0.0

  /// - Parameter longest: the highest need of a turn that will be played.
  init(longest: Int) {
    chances = Array(repeating: 1, count: longest + 7)
    slopes = Array(repeating: 0, count: longest + 7)
  }

  /// The chance at the beginning of the turn.
  var chance: Double { chances[0] }
  var slope: Double { slopes[0] }

  /// Returns whether rolling is better than holding at each turn total, for the need solved last.
  ///
  /// The last entry is the last total at which it is.
  func rolls(need: Int) -> [Bool] {
    let last = slopes[..<need].lastIndex { $0 > 0 } ?? 0
    return slopes[...last].map { $0 > 0 }
  }

  /// Returns the chance of winning with one more roll at a turn total and optimal play afterwards.
  func roll(at turnTotal: Int) -> Double {
    mean(of: chances, after: min(turnTotal, chances.count - 7), one: afterOne)
  }

  /// Solves the turn.
  /// - Parameters:
  ///   - need: the points still to bank.
  ///   - afterOne: the chance of winning once a 1 has ended the turn.
  ///   - table: has, from `row` on, the other player's chance of winning after a hold, by the
  ///     points that this player needs then.
  ///   - row: where that part of the table begins.
  mutating func play(need: Int, afterOne: Double, _ table: [Double], row: Int) {
    self.afterOne = afterOne
    for total in need..<need + 7 {
      chances[total] = 1
      slopes[total] = 0
    }
    for total in stride(from: need - 1, through: 0, by: -1) {
      let rolled = mean(of: chances, after: total, one: afterOne)
      let held = total > 0 ? 1 - table[row + need - total] : 0
      chances[total] = max(rolled, held)
      slopes[total] = rolled > held ? mean(of: slopes, after: total, one: 1) : 0
    }
  }

  /// Returns the mean over the six faces.
  ///
  /// The nearest total is added last, as it was computed last and the other sums need not wait.
  private func mean(of values: [Double], after total: Int, one: Double) -> Double {
    (one + values[total + 6] + values[total + 5] + values[total + 4] + values[total + 3]
      + values[total + 2]) / 6
  }
}
