/// Values as bytes for a session: fields with a tag each, so that yesterday's bytes open after a
/// field is added, and a field that is not known is passed over.
///
/// A field is its tag (one byte, `1...255`), its length and its content; numbers are written seven
/// bits a byte, lowest first.
protocol Packed {
  func pack(into packer: inout Packer)
  /// - Returns: `nil` for bytes that stand for no possible value.
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
    var content = Packer()
    // Small negative numbers stay short: the sign goes last.
    content.append(UInt(bitPattern: number << 1 ^ number >> (Int.bitWidth - 1)))
    put(tag, content.bytes)
  }

  mutating func put(_ tag: UInt8, _ text: String?) {
    if let text { put(tag, text.utf8) }
  }

  mutating func put(_ tag: UInt8, _ flag: Bool) {
    if flag { put(tag, 1) }
  }

  mutating func put(_ tag: UInt8, _ value: some Packed) {
    var content = Packer()
    value.pack(into: &content)
    put(tag, content.bytes)
  }

  mutating func put(_ tag: UInt8, _ values: some Collection<some Packed>) {
    for value in values { put(tag, value) }
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

/// Reads fields; bytes that are cut off or garbled make no fields at all.
struct PackedFields {
  private(set) var all: [(tag: UInt8, content: ArraySlice<UInt8>)] = []

  init?(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while let tag = rest.popFirst() {
      guard let length = PackedFields.number(&rest), length <= rest.count else { return nil }
      all.append((tag, rest.prefix(Int(length))))
      rest = rest.dropFirst(Int(length))
    }
  }

  func bytes(_ tag: UInt8) -> ArraySlice<UInt8>? {
    all.first { $0.tag == tag }?.content
  }

  func number(_ tag: UInt8) -> Int? {
    guard var content = bytes(tag), let raw = PackedFields.number(&content) else { return nil }
    return Int(bitPattern: raw >> 1) ^ -Int(bitPattern: raw & 1)
  }

  func flag(_ tag: UInt8) -> Bool { bytes(tag) != nil }

  func text(_ tag: UInt8) -> String? {
    bytes(tag).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// All values under a tag, in order; `nil` when one of them is impossible.
  func values<Value: Packed>(_ tag: UInt8) -> [Value]? {
    var values: [Value] = []
    for field in all where field.tag == tag {
      guard let inner = PackedFields(field.content), let value = Value(inner) else { return nil }
      values.append(value)
    }
    return values
  }

  private static func number(_ bytes: inout ArraySlice<UInt8>) -> UInt? {
    var number: UInt = 0
    for shift in stride(from: 0, to: UInt.bitWidth, by: 7) {
      guard let byte = bytes.popFirst() else { return nil }
      number |= UInt(byte & 0x7F) << UInt(shift)
      if byte < 0x80 { return number }
    }
    return nil
  }
}
