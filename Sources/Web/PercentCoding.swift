/// Decoding of `%41` and, in forms and queries, of `+`.
package enum PercentCoding {
  /// The text that `bytes` stand for.
  /// - Returns: `nil` for a `%` without two hexadecimal digits, a NUL, or bytes that are not UTF-8.
  package static func decode(
    _ bytes: some Collection<UInt8>, plusIsSpace: Bool
  ) -> String? {
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
    return decoded.contains(0) ? nil : String(validating: decoded, as: UTF8.self)
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
