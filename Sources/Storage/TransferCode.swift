/// What a person types to bring a vault into another browser: 12 signs, 60 random bits.
///
/// The signs are Crockford's base 32: digits and capitals without I, L, O and U.
package struct TransferCode: Hashable, Sendable {
  /// The code without dashes.
  package let signs: String

  private static let length = 12
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

  /// A new code.
  package init(using random: inout some RandomNumberGenerator) {
    signs = KeyText.draw(Self.length, from: Self.alphabet, using: &random)
  }

  /// What somebody typed, or `nil` if it is no code.
  ///
  /// Case, blanks and dashes do not count, and a letter that looks like a sign is read as that sign.
  package init?(_ text: String) {
    guard text.utf8.count <= 200 else { return nil }
    var typed: [UInt8] = []
    for scalar in text.unicodeScalars {
      let properties = scalar.properties
      if properties.isWhitespace || properties.generalCategory == .dashPunctuation { continue }
      guard let sign = Self.sign(scalar) else { return nil }
      typed.append(sign)
    }
    guard typed.count == Self.length else { return nil }
    signs = String(decoding: typed, as: UTF8.self)
  }

  private static func sign(_ scalar: Unicode.Scalar) -> UInt8? {
    guard scalar.isASCII else { return nil }
    let byte = UInt8(truncatingIfNeeded: scalar.value)
    let capital = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte ? byte - 32 : byte
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
