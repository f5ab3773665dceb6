/// The chances, modulo one prime, of the sum of dice kept from one end of equal dice with any
/// distribution.
///
/// If t is the value of the last kept die, some dice lie before it, and at least the rest of the
/// kept ones on it (order statistics: David and Nagaraja, *Order Statistics*, 2).
struct KeptDice {
  /// The number of dice.
  let count: Int
  /// The number of kept dice, at least one and fewer than `count`.
  let left: Int
  /// What each value adds to the total, at least 0; values that are kept first come first.
  ///
  /// Small contributions mean little work.
  let worths: [Int]
  let field: PrimeField
  let work: Work

  /// Returns whether this takes less work than a series with marks, for these numbers of dice.
  static func isShort(keeping left: Int, dropping dropped: Int) -> Bool {
    left * left < 100 * (1 + dropped * dropped)
  }

  /// Returns the chances of all totals; `chances` are those of a die's values.
  func totals(_ chances: [UInt64]) throws(TooMuchWork) -> [UInt64] {
    let span = worths.max() ?? 0
    guard left * (left + 1) / 2 * (span + 1) <= KeptDice.mostSpace else { throw TooMuchWork() }
    try work.spend(20 * count)
    let factorials = Factorials(upTo: count, field)
    var totals = [UInt64](repeating: 0, count: left * span + 1)
    // The chances of the sums of the dice before t, for each number of them, over the factorial.
    var rows = (0..<left).map { [UInt64](repeating: 0, count: $0 * span + 1) }
    rows[0][0] = field.one
    // The highest worth so far.
    var last = 0
    var behind = field.one
    for (worth, chance) in zip(worths, chances) {
      try work.spend(left * (40 * left + 100) + left * (left * left - 1) / 6 * last * 3 / 4)
      // The chance of each number of dice on t, over the factorial.
      var powers = [field.one]
      for power in 1...left {
        let next = field.multiply(powers[power - 1], chance)
        powers.append(field.multiply(next, factorials.reciprocal(power)))
      }
      let upTo = behind
      behind = field.subtract(behind, chance)
      for before in 0..<left {
        let missing = left - before
        let ways = self.ways(
          on: powers, atLeast: missing, of: count - before, upTo: upTo, behind: behind, factorials)
        field.add(
          rows[before][...(before * last)], times: field.multiply(factorials[count], ways),
          to: &totals, at: missing * worth)
      }
      for dice in stride(from: left - 1, to: 0, by: -1) {
        for more in 1...dice {
          let others = rows[dice - more][...((dice - more) * last)]
          field.add(others, times: powers[more], to: &rows[dice], at: more * worth)
        }
      }
      last = max(last, worth)
    }
    return totals
  }

  /// The limit on all rows together, in words: 8 MB.
  private static let mostSpace = 1 << 20

  /// Returns the chance that of `dice` dice, none before t, at least `missing` are on it.
  ///
  /// It is divided by the factorial. `powers` are the chances of 0, 1, 2 … dice on t, over the
  /// factorial; `upTo` is the chance of one die on t or beyond.
  private func ways(
    on powers: [UInt64], atLeast missing: Int, of dice: Int, upTo: UInt64, behind: UInt64,
    _ factorials: Factorials
  ) -> UInt64 {
    var ways = field.multiply(field.power(upTo, UInt64(dice)), factorials.inverse(of: dice))
    var rest = field.power(behind, UInt64(dice - missing + 1))
    for on in (0..<missing).reversed() {
      let share = field.multiply(rest, factorials.inverse(of: dice - on))
      ways = field.subtract(ways, field.multiply(powers[on], share))
      rest = field.multiply(rest, behind)
    }
    return ways
  }
}

extension Engine {
  /// Returns the sum of equal dice kept from one end; `worth` is what each value adds to it.
  /// - Returns: `nil` if dice are dropped at both ends or not at all, or if there is a faster
  ///   method.
  func kept(
    _ count: Int, _ die: SingleDie, _ dropped: (lowest: Int, highest: Int), worth: (Int) -> Int
  ) throws(TooMuchWork) -> ModularDistribution? {
    let number = dropped.lowest + dropped.highest
    let left = count - number
    guard number > 0, min(dropped.lowest, dropped.highest) == 0 else { return nil }
    guard left > 0 else { return constant(.zero) }
    guard KeptDice.isShort(keeping: left, dropping: number) else { return nil }
    let keepsHighest = dropped.lowest > 0
    var (values, places) = die.possible
    if keepsHighest { (values, places) = (values.reversed(), places.reversed()) }
    let worths = values.map(worth)
    let (low, high) = (worths.min() ?? 0, worths.max() ?? 0)
    return try distribution(
      from: left * low, count: left * (high - low) + 1
    ) { lane throws(TooMuchWork) in
      // Counted from the kept end.
      let totals = try KeptDice(
        count: count, left: left, worths: worths.map { keepsHighest ? high - $0 : $0 - low },
        field: fields[lane], work: work
      ).totals(places.map { die.chances[lane][$0] })
      return keepsHighest ? totals.reversed() : totals
    }.trimmed()
  }
}
