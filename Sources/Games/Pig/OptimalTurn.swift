/// One turn played for the best, from its end to its beginning.
struct OptimalTurn {
  /// The chance of winning at each turn total, from 0 on to six beyond the one that wins.
  private(set) var chances: [Double]
  /// By how much each chance rises with the chance after a 1: the chance that the turn is lost, 0
  /// where one holds.
  private var slopes: [Double]
  private var afterOne = 0.0

  /// - Parameter longest: the highest need of a turn that will be played.
  init(longest: Int) {
    chances = Array(repeating: 1, count: longest + 7)
    slopes = Array(repeating: 0, count: longest + 7)
  }

  /// At the beginning of the turn.
  var chance: Double { chances[0] }
  var slope: Double { slopes[0] }

  /// By turn total whether rolling is better than holding, up to the last one where it is; for the
  /// need that was played.
  func rolls(need: Int) -> [Bool] {
    let last = slopes[..<need].lastIndex { $0 > 0 } ?? 0
    return slopes[...last].map { $0 > 0 }
  }

  /// The chance of winning with one more roll at any turn total, the best afterwards.
  func roll(at turnTotal: Int) -> Double {
    mean(of: chances, after: min(turnTotal, chances.count - 7), one: afterOne)
  }

  /// Plays the turn anew.
  /// - Parameters:
  ///   - need: what has to be banked for winning.
  ///   - afterOne: the chance of winning once the turn is lost.
  ///   - table: holds the chance of winning of the other player after a hold, from `row` on by what this
  ///     one needs then.
  ///   - row: where it begins.
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

  /// Over the six faces.
  ///
  /// The nearest comes last: it was found last, so that adding the others need
  /// not wait for it.
  private func mean(of values: [Double], after total: Int, one: Double) -> Double {
    (one + values[total + 6] + values[total + 5] + values[total + 4] + values[total + 3]
      + values[total + 2]) / 6
  }
}
