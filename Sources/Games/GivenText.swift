/// Checks of names and other texts that people write about themselves, characters and rolls.
package enum GivenText {
  /// The reason why a text is refused.
  package enum Fault: Error {
    /// It has nothing visible.
    case empty
    case tooLong
    /// It has few characters made of many bytes, or a pile of accents.
    case tooLarge
    /// It breaks the line, controls a terminal, changes the direction of text, or wasn't readable.
    case unprintable
  }

  /// The most accents that one letter may carry; every living script needs fewer.
  static let mostMarks = 8

  /// Returns a name without blanks at both ends.
  ///
  /// `longest` is in characters as people count them, `largest` in bytes of UTF-8.
  package static func name(_ typed: String, longest: Int, largest: Int) throws(Fault) -> String {
    guard isVisible(typed) else { throw .empty }
    return try text(typed, longest: longest, largest: largest)
  }

  /// Returns a text without blanks at both ends, which may be empty; `hasLines` allows line breaks.
  static func text(
    _ typed: String, longest: Int, largest: Int, hasLines: Bool = false
  ) throws(Fault) -> String {
    let text = trimmed(typed)
    let line = hasLines ? text.replacing("\n", with: " ") : text
    guard text.utf8.count <= longest || text.count <= longest else { throw .tooLong }
    guard text.utf8.count <= largest, !isPiled(line) else { throw .tooLarge }
    guard isPrintable(line) else { throw .unprintable }
    return text
  }

  /// Returns the text without blanks at both ends.
  static func trimmed(_ text: String) -> String {
    if let first = text.utf8.first, let last = text.utf8.last, isInk(first), isInk(last) {
      return text
    }
    var trimmed = text[...]
    while trimmed.first?.isBlank == true { trimmed.removeFirst() }
    while trimmed.last?.isBlank == true { trimmed.removeLast() }
    return String(trimmed)
  }

  /// Returns a form that is equal for names that look alike, in lower case and with single blanks.
  ///
  /// It is made from capitals, because ß and SS look the same there.
  package static func look(of text: String) -> String {
    if let look = plainLook(of: text) { return look }
    var visible = String.UnicodeScalarView()
    visible.append(contentsOf: text.unicodeScalars.lazy.filter { !$0.isInvisible })
    let words = String(visible).split(whereSeparator: \.isBlank)
    return words.joined(separator: " ").uppercased().lowercased()
  }

  /// Returns the same for plain ASCII, which most names are; otherwise `nil`.
  private static func plainLook(of text: String) -> String? {
    var look: [UInt8] = []
    look.reserveCapacity(text.utf8.count)
    var isBetweenWords = false
    for byte in text.utf8 {
      switch byte {
      case 0x80...: return nil
      case UInt8(ascii: " "): isBetweenWords = !look.isEmpty
      case ..<0x20, 0x7F: continue
      default:
        if isBetweenWords { look.append(UInt8(ascii: " ")) }
        isBetweenWords = false
        look.append(UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte)
      }
    }
    return String(decoding: look, as: UTF8.self)
  }

  static func isVisible(_ text: String) -> Bool {
    text.utf8.contains(where: isInk) || !look(of: text).isEmpty
  }

  /// Returns whether the byte is a visible ASCII character, as most are.
  private static func isInk(_ byte: UInt8) -> Bool { 0x21..<0x7F ~= byte }

  /// Returns whether a letter carries so many accents that they cover nearby lines.
  static func isPiled(_ text: String) -> Bool {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
    var marks = 0
    for scalar in text.unicodeScalars {
      if scalar.isMark { marks += 1 } else if !scalar.isInvisible { marks = 0 }
      if marks > mostMarks { return true }
    }
    return false
  }

  /// Returns whether nothing in the text is disturbing.
  static func isPrintable(_ text: String) -> Bool {
    text.utf8.allSatisfy { 0x20..<0x7F ~= $0 }
      || !text.unicodeScalars.contains(where: \.isDisturbing)
  }
}

extension Character {
  /// Whether it looks empty: white space, or the Braille pattern without dots.
  fileprivate var isBlank: Bool { isWhitespace || self == "\u{2800}" }
}

extension Unicode.Scalar {
  /// Whether it is drawn onto the letter before it.
  fileprivate var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Whether it takes no room on the screen.
  fileprivate var isInvisible: Bool {
    properties.isDefaultIgnorableCodePoint || properties.generalCategory == .control
  }

  /// Whether it breaks the line, controls a terminal, changes the text's direction or is U+FFFD.
  fileprivate var isDisturbing: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: properties.isBidiControl || self == "\u{FFFD}"
    }
  }
}
