import DiceLanguage

/// The total of a roll: a whole number or a fraction in lowest terms.
///
/// `numerator` is in `-10¹²...10¹²` and `denominator` in `1...10⁶`, so two totals compare without
/// overflow.
package struct Total: Hashable, Comparable, Sendable, CustomStringConvertible {
  package static let numeratorLimits = -1_000_000_000_000...1_000_000_000_000
  package static let denominatorLimits = 1...1_000_000

  package let numerator: Int
  package let denominator: Int

  /// - Returns: `nil` outside the limits, or if the fraction isn't in lowest terms.
  package init?(_ numerator: Int, over denominator: Int = 1) {
    guard Total.numeratorLimits ~= numerator, Total.denominatorLimits ~= denominator else {
      return nil
    }
    var (divisor, rest) = (abs(numerator), denominator)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    guard divisor == 1 else { return nil }
    self.numerator = numerator
    self.denominator = denominator
  }

  /// - Returns: `nil` outside the limits.
  package init?(_ number: Rational) {
    guard let numerator = Int(exactly: number.numerator),
      let denominator = Int(exactly: number.denominator)
    else { return nil }
    self.init(numerator, over: denominator)
  }

  /// A die's face or another small number.
  init(small number: Int) {
    assert(Total.numeratorLimits ~= number)
    numerator = number
    denominator = 1
  }

  package static let zero = Total(small: 0)

  /// The nearest double.
  package var double: Double { Double(numerator) / Double(denominator) }

  /// `7`, `-7/2`.
  package var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }

  package static func < (left: Total, right: Total) -> Bool {
    left.numerator * right.denominator < right.numerator * left.denominator
  }
}
