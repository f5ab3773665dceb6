/// Names and titles that people give to characters.
package enum GivenText {
  /// In characters as people count them.
  package static let longest = 60
  /// In bytes of UTF-8, so that no pile of accents on one letter fills a session.
  package static let largest = 600

  /// Trimmed of blanks, 1 to 60 visible characters.
  /// - Throws: `RuleRefusal.nameEmpty`, `.nameTooLong` or `.nameUnprintable`.
  static func name(_ wish: String) throws(RuleRefusal) -> String {
    let name = trimmed(wish)
    guard name.unicodeScalars.contains(where: { !$0.isInvisible }) else { throw .nameEmpty }
    guard fits(name) else { throw .nameTooLong }
    guard isPrintable(name) else { throw .nameUnprintable }
    return name
  }

  /// Trimmed of blanks, up to 60 characters.
  /// - Throws: `RuleRefusal.titleTooLong` or `.titleUnprintable`.
  static func title(_ wish: String) throws(RuleRefusal) -> String {
    let title = trimmed(wish)
    guard fits(title) else { throw .titleTooLong }
    guard isPrintable(title) else { throw .titleUnprintable }
    return title
  }

  private static func trimmed(_ wish: String) -> String {
    var trimmed = wish[...]
    while trimmed.first?.isWhitespace == true { trimmed.removeFirst() }
    while trimmed.last?.isWhitespace == true { trimmed.removeLast() }
    return String(trimmed)
  }

  private static func fits(_ text: String) -> Bool {
    text.utf8.count <= largest && text.count <= longest
  }

  private static func isPrintable(_ text: String) -> Bool {
    !text.unicodeScalars.contains(where: \.isDisturbing)
  }
}

extension Unicode.Scalar {
  /// Takes no room on the screen.
  fileprivate var isInvisible: Bool {
    properties.isDefaultIgnorableCodePoint || properties.isWhitespace
      || properties.generalCategory == .control
  }

  /// Breaks the line, commands a terminal, or turns the direction of the text after it.
  fileprivate var isDisturbing: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: properties.isBidiControl
    }
  }
}
