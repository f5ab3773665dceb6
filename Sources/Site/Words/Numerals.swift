import Games
import Mustache

/// Numbers as pages write them.
extension Int {
  /// `−3` with a real minus sign.
  var signedText: String { self < 0 ? "\u{2212}\(magnitude)" : String(self) }

  /// `+1`, `0` or `−1`: what a modifier adds.
  var modifierText: String { self > 0 ? "+\(self)" : signedText }

  /// `+1`, `+0` or `−1`: what is added to a roll.
  var bonusText: String { self == 0 ? "+0" : modifierText }

  /// `1,050,000`.
  var groupedText: String { (self < 0 ? "\u{2212}" : "") + Int.grouped(magnitude) }

  /// `1 character`, `1,235 characters`.
  func counted(_ one: String, _ many: String) -> String {
    "\(groupedText) \(self == 1 ? one : many)"
  }

  /// `once`, `twice`, `3 times`.
  var times: String { self == 1 ? "once" : self == 2 ? "twice" : "\(groupedText) times" }

  /// Dollars: `$1,235`.
  var dollars: String {
    (self < 0 ? "\u{2212}$" : "$") + Int.grouped(magnitude)
  }

  /// `1,235`.
  private static func grouped(_ number: UInt) -> String {
    guard number >= 1_000 else { return String(number) }
    let rest = String(number % 1_000)
    let zeros = String(repeating: "0", count: 3 - rest.utf8.count)
    return "\(grouped(number / 1_000)),\(zeros)\(rest)"
  }

  /// The number in words up to `one hundred`, the most a die shows; in digits beyond.
  var words: String {
    let small = [
      "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
      "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
      "nineteen",
    ]
    let tens = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
    switch self {
    case 0..<20: return small[self]
    case 20..<100:
      return tens[self / 10 - 2] + (self % 10 == 0 ? "" : "-\(small[self % 10])")
    case 100: return "one hundred"
    default: return signedText
    }
  }

  /// So many seconds as `ten minutes`.
  var minutes: String { "\((self / 60).words) minutes" }

  /// The character of a six-sided die's face, `nil` outside `1...6`.
  var dieGlyph: String? {
    guard 1...6 ~= self, let scalar = Unicode.Scalar(0x267F + UInt32(self)) else { return nil }
    return String(Character(scalar))
  }
}

extension ClosedRange<Int> {
  /// `4–5`, or one number alone.
  var text: String {
    lowerBound == upperBound ? "\(lowerBound)" : "\(lowerBound)\u{2013}\(upperBound)"
  }

  /// `4 to 5`.
  var words: String { "\(lowerBound) to \(upperBound)" }
}

extension Fraction {
  /// `49.3 %`, to the nearest tenth or, with two places, hundredth.
  func percent(places: Int = 1) -> String { "\(decimal(scale: 100, places: places)) %" }

  /// The number times `scale`, rounded half up to so many places, or to none if all would be zeros.
  func decimal(scale: Int = 1, places: Int) -> String {
    var unit = 1
    for _ in 0..<places { unit *= 10 }
    let scaled = numerator.magnitude * UInt(scale * unit)
    let rounded = (scaled * 2 + UInt(denominator)) / (UInt(denominator) * 2)
    let whole = rounded / UInt(unit)
    let rest = rounded % UInt(unit)
    let sign = numerator < 0 && rounded > 0 ? "\u{2212}" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    let digits = String(rest)
    return "\(sign)\(whole)." + String(repeating: "0", count: places - digits.count) + digits
  }
}

extension Double {
  /// A share of one as `53.1 %`, to so many decimal places.
  func percent(places: Int = 1) -> String { "\(fixed(scale: 100, places: places)) %" }

  /// The number times `scale` with so many places, for numbers from 0 on.
  func fixed(scale: Double = 1, places: Int) -> String {
    var unit = 1
    for _ in 0..<places { unit *= 10 }
    let scaled = Int((self * scale * Double(unit)).rounded())
    let rest = String(scaled % unit)
    return "\(scaled / unit)." + String(repeating: "0", count: places - rest.utf8.count) + rest
  }
}

extension Pieces {
  /// Adds an amount as `Int.dollars` writes it; most are small, and need no string of their own.
  mutating func append(dollars amount: Int) {
    guard 0..<1_000 ~= amount else { return append(amount.dollars) }
    append("$")
    append(amount)
  }
}
