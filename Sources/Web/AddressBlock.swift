/// An IP address or a CIDR block, such as `192.0.2.7` or `2001:db8::/32`.
///
/// An IPv4-mapped IPv6 address (`::ffff:192.0.2.7`) counts as the IPv4 address: a server that
/// listens on both names its IPv4 peers that way.
package struct AddressBlock: Equatable, Sendable {
  private let bytes: [UInt8]
  private let prefix: Int

  /// - Returns: `nil` if `text` is neither an address nor a block.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let bytes = AddressBlock.octets(of: parts[0]) else { return nil }
    self.bytes = bytes
    guard parts.count == 2 else {
      prefix = bytes.count * 8
      return
    }
    guard let prefix = Int(digits: parts[1]), prefix <= bytes.count * 8 else { return nil }
    self.prefix = prefix
  }

  /// Returns whether the block contains the address written as `text`.
  package func contains(_ text: String) -> Bool {
    guard let other = AddressBlock.octets(of: text[...]), other.count == bytes.count else {
      return false
    }
    let (whole, rest) = prefix.quotientAndRemainder(dividingBy: 8)
    for index in 0..<whole where bytes[index] != other[index] { return false }
    let mask = ~(UInt8.max >> UInt8(rest))
    return rest == 0 || bytes[whole] & mask == other[whole] & mask
  }

  /// Returns the network that an address belongs to, as text.
  ///
  /// For IPv6 it is the first 64 bits, since anyone with one such address has them all; any other
  /// address is its own network.
  package static func network(of text: String) -> String {
    // Almost all addresses are IPv4, and every POST calls this.
    guard text.utf8.contains(UInt8(ascii: ":")), let octets = octets(of: text[...]),
      octets.count == 16
    else { return text }
    let groups = stride(from: 0, to: 8, by: 2).map {
      String(Int(octets[$0]) << 8 | Int(octets[$0 + 1]), radix: 16)
    }
    return groups.joined(separator: ":") + "::/64"
  }

  /// Returns whether `text` is a single IPv6 address.
  static func isVersion6(_ text: Substring) -> Bool { version6(text) != nil }

  /// Four or sixteen bytes in network order.
  private static func octets(of text: Substring) -> [UInt8]? {
    // The longest address has 45 characters; don't even look at longer texts.
    guard text.utf8.count <= 45 else { return nil }
    guard text.utf8.contains(UInt8(ascii: ":")) else { return version4(text) }
    guard let octets = version6(text) else { return nil }
    let isMapped = octets.starts(with: Array(repeating: 0, count: 10) + [0xFF, 0xFF])
    return isMapped ? Array(octets.suffix(4)) : octets
  }

  private static func version4(_ text: Substring) -> [UInt8]? {
    // Parsed by hand, because every POST from a trusted network is checked.
    var octets: [UInt8] = []
    octets.reserveCapacity(4)
    var value = 0
    var digits = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: ".") {
        guard digits > 0, octets.count < 3 else { return nil }
        octets.append(UInt8(value))
        (value, digits) = (0, 0)
      } else {
        // Refuse leading zeros, as some programs read 010 as eight.
        guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte, digits == 0 || value > 0 else {
          return nil
        }
        value = 10 * value + Int(byte - UInt8(ascii: "0"))
        digits += 1
        guard value <= 255 else { return nil }
      }
    }
    guard digits > 0, octets.count == 3 else { return nil }
    octets.append(UInt8(value))
    return octets
  }

  private static func version6(_ text: Substring) -> [UInt8]? {
    let halves = text.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
    let known = halves.compactMap { groups($0, mayEndInVersion4: $0.endIndex == text.endIndex) }
    guard known.count == halves.count else { return nil }
    let missing = 16 - known.joined().count
    guard known.count == 2 else { return missing == 0 ? known[0] : nil }
    return missing >= 2 ? known[0] + Array(repeating: 0, count: missing) + known[1] : nil
  }

  /// Returns the bytes of colon-separated groups; none for an empty text.
  private static func groups(_ text: Substring, mayEndInVersion4: Bool) -> [UInt8]? {
    guard !text.isEmpty else { return [] }
    var bytes: [UInt8] = []
    for group in text.split(separator: ":", omittingEmptySubsequences: false) {
      if mayEndInVersion4, group.endIndex == text.endIndex, let octets = version4(group) {
        bytes += octets
      } else {
        guard 1...4 ~= group.utf8.count, group.allSatisfy(\.isHexDigit),
          let value = UInt16(group, radix: 16)
        else { return nil }
        bytes += [UInt8(value >> 8), UInt8(value & 0xFF)]
      }
    }
    return bytes
  }
}

extension Int {
  /// The number written as one to nine ASCII digits; `Int(_:)` would also accept a sign.
  package init?(digits text: Substring) {
    guard 1...9 ~= text.utf8.count,
      text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
    else { return nil }
    self.init(text)
  }
}
