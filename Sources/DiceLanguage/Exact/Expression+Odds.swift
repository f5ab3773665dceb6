import BigInt

extension Expression {
  /// The exact chances of an expression.
  package struct Odds: Equatable, Sendable {
    /// The total; for `6x(…)`, the sum of all rounds.
    package let total: Distribution
    /// The highest total of `6x(…)`, the second highest and so on; otherwise empty.
    package let ranks: [Distribution]
  }

  /// Thrown if an exact answer would be too long, or would take too long.
  package struct TooLarge: Error, Equatable, Sendable {
    /// Bounds of the total, which it may not reach; `nil` for a tally.
    package let bounds: Bounds?
    /// The mean of the total, if it is simple; to nine decimal places if dice are kept.
    package let mean: Rational?
    /// Whether `workLimit` wouldn't have been enough either.
    package let isFinal: Bool
  }

  /// The limit on an exact answer's number of values times its denominator's digits.
  package static let exactnessLimit = 16_000_000
  /// The limit on an answer's work, in steps of about two nanoseconds.
  package static let workLimit = 150_000_000

  /// Returns the exact chances of all totals.
  ///
  /// `cap` is the most extra dice for one die, in `Limits.cap`; `steps` is the limit on the work.
  ///
  /// - Throws: `TooLarge` if values times digits of the denominator reach `exactnessLimit`, or if
  ///   the answer would take too much work.
  package func odds(
    cap: Int = Limits.defaultCap, steps: Int = Expression.workLimit
  ) throws(TooLarge) -> Odds {
    let work = Work(steps)
    do throws(TooMuchWork) {
      return try odds(cap: cap, work)
    } catch {
      throw TooLarge(
        bounds: bounds(cap: cap), mean: mean(cap: cap, steps / 5),
        isFinal: error.steps > Expression.workLimit)
    }
  }

  /// Returns the first total minus the second, both rolled independently.
  /// - Throws: as `odds(cap:steps:)`.
  package func difference(
    from other: Expression, cap: Int = Limits.defaultCap, steps: Int = Expression.workLimit
  ) throws(TooLarge) -> Distribution {
    let node = Node.operation(.subtract, sumOfTimes, other.sumOfTimes)
    return try Expression(text: "", times: nil, root: node, remarks: [])
      .odds(cap: cap, steps: steps).total
  }

  /// The total as one value.
  private var sumOfTimes: Node {
    .group(Group(members: Array(repeating: root, count: times ?? 1), modifiers: [], remarks: []))
  }

  private func odds(cap: Int, _ work: Work) throws(TooMuchWork) -> Odds {
    var denominator = Denominator()
    denominator.multiply(by: root.denominator(cap: cap), times ?? 1)
    let engine = try Engine(denominator, cap: cap, work: work)
    let distribution = try engine.distribution(of: root)
    let reconstruction = try engine.reconstruction(over: denominator.number)
    guard let times else {
      return Odds(total: try engine.distribution(of: distribution, reconstruction), ranks: [])
    }
    let sum = try engine.sum(distribution, times: times)
    let ranks = try engine.ranks(of: distribution, times: times).map { rank throws(TooMuchWork) in
      try engine.distribution(of: rank, reconstruction)
    }
    return Odds(total: try engine.distribution(of: sum, reconstruction), ranks: ranks)
  }

  private func mean(cap: Int, _ steps: Int) -> Rational? {
    guard let mean = try? root.mean(cap: cap, Work(steps)) else { return nil }
    return mean * Rational(times ?? 1)
  }
}

extension Engine {
  func reconstruction(over denominator: BigUInt) throws(TooMuchWork) -> Reconstruction {
    try work.spend(30 * fields.count * fields.count)
    return Reconstruction(fields, denominator: denominator)
  }

  func distribution(
    of distribution: ModularDistribution, _ reconstruction: Reconstruction
  ) throws(TooMuchWork) -> Distribution {
    let denominator = reconstruction.denominator
    let (values, places) = distribution.possible
    // A digit is 3.3219 bits.
    let digits = denominator.bitWidth * 10_000 / 33_219 + 1
    guard values.count * digits < Expression.exactnessLimit else { throw TooMuchWork() }
    try work.spend(places.count * reconstruction.cost / 2)
    try spendOnMoments(values, words: denominator.bitWidth / 64 + 1)
    var ways: [BigUInt] = []
    for (index, place) in places.enumerated() {
      // Most distributions are symmetric, so each number can be used twice.
      let mirror = places.count - 1 - index
      let isKnown =
        mirror < index
        && distribution.chances.allSatisfy { $0[place] == $0[places[mirror]] }
      ways.append(isKnown ? ways[mirror] : reconstruction.number(distribution.chances, place))
    }
    return Distribution(values: values, ways: ways, denominator: denominator)
  }

  /// Spends the work for the mean and variance, which is much for fractions with many denominators.
  private func spendOnMoments(_ values: [Rational], words: Int) throws(TooMuchWork) {
    try work.spend(values.count * 10 * words)
    guard !values.allSatisfy(\.isWhole) else { return }
    try work.spend(values.count * 300)
    guard let common = values.commonDenominator(upTo: 1 << 14) else { throw TooMuchWork() }
    let more = common.bitWidth / 64
    let denominators = Set(values.lazy.map(\.denominator)).count
    try work.spend(denominators * (200 + 60 * more * (more + words)))
  }

  fileprivate func sum(_ distribution: ModularDistribution, times: Int) throws(TooMuchWork)
    -> ModularDistribution
  {
    var result = constant(.zero)
    for bit in (0..<Int.bitWidth - times.leadingZeroBitCount).reversed() {
      result = try sum(result, result)
      if times >> bit & 1 == 1 { result = try sum(result, distribution) }
    }
    return result
  }

  /// Returns the highest of `times` independent values, the second highest and so on.
  ///
  /// The chance that at most k of n are above a value is a sum of the binomial distribution
  /// (David and Nagaraja, *Order Statistics*, 2.1).
  fileprivate func ranks(of distribution: ModularDistribution, times: Int) throws(TooMuchWork)
    -> [ModularDistribution]
  {
    try work.spend(distribution.count * times * times * fields.count * 4)
    var ranks = Array(repeating: distribution, count: times)
    for (lane, field) in fields.enumerated() {
      var choices = [field.one]
      for count in 0..<times {
        let factor = field.multiply(
          field.form(times - count), field.inverse(of: field.form(count + 1)))
        choices.append(field.multiply(choices[count], factor))
      }
      var atMost: UInt64 = 0
      var before = [UInt64](repeating: 0, count: times)
      for index in 0..<distribution.count {
        atMost = field.add(atMost, distribution.chances[lane][index])
        let above = field.subtract(field.one, atMost)
        var sum: UInt64 = 0
        for rank in 0..<times {
          let power = field.multiply(
            field.power(above, UInt64(rank)), field.power(atMost, UInt64(times - rank)))
          sum = field.add(sum, field.multiply(choices[rank], power))
          ranks[rank].chances[lane][index] = field.subtract(sum, before[rank])
          before[rank] = sum
        }
      }
    }
    return ranks
  }
}
