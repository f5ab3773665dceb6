import BigInt
import DiceLanguage
import Mustache

/// A number as an answer shows it, with the same number in other words beside it.
struct OddsNumber: Fielded {
  /// The most digits of a fraction on a page.
  private static let longest = 40

  let text: String
  let aside: String?
  /// Whether `text` is rounded, as the fraction would be too long.
  let isRounded: Bool

  private init(_ text: String, aside: String? = nil, isRounded: Bool = false) {
    self.text = text
    self.aside = aside
    self.isRounded = isRounded
  }

  /// `7`, `15869/1296` beside `12.244599`.
  init(_ number: Rational) {
    guard let text = OddsNumber.short(number) else {
      self.init(number.double.shortText, isRounded: true)
      return
    }
    self.init(text, aside: number.isWhole ? nil : number.double.shortText)
  }

  /// A number that is only known as one.
  init(rounded number: Double) { self.init(number.shortText, isRounded: true) }

  /// So many cases of all: `1/6` beside `16.67%`.
  init(_ ways: BigUInt, of distribution: Distribution) {
    let aside = distribution.percent(ways)
    // Hardly any longer one would be short in lowest terms, and to reduce them all takes long.
    guard distribution.denominator.bitWidth <= 512,
      let text = OddsNumber.short(distribution.chance(ways))
    else {
      self.init(distribution.double(ways).shortText, aside: aside, isRounded: true)
      return
    }
    self.init(text, aside: aside)
  }

  /// As a decimal number, or the whole number.
  var decimal: String { aside ?? text }

  private static func short(_ number: Rational) -> String? {
    // Four digits are 13.3 bits.
    guard number.numerator.bitWidth + number.denominator.bitWidth <= longest * 4 else { return nil }
    let text = number.signedText
    return text.unicodeScalars.filter { $0.isASCII && $0 != "/" }.count <= longest ? text : nil
  }

  static func declare(_ field: inout Fields<OddsNumber>) {
    field("text") { $0.text }
    field("aside") { $0.aside }
  }
}

/// What the best of several totals is called, and the others in order; `place` counts from 0.
func rankName(_ place: Int, of count: Int) -> String {
  switch place {
  case 0: "Best"
  case count - 1: "Worst"
  default: "\(placeNames[place - 1]) best"
  }
}

/// As many as a repeated expression has totals between the best and the worst.
private let placeNames = [
  "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth", "Tenth", "Eleventh",
  "Twelfth", "Thirteenth", "Fourteenth", "Fifteenth", "Sixteenth", "Seventeenth", "Eighteenth",
  "Nineteenth",
]

extension Rational {
  /// `−7/2`, with a real minus sign.
  var signedText: String { description.replacing("-", with: "\u{2212}") }
}

extension Double {
  /// With at most six decimals, and a real minus sign; tiny and huge numbers as `1.5e-20`.
  var shortText: String {
    guard isFinite else { return "more than 1e308" }
    let parts = "\(self)".split(separator: "e")
    if parts.count == 2, let factor = Double(parts[0]) { return "\(factor.shortText)e\(parts[1])" }
    guard magnitude < 1e12 else { return Int(rounded()).signedText }
    let millionths = Int((magnitude * 1e6).rounded())
    var text = (self < 0 ? "\u{2212}" : "") + "\(millionths / 1_000_000)"
    guard millionths % 1_000_000 > 0 else { return text }
    text += "." + "\(1_000_000 + millionths % 1_000_000)".dropFirst()
    while text.last == "0" { text.removeLast() }
    return text
  }

  /// A chance that is neither 0 nor 1: `13.27%`, `0.0772%`.
  fileprivate var chanceText: String {
    switch self {
    case ..<0.000_001: "< 0.0001%"
    case ..<0.000_01: percent(places: 6)
    case ..<0.000_1: percent(places: 5)
    case ..<0.001: percent(places: 4)
    case ..<0.01: percent(places: 3)
    case ..<0.999_95: percent(places: 2)
    default: "> 99.99%"
    }
  }
}

extension Distribution {
  /// So many cases as a percentage.
  func percent(_ ways: BigUInt) -> String {
    if ways.isZero { return "0%" }
    return ways == denominator ? "100%" : double(ways).chanceText
  }

  /// The cases in which the value is of that kind.
  func ways(where holds: (Rational) -> Bool) -> BigUInt {
    zip(values, ways).reduce(BigUInt(0)) { holds($1.0) ? $0 + $1.1 : $0 }
  }
}
