/// The chances, modulo one prime, of the sum of the dice that are kept from one end of some equal
/// dice, however likely their values are.
///
/// If t is the value of the last die that is kept, some dice lie before it, and at least as many as
/// are missing on it (order statistics: David and Nagaraja, *Order Statistics*, 2).
struct KeptDice {
  /// How many dice there are.
  let count: Int
  /// How many of them are kept: fewer, but at least one.
  let left: Int
  /// What each value adds to the total, never below 0; values that are kept first come first.
  ///
  /// It is little work where these add little.
  let worths: [Int]
  let field: PrimeField
  let work: Work

  /// Whether this takes less work than a series with marks, where so many dice are kept and others
  /// dropped.
  static func isShort(keeping left: Int, dropping dropped: Int) -> Bool {
    left * left < 100 * (1 + dropped * dropped)
  }

  /// The chance of each total; `chances` are those of a die's values.
  func totals(_ chances: [UInt64]) throws(TooMuchWork) -> [UInt64] {
    let span = worths.max() ?? 0
    guard left * (left + 1) / 2 * (span + 1) <= KeptDice.mostSpace else { throw TooMuchWork() }
    try work.spend(20 * count)
    let factorials = Factorials(upTo: count, field)
    var totals = [UInt64](repeating: 0, count: left * span + 1)
    // The chances of what so many dice before t come to, over the factorial.
    var rows = (0..<left).map { [UInt64](repeating: 0, count: $0 * span + 1) }
    rows[0][0] = field.one
    // The highest of the worths so far.
    var last = 0
    var behind = field.one
    for (worth, chance) in zip(worths, chances) {
      try work.spend(
        left * (40 * left + 100) + left * (left * left - 1) / 6 * last * 3 / 4)
      // So many dice on t, over the factorial.
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

  /// The longest rows that are kept, in words: 8 MB.
  private static let mostSpace = 1 << 20

  /// The chance that of so many dice, none of them before t, enough are on it; over the factorial.
  ///
  /// `powers` are the chances of 0, 1, 2 … dice on t, over the factorial; `upTo` that of one die
  /// there or behind it.
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
