/// The range of an outcome's share in at least 95 of 100 classes with fair dice.
///
/// If few rolls are expected inside or outside the outcome, it follows from the binomial
/// distribution without its lowest and highest 2.5 %; otherwise from the normal approximation.
package struct ShareBand: Equatable, Sendable {
  /// The 97.5 % point of the normal distribution.
  private static let deviations = 1.959963984540054
  /// The fewest expected rolls on both sides for the approximation.
  private static let enough = 30.0

  /// In `0...1`, and at most `highest`.
  package let lowest: Double
  /// In `0...1`.
  package let highest: Double

  /// - Parameters:
  ///   - chance: that of the outcome, in `0...1`.
  ///   - rolls: how many there are; none make the band as wide as it can be.
  package init(chance: Double, rolls: Int) {
    let count = Double(rolls)
    if rolls <= 0 {
      (lowest, highest) = (0, 1)
    } else if count * chance < ShareBand.enough {
      let (low, high) = ShareBand.counts(chance, rolls)
      (lowest, highest) = (Double(low) / count, Double(high) / count)
    } else if count * (1 - chance) < ShareBand.enough {
      let (low, high) = ShareBand.counts(1 - chance, rolls)
      (lowest, highest) = (Double(rolls - high) / count, Double(rolls - low) / count)
    } else {
      let width = ShareBand.deviations * (chance * (1 - chance) / count).squareRoot()
      (lowest, highest) = (max(0, chance - width), min(1, chance + width))
    }
  }

  /// The 2.5 % and 97.5 % points of a binomial distribution with a small mean.
  private static func counts(_ chance: Double, _ rolls: Int) -> (low: Int, high: Int) {
    guard chance > 0 else { return (0, 0) }
    guard chance < 1 else { return (rolls, rolls) }
    var term = power(1 - chance, rolls)
    var (sum, count) = (term, 0)
    func advance(until point: Double) -> Int {
      while sum < point, count < rolls {
        term *= Double(rolls - count) / Double(count + 1) * chance / (1 - chance)
        count += 1
        sum += term
      }
      return count
    }
    let low = advance(until: 0.025)
    return (low, advance(until: 0.975))
  }

  private static func power(_ base: Double, _ exponent: Int) -> Double {
    var (result, square, rest) = (1.0, base, exponent)
    while rest > 0 {
      if rest % 2 == 1 { result *= square }
      square *= square
      rest /= 2
    }
    return result
  }
}
