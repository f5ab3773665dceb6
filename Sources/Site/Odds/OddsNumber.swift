import BigInt
import DiceLanguage
import Mustache

/// A number in an answer, with the same number in other words beside it.
struct OddsNumber: Fielded {
  /// The most digits of a fraction on a page.
  private static let longest = 40

  let text: String
  let aside: String?
  /// Whether `text` is rounded, because the fraction would be too long.
  let isRounded: Bool

  private init(_ text: String, aside: String? = nil, isRounded: Bool = false) {
    self.text = text
    self.aside = aside
    self.isRounded = isRounded
  }

  /// Creates the text of a number: `7`, or `15869/1296` beside `12.244599`.
  init(_ number: Rational) {
    guard let text = OddsNumber.short(number) else {
      self.init(number.double.shortText, isRounded: true)
      return
    }
    self.init(text, aside: number.isWhole ? nil : number.double.shortText)
  }

  init(rounded number: Double) { self.init(number.shortText, isRounded: true) }

  /// Creates the text of a share of all cases: `1/6` beside `16.67%`.
  init(_ ways: BigUInt, of distribution: Distribution) {
    let isReducible = distribution.denominator.bitWidth <= OddsAnswer.longestDenominator
    self.init(ways, of: distribution, reduced: isReducible)
  }

  /// Creates the same for one of many, of which only likely short fractions are reduced.
  init(oneOfMany ways: BigUInt, of distribution: Distribution) {
    let isPromising = OddsNumber.mayBeShort(ways, over: distribution.denominator)
    self.init(ways, of: distribution, reduced: isPromising)
  }

  private init(_ ways: BigUInt, of distribution: Distribution, reduced: Bool) {
    let aside = distribution.percent(ways)
    if ways.isZero || ways == distribution.denominator {
      self.init(ways.isZero ? "0" : "1", aside: aside)
    } else if reduced, let text = OddsNumber.short(distribution.chance(ways)) {
      self.init(text, aside: aside)
    } else {
      let chance = distribution.double(ways)
      // It isn't certain, so it must not be shown as 1.
      let text = chance < 0.999_999_5 ? chance.shortText : "> 0.999999"
      self.init(text, aside: aside, isRounded: true)
    }
  }

  /// Returns whether a fraction may be short in lowest terms.
  private static func mayBeShort(_ ways: BigUInt, over denominator: BigUInt) -> Bool {
    guard denominator.bitWidth > 512 else { return true }
    // All but a few factors of 2 of an even denominator have to cancel.
    let twos = denominator.trailingZeroBitCount
    return denominator.bitWidth <= 2048 && twos > 0
      && ways.trailingZeroBitCount + longest * 4 >= twos
  }

  /// The number as a decimal, or the whole number.
  var decimal: String { aside ?? text }

  private static func short(_ number: Rational) -> String? {
    // Four digits are 13.3 bits.
    guard number.numerator.bitWidth + number.denominator.bitWidth <= longest * 4 else { return nil }
    let text = number.signedText
    return text.unicodeScalars.filter { $0.isASCII && $0 != "/" }.count <= longest ? text : nil
  }

  /// Whether it is too long for a narrow screen beside its other words.
  private var isLong: Bool {
    aside != nil && text.utf8.count { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } > 7
  }

  static func declare(_ field: inout Fields<OddsNumber>) {
    field("text") { $0.text }
    field("aside") { $0.aside }
    field("isLong") { $0.isLong }
  }
}

extension Double {
  /// The number with at most six decimals and a minus sign.
  ///
  /// Numbers from 1e9 on, as a `Double` has hardly more, have three; small ones have seven digits.
  /// Tiny and huge numbers are written as `1.5e-20`.
  package var shortText: String {
    guard isFinite else { return "more than 1e308" }
    let parts = "\(self)".split(separator: "e")
    if parts.count == 2, let factor = Double(parts[0]), let exponent = Int(parts[1]) {
      guard (-9)...(-1) ~= exponent else { return "\(factor.shortText)e\(parts[1])" }
      let digits = factor.shortText.filter(\.isNumber)
      return (self < 0 ? "\u{2212}" : "") + "0."
        + String(repeating: "0", count: -exponent - 1) + digits
    }
    guard magnitude < 1e12 else { return Int(rounded()).signedText }
    let unit = magnitude < 1e9 ? 1_000_000 : 1_000
    let parted = Int((magnitude * Double(unit)).rounded())
    var text = (self < 0 ? "\u{2212}" : "") + "\(parted / unit)"
    guard parted % unit > 0 else { return text }
    text += "." + "\(unit + parted % unit)".dropFirst()
    while text.last == "0" { text.removeLast() }
    return text
  }

  /// A chance other than 0 and 1: `13.27%`, `0.0772%`.
  var chanceText: String {
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
