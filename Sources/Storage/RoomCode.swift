/// The code that people type to enter a room: six capitals and digits.
///
/// It is one of 31⁶, about 890 million. The signs 0, O, 1, I and L are missing because they are
/// easily confused.
package struct RoomCode: Hashable, Sendable {
  /// The six signs, without a hyphen.
  package let signs: String

  private static let length = 6
  private static let alphabet = Array("23456789ABCDEFGHJKMNPQRSTUVWXYZ".utf8)

  /// Draws a code, all equally likely; it may already be in use.
  package init(using random: inout some RandomNumberGenerator) {
    let drawn = (0..<Self.length).map { _ in
      Self.alphabet[Int.random(in: Self.alphabet.indices, using: &random)]
    }
    signs = String(decoding: drawn, as: UTF8.self)
  }

  /// Reads what someone typed; `nil` if it isn't a code.
  ///
  /// Case, blanks and dashes don't count.
  package init?(_ text: String) {
    let typed = typedCode(text, length: Self.length) { Self.alphabet.contains($0) ? $0 : nil }
    guard let typed else { return nil }
    signs = typed
  }

  /// The code in two groups: `KFH-3QD`.
  package var text: String { "\(signs.prefix(3))-\(signs.suffix(3))" }
}

/// Returns the signs of a typed code, or `nil` if there aren't `length` signs.
///
/// Blanks and dashes don't count. `sign` gets every other ASCII character, letters as capitals, and
/// returns the sign that it stands for.
func typedCode(_ text: String, length: Int, _ sign: (UInt8) -> UInt8?) -> String? {
  guard text.utf8.count <= 200 else { return nil }
  var typed: [UInt8] = []
  for scalar in text.unicodeScalars {
    let byte = scalar.isASCII ? UInt8(truncatingIfNeeded: scalar.value) : 0
    let capital = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte ? byte - 32 : byte
    if let sign = sign(capital) {
      typed.append(sign)
    } else {
      // Checked last, as properties take long to find.
      let properties = scalar.properties
      guard properties.isWhitespace || properties.generalCategory == .dashPunctuation else {
        return nil
      }
    }
  }
  return typed.count == length ? String(decoding: typed, as: UTF8.self) : nil
}
