extension JSON {
  /// The value as JSON text.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  /// Appends the value as JSON without white space; equal values give equal bytes.
  package func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let flag): bytes += (flag ? "true" : "false").utf8
    case .number(let lexeme): bytes += lexeme.utf8
    case .string(let string): JSON.write(string, to: &bytes)
    case .array(let items):
      JSON.write(items, between: "[", and: "]", to: &bytes) { item, bytes in
        item.write(to: &bytes)
      }
    case .object(let members):
      JSON.write(members, between: "{", and: "}", to: &bytes) { member, bytes in
        JSON.write(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
    }
  }

  private static func write<Item>(
    _ items: [Item], between start: Unicode.Scalar, and end: Unicode.Scalar,
    to bytes: inout [UInt8], _ writeItem: (Item, inout [UInt8]) -> Void
  ) {
    bytes.append(UInt8(ascii: start))
    for (index, item) in items.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      writeItem(item, &bytes)
    }
    bytes.append(UInt8(ascii: end))
  }

  /// Appends a text as a JSON string.
  package static func write(_ string: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): bytes += "\\n".utf8
      case UInt8(ascii: "\r"): bytes += "\\r".utf8
      case UInt8(ascii: "\t"): bytes += "\\t".utf8
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        bytes += (byte < 0x10 ? "\\u000" : "\\u00").utf8
        bytes += digits.utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
