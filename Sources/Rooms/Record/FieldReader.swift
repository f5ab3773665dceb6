/// The bytes aren't what `FieldWriter` writes, or are impossible.
struct Unreadable: Error {}

/// Reads what `FieldWriter` writes, and nothing else, as each value has a single encoding.
struct FieldReader {
  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func int(in limits: ClosedRange<Int>) throws -> Int {
    try FieldReader.int(try field(), in: limits)
  }

  /// A number in decimal digits without needless zeros.
  private static func int(
    _ field: ArraySlice<UInt8>, in limits: ClosedRange<Int>
  ) throws -> Int {
    let isNegative = field.first == UInt8(ascii: "-")
    let digits = isNegative ? field.dropFirst() : field
    guard 1...18 ~= digits.count, digits.first != UInt8(ascii: "0") || field.count == 1 else {
      throw Unreadable()
    }
    var number = 0
    for digit in digits {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { throw Unreadable() }
      number = number * 10 + Int(digit - UInt8(ascii: "0"))
    }
    if isNegative { number = -number }
    guard limits ~= number else { throw Unreadable() }
    return number
  }

  mutating func bool() throws -> Bool { try int(in: 0...1) == 1 }

  mutating func word(longest: Int = 20) throws -> String {
    let field = try field()
    guard field.count <= longest else { throw Unreadable() }
    return String(decoding: field, as: UTF8.self)
  }

  /// A text of at most `largest` bytes of UTF-8.
  mutating func text(largest: Int) throws -> String {
    var rest = try field()
    guard rest.popFirst() == UInt8(ascii: "="), rest.count <= largest * 3 else {
      throw Unreadable()
    }
    var text: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        guard FieldWriter.isPlain(byte) else { throw Unreadable() }
        text.append(byte)
        continue
      }
      guard let high = FieldReader.digit(rest.popFirst()),
        let low = FieldReader.digit(rest.popFirst()), !FieldWriter.isPlain(high << 4 | low)
      else { throw Unreadable() }
      text.append(high << 4 | low)
    }
    guard text.count <= largest, let string = String(validating: text, as: UTF8.self) else {
      throw Unreadable()
    }
    return string
  }

  mutating func raw(count: Int) throws -> [UInt8] {
    var rest = try field()
    guard rest.popFirst() == UInt8(ascii: "#"), rest.count == count * 2 else { throw Unreadable() }
    var raw: [UInt8] = []
    while let high = rest.popFirst() {
      guard let high = FieldReader.digit(high), let low = FieldReader.digit(rest.popFirst()) else {
        throw Unreadable()
      }
      raw.append(high << 4 | low)
    }
    return raw
  }

  mutating func double() throws -> Double {
    let raw = try raw(count: 8)
    return Double(bitPattern: raw.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  /// A whole number, or two with a slash between them.
  mutating func fraction(
    _ numerators: ClosedRange<Int>, over denominators: ClosedRange<Int>
  ) throws -> (numerator: Int, denominator: Int) {
    let field = try field()
    guard let slash = field.firstIndex(of: UInt8(ascii: "/")) else {
      return (try FieldReader.int(field, in: numerators), 1)
    }
    let denominator = try FieldReader.int(field[(slash + 1)...], in: denominators)
    guard denominator != 1 else { throw Unreadable() }
    return (try FieldReader.int(field[..<slash], in: numerators), denominator)
  }

  /// Reads the number of elements, at most `most`, and then each.
  mutating func array<Element>(
    most: Int, _ element: (inout FieldReader) throws -> Element
  ) throws -> [Element] {
    let count = try int(in: 0...most)
    var elements: [Element] = []
    for _ in 0..<count { elements.append(try element(&self)) }
    return elements
  }

  var isAtEnd: Bool { index == bytes.endIndex }

  /// - Throws: `Unreadable` if something is left.
  func end() throws {
    guard isAtEnd else { throw Unreadable() }
  }

  private mutating func field() throws -> ArraySlice<UInt8> {
    guard let blank = bytes[index...].firstIndex(of: UInt8(ascii: " ")), blank > index else {
      throw Unreadable()
    }
    defer { index = blank + 1 }
    return bytes[index..<blank]
  }

  private static func digit(_ byte: UInt8?) -> UInt8? {
    switch byte {
    case .some(let byte) where UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte:
      byte - UInt8(ascii: "0")
    case .some(let byte) where UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte:
      byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
