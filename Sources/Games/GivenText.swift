/// Words that people give themselves and their characters, and what does not belong into them.
enum GivenText {
  /// Without blanks at both ends.
  static func trimmed(_ text: String) -> String {
    var trimmed = text[...]
    while trimmed.first?.isWhitespace == true { trimmed.removeFirst() }
    while trimmed.last?.isWhitespace == true { trimmed.removeLast() }
    return String(trimmed)
  }

  /// What is left for the eye, in one case: through capitals, as ß and SS are the same.
  static func look(of text: String) -> String {
    var visible = String.UnicodeScalarView()
    visible.append(contentsOf: text.unicodeScalars.lazy.filter { !$0.isInvisible })
    return String(visible).uppercased().lowercased()
  }

  /// Whether anything is left for the eye.
  static func isVisible(_ text: String) -> Bool {
    text.unicodeScalars.contains { !$0.isInvisible && !$0.properties.isWhitespace }
  }

  /// Whether nothing in it breaks the line, commands a terminal, or turns the direction of text.
  static func isPrintable(_ text: String) -> Bool {
    !text.unicodeScalars.contains(where: \.isDisturbing)
  }
}

extension Unicode.Scalar {
  /// Takes no room on the screen.
  fileprivate var isInvisible: Bool {
    properties.isDefaultIgnorableCodePoint || properties.generalCategory == .control
  }

  /// Breaks the line, commands a terminal, or turns the direction of the text after it.
  fileprivate var isDisturbing: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: properties.isBidiControl
    }
  }
}
