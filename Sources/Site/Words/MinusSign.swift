import DiceLanguage

extension String {
  /// A number's text with a real minus sign.
  var withMinusSign: String { replacing("-", with: "\u{2212}") }
}

extension Rational {
  /// `−7/2`, with a real minus sign.
  var signedText: String { description.withMinusSign }
}
