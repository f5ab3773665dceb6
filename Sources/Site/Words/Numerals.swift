import DiceLanguage
import Games
import Mustache

/// The words `zero` to `nineteen`.
private let smallNumbers = [
  "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
  "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
  "nineteen",
]
/// The words `twenty` to `ninety`.
private let tenfoldNumbers = [
  "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
]
/// The characters of a six-sided die's faces, from 1.
private let dieGlyphs = (0x2680...0x2685).compactMap { Unicode.Scalar($0) }.map { String($0) }

/// Numbers as pages write them.
extension Int {
  /// The number with a minus sign: `−3`.
  package var signedText: String { self < 0 ? "\u{2212}\(magnitude)" : String(self) }

  /// A modifier: `+1`, `0` or `−1`.
  package var modifierText: String { self > 0 ? "+\(self)" : signedText }

  /// A bonus to a roll: `+1`, `+0` or `−1`.
  package var bonusText: String { self == 0 ? "+0" : modifierText }

  /// The number with grouped digits: `1,050,000`.
  package var groupedText: String { String("\(grouped: self)" as Text) }

  /// Returns the number with a noun: `1 character`, `1,235 characters`.
  package func counted(_ one: String, _ many: String) -> String {
    "\(groupedText) \(self == 1 ? one : many)"
  }

  /// The number of times: `once`, `twice`, `3 times`.
  package var times: String { self == 1 ? "once" : self == 2 ? "twice" : "\(groupedText) times" }

  /// The number as dollars: `$1,235`.
  var dollars: String { String(Text(dollars: self)) }

  /// The number in words up to `one hundred`, the most that a die shows; in digits beyond.
  package var words: String {
    switch self {
    case 0..<20: return smallNumbers[self]
    case 20..<100:
      return tenfoldNumbers[self / 10 - 2] + (self % 10 == 0 ? "" : "-\(smallNumbers[self % 10])")
    case 100: return "one hundred"
    default: return signedText
    }
  }

  /// This number of seconds as a wait, in minutes if it is long.
  var asWait: String {
    self < 120
      ? counted("second", "seconds") : ((self + 59) / 60).counted("minute", "minutes")
  }

  /// This number of seconds as minutes: `ten minutes`.
  package var minutes: String { "\((self / 60).words) minutes" }

  /// The character of a six-sided die's face; `nil` outside `1...6`.
  package var dieGlyph: String? { 1...6 ~= self ? dieGlyphs[self - 1] : nil }
}

extension ClosedRange<Int> {
  /// The range, or a single number: `4–5`.
  package var text: String {
    lowerBound == upperBound ? "\(lowerBound)" : "\(lowerBound)\u{2013}\(upperBound)"
  }

  /// The range in words: `4 to 5`.
  package var words: String { "\(lowerBound) to \(upperBound)" }

  /// The range in words, or a single number: `0 to 1,000,000`.
  package var spoken: String {
    lowerBound == upperBound
      ? lowerBound.groupedText : "\(lowerBound.groupedText) to \(upperBound.groupedText)"
  }
}

extension Fraction {
  /// Returns the percentage, to the nearest tenth or, with two places, hundredth: `49.3%`.
  package func percent(places: Int = 1) -> String {
    String("\(percent: self, places: places)" as Text)
  }

  /// Returns the number rounded half up to `places` decimals, or to none if all would be zeros.
  func decimal(places: Int) -> String { String("\(self, places: places)" as Text) }
}

extension Double {
  /// Returns a share of one as a percentage with `places` decimals: `53.1%`.
  package func percent(places: Int = 1) -> String {
    String("\(percent: self, places: places)" as Text)
  }

  /// Returns the number with `places` decimals, and a minus sign.
  package func fixed(places: Int) -> String { String("\(self, places: places)" as Text) }
}

extension TextWriter where Self: ~Copyable {
  /// Appends dollars: `$1,235`.
  mutating func append(dollars amount: Int) {
    append(amount < 0 ? "\u{2212}$" : "$")
    append(grouped: amount.magnitude)
  }

  /// Appends a number with grouped digits, and a minus sign below zero: `1,050,000`.
  mutating func append(grouped number: Int) {
    if number < 0 { append("\u{2212}") }
    append(grouped: number.magnitude)
  }

  private mutating func append(grouped number: UInt) {
    guard number >= 1_000 else { return append(Int(number)) }
    append(grouped: number / 1_000)
    append(",000", digits: Int(number % 1_000))
  }

  /// Appends a share of one as a percentage with `places` decimals: `53.1%`.
  mutating func append(percent share: Double, places: Int) {
    append(share, scale: 100, places: places)
    append("%")
  }

  /// Appends the number with `places` decimals, and a minus sign.
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

  /// Appends a number with a minus sign: `−3`.
  mutating func append(signed number: Int) {
    if number < 0 { append("\u{2212}") }
    append(number < 0 ? -number : number)
  }

  /// Appends a list of numbers: `4, −2, 6`.
  mutating func append(listing numbers: [Int]) {
    for (index, number) in numbers.enumerated() {
      if index > 0 { append(", ") }
      append(signed: number)
    }
  }
}

extension Text {
  /// Creates the text of dollars: `$1,235`.
  package init(dollars amount: Int) {
    self.init()
    append(dollars: amount)
  }
}

extension Text.StringInterpolation {
  /// Appends dollars: `$1,235`.
  mutating func appendInterpolation(dollars amount: Int) { text.append(dollars: amount) }

  /// Appends a number with a minus sign: `−3`.
  mutating func appendInterpolation(signed number: Int) { text.append(signed: number) }

  /// Appends a list of numbers: `4, −2, 6`.
  mutating func appendInterpolation(listing numbers: [Int]) { text.append(listing: numbers) }

  /// Appends a number with grouped digits, and a minus sign below zero: `1,050,000`.
  mutating func appendInterpolation(grouped number: Int) { text.append(grouped: number) }

  /// Appends a fraction: `2/5`.
  mutating func appendInterpolation(_ fraction: Fraction) { text.append(fraction.description) }

  /// Appends a percentage: `49.3%`.
  mutating func appendInterpolation(percent fraction: Fraction, places: Int) {
    append(fraction, scale: 100, places: places)
    text.append("%")
  }

  /// Appends the number rounded half up to `places` decimals, or to none if all would be zeros.
  mutating func appendInterpolation(_ fraction: Fraction, places: Int) {
    append(fraction, scale: 1, places: places)
  }

  /// Appends a percentage: `53.1%`.
  mutating func appendInterpolation(percent share: Double, places: Int) {
    text.append(percent: share, places: places)
  }

  /// Appends the number with `places` decimals, and a minus sign.
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

extension String {
  /// The number's text with a minus sign instead of a hyphen.
  package var withMinusSign: String {
    // Searching for characters takes long, and most numbers have no sign.
    utf8.contains(UInt8(ascii: "-")) ? replacing("-", with: "\u{2212}") : self
  }
}

extension Rational {
  /// The fraction with a minus sign: `−7/2`.
  package var signedText: String { description.withMinusSign }

  /// The chance: `45.0% (9/20)`.
  package var chanceText: String { "\(double.percent()) (\(signedText))" }
}
