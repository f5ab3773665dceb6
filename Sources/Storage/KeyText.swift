/// The letters and digits of keys: 32 of them, so each stands for five bits.
///
/// There are no capitals, because case must count.
package enum KeyText {
  /// In the order of their codes.
  package static let alphabet = Array("234567abcdefghijklmnopqrstuvwxyz".utf8)

  /// That many random signs of an alphabet of 32.
  package static func draw(
    _ count: Int = StorageLimits.keyLength, from alphabet: [UInt8] = alphabet,
    using random: inout some RandomNumberGenerator
  ) -> String {
    var signs: [UInt8] = []
    var bits: UInt64 = 0
    for index in 0..<count {
      // One draw may be a system call, and is enough for twelve signs.
      if index % 12 == 0 { bits = random.next() }
      signs.append(alphabet[Int(bits % 32)])
      bits /= 32
    }
    return String(decoding: signs, as: UTF8.self)
  }

  /// Whether a text from outside has the form of a key.
  static func isKey(_ text: String) -> Bool {
    text.utf8.count == StorageLimits.keyLength && text.utf8.allSatisfy(alphabet.contains)
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
