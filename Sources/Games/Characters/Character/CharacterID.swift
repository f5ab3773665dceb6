/// A UUID that identifies a character, regardless of the case of its letters.
package struct CharacterID: Hashable, Sendable {
  private let high: UInt64
  private let low: UInt64

  /// Creates a random ID (version 4).
  package init(using random: inout some RandomNumberGenerator) {
    high = random.next() & 0xffff_ffff_ffff_0fff | 0x4000
    low = random.next() & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
  }

  /// - Returns: `nil` unless `text` is 8, 4, 4, 4 and 12 hexadecimal digits with hyphens between.
  package init?(text: String) {
    let bytes = Array(text.utf8.prefix(37))
    guard bytes.count == 36 else { return nil }
    var words: (high: UInt64, low: UInt64) = (0, 0)
    for (index, byte) in bytes.enumerated() {
      if CharacterID.hyphens.contains(index) {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = CharacterID.digit(byte) else { return nil }
      words.high = words.high << 4 | words.low >> 60
      words.low = words.low << 4 | digit
    }
    high = words.high
    low = words.low
  }

  /// The ID in capitals: `E621E1F8-C36C-495A-93FC-0C247A3E6E5F`.
  package var text: String {
    var bytes: [UInt8] = []
    for nibble in 0..<32 {
      if CharacterID.hyphens.contains(bytes.count) { bytes.append(UInt8(ascii: "-")) }
      let word = nibble < 16 ? high : low
      let digit = UInt8(truncatingIfNeeded: word >> (60 - 4 * UInt64(nibble % 16)) & 15)
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let hyphens = [8, 13, 18, 23]

  private static func digit(_ byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A")) + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a")) + 10
    default: nil
    }
  }
}
