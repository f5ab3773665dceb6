/// The code that a person types to bring a vault into another browser: 12 signs, 60 random bits.
///
/// The signs are Crockford's base 32: digits and capitals without I, L, O and U.
package struct TransferCode: Hashable, Sendable {
  /// The code without dashes.
  package let signs: String

  private static let length = 12
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

  package init(using random: inout some RandomNumberGenerator) {
    signs = KeyText.draw(Self.length, from: Self.alphabet, using: &random)
  }

  /// Reads what someone typed; `nil` if it isn't a code.
  ///
  /// Case, blanks and dashes don't count, and a letter that looks like a sign is read as that sign.
  package init?(_ text: String) {
    guard let typed = typedCode(text, length: Self.length, Self.sign) else { return nil }
    signs = typed
  }

  private static func sign(_ capital: UInt8) -> UInt8? {
    switch capital {
    case UInt8(ascii: "O"): return UInt8(ascii: "0")
    case UInt8(ascii: "I"), UInt8(ascii: "L"): return UInt8(ascii: "1")
    case UInt8(ascii: "U"): return UInt8(ascii: "V")
    default: return alphabet.contains(capital) ? capital : nil
    }
  }

  /// The code in groups of four.
  package var text: String {
    let signs = Array(signs)
    return [signs[0..<4], signs[4..<8], signs[8..<12]].map { String($0) }.joined(separator: "-")
  }
}
