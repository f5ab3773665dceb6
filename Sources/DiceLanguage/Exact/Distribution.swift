import BigInt

/// The possible values with their exact chances.
package struct Distribution: Equatable, Sendable {
  /// The values in ascending order, at least one.
  package let values: [Rational]
  /// The number of equally likely cases of each value; never zero.
  package let ways: [BigUInt]
  /// The number of cases: the sum of `ways`.
  package let denominator: BigUInt

  init(values: [Rational], ways: [BigUInt], denominator: BigUInt) {
    self.values = values
    // Long fractions aren't reduced, which would take longer than everything else.
    guard denominator.bitWidth <= 128 else {
      self.ways = ways
      self.denominator = denominator
      return
    }
    let divisor = ways.reduce(denominator) { $0 == 1 ? $0 : $0.commonDivisor($1) }
    self.ways = divisor == 1 ? ways : ways.map { $0 / divisor }
    self.denominator = denominator / divisor
  }

  package var minimum: Rational { values[0] }
  package var maximum: Rational { values[values.count - 1] }

  package var mean: Rational { moments.mean }

  /// The mean squared distance from the mean.
  package var variance: Rational { moments.variance }

  /// The mean and variance together, as their sums are most of the work.
  package var moments: (mean: Rational, variance: Rational) {
    let (sum, squares, scale) = sums
    let cases = BigInt(denominator)
    return (
      Rational(sum, over: scale * cases),
      // Computed as a single fraction, because reducing takes longest.
      Rational(squares * cases - sum * sum, over: scale * scale * cases * cases)
    )
  }

  package var standardDeviation: Double { variance.double.squareRoot() }

  /// The mean and variance, rounded; for fractions too long for exact ones.
  package var roundedMoments: (mean: Double, variance: Double) {
    let rows = zip(values, ways).map { (value: $0.double, chance: double($1)) }
    let mean = rows.reduce(0) { $0 + $1.value * $1.chance }
    let variance = rows.reduce(0) { sum, row in
      let distance = row.value - mean
      return sum + distance * distance * row.chance
    }
    return (mean, variance)
  }

  /// The lowest value that the outcome doesn't exceed with a chance of at least one half.
  package var median: Rational {
    var sum = BigUInt(0)
    for (value, ways) in zip(values, ways) {
      sum += ways
      if sum << 1 >= denominator { return value }
    }
    return maximum
  }

  /// The number of cases with each value or less.
  package var waysAtMost: [BigUInt] {
    var sum = BigUInt(0)
    return ways.map {
      sum += $0
      return sum
    }
  }

  /// Returns the chance of a value or more.
  package func chance(atLeast value: Rational) -> Rational {
    chance { $0 >= value }
  }

  /// Returns the chance of exactly one value.
  package func chance(of value: Rational) -> Rational {
    chance { $0 == value }
  }

  /// Returns the chance of all values that satisfy a condition.
  package func chance(where holds: (Rational) -> Bool) -> Rational {
    let sum = zip(values, ways).reduce(BigUInt(0)) { holds($1.0) ? $0 + $1.1 : $0 }
    return chance(sum)
  }

  /// Returns a number of cases as a chance in lowest terms.
  package func chance(_ ways: BigUInt) -> Rational {
    Rational(BigInt(ways), over: BigInt(denominator))
  }

  /// Returns a number of cases as the nearest double, at most 1.
  package func double(_ ways: BigUInt) -> Double { Rational.quotient(ways, denominator) }

  /// The sum of all cases' values, divided by `scale`, and of their squares, divided by its square.
  private var sums: (sum: BigInt, squares: BigInt, scale: BigInt) {
    if let (sum, squares) = shortSums { return (BigInt(sum), BigInt(squares), 1) }
    if let (sum, squares) = wholeSums { return (sum, squares, 1) }
    // Values with the same denominator are added before the numbers get long.
    var sums: [BigInt: (sum: BigInt, squares: BigInt)] = [:]
    for (value, ways) in zip(values, ways) {
      let numerator = value.numerator
      let term = numerator * BigInt(ways)
      sums[value.denominator, default: (0, 0)].sum += term
      sums[value.denominator, default: (0, 0)].squares += numerator * term
    }
    let scale = values.commonDenominator() ?? 1
    return sums.reduce(into: (0, 0, scale)) { result, part in
      let factor = scale / part.key
      result.sum += part.value.sum * factor
      result.squares += part.value.squares * factor * factor
    }
  }

  /// The sums for short whole numbers, computed in place; `nil` for others.
  private var wholeSums: (sum: BigInt, squares: BigInt)? {
    var (above, below, squares) = (BigUInt(0), BigUInt(0), BigUInt(0))
    for (value, ways) in zip(values, ways) {
      guard value.isShort, let value = value.int else { return nil }
      let distance = value.magnitude
      if value < 0 {
        below.multiplyAndAdd(ways, distance)
      } else {
        above.multiplyAndAdd(ways, distance)
      }
      squares.multiplyAndAdd(ways, distance * distance)
    }
    return (BigInt(above) - BigInt(below), BigInt(squares))
  }

  /// The sums for whole numbers short enough for two words; `nil` for others.
  private var shortSums: (sum: Int128, squares: Int128)? {
    guard denominator.bitWidth < 62, minimum.isShort, maximum.isShort else { return nil }
    var (sum, squares): (Int128, Int128) = (0, 0)
    for (value, ways) in zip(values, ways) {
      guard let value = value.int, let ways = ways.word else { return nil }
      let term = Int128(value) * Int128(ways)
      sum += term
      squares += term * Int128(value)
    }
    return (sum, squares)
  }
}

extension Distribution {
  /// One value with its chances, for display.
  package struct Outcome: Equatable, Sendable {
    package let value: Rational
    /// The number of cases, in decimal.
    package let ways: String
    /// The chances of the value, this or more, and this or less, as the nearest doubles in `0...1`.
    package let chance, atLeast, atMost: Double
  }

  /// The denominator, in decimal.
  package var cases: String { denominator.description }

  /// All values, the lowest first.
  package var outcomes: [Outcome] {
    zip(values, zip(ways, waysAtMost)).map { value, row in
      Outcome(
        value: value, ways: row.0.description, chance: double(row.0),
        atLeast: double(denominator - row.1 + row.0), atMost: double(row.1))
    }
  }
}

/// Two rolls against each other.
package struct Contest: Equatable, Sendable {
  package let firstHigher: Rational
  package let secondHigher: Rational
  package let tie: Rational

  package init(_ first: Distribution, _ second: Distribution) {
    var (higher, equal) = (BigUInt(0), BigUInt(0))
    var index = 0
    var below = BigUInt(0)
    for (value, ways) in zip(first.values, first.ways) {
      while index < second.values.count, second.values[index] < value {
        below += second.ways[index]
        index += 1
      }
      higher += ways * below
      if index < second.values.count, second.values[index] == value {
        equal += ways * second.ways[index]
      }
    }
    let all = BigInt(first.denominator * second.denominator)
    firstHigher = Rational(BigInt(higher), over: all)
    tie = Rational(BigInt(equal), over: all)
    secondHigher = .one - firstHigher - tie
  }
}
