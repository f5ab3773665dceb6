/// Names that people give themselves, their characters and their rolls, and what has no place in them.
package enum GivenText {
  /// What is wrong with a name.
  package enum Fault: Error {
    /// Nothing in it can be seen.
    case empty
    case tooLong
    /// Few characters made of many bytes, or a pile of accents.
    case tooLarge
    /// Something in it breaks the line, commands a terminal, turns the direction of text, or could
    /// not be read.
    case unprintable
  }

  /// Accents that one letter may carry; every living script needs fewer.
  static let mostMarks = 8

  /// A name without blanks at both ends.
  ///
  /// `longest` is in characters as people count them, `largest` in bytes of UTF-8.
  package static func name(
    _ typed: String, longest: Int, largest: Int
  ) throws(Fault) -> String {
    let name = trimmed(typed)
    guard isVisible(name) else { throw .empty }
    guard name.utf8.count <= longest || name.count <= longest else { throw .tooLong }
    guard name.utf8.count <= largest, !isPiled(name) else { throw .tooLarge }
    guard isPrintable(name) else { throw .unprintable }
    return name
  }

  /// Without blanks at both ends.
  static func trimmed(_ text: String) -> String {
    if let first = text.utf8.first, let last = text.utf8.last, isInk(first), isInk(last) {
      return text
    }
    var trimmed = text[...]
    while trimmed.first?.isBlank == true { trimmed.removeFirst() }
    while trimmed.last?.isBlank == true { trimmed.removeLast() }
    return String(trimmed)
  }

  /// What the eye tells apart, in small letters, with several blanks as one.
  ///
  /// It goes through capitals, because ß and SS look the same there.
  package static func look(of text: String) -> String {
    if let look = plainLook(of: text) { return look }
    var visible = String.UnicodeScalarView()
    visible.append(contentsOf: text.unicodeScalars.lazy.filter { !$0.isInvisible })
    let words = String(visible).split(whereSeparator: \.isBlank)
    return words.joined(separator: " ").uppercased().lowercased()
  }

  /// The same for plain ASCII, as most names are, since every request looks at them; else `nil`.
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

  /// Whether there is anything to see.
  static func isVisible(_ text: String) -> Bool {
    text.utf8.contains(where: isInk) || !look(of: text).isEmpty
  }

  /// Whether the byte is an ASCII character that can be seen; most names have no others but blanks.
  private static func isInk(_ byte: UInt8) -> Bool { 0x21..<0x7F ~= byte }

  /// Whether a letter carries so many accents that they cover the lines around it.
  static func isPiled(_ text: String) -> Bool {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
    var marks = 0
    for scalar in text.unicodeScalars {
      if scalar.isMark { marks += 1 } else if !scalar.isInvisible { marks = 0 }
      if marks > mostMarks { return true }
    }
    return false
  }

  /// Whether nothing in it breaks the line, commands a terminal, turns the direction of text, or
  /// stands for what could not be read.
  static func isPrintable(_ text: String) -> Bool {
    text.utf8.allSatisfy { 0x20..<0x7F ~= $0 }
      || !text.unicodeScalars.contains(where: \.isDisturbing)
  }
}

extension Character {
  /// Looks empty: white space, or the Braille pattern without dots.
  fileprivate var isBlank: Bool { isWhitespace || self == "\u{2800}" }
}

extension Unicode.Scalar {
  /// Is drawn onto the letter before it.
  fileprivate var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Takes no room on the screen.
  fileprivate var isInvisible: Bool {
    properties.isDefaultIgnorableCodePoint || properties.generalCategory == .control
  }

  /// Breaks the line, commands a terminal, turns the direction of the text after it, or stands for
  /// what could not be read.
  fileprivate var isDisturbing: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: properties.isBidiControl || self == "\u{FFFD}"
    }
  }
}
