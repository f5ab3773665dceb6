/// Bytes as text that needs no escaping in an address (RFC 4648, 5), without padding.
package enum Base64URL {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// Encodes every three bytes as four digits.
  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 4 + 2) / 3)
    var (bits, count) = (0, 0)
    for byte in bytes {
      bits = (bits << 8 | Int(byte)) & 0xffff
      count += 8
      while count >= 6 {
        count -= 6
        text.append(digits[bits >> count & 63])
      }
    }
    if count > 0 { text.append(digits[bits << (6 - count) & 63]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// - Returns: `nil` for a text that `encode` can't return.
  package static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count * 3 / 4)
    var (bits, count) = (0, 0)
    for sign in text.utf8 {
      guard let digit = value(of: sign) else { return nil }
      bits = (bits << 6 | digit) & 0xffff
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> count))
    }
    // The remaining bits are fewer than a digit has, and zero.
    return count < 6 && bits & (1 << count - 1) == 0 ? bytes : nil
  }

  private static func value(of sign: UInt8) -> Int? {
    switch sign {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(sign - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(sign - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(sign - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
