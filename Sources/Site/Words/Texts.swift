import Games

extension String {
  /// The text with a capital first letter.
  package var asSentence: String { prefix(1).uppercased() + dropFirst() }

  /// The text without the marks of `isolated`, for files.
  package var withoutIsolation: String {
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars where !("\u{2068}"..."\u{2069}" ~= scalar) { text.append(scalar) }
    return String(text)
  }

  /// The text, isolated if it has right-to-left letters (Unicode Standard Annex 9).
  package var isolated: String {
    // UTF-8 of these letters begins with such bytes or higher ones, which most names lack.
    let mayTurn = utf8.span.withUnsafeBufferPointer { $0.contains { $0 >= 0xD6 } }
    guard mayTurn else { return self }
    return unicodeScalars.contains(where: \.isRightToLeft) ? "\u{2068}\(self)\u{2069}" : self
  }

  /// The typed text, cut if it is far too long, without characters that can't be shown.
  package var shownAgain: String { shownAgain(longest: Player.largestName) }

  /// Returns the same for a text of at most this many characters.
  package func shownAgain(longest: Int) -> String {
    var scalars = UnicodeScalarView()
    for scalar in unicodeScalars.prefix(2 * longest)
    where scalar.properties.generalCategory != .control {
      scalars.append(scalar)
    }
    return String(scalars)
  }
}

extension Unicode.Scalar {
  fileprivate var isRightToLeft: Bool {
    switch value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x1_0800...0x1_0FFF,
      0x1_E800...0x1_EFFF:
      true
    default: false
    }
  }
}

extension [String] {
  /// Returns a list in words: `a`, `a and b`, `a, b and c`; a dash for none.
  package func listed(_ word: String = "and") -> String {
    guard let last else { return "\u{2013}" }
    return count == 1 ? last : "\(dropLast().joined(separator: ", ")) \(word) \(last)"
  }
}

extension GivenText.Fault {
  /// Returns a sentence on a name in the field with this label; `longest` is in characters.
  package func sentence(of field: String, longest: Int) -> String {
    switch self {
    case .empty: "\(field) needs at least one visible character."
    case .tooLong: "\(field) is too long: at most \(longest) characters."
    case .tooLarge: "\(field) has too many accents or joined characters. Leave some out."
    case .unprintable:
      "\(field) has control characters, ones that change the direction of the text, or ones that "
        + "can’t be read."
    }
  }
}
