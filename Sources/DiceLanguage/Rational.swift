import BigInt

/// An exact number: a whole number, or a fraction in lowest terms with a positive denominator.
package struct Rational: Equatable, Hashable, Sendable {
  /// A representation that is unique for each number, so that equal numbers compare equal.
  private enum Form: Equatable, Hashable {
    /// Numerator and denominator fit a word, which is much faster and covers almost all dice.
    case short(Int, over: Int)
    indirect case long(BigInt, over: BigInt)
  }

  private let form: Form

  package init(_ whole: BigInt) { self.init(lowestTerms: whole, 1) }

  package init(_ whole: Int) { form = .short(whole, over: 1) }

  /// Creates a fraction; `denominator` must not be zero.
  package init(_ numerator: BigInt, over denominator: BigInt) {
    precondition(!denominator.isZero, "nothing is divided by zero")
    if let short = Int(exactly: numerator), let divisor = Int(exactly: denominator),
      let number = Rational(short, overShort: divisor)
    {
      self = number
      return
    }
    let divisor = BigInt(numerator.magnitude.commonDivisor(denominator.magnitude))
    let sign: BigInt = denominator.sign == .minus ? -1 : 1
    self.init(lowestTerms: sign * numerator / divisor, sign * denominator / divisor)
  }

  /// Returns `nil` if longer numbers are needed.
  private init?(_ numerator: Int, overShort denominator: Int) {
    guard numerator != .min, denominator != .min else { return nil }
    let divisor = Int(numerator.magnitude).commonDivisor(Int(denominator.magnitude))
    form = .short(
      numerator / divisor * denominator.signum(), over: Int(denominator.magnitude) / divisor)
  }

  private init(lowestTerms numerator: BigInt, _ denominator: BigInt) {
    if let numerator = Int(exactly: numerator), let denominator = Int(exactly: denominator) {
      form = .short(numerator, over: denominator)
    } else {
      form = .long(numerator, over: denominator)
    }
  }

  package static let zero = Rational(0)
  package static let one = Rational(1)

  package var numerator: BigInt {
    switch form {
    case .short(let numerator, _): BigInt(numerator)
    case .long(let numerator, _): numerator
    }
  }

  /// The denominator, always positive; 1 for a whole number.
  package var denominator: BigInt {
    switch form {
    case .short(_, let denominator): BigInt(denominator)
    case .long(_, let denominator): denominator
    }
  }

  package var isWhole: Bool {
    switch form {
    case .short(_, let denominator): denominator == 1
    case .long(_, let denominator): denominator == 1
    }
  }

  /// The number as an `Int`, if it is whole and fits.
  package var int: Int? {
    if case .short(let whole, over: 1) = form { whole } else { nil }
  }

  /// Whether arithmetic with another short number needs only words.
  var isShort: Bool {
    guard case .short(let numerator, let denominator) = form else { return false }
    return max(numerator.magnitude, denominator.magnitude) < 1 << 30
  }

  /// The largest whole number not above this one.
  package var floor: Rational {
    guard !isWhole else { return self }
    let (quotient, _) = numerator.quotientAndRemainder(dividingBy: denominator)
    return Rational(isNegative ? quotient - 1 : quotient)
  }

  package var ceiling: Rational { -(-self).floor }
  /// The nearest whole number; halves are rounded up.
  package var rounded: Rational { (self + Rational(1, over: 2)).floor }
  package var magnitude: Rational { isNegative ? -self : self }

  private var isNegative: Bool {
    switch form {
    case .short(let numerator, _): numerator < 0
    case .long(let numerator, _): numerator.sign == .minus
    }
  }
}

// MARK: Arithmetic

extension Rational: Comparable {
  package static prefix func - (number: Rational) -> Rational {
    Rational(lowestTerms: -number.numerator, number.denominator)
  }

  package static func + (left: Rational, right: Rational) -> Rational {
    switch (left.form, right.form) {
    case (.short(let first, over: 1), .short(let second, over: 1)):
      let (sum, overflows) = first.addingReportingOverflow(second)
      if !overflows { return Rational(sum) }
    case (.short(let first, let below), .short(let second, let other)):
      let terms = (first.product(other), second.product(below))
      if let term = terms.0, let more = terms.1, let denominator = below.product(other),
        case (let sum, false) = term.addingReportingOverflow(more),
        let number = Rational(sum, overShort: denominator)
      {
        return number
      }
    default: break
    }
    return Rational(
      left.numerator * right.denominator + right.numerator * left.denominator,
      over: left.denominator * right.denominator)
  }

  package static func - (left: Rational, right: Rational) -> Rational { left + -right }

  package static func * (left: Rational, right: Rational) -> Rational {
    if case .short(let first, let below) = left.form,
      case .short(let second, let other) = right.form,
      let numerator = first.product(second), let denominator = below.product(other),
      let number = Rational(numerator, overShort: denominator)
    {
      return number
    }
    return Rational(left.numerator * right.numerator, over: left.denominator * right.denominator)
  }

  /// Divides by a number that is not zero.
  package static func / (left: Rational, right: Rational) -> Rational {
    if case .short(let first, let below) = left.form,
      case .short(let second, let other) = right.form,
      let numerator = first.product(other), let denominator = below.product(second),
      let number = Rational(numerator, overShort: denominator)
    {
      return number
    }
    return Rational(left.numerator * right.denominator, over: left.denominator * right.numerator)
  }

  package static func < (left: Rational, right: Rational) -> Bool {
    if case .short(let first, let below) = left.form,
      case .short(let second, let other) = right.form
    {
      // Both double-width products are compared word by word.
      let (one, two) = (first.multipliedFullWidth(by: other), second.multipliedFullWidth(by: below))
      return one.high == two.high ? one.low < two.low : one.high < two.high
    }
    return left.numerator * right.denominator < right.numerator * left.denominator
  }
}

extension Int {
  /// Returns `nil` if the product doesn't fit.
  fileprivate func product(_ other: Int) -> Int? {
    let (product, overflows) = multipliedReportingOverflow(by: other)
    return overflows ? nil : product
  }
}

extension Rational: CustomStringConvertible {
  /// The number as text: `7`, `-7/2`.
  package var description: String {
    if case .short(let whole, over: 1) = form { return whole.description }
    return isWhole ? numerator.description : "\(numerator)/\(denominator)"
  }
}

extension Rational {
  /// The nearest double, even if the numerator or denominator is too large for one.
  package var double: Double {
    let size = Rational.quotient(numerator.magnitude, denominator.magnitude)
    return isNegative ? -size : size
  }

  /// Returns a quotient as the nearest double; `divisor` must not be zero.
  static func quotient(_ dividend: BigUInt, _ divisor: BigUInt) -> Double {
    guard !dividend.isZero else { return 0 }
    // Exact doubles are divided directly and rounded once.
    if dividend.bitWidth <= 53, divisor.bitWidth <= 53, let first = dividend.word,
      let second = divisor.word
    {
      return Double(first) / Double(second)
    }
    // The quotient has 63 or 64 significant bits, scaled by a power of two.
    let shift = 63 - (dividend.bitWidth - divisor.bitWidth)
    let (quotient, rest) =
      shift >= 0
      ? (dividend << shift).quotientAndRemainder(dividingBy: divisor)
      : dividend.quotientAndRemainder(dividingBy: divisor << -shift)
    // The last bit also stands for the remainder, so that rounding happens only once.
    let significand = UInt64(quotient) | (rest.isZero ? 0 : 1)
    return Double(sign: .plus, exponent: -shift, significand: Double(significand))
  }
}

extension Rational {
  /// Reads a whole number or a fraction as typed: `12`, `-7/2`; at most 20 digits each.
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
