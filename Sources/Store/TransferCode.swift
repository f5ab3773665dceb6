import Crypto

/// What a person types to bring a vault into another browser: 12 signs, 60 bits of chance.
///
/// The signs are Crockford's base 32: digits and capitals without I, L, O and U.
struct TransferCode: Equatable {
  /// Without the dashes.
  private let signs: String

  private static let length = 12
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

  /// A new code from the system's random source.
  init() {
    let drawn = Signs.draw(Self.length).utf8.map { sign in
      Self.alphabet[Signs.alphabet.firstIndex(of: sign) ?? 0]
    }
    signs = String(decoding: drawn, as: UTF8.self)
  }

  /// What somebody typed, or `nil` when it is no code: case, blanks and dashes do not count, and
  /// letters that look like a sign are that sign.
  init?(_ text: String) {
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
  var text: String {
    let signs = Array(signs)
    return [signs[0..<4], signs[4..<8], signs[8..<12]].map { String($0) }.joined(separator: "-")
  }

  /// The name of the code's file, which reveals nothing of the code.
  var fileName: String { hex(derived(for: "name", count: 32).withUnsafeBytes { Array($0) }) }

  /// The bytes shut with a key that only the code gives.
  func seal(_ bytes: [UInt8]) -> [UInt8]? {
    (try? ChaChaPoly.seal(bytes, using: derived(for: "key", count: 32))).map { Array($0.combined) }
  }

  /// What was sealed with this code, or `nil`.
  func open(_ sealed: [UInt8]) -> [UInt8]? {
    let box = try? ChaChaPoly.SealedBox(combined: sealed)
    let key = derived(for: "key", count: 32)
    return box.flatMap { try? ChaChaPoly.open($0, using: key) }.map { Array($0) }
  }

  private func derived(for purpose: String, count: Int) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: Array(signs.utf8)), info: Array(purpose.utf8),
      outputByteCount: count)
  }
}
