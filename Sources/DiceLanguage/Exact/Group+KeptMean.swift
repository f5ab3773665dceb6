import BigInt

extension Group {
  /// The mean of a group of which some are kept or counted, to nine places.
  ///
  /// As for dice, only how many members have so much or more matters for each value; and each does for
  /// itself.
  /// - Returns: `nil` if it is something else.
  func keptMean(cap: Int, _ work: Work) throws(TooMuchWork) -> Rational? {
    var modifiers = modifiers.simplified(count: members.count)[...]
    var worth: (Rational) -> Double = { $0.double }
    if case .count(let condition, let failing) = modifiers.last {
      worth = { (condition.holds(for: $0) ? 1 : 0) - (failing?.holds(for: $0) == true ? 1 : 0) }
      modifiers = modifiers.dropLast()
    }
    guard let dropped = Array(modifiers).dropped else { return nil }
    let kept = dropped.highest..<max(dropped.highest, members.count - dropped.lowest)
    // The chances of a value or more of each member, the highest first.
    var rows: [[(value: Rational, chance: Double)]] = []
    for member in members {
      let distribution = try member.distribution(cap: cap, work)
      var sum = 0.0
      rows.append(
        zip(distribution.values, distribution.ways).reversed().map { value, ways in
          sum += distribution.double(ways)
          return (value, sum)
        })
    }
    var places = [Int](repeating: 0, count: rows.count)
    var reached = [Double](repeating: 0, count: rows.count)
    var (mean, before) = (0.0, 0.0)
    for value in Set(rows.joined().map(\.value)).sorted(by: >) {
      try work.spend(300 + 4 * rows.count * rows.count)
      for (index, row) in rows.enumerated() {
        guard places[index] < row.count, row[places[index]].value == value else { continue }
        reached[index] = row[places[index]].chance
        places[index] += 1
      }
      let number = Group.mean(of: reached, in: kept)
      mean += worth(value) * (number - before)
      before = number
    }
    return Rational(BigInt((mean * 1e9).rounded()), over: BigInt(10).power(9))
  }

  /// How many of those that are kept come up on average, where each comes with a chance, and those
  /// that do lie first.
  private static func mean(of chances: [Double], in kept: Range<Int>) -> Double {
    var counts = [1.0]
    for chance in chances {
      counts.append(0)
      for index in counts.indices.reversed() {
        counts[index] =
          counts[index] * (1 - chance) + (index > 0 ? counts[index - 1] * chance : 0)
      }
    }
    return counts.enumerated().reduce(0) {
      $0 + Double((0..<$1.offset).clamped(to: kept).count) * $1.element
    }
  }
}
