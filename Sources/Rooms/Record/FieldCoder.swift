/// An error for bytes that `FieldCoder` doesn't write, or that are impossible.
struct Unreadable: Error {}

/// A writer and reader of fields, so that one declaration of a value serves for both.
///
/// Each function writes the value that it's given, and reads one if it's given `nil`. Fields are
/// readable: numbers in decimal, texts in visible ASCII, with a space after each field. A value has
/// a single encoding, and nothing else is read. Reading throws, and writing a value that no case
/// takes.
struct FieldCoder {
  /// The bytes written so far, or the bytes to read.
  private var bytes: [UInt8]
  private var index = 0
  private let isReading: Bool

  /// Returns the bytes that `write` writes.
  static func bytes(_ write: (inout FieldCoder) throws -> Void) -> [UInt8] {
    var coder = FieldCoder(bytes: [], isReading: false)
    do {
      try write(&coder)
    } catch {
      preconditionFailure("a value that can't be written")
    }
    return coder.bytes
  }

  /// Returns the value that `read` reads; `nil` if it can't, or if bytes are left over.
  static func value<Value>(
    of bytes: [UInt8], _ read: (inout FieldCoder) throws -> Value
  ) -> Value? {
    var coder = FieldCoder(bytes: bytes, isReading: true)
    guard let value = try? read(&coder), coder.isAtEnd else { return nil }
    return value
  }

  private init(bytes: [UInt8], isReading: Bool) {
    (self.bytes, self.isReading) = (bytes, isReading)
  }

  /// Whether all bytes have been read.
  var isAtEnd: Bool { index == bytes.endIndex }

  /// Returns the value while writing; `nil` while reading.
  func given<Value>(_ value: Value) -> Value? { isReading ? nil : value }

  // MARK: Fields

  @discardableResult
  mutating func int(_ number: Int?, in limits: ClosedRange<Int>) throws -> Int {
    guard let number else { return try FieldCoder.int(in: read(), limits) }
    write(String(number).utf8)
    return number
  }

  /// Reads a number in decimal digits without leading zeros.
  private static func int(in field: ArraySlice<UInt8>, _ limits: ClosedRange<Int>) throws -> Int {
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

  mutating func flag(_ flag: Bool?) throws -> Bool {
    try int(flag.map { $0 ? 1 : 0 }, in: 0...1) == 1
  }

  /// Codes a number that is present only if something is, and returns whether it is.
  mutating func mark(_ mark: Int, _ isThere: Bool?) throws -> Bool {
    if let isThere {
      if isThere { try int(mark, in: mark...mark) }
      return isThere
    }
    let field = Array("\(mark) ".utf8)
    guard bytes[index...].starts(with: field) else { return false }
    index += field.count
    return true
  }

  @discardableResult
  mutating func word(_ word: String?, longest: Int = 20) throws -> String {
    if let word {
      write(word.utf8)
      return word
    }
    let field = try read()
    guard field.count <= longest else { throw Unreadable() }
    return String(decoding: field, as: UTF8.self)
  }

  /// Codes a choice by its word.
  mutating func choice<Choice: RawRepresentable<String>>(_ choice: Choice?) throws -> Choice {
    guard let choice = Choice(rawValue: try word(choice?.rawValue)) else { throw Unreadable() }
    return choice
  }

  /// Codes a choice by its number.
  mutating func choice<Choice: RawRepresentable<Int>>(_ choice: Choice?) throws -> Choice {
    guard let choice = Choice(rawValue: try int(choice?.rawValue, in: 0...99)) else {
      throw Unreadable()
    }
    return choice
  }

  /// Codes a text of at most `largest` bytes of UTF-8.
  ///
  /// Each byte except ASCII letters, digits and a few signs becomes `%` and two hexadecimal digits;
  /// `=` comes first, so that no field is empty.
  mutating func text(_ text: String?, largest: Int) throws -> String {
    if let text {
      bytes.append(UInt8(ascii: "="))
      for byte in text.utf8 {
        if FieldCoder.isPlain(byte) {
          bytes.append(byte)
        } else {
          bytes.append(UInt8(ascii: "%"))
          bytes += FieldCoder.hex([byte])
        }
      }
      bytes.append(UInt8(ascii: " "))
      return text
    }
    var rest = try read()
    guard rest.popFirst() == UInt8(ascii: "="), rest.count <= largest * 3 else {
      throw Unreadable()
    }
    var utf8: [UInt8] = []
    while let byte = rest.popFirst() {
      if FieldCoder.isPlain(byte) {
        utf8.append(byte)
      } else {
        guard byte == UInt8(ascii: "%"), let escaped = FieldCoder.byte(in: &rest),
          !FieldCoder.isPlain(escaped)
        else { throw Unreadable() }
        utf8.append(escaped)
      }
    }
    guard utf8.count <= largest, let string = String(validating: utf8, as: UTF8.self) else {
      throw Unreadable()
    }
    return string
  }

  /// Codes a text that `checked` leaves unchanged.
  mutating func text(
    _ text: String?, largest: Int, checked: (String) throws -> String
  ) throws -> String {
    let read = try self.text(text, largest: largest)
    guard text != nil || (try? checked(read)) == read else { throw Unreadable() }
    return read
  }

  /// Codes bytes as hexadecimal digits after a `#`.
  mutating func raw(_ raw: [UInt8]?, count: Int) throws -> [UInt8] {
    if let raw {
      write([UInt8(ascii: "#")] + FieldCoder.hex(raw))
      return raw
    }
    var rest = try read()
    guard rest.popFirst() == UInt8(ascii: "#"), rest.count == count * 2 else { throw Unreadable() }
    return try (0..<count).map { _ in
      guard let byte = FieldCoder.byte(in: &rest) else { throw Unreadable() }
      return byte
    }
  }

  /// Codes the key of a seat, a host or a vault.
  mutating func key(_ key: [UInt8]?) throws -> [UInt8] { try raw(key, count: RoomSeat.keyLength) }

  /// Codes a number exactly.
  mutating func double(_ number: Double?) throws -> Double {
    let bits = number.map { number in
      (0..<8).map { UInt8(truncatingIfNeeded: number.bitPattern >> UInt64(56 - 8 * $0)) }
    }
    return Double(bitPattern: try raw(bits, count: 8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  /// Codes a whole number, or two numbers with a slash between them.
  mutating func total(_ total: Total?) throws -> Total {
    if let total {
      write(total.description.utf8)
      return total
    }
    let field = try read()
    let slash = field.firstIndex(of: UInt8(ascii: "/"))
    let numerator = try FieldCoder.int(
      in: field[..<(slash ?? field.endIndex)], Total.numeratorLimits)
    let denominator = try slash.map {
      try FieldCoder.int(in: field[($0 + 1)...], Total.denominatorLimits)
    }
    guard denominator != 1, let total = Total(numerator, over: denominator ?? 1) else {
      throw Unreadable()
    }
    return total
  }

  /// Codes the number of elements, at most `most`, and then each element.
  @discardableResult
  mutating func each<Element>(
    _ elements: [Element]?, most: Int,
    _ element: (inout FieldCoder, Element?) throws -> Element
  ) throws -> [Element] {
    let count = try int(elements?.count, in: 0...most)
    if let elements {
      for one in elements { _ = try element(&self, one) }
      return elements
    }
    var read: [Element] = []
    for _ in 0..<count { read.append(try element(&self, nil)) }
    return read
  }

  /// Codes the number of numbers, at most `most`, and then each number.
  mutating func ints(_ numbers: [Int]?, most: Int, in limits: ClosedRange<Int>) throws -> [Int] {
    try each(numbers, most: most) { try $0.int($1, in: limits) }
  }

  /// Codes 0 for no value, or 1 and the value.
  mutating func optional<Value>(
    _ value: Value?, _ field: (inout FieldCoder, Value?) throws -> Value
  ) throws -> Value? {
    let isThere = try flag(isReading ? nil : value != nil)
    return isThere ? try field(&self, value) : nil
  }

  /// Codes a value at the end; `nil` takes no bytes there.
  mutating func last<Value>(
    _ value: Value?, _ field: (inout FieldCoder, Value?) throws -> Value
  ) throws -> Value? {
    guard isReading ? !isAtEnd : value != nil else { return nil }
    return try field(&self, value)
  }

  // MARK: Bytes

  private mutating func write(_ field: some Sequence<UInt8>) {
    bytes += field
    bytes.append(UInt8(ascii: " "))
  }

  private mutating func read() throws -> ArraySlice<UInt8> {
    guard isReading, let blank = bytes[index...].firstIndex(of: UInt8(ascii: " ")), blank > index
    else { throw Unreadable() }
    defer { index = blank + 1 }
    return bytes[index..<blank]
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "*"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ","):
      true
    default: false
    }
  }

  private static let digits = Array("0123456789abcdef".utf8)

  /// Returns two hexadecimal digits for each byte.
  static func hex(_ bytes: [UInt8]) -> [UInt8] {
    bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }

  /// Reads the byte for two hexadecimal digits.
  private static func byte(in rest: inout ArraySlice<UInt8>) -> UInt8? {
    guard let high = rest.popFirst().flatMap(digits.firstIndex(of:)),
      let low = rest.popFirst().flatMap(digits.firstIndex(of:))
    else { return nil }
    return UInt8(high << 4 | low)
  }
}
