import DiceLanguage

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
