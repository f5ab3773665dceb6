/// Encodes and decodes `%41` and, in forms and queries, decodes `+`.
package enum PercentCoding {
  /// Returns the decoded text.
  /// - Returns: `nil` for a `%` without two hexadecimal digits, a NUL, or bytes that are not UTF-8.
  package static func decode(_ bytes: some Collection<UInt8>, plusIsSpace: Bool) -> String? {
    guard let decoded = octets(bytes, plusIsSpace: plusIsSpace), !decoded.contains(0) else {
      return nil
    }
    return String(validating: decoded, as: UTF8.self)
  }

  /// Decodes what people fill in, with U+FFFD for a NUL or invalid UTF-8, which fields may refuse.
  /// - Returns: `nil` for a `%` without two hexadecimal digits.
  package static func decodeInput(_ bytes: some Collection<UInt8>) -> String? {
    guard var decoded = octets(bytes, plusIsSpace: true) else { return nil }
    // 0xFF never occurs in UTF-8.
    for index in decoded.indices where decoded[index] == 0 { decoded[index] = 0xFF }
    return String(decoding: decoded, as: UTF8.self)
  }

  /// Returns an address's query with these fields.
  package static func encode(_ fields: [(name: String, value: String)]) -> String {
    fields.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
  }

  /// Returns a decoded path as it is written in an address.
  package static func encodePath(_ path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false)
      .map { encode(String($0)) }.joined(separator: "/")
  }

  /// Encodes everything except unreserved characters (RFC 3986, 2.3).
  private static func encode(_ text: String) -> String {
    var encoded: [UInt8] = []
    encoded.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case _ where byte.isLetterOrDigit, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        encoded.append(byte)
      default:
        encoded.append(UInt8(ascii: "%"))
        encoded.append(hexDigit(byte >> 4))
        encoded.append(hexDigit(byte & 15))
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  private static func octets(_ bytes: some Collection<UInt8>, plusIsSpace: Bool) -> [UInt8]? {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var rest = bytes.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.next().flatMap(hexValue), let low = rest.next().flatMap(hexValue)
        else { return nil }
        decoded.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace:
        decoded.append(UInt8(ascii: " "))
      default:
        decoded.append(byte)
      }
    }
    return decoded
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") - 10 + value
  }

  private static func hexValue(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension UInt8 {
  /// Whether it is an ASCII letter or digit.
  var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
