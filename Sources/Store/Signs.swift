import Crypto

/// Random texts of 32 small letters and digits, so that a sign stands for five bits; no capitals, as
/// case must count.
enum Signs {
  /// In the order of their codes.
  static let alphabet = Array("234567abcdefghijklmnopqrstuvwxyz".utf8)

  /// That many signs from the system's random source.
  static func draw(_ count: Int) -> String {
    var source = SystemRandomNumberGenerator()
    var signs: [UInt8] = []
    var bits: UInt64 = 0
    for index in 0..<count {
      // One draw is a system call and serves twelve signs.
      if index % 12 == 0 { bits = source.next() }
      signs.append(alphabet[Int(bits % 32)])
      bits /= 32
    }
    return String(decoding: signs, as: UTF8.self)
  }

  /// Whether a text from outside is exactly that many of the signs.
  static func isText(_ text: String, of count: Int) -> Bool {
    text.utf8.count == count && text.utf8.allSatisfy(alphabet.contains)
  }

  /// A text's SHA-256 in hex: the name under which a secret is kept, as a listing must reveal none.
  static func hash(_ text: String) -> String { hex(SHA256.hash(data: Array(text.utf8))) }
}

/// The bytes as small hexadecimal digits, two for each.
package func hex(_ bytes: some Sequence<UInt8>) -> String {
  let digits = Array("0123456789abcdef".utf8)
  var text: [UInt8] = []
  for byte in bytes {
    text.append(digits[Int(byte / 16)])
    text.append(digits[Int(byte % 16)])
  }
  return String(decoding: text, as: UTF8.self)
}
