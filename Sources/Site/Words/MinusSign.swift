import DiceLanguage

extension String {
  /// A number's text with a real minus sign.
  var withMinusSign: String {
    // A search for characters takes long, and most numbers have no sign.
    utf8.contains(UInt8(ascii: "-")) ? replacing("-", with: "\u{2212}") : self
  }
}

extension Rational {
  /// `−7/2`, with a real minus sign.
  package var signedText: String { description.withMinusSign }

  /// As a chance: `45.0% (9/20)`.
  package var chanceText: String { "\(double.percent()) (\(signedText))" }
}
