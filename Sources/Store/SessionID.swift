import Crypto

/// The secret that leads to one session: 26 small letters and digits, 130 bits of chance.
package struct SessionID: Hashable, Sendable {
  /// The id as it stands in a cookie or an address; fit for both without escaping.
  package let text: String

  private static let length = 26
  /// 32 signs, so that one stands for five bits; no capitals, as case must count.
  private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

  /// An id from outside, or `nil` unless it has exactly the form of ours.
  package init?(_ text: String) {
    let signs = text.utf8
    guard signs.count == Self.length, signs.allSatisfy(Self.alphabet.contains) else { return nil }
    self.text = text
  }

  /// A new id from the system's random source.
  package init() {
    var source = SystemRandomNumberGenerator()
    var signs: [UInt8] = []
    var bits: UInt64 = 0
    for index in 0..<Self.length {
      // One draw is a system call and serves twelve signs.
      if index % 12 == 0 { bits = source.next() }
      signs.append(Self.alphabet[Int(bits % 32)])
      bits /= 32
    }
    text = String(decoding: signs, as: UTF8.self)
  }

  /// The name of the session's file: the id's SHA-256 in hex, so that a listing reveals no id.
  var fileName: String {
    hex(SHA256.hash(data: Array(text.utf8)))
  }
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
