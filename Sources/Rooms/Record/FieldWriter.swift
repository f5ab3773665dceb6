/// Writes fields in readable form: numbers in decimal, texts in visible ASCII, with a blank after
/// each field.
struct FieldWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ number: Int) { field(String(number).utf8) }
  mutating func write(_ flag: Bool) { write(flag ? 1 : 0) }
  mutating func write(word: String) { field(word.utf8) }

  /// Every byte but ASCII letters, digits and a few signs becomes `%` and two hexadecimal digits;
  /// `=` comes first, so that no field is empty.
  mutating func write(text: String) {
    bytes.append(UInt8(ascii: "="))
    for byte in text.utf8 {
      guard !FieldWriter.isPlain(byte) else {
        bytes.append(byte)
        continue
      }
      bytes.append(UInt8(ascii: "%"))
      bytes += FieldWriter.hex([byte])
    }
    bytes.append(UInt8(ascii: " "))
  }

  /// In hexadecimal digits, after a `#`.
  mutating func write(raw: [UInt8]) {
    field([UInt8(ascii: "#")] + FieldWriter.hex(raw))
  }

  /// To the last bit.
  mutating func write(_ number: Double) {
    let bits = number.bitPattern
    write(raw: (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * $0)) })
  }

  /// How many there are, and each.
  mutating func write<Element>(
    each elements: some Collection<Element>, _ body: (inout FieldWriter, Element) -> Void
  ) {
    write(elements.count)
    for element in elements { body(&self, element) }
  }

  static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "*"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ","):
      true
    default: false
    }
  }

  /// Two digits a byte.
  static func hex(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }

  private mutating func field(_ field: some Sequence<UInt8>) {
    bytes += field
    bytes.append(UInt8(ascii: " "))
  }
}
