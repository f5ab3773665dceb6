/// An exact number, in lowest terms with a positive denominator.
///
/// It is for the chances of two dice; a number beyond `Int` is a programming error.
package struct Fraction: Equatable, Sendable, CustomStringConvertible {
  package let numerator: Int
  package let denominator: Int

  /// - Precondition: `denominator` is not 0.
  package init(_ numerator: Int, _ denominator: Int = 1) {
    precondition(denominator != 0, "a fraction over zero")
    var divisor = abs(numerator)
    var rest = abs(denominator)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    divisor *= denominator.signum()
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  package var value: Double { Double(numerator) / Double(denominator) }

  /// The fraction as text: `244/495`; whole numbers have no denominator.
  package var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }

  static func + (left: Fraction, right: Fraction) -> Fraction {
    Fraction(
      left.numerator * right.denominator + right.numerator * left.denominator,
      left.denominator * right.denominator)
  }

  static func - (left: Fraction, right: Fraction) -> Fraction {
    left + Fraction(-right.numerator, right.denominator)
  }

  static func * (left: Fraction, right: Fraction) -> Fraction {
    Fraction(left.numerator * right.numerator, left.denominator * right.denominator)
  }
}
