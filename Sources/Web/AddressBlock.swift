/// An IP address or a CIDR block of them, `192.0.2.7` or `2001:db8::/32`.
package struct AddressBlock: Equatable, Sendable {
  private let bytes: [UInt8]
  private let prefix: Int

  /// - Returns: `nil` where `text` is neither an address nor a block.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let bytes = AddressBlock.octets(of: String(parts[0])) else { return nil }
    self.bytes = bytes
    guard parts.count == 2 else {
      prefix = bytes.count * 8
      return
    }
    guard let prefix = Int(parts[1]), 0...(bytes.count * 8) ~= prefix else { return nil }
    self.prefix = prefix
  }

  /// Whether the address written as `text` lies in this block.
  package func contains(_ text: String) -> Bool {
    guard let other = AddressBlock.octets(of: text), other.count == bytes.count else {
      return false
    }
    return (0..<prefix).allSatisfy { bit in
      let mask: UInt8 = 0x80 >> UInt8(bit % 8)
      return bytes[bit / 8] & mask == other[bit / 8] & mask
    }
  }

  /// Four or sixteen bytes in network order.
  private static func octets(of text: String) -> [UInt8]? {
    text.contains(":") ? version6(text) : version4(text)
  }

  private static func version4(_ text: String) -> [UInt8]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let octets = parts.compactMap { $0.count <= 3 ? UInt8($0) : nil }
    return parts.count == 4 && octets.count == 4 ? octets : nil
  }

  private static func version6(_ text: String) -> [UInt8]? {
    guard text.utf8.count <= 45 else { return nil }
    let groups = text.split(separator: ":", omittingEmptySubsequences: false)
    let halves: [[Substring]]
    if let gap = text.firstRange(of: "::") {
      halves = [text[..<gap.lowerBound], text[gap.upperBound...]]
        .map { $0.split(separator: ":", omittingEmptySubsequences: false).filter { !$0.isEmpty } }
    } else {
      halves = [groups, []]
    }
    let known = halves.map { $0.compactMap { $0.count <= 4 ? UInt16($0, radix: 16) : nil } }
    guard zip(halves, known).allSatisfy({ $0.count == $1.count }) else { return nil }
    let missing = 8 - known[0].count - known[1].count
    guard text.firstRange(of: "::") == nil ? missing == 0 : missing >= 1 else { return nil }
    return (known[0] + Array(repeating: 0, count: missing) + known[1])
      .flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
  }
}
