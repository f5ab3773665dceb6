/// What people type to enter a room: six capitals and digits, one of 31⁶, about 890 million.
///
/// The signs 0, O, 1, I and L are missing, because people take them for each other.
package struct RoomCode: Hashable, Sendable {
  /// The six signs, without a hyphen.
  package let signs: String

  private static let length = 6
  private static let alphabet = Array("23456789ABCDEFGHJKMNPQRSTUVWXYZ".utf8)

  /// A code drawn, each as likely as any other; somebody may have used it already.
  package init(using random: inout some RandomNumberGenerator) {
    let drawn = (0..<Self.length).map { _ in
      Self.alphabet[Int.random(in: Self.alphabet.indices, using: &random)]
    }
    signs = String(decoding: drawn, as: UTF8.self)
  }

  /// What somebody typed, or `nil` if it is no code.
  ///
  /// Case, blanks and dashes do not count.
  package init?(_ text: String) {
    guard text.utf8.count <= 200 else { return nil }
    var typed: [UInt8] = []
    for scalar in text.unicodeScalars {
      let byte = scalar.isASCII ? UInt8(truncatingIfNeeded: scalar.value) : 0
      let capital = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte ? byte - 32 : byte
      if Self.alphabet.contains(capital) {
        typed.append(capital)
      } else {
        let properties = scalar.properties
        guard properties.isWhitespace || properties.generalCategory == .dashPunctuation else {
          return nil
        }
      }
    }
    guard typed.count == Self.length else { return nil }
    signs = String(decoding: typed, as: UTF8.self)
  }

  /// The code in two groups, as people read it: `KFH-3QD`.
  package var text: String { "\(signs.prefix(3))-\(signs.suffix(3))" }
}
