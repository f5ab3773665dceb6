import BigInt

/// An exact number: whole, or a fraction in lowest terms with a positive denominator.
package struct Rational: Equatable, Hashable, Comparable, Sendable {
  package let numerator: BigInt
  /// Always positive; 1 for a whole number.
  package let denominator: BigInt

  package init(_ whole: BigInt) {
    numerator = whole
    denominator = 1
  }

  package init(_ whole: Int) { self.init(BigInt(whole)) }

  /// `denominator` is not zero.
  package init(_ numerator: BigInt, over denominator: BigInt) {
    precondition(!denominator.isZero, "nothing is divided by zero")
    let divisor = BigInt(numerator.magnitude.commonDivisor(denominator.magnitude))
    let sign: BigInt = denominator.sign == .minus ? -1 : 1
    self.numerator = sign * numerator / divisor
    self.denominator = sign * denominator / divisor
  }

  package static let zero = Rational(0)
  package static let one = Rational(1)

  package var isWhole: Bool { denominator == 1 }

  /// The whole number, if it is one and fits.
  package var int: Int? { isWhole ? Int(exactly: numerator) : nil }

  /// The largest whole number that isn't above it.
  package var floor: Rational {
    guard !isWhole else { return self }
    let (quotient, _) = numerator.quotientAndRemainder(dividingBy: denominator)
    return Rational(numerator.sign == .minus ? quotient - 1 : quotient)
  }

  package var ceiling: Rational { -(-self).floor }
  /// The nearest whole number; halves go up.
  package var rounded: Rational { (self + Rational(1, over: 2)).floor }
  package var magnitude: Rational { numerator.sign == .minus ? -self : self }

  package static prefix func - (number: Rational) -> Rational {
    Rational(lowestTerms: -number.numerator, number.denominator)
  }

  package static func + (left: Rational, right: Rational) -> Rational {
    guard !(left.isWhole && right.isWhole) else {
      return Rational(left.numerator + right.numerator)
    }
    return Rational(
      left.numerator * right.denominator + right.numerator * left.denominator,
      over: left.denominator * right.denominator)
  }

  package static func - (left: Rational, right: Rational) -> Rational { left + -right }

  package static func * (left: Rational, right: Rational) -> Rational {
    guard !(left.isWhole && right.isWhole) else {
      return Rational(left.numerator * right.numerator)
    }
    return Rational(
      left.numerator * right.numerator, over: left.denominator * right.denominator)
  }

  /// `right` is not zero.
  package static func / (left: Rational, right: Rational) -> Rational {
    Rational(left.numerator * right.denominator, over: left.denominator * right.numerator)
  }

  package static func < (left: Rational, right: Rational) -> Bool {
    guard left.denominator != right.denominator else { return left.numerator < right.numerator }
    return left.numerator * right.denominator < right.numerator * left.denominator
  }

  private init(lowestTerms numerator: BigInt, _ denominator: BigInt) {
    self.numerator = numerator
    self.denominator = denominator
  }
}

extension Rational: CustomStringConvertible {
  /// `7`, `-7/2`.
  package var description: String {
    isWhole ? numerator.description : "\(numerator)/\(denominator)"
  }
}

extension Rational {
  /// The nearest double, also where numerator and denominator are too large for one.
  package var double: Double {
    let size = Rational.quotient(numerator.magnitude, denominator.magnitude)
    return numerator.sign == .minus ? -size : size
  }

  /// A quotient as the nearest double.
  ///
  /// `divisor` is not zero.
  static func quotient(_ dividend: BigUInt, _ divisor: BigUInt) -> Double {
    guard !dividend.isZero else { return 0 }
    // 63 or 64 significant bits, then the power of two that was taken off.
    let shift = 64 - (dividend.bitWidth - divisor.bitWidth)
    let quotient =
      shift >= 0 ? (dividend << shift) / divisor : dividend / (divisor << -shift)
    let significand = quotient.words.reversed().reduce(0) { $0 * 0x1p64 + Double($1) }
    return Double(sign: .plus, exponent: -shift, significand: significand)
  }
}

extension Rational {
  /// A whole number or a fraction as people type it: `12`, `-7/2`; at most 20 digits each.
  package init?(text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard 1...2 ~= parts.count, let numerator = Rational.whole(parts[0]) else { return nil }
    guard parts.count == 2 else {
      self.init(numerator)
      return
    }
    guard let denominator = Rational.whole(parts[1]), denominator > 0 else { return nil }
    self.init(numerator, over: denominator)
  }

  private static func whole(_ text: Substring) -> BigInt? {
    let isNegative = text.hasPrefix("-") || text.hasPrefix("\u{2212}")
    let digits = isNegative ? text.dropFirst() : text
    guard 1...Expression.Limits.digits ~= digits.utf8.count,
      digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      let size = BigInt(String(digits))
    else { return nil }
    return isNegative ? -size : size
  }
}
