import BigInt

/// Every value that may come, each with its exact chance.
package struct Distribution: Equatable, Sendable {
  /// In ascending order; at least one.
  package let values: [Rational]
  /// How many of the equally likely cases show each value; never zero.
  package let ways: [BigUInt]
  /// How many cases there are: the sum of `ways`.
  package let denominator: BigUInt

  init(values: [Rational], ways: [BigUInt], denominator: BigUInt) {
    self.values = values
    // Long fractions stay as they are: to reduce them would take longer than all the rest.
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

  /// The mean square of the distance from the mean.
  package var variance: Rational { moments.variance }

  /// Mean and variance together, as summing up for one of them is most of the work.
  package var moments: (mean: Rational, variance: Rational) {
    let (sum, squares, scale) = sums
    let cases = BigInt(denominator)
    return (
      Rational(sum, over: scale * cases),
      // As one fraction, because to reduce it takes longer than all the rest.
      Rational(squares * cases - sum * sum, over: scale * scale * cases * cases)
    )
  }

  package var standardDeviation: Double { variance.double.squareRoot() }

  /// Mean and variance near enough to be shown, where those of long fractions would take long.
  package var roundedMoments: (mean: Double, variance: Double) {
    let rows = zip(values, ways).map { (value: $0.double, chance: double($1)) }
    let mean = rows.reduce(0) { $0 + $1.value * $1.chance }
    let variance = rows.reduce(0) { sum, row in
      let distance = row.value - mean
      return sum + distance * distance * row.chance
    }
    return (mean, variance)
  }

  /// The lowest value with a chance of at least one half that nothing higher comes.
  package var median: Rational {
    var sum = BigUInt(0)
    for (value, ways) in zip(values, ways) {
      sum += ways
      if sum << 1 >= denominator { return value }
    }
    return maximum
  }

  /// For each value in how many cases it or less comes.
  package var waysAtMost: [BigUInt] {
    var sum = BigUInt(0)
    return ways.map {
      sum += $0
      return sum
    }
  }

  /// For each value in how many cases it or more comes.
  package var waysAtLeast: [BigUInt] {
    var rest = denominator
    return ways.map { ways in
      defer { rest -= ways }
      return rest
    }
  }

  /// The chance of that value or more.
  package func chance(atLeast value: Rational) -> Rational {
    chance { $0 >= value }
  }

  /// The chance of that value or less.
  package func chance(atMost value: Rational) -> Rational {
    chance { $0 <= value }
  }

  /// The chance of exactly that value.
  package func chance(of value: Rational) -> Rational {
    chance { $0 == value }
  }

  private func chance(where holds: (Rational) -> Bool) -> Rational {
    let sum = zip(values, ways).reduce(BigUInt(0)) { holds($1.0) ? $0 + $1.1 : $0 }
    return chance(sum)
  }

  /// So many cases as a chance in lowest terms.
  package func chance(_ ways: BigUInt) -> Rational {
    Rational(BigInt(ways), over: BigInt(denominator))
  }

  /// So many cases as the nearest double, which is never more than 1.
  package func double(_ ways: BigUInt) -> Double { Rational.quotient(ways, denominator) }

  /// The sum of all values in all cases, as a fraction over `scale`, and that of their squares, over
  /// its square.
  private var sums: (sum: BigInt, squares: BigInt, scale: BigInt) {
    if let (sum, squares) = shortSums { return (BigInt(sum), BigInt(squares), 1) }
    if let (sum, squares) = wholeSums { return (sum, squares, 1) }
    // Values with the same denominator are added up before anything gets long.
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

  /// The same for whole numbers that are short themselves, added up in place; `nil` for others.
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

  /// The same for whole numbers so short that two words are enough for the sums, with a scale of 1;
  /// `nil` for others.
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
  /// One value with its chances, as it is written down.
  package struct Outcome: Equatable, Sendable {
    package let value: Rational
    /// The number of cases in decimal digits.
    package let ways: String
    /// The nearest doubles, each in `0...1`.
    package let chance, atLeast, atMost: Double
  }

  /// The denominator in decimal digits.
  package var cases: String { denominator.description }

  /// All values, lowest first.
  package var outcomes: [Outcome] {
    zip(zip(values, ways), zip(waysAtLeast, waysAtMost)).map { row, sums in
      Outcome(
        value: row.0, ways: row.1.description, chance: double(row.1), atLeast: double(sums.0),
        atMost: double(sums.1))
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
