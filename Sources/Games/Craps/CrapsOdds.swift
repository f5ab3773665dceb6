/// The exact chances of Craps, computed from the 36 equally likely pairs of two dice.
package enum CrapsOdds {
  /// A point with its chances.
  package struct Point: Equatable, Sendable {
    /// The total to repeat.
    package let point: Int
    /// The number of the 36 pairs that make it.
    package let ways: Int
    /// The chance of winning with this point.
    package let win: Fraction
  }

  /// The points 4, 5, 6, 8, 9, 10 in this order.
  package static let points: [Point] = (2...12).compactMap { total in
    guard CrapsOutcome(total: total, point: 0) == .point(total) else { return nil }
    // Only the point and 7 decide, so the other pairs do not count.
    let ways = pairs(making: total)
    return Point(point: total, ways: ways, win: Fraction(ways, ways + pairs(making: 7)))
  }

  /// The chance of winning before the first roll.
  package static let win: Fraction = {
    let natural = Fraction(pairs(of: .win, point: 0), 36)
    return points.reduce(natural) { $0 + Fraction($1.ways, 36) * $1.win }
  }()

  /// The mean number of rolls in a game.
  package static let expectedRolls: Fraction = points.reduce(Fraction(1)) { rolls, point in
    // Waiting for one of n pairs among 36 takes 36/n rolls on average.
    rolls + Fraction(point.ways, 36) * Fraction(36, point.ways + pairs(making: 7))
  }

  /// The mean change of the balance for each dollar at stake, before the first roll.
  package static let expectedChange: Fraction = expectedChange(of: win)

  /// Returns the mean change for each dollar at stake, with this chance of winning.
  package static func expectedChange(of win: Fraction) -> Fraction {
    win - (Fraction(1) - win)
  }

  /// Returns the chance of winning from here.
  /// - Parameter point: the point, 0 while it is off.
  /// - Returns: `nil` for a number that is neither 0 nor a point.
  package static func win(point: Int) -> Fraction? {
    point == 0 ? win : points.first { $0.point == point }?.win
  }

  /// Returns how many of the 36 pairs lead to this outcome; `point` is 0 while it is off.
  package static func pairs(of outcome: CrapsOutcome, point: Int) -> Int {
    (2...12).filter { CrapsOutcome(total: $0, point: point) == outcome }
      .map(pairs(making:)).reduce(0, +)
  }

  private static func pairs(making total: Int) -> Int {
    (1...6).reduce(0) { count, first in 1...6 ~= total - first ? count + 1 : count }
  }
}
