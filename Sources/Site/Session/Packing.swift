/// A value that a session stores as tagged fields.
///
/// Unknown fields are skipped, so yesterday's bytes still open after a field is added. A field is
/// its tag (one byte, `1...255`), its length and its content; numbers are written seven bits a
/// byte, lowest first.
protocol Packed {
  func pack(into packer: inout Packer)
  /// - Returns: `nil` for bytes that don't describe a possible value.
  init?(_ fields: PackedFields)
}

/// Writes fields.
struct Packer {
  private(set) var bytes: [UInt8] = []

  mutating func put(_ tag: UInt8, _ content: some Collection<UInt8>) {
    bytes.append(tag)
    append(UInt(content.count))
    bytes.append(contentsOf: content)
  }

  mutating func put(_ tag: UInt8, _ number: Int) {
    putField(tag) {
      // The sign goes into the lowest bit, so small negative numbers stay short.
      $0.append(UInt(bitPattern: number << 1 ^ number >> (Int.bitWidth - 1)))
    }
  }

  /// Writes a list of numbers that are not negative.
  mutating func put(_ tag: UInt8, _ numbers: [Int]) {
    putField(tag) { for number in numbers { $0.append(UInt(number)) } }
  }

  mutating func put(_ tag: UInt8, _ text: String?) {
    if let text { put(tag, text.utf8) }
  }

  mutating func put(_ tag: UInt8, _ flag: Bool) {
    if flag { put(tag, 1) }
  }

  mutating func put(_ tag: UInt8, _ value: some Packed) {
    putField(tag) { value.pack(into: &$0) }
  }

  mutating func put(_ tag: UInt8, _ values: some Collection<some Packed>) {
    for value in values { put(tag, value) }
  }

  /// Writes fields that are packed already.
  mutating func append(fields: ArraySlice<UInt8>) { bytes += fields }

  /// Writes a field whose content `write` appends, then inserts its length, only known by then.
  private mutating func putField(_ tag: UInt8, _ write: (inout Packer) -> Void) {
    bytes.append(tag)
    let start = bytes.count
    bytes.append(0)
    write(&self)
    let length = bytes.count - start - 1
    if length < 0x80 {
      bytes[start] = UInt8(length)
    } else {
      var longer = Packer()
      longer.append(UInt(length))
      bytes.replaceSubrange(start...start, with: longer.bytes)
    }
  }

  private mutating func append(_ number: UInt) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}

/// Reads fields; bytes that are cut off or garbled give no fields at all.
///
/// Fields are searched in place: a session has many small ones, and most are read once.
struct PackedFields {
  private let packed: ArraySlice<UInt8>

  init?(_ bytes: ArraySlice<UInt8>) {
    packed = bytes
    var locations = locations
    while locations.next() != nil {}
    guard locations.isAtEnd else { return nil }
  }

  /// All fields, in order.
  var all: [(tag: UInt8, content: ArraySlice<UInt8>)] {
    locations.map { ($0.tag, packed[$0.content]) }
  }

  func bytes(_ tag: UInt8) -> ArraySlice<UInt8>? {
    locations.first { $0.tag == tag }.map { packed[$0.content] }
  }

  func number(_ tag: UInt8) -> Int? {
    guard let content = bytes(tag) else { return nil }
    var position = content.startIndex
    guard let raw = PackedFields.number(in: content, at: &position) else { return nil }
    return Int(bitPattern: raw >> 1) ^ -Int(bitPattern: raw & 1)
  }

  /// A list of numbers that are not negative; `nil` also if one of them is too large.
  func numbers(_ tag: UInt8) -> [Int]? {
    guard let content = bytes(tag) else { return nil }
    var position = content.startIndex
    var numbers: [Int] = []
    while position < content.endIndex {
      guard let raw = PackedFields.number(in: content, at: &position),
        let number = Int(exactly: raw)
      else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  func flag(_ tag: UInt8) -> Bool { bytes(tag) != nil }

  func text(_ tag: UInt8) -> String? {
    bytes(tag).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// The first value with a tag; `nil` also if it is impossible.
  func value<Value: Packed>(_ tag: UInt8) -> Value? {
    bytes(tag).flatMap { PackedFields($0) }.flatMap(Value.init)
  }

  /// All values with a tag, in order; `nil` if one of them is impossible.
  func values<Value: Packed>(_ tag: UInt8) -> [Value]? {
    var values: [Value] = []
    for field in locations where field.tag == tag {
      guard let inner = PackedFields(packed[field.content]), let value = Value(inner)
      else { return nil }
      values.append(value)
    }
    return values
  }

  /// The fields with a tag as they are, and how many they are; `nil` if others stand between them.
  func run(_ tag: UInt8) -> (bytes: ArraySlice<UInt8>, count: Int)? {
    var run = packed.endIndex..<packed.endIndex
    var count = 0
    var locations = locations
    var start = locations.start
    while let field = locations.next() {
      if field.tag == tag {
        guard count == 0 || run.upperBound == start else { return nil }
        run = (count == 0 ? start : run.lowerBound)..<locations.start
        count += 1
      }
      start = locations.start
    }
    return (packed[run], count)
  }

  private var locations: Locations { Locations(packed) }

  /// Walks through the fields, and stops at the end or at bytes that aren't a field.
  struct Locations: Sequence, IteratorProtocol {
    let packed: ArraySlice<UInt8>
    /// Where the next field begins.
    private(set) var start: Int

    init(_ packed: ArraySlice<UInt8>) {
      self.packed = packed
      start = packed.startIndex
    }

    var isAtEnd: Bool { start == packed.endIndex }

    mutating func next() -> (tag: UInt8, content: Range<Int>)? {
      guard start < packed.endIndex else { return nil }
      var position = start + 1
      guard let length = PackedFields.number(in: packed, at: &position),
        length <= packed.endIndex - position
      else { return nil }
      let tag = packed[start]
      start = position + Int(length)
      return (tag, position..<start)
    }
  }

  /// Reads the number at `position`, and moves `position` past it.
  private static func number(in bytes: ArraySlice<UInt8>, at position: inout Int) -> UInt? {
    var number: UInt = 0
    for shift in stride(from: 0, to: UInt.bitWidth, by: 7) {
      guard position < bytes.endIndex else { return nil }
      let byte = bytes[position]
      position += 1
      number |= UInt(byte & 0x7F) << UInt(shift)
      if byte < 0x80 { return number }
    }
    return nil
  }
}
