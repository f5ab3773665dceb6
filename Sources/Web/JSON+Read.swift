extension JSON {
  /// The limits on a text's size and depth.
  package struct Limits {
    /// The most nested arrays and objects; each level is one more recursive call.
    package var depth = 64
    /// The longest text, in bytes.
    package var bytes = 1 << 20
    /// The longest number, in bytes.
    package var number = 128

    package init() {}
  }

  /// Reads a whole text strictly.
  ///
  /// It may not have comments, `NaN`, trailing commas, duplicate names in an object, unpaired
  /// surrogates, or anything but white space after the value.
  /// - Throws: `JSONError` for the first mistake.
  package init(_ text: [UInt8], limits: Limits = Limits()) throws(JSONError) {
    var reader = Reader(text: text, limits: limits)
    self = try reader.readAll()
  }
}

private struct Reader {
  let text: [UInt8]
  let limits: JSON.Limits
  var position = 0
  var depth = 0

  mutating func readAll() throws(JSONError) -> JSON {
    guard text.count <= limits.bytes else { throw error("more than \(limits.bytes) bytes") }
    skipBlanks()
    let value = try readValue()
    skipBlanks()
    guard position == text.count else { throw error("something after the end of the value") }
    return value
  }

  private mutating func readValue() throws(JSONError) -> JSON {
    guard let next else { throw error("no value where one should start") }
    return switch next {
    case UInt8(ascii: "{"): .object(try readObject())
    case UInt8(ascii: "["): .array(try readArray())
    case UInt8(ascii: "\""): .string(try readString())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): .number(try readNumber())
    case UInt8(ascii: "t"): try read("true", as: .bool(true))
    case UInt8(ascii: "f"): try read("false", as: .bool(false))
    case UInt8(ascii: "n"): try read("null", as: .null)
    default: throw error("no value where one should start")
    }
  }

  private mutating func read(_ word: StaticString, as value: JSON) throws(JSONError) -> JSON {
    let isThere = word.withUTF8Buffer { text[position...].starts(with: $0) }
    guard isThere else { throw error("no value where one should start") }
    position += word.utf8CodeUnitCount
    return value
  }

  // MARK: Arrays and objects

  private mutating func readArray() throws(JSONError) -> [JSON] {
    var items: [JSON] = []
    try readItems(upTo: UInt8(ascii: "]")) { reader throws(JSONError) in
      items.append(try reader.readValue())
    }
    return items
  }

  private mutating func readObject() throws(JSONError) -> [JSON.Member] {
    var members: [JSON.Member] = []
    var names: Set<String> = []
    try readItems(upTo: UInt8(ascii: "}")) { reader throws(JSONError) in
      guard reader.next == UInt8(ascii: "\"") else { throw reader.error("no name in quotes") }
      let start = reader.position
      let name = try reader.readString()
      guard names.insert(name).inserted else {
        throw reader.error("a name that came before", at: start)
      }
      reader.skipBlanks()
      guard reader.skip(UInt8(ascii: ":")) else { throw reader.error("no colon after a name") }
      reader.skipBlanks()
      members.append(JSON.Member(name: name, value: try reader.readValue()))
    }
    return members
  }

  /// Reads from the opening bracket through the closing one.
  private mutating func readItems(
    upTo end: UInt8, _ readItem: (inout Reader) throws(JSONError) -> Void
  ) throws(JSONError) {
    guard depth < limits.depth else { throw error("more than \(limits.depth) levels") }
    depth += 1
    defer { depth -= 1 }
    position += 1
    skipBlanks()
    guard !skip(end) else { return }
    while true {
      try readItem(&self)
      skipBlanks()
      if skip(end) { return }
      guard skip(UInt8(ascii: ",")) else { throw error("no comma and no end after an item") }
      skipBlanks()
    }
  }

  // MARK: Numbers

  private mutating func readNumber() throws(JSONError) -> String {
    let start = position
    _ = skip(UInt8(ascii: "-"))
    if !skip(UInt8(ascii: "0")) { try skipDigits() }
    if skip(UInt8(ascii: ".")) { try skipDigits() }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      _ = skip(UInt8(ascii: "+")) || skip(UInt8(ascii: "-"))
      try skipDigits()
    }
    guard position - start <= limits.number else {
      throw error("a number of more than \(limits.number) digits", at: start)
    }
    return String(decoding: text[start..<position], as: UTF8.self)
  }

  private mutating func skipDigits() throws(JSONError) {
    guard let digit = next, isDigit(digit) else { throw error("no digit where a number needs one") }
    while let digit = next, isDigit(digit) { position += 1 }
  }

  private func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

  // MARK: Strings

  private mutating func readString() throws(JSONError) -> String {
    let start = position
    position += 1
    var bytes: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        guard let string = String(validating: bytes, as: UTF8.self) else {
          throw error("a string that is not UTF-8", at: start)
        }
        return string
      case UInt8(ascii: "\\"):
        bytes += String(Character(try readEscape())).utf8
      case 0..<0x20: throw error("a control character in a string")
      default:
        bytes.append(byte)
        position += 1
      }
    }
    throw error("a string without an end", at: start)
  }

  private mutating func readEscape() throws(JSONError) -> Unicode.Scalar {
    let start = position
    position += 1
    let letter = next
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      return Unicode.Scalar(letter ?? 0)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try readUnicodeEscape(from: start)
    default: throw error("an escape that JSON does not have", at: start)
    }
  }

  /// Reads the rest of a Unicode escape, which may be a surrogate pair: `\uD83C\uDFB2`.
  private mutating func readUnicodeEscape(from start: Int) throws(JSONError) -> Unicode.Scalar {
    let first = try readHex(from: start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) else {
      throw error("half of a surrogate pair", at: start)
    }
    let second = try readHex(from: start)
    guard 0xDC00...0xDFFF ~= second,
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw error("half of a surrogate pair", at: start) }
    return scalar
  }

  private mutating func readHex(from start: Int) throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw error("no four hexadecimal digits after \\u", at: start)
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  // MARK: Bytes

  private var next: UInt8? { position < text.count ? text[position] : nil }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  private func error(_ problem: String, at offset: Int? = nil) -> JSONError {
    let before = text.prefix(offset ?? position)
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return JSONError(
      line: before.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 },
      // Bytes 10xxxxxx continue a character that has already been counted.
      column: before[lineStart...].reduce(1) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }, problem: problem)
  }
}
