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
  package static func isKey(_ text: String) -> Bool {
    let bytes = text.utf8.span
    guard bytes.count == StorageLimits.keyLength else { return false }
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "2")...UInt8(ascii: "7"), UInt8(ascii: "a")...UInt8(ascii: "z"): continue
      default: return false
      }
    }
    return true
  }
}

/// The bytes as small hexadecimal digits, two for each.
package func hex(_ bytes: [UInt8]) -> String { bytes.withUnsafeBytes { hex($0) } }

/// The same for bytes in memory.
package func hex(_ bytes: UnsafeRawBufferPointer) -> String {
  String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
    for (index, byte) in bytes.enumerated() {
      text[2 * index] = hexDigit(byte / 16)
      text[2 * index + 1] = hexDigit(byte % 16)
    }
    return 2 * bytes.count
  }
}

private func hexDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
}
