import Games
import Mustache

/// `zero` to `nineteen`.
private let smallNumbers = [
  "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
  "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
  "nineteen",
]
/// `twenty` to `ninety`.
private let tenfoldNumbers = [
  "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
]
/// The characters of a six-sided die's faces, from 1.
private let dieGlyphs = (0x2680...0x2685).compactMap { Unicode.Scalar($0) }.map { String($0) }

/// Numbers as pages write them.
extension Int {
  /// `−3` with a real minus sign.
  package var signedText: String { self < 0 ? "\u{2212}\(magnitude)" : String(self) }

  /// `+1`, `0` or `−1`: what a modifier adds.
  package var modifierText: String { self > 0 ? "+\(self)" : signedText }

  /// `+1`, `+0` or `−1`: what is added to a roll.
  package var bonusText: String { self == 0 ? "+0" : modifierText }

  /// `1,050,000`.
  package var groupedText: String { String("\(grouped: self)" as Text) }

  /// `1 character`, `1,235 characters`.
  package func counted(_ one: String, _ many: String) -> String {
    "\(groupedText) \(self == 1 ? one : many)"
  }

  /// `once`, `twice`, `3 times`.
  package var times: String { self == 1 ? "once" : self == 2 ? "twice" : "\(groupedText) times" }

  /// Dollars: `$1,235`.
  var dollars: String { String(Text(dollars: self)) }

  /// The number in words up to `one hundred`, the most a die shows; in digits beyond.
  package var words: String {
    switch self {
    case 0..<20: return smallNumbers[self]
    case 20..<100:
      return tenfoldNumbers[self / 10 - 2] + (self % 10 == 0 ? "" : "-\(smallNumbers[self % 10])")
    case 100: return "one hundred"
    default: return signedText
    }
  }

  /// So many seconds to wait, in minutes if they are many.
  var asWait: String {
    self < 120
      ? counted("second", "seconds") : ((self + 59) / 60).counted("minute", "minutes")
  }

  /// So many seconds as `ten minutes`.
  package var minutes: String { "\((self / 60).words) minutes" }

  /// The character of a six-sided die's face, `nil` outside `1...6`.
  package var dieGlyph: String? { 1...6 ~= self ? dieGlyphs[self - 1] : nil }
}

extension ClosedRange<Int> {
  /// `4–5`, or one number alone.
  package var text: String {
    lowerBound == upperBound ? "\(lowerBound)" : "\(lowerBound)\u{2013}\(upperBound)"
  }

  /// `4 to 5`.
  package var words: String { "\(lowerBound) to \(upperBound)" }

  /// `0 to 1,000,000`, or one number alone.
  package var spoken: String {
    lowerBound == upperBound
      ? lowerBound.groupedText : "\(lowerBound.groupedText) to \(upperBound.groupedText)"
  }
}

extension Fraction {
  /// `49.3%`, to the nearest tenth or, with two places, hundredth.
  package func percent(places: Int = 1) -> String {
    String("\(percent: self, places: places)" as Text)
  }

  /// Returns the number rounded half up to so many places, or to none if all would be zeros.
  func decimal(places: Int) -> String { String("\(self, places: places)" as Text) }
}

extension Double {
  /// Returns a share of one as `53.1%`, to so many decimal places.
  package func percent(places: Int = 1) -> String {
    String("\(percent: self, places: places)" as Text)
  }

  /// Returns the number with so many places, and a real minus sign.
  package func fixed(places: Int) -> String { String("\(self, places: places)" as Text) }
}

extension TextWriter where Self: ~Copyable {
  /// `$1,235`.
  mutating func append(dollars amount: Int) {
    append(amount < 0 ? "\u{2212}$" : "$")
    append(grouped: amount.magnitude)
  }

  /// `1,050,000`, with a real minus sign before a number below zero.
  mutating func append(grouped number: Int) {
    if number < 0 { append("\u{2212}") }
    append(grouped: number.magnitude)
  }

  private mutating func append(grouped number: UInt) {
    guard number >= 1_000 else { return append(Int(number)) }
    append(grouped: number / 1_000)
    append(",000", digits: Int(number % 1_000))
  }

  /// A share of one as `53.1%`, to so many decimal places.
  mutating func append(percent share: Double, places: Int) {
    append(share, scale: 100, places: places)
    append("%")
  }

  /// The number with so many places, and a real minus sign.
  mutating func append(_ number: Double, places: Int) {
    append(number, scale: 1, places: places)
  }

  private mutating func append(_ number: Double, scale: Double, places: Int) {
    var unit = 1
    for _ in 0..<places { unit *= 10 }
    let rounded = Int((number * scale * Double(unit)).rounded())
    if rounded < 0 { append("\u{2212}") }
    let scaled = abs(rounded)
    append(scaled / unit)
    guard places > 0 else { return }
    append(".")
    append(scaled % unit, digits: places)
  }

  /// `−3` with a real minus sign.
  mutating func append(signed number: Int) {
    if number < 0 { append("\u{2212}") }
    append(number < 0 ? -number : number)
  }

  /// `4, −2, 6`.
  mutating func append(listing numbers: [Int]) {
    for (index, number) in numbers.enumerated() {
      if index > 0 { append(", ") }
      append(signed: number)
    }
  }
}

extension Text {
  /// `$1,235`.
  package init(dollars amount: Int) {
    self.init()
    append(dollars: amount)
  }
}

extension Text.StringInterpolation {
  /// `$1,235`.
  mutating func appendInterpolation(dollars amount: Int) { text.append(dollars: amount) }

  /// `−3` with a real minus sign.
  mutating func appendInterpolation(signed number: Int) { text.append(signed: number) }

  /// `4, −2, 6`.
  mutating func appendInterpolation(listing numbers: [Int]) { text.append(listing: numbers) }

  /// `1,050,000`, with a real minus sign before a number below zero.
  mutating func appendInterpolation(grouped number: Int) { text.append(grouped: number) }

  /// `2/5`.
  mutating func appendInterpolation(_ fraction: Fraction) { text.append(fraction.description) }

  /// `49.3%`.
  mutating func appendInterpolation(percent fraction: Fraction, places: Int) {
    append(fraction, scale: 100, places: places)
    text.append("%")
  }

  /// The number rounded half up to so many places, or to none if all would be zeros.
  mutating func appendInterpolation(_ fraction: Fraction, places: Int) {
    append(fraction, scale: 1, places: places)
  }

  /// `53.1%`.
  mutating func appendInterpolation(percent share: Double, places: Int) {
    text.append(percent: share, places: places)
  }

  /// The number with so many places, and a real minus sign.
  mutating func appendInterpolation(_ number: Double, places: Int) {
    text.append(number, places: places)
  }

  private mutating func append(_ fraction: Fraction, scale: Int, places: Int) {
    var unit = 1
    for _ in 0..<places { unit *= 10 }
    let scaled = fraction.numerator.magnitude * UInt(scale * unit)
    let denominator = UInt(fraction.denominator)
    let rounded = (scaled * 2 + denominator) / (denominator * 2)
    if fraction.numerator < 0 && rounded > 0 { text.append("\u{2212}") }
    text.append(Int(rounded / UInt(unit)))
    let rest = Int(rounded % UInt(unit))
    guard rest > 0 else { return }
    text.append(".")
    text.append(rest, digits: places)
  }
}
