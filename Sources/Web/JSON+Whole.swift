extension JSON {
  /// A JSON number read as a whole number.
  package enum Whole: Equatable, Sendable {
    case number(Int)
    /// It has a fractional part.
    case fraction
    /// It is outside `-largestWhole...largestWhole`.
    case tooLarge
  }

  /// The largest whole number of 15 digits, which every program can tell from its neighbours.
  package static let largestWhole = 999_999_999_999_999
  private static let mostDigits = 15

  /// The number as a whole number, however it is written; `nil` if this is not a number.
  ///
  /// `13`, `13.0`, `1.3e1` and `130e-1` are 13, and `-0` is 0. Nothing is rounded: all digits
  /// count.
  package var whole: Whole? {
    guard case .number(let lexeme) = self else { return nil }
    let parts = lexeme.utf8.split(
      maxSplits: 1, omittingEmptySubsequences: false,
      whereSeparator: { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") })
    guard let mantissa = parts.first else { return nil }
    let exponent = parts.count > 1 ? JSON.exponent(parts[1]) : 0

    var digits = mantissa.filter { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }[...]
    let point = mantissa.firstIndex(of: UInt8(ascii: "."))
    let decimals = point.map { mantissa.distance(from: $0, to: mantissa.endIndex) - 1 } ?? 0
    var zeros = exponent - decimals
    digits = digits.drop { $0 == UInt8(ascii: "0") }
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      zeros += 1
    }
    guard !digits.isEmpty else { return .number(0) }
    guard zeros >= 0 else { return .fraction }
    guard digits.count + zeros <= JSON.mostDigits else { return .tooLarge }

    var magnitude = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    for _ in 0..<zeros { magnitude *= 10 }
    return .number(mantissa.first == UInt8(ascii: "-") ? -magnitude : magnitude)
  }

  /// Returns the exponent after the `e`, capped far beyond any number of digits.
  private static func exponent(_ text: Substring.UTF8View) -> Int {
    let limit = 1 << 40
    let isNegative = text.first == UInt8(ascii: "-")
    var exponent = 0
    for digit in text where UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit {
      exponent = min(exponent * 10 + Int(digit - UInt8(ascii: "0")), limit)
    }
    return isNegative ? -exponent : exponent
  }
}
