import BigInt

/// The distribution of a value, with its chances modulo several primes.
struct ModularDistribution {
  /// The distinct values in ascending order.
  enum Values {
    /// Values from `origin` in equal steps, some of which may have no chance.
    case steps(origin: Rational, step: Rational, count: Int)
    case list([Rational])
  }

  var values: Values
  /// For each prime, the chance of each value.
  var chances: [[UInt64]]

  var count: Int {
    switch values {
    case .steps(_, _, let count): count
    case .list(let values): values.count
    }
  }

  subscript(index: Int) -> Rational {
    switch values {
    case .steps(let origin, let step, _): origin + step * Rational(index)
    case .list(let values): values[index]
    }
  }

  /// Returns whether a value is possible; there are enough primes to tell any chance from 0.
  func isPossible(_ index: Int) -> Bool { chances.contains { $0[index] != 0 } }

  var possible: (values: [Rational], places: [Int]) {
    let places = (0..<count).filter(isPossible)
    // This avoids copying a list.
    if case .list(let values) = values, places.count == count { return (values, places) }
    return (places.map { self[$0] }, places)
  }

  /// Returns the distribution without impossible values at either end.
  func trimmed() -> ModularDistribution {
    guard case .steps(let origin, let step, let count) = values,
      let first = (0..<count).first(where: isPossible),
      let last = (0..<count).last(where: isPossible), last - first < count - 1
    else { return self }
    return ModularDistribution(
      values: .steps(origin: origin + step * Rational(first), step: step, count: last - first + 1),
      chances: chances.map { Array($0[first...last]) })
  }
}

extension Rational {
  /// Returns the largest number of which both are whole multiples.
  func commonStep(_ other: Rational) -> Rational {
    Rational(
      BigInt(
        (numerator * other.denominator).magnitude
          .commonDivisor((other.numerator * denominator).magnitude)),
      over: denominator * other.denominator)
  }
}
