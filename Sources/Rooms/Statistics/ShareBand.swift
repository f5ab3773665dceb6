/// Where the share of an outcome lies in 95 of 100 classes with fair dice.
///
/// By the normal approximation of the binomial distribution: good where at least five rolls are
/// expected both inside and outside the outcome, and rough below.
package struct ShareBand: Equatable, Sendable {
  /// The 97.5 % point of the normal distribution.
  static let deviations = 1.959963984540054

  /// In `0...1`, and at most `highest`.
  package let lowest: Double
  /// In `0...1`.
  package let highest: Double

  /// - Parameters:
  ///   - chance: that of the outcome, in `0...1`.
  ///   - rolls: how many there are; none make the band as wide as it can be.
  package init(chance: Double, rolls: Int) {
    guard rolls > 0 else {
      (lowest, highest) = (0, 1)
      return
    }
    let width = ShareBand.deviations * (chance * (1 - chance) / Double(rolls)).squareRoot()
    lowest = max(0, chance - width)
    highest = min(1, chance + width)
  }
}
