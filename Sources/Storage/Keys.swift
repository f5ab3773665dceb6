/// The letters and digits of keys: 32 of them, so each stands for five bits.
///
/// There are no capitals, because keys are case-sensitive.
package enum KeyText {
  /// The signs in the order of their codes.
  package static let alphabet = Array("234567abcdefghijklmnopqrstuvwxyz".utf8)

  /// Draws random signs from an alphabet of 32.
  package static func draw(
    _ count: Int = StorageLimits.keyLength, from alphabet: [UInt8] = alphabet,
    using random: inout some RandomNumberGenerator
  ) -> String {
    var signs: [UInt8] = []
    var bits: UInt64 = 0
    for index in 0..<count {
      // A draw, which may be a system call, suffices for twelve signs.
      if index % 12 == 0 { bits = random.next() }
      signs.append(alphabet[Int(bits % 32)])
      bits /= 32
    }
    return String(decoding: signs, as: UTF8.self)
  }

  /// Draws a key from the system's random numbers.
  package static func draw() -> String {
    var random = SystemRandomNumberGenerator()
    return draw(using: &random)
  }

  /// Returns whether the text has the form of a key.
  package static func isKey(_ text: String) -> Bool {
    let bytes = text.utf8.span
    guard bytes.count == StorageLimits.keyLength else { return false }
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "2")...UInt8(ascii: "7"), UInt8(ascii: "a")...UInt8(ascii: "z"): continue
      default: return false
      }
    }
    return true
  }
}

/// Returns the bytes as lowercase hexadecimal digits, two for each.
package func hex(_ bytes: [UInt8]) -> String { bytes.withUnsafeBytes { hex($0) } }

/// Returns the bytes in memory as lowercase hexadecimal digits.
package func hex(_ bytes: UnsafeRawBufferPointer) -> String {
  String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
    for (index, byte) in bytes.enumerated() {
      text[2 * index] = hexDigit(byte / 16)
      text[2 * index + 1] = hexDigit(byte % 16)
    }
    return 2 * bytes.count
  }
}

private func hexDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
}

/// Returns the bytes of lowercase hexadecimal digits; `nil` for any other text.
package func bytes(hex text: String) -> [UInt8]? {
  var bytes: [UInt8] = []
  var high: UInt8?
  for sign in text.utf8 {
    let digit: UInt8
    switch sign {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = sign - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = sign - UInt8(ascii: "a") + 10
    default: return nil
    }
    if let first = high { bytes.append(16 * first + digit) }
    high = high == nil ? digit : nil
  }
  return high == nil ? bytes : nil
}

/// The secret key to one session: 26 small letters and digits, 130 random bits.
package struct SessionID: Hashable, Sendable {
  /// The key as it appears in a cookie or an address, where it needs no escaping.
  package let text: String

  /// Reads a key; `nil` if the text doesn't have the form of one.
  package init?(_ text: String) {
    guard KeyText.isKey(text) else { return nil }
    self.text = text
  }

  package init(using random: inout some RandomNumberGenerator) {
    text = KeyText.draw(using: &random)
  }

  /// Creates the name of one of the hall's own records, which are stored as sessions are.
  ///
  /// It doesn't have the form of a key, so no cookie and no address leads there.
  package init(ofHall name: String) { text = "hall \(name)" }

  /// Whether it names a record of the hall, which others may know before it is used.
  package var isOfHall: Bool { text.utf8.contains(UInt8(ascii: " ")) }
}

/// The secret key to one vault: 26 small letters and digits, 130 random bits.
package struct VaultID: Hashable, Sendable {
  /// The key as it appears in a cookie, where it needs no escaping.
  package let text: String

  /// Reads a key; `nil` if the text doesn't have the form of one.
  package init?(_ text: String) {
    guard KeyText.isKey(text) else { return nil }
    self.text = text
  }

  package init(using random: inout some RandomNumberGenerator) {
    text = KeyText.draw(using: &random)
  }
}

/// The ID of an entry in a vault: 26 small letters and digits that sort in the order of adding.
///
/// The first five are a counter; the others are 105 random bits. The ID is useless without the
/// vault's key.
package struct EntryID: Hashable, Sendable {
  /// The ID as it appears in an address or a file name, where it needs no escaping.
  package let text: String

  private static let counterLength = 5

  /// Reads an ID; `nil` if the text doesn't have the form of one.
  package init?(_ text: String) {
    guard KeyText.isKey(text) else { return nil }
    self.text = text
  }

  /// Draws a new ID that sorts after all of these.
  package init(after others: [EntryID], using random: inout some RandomNumberGenerator) {
    let last = others.map(\.number).max() ?? -1
    var rest = min(last + 1, 1 << (5 * Self.counterLength) - 1)
    var signs: [UInt8] = []
    for _ in 0..<Self.counterLength {
      signs.append(KeyText.alphabet[rest % 32])
      rest /= 32
    }
    text =
      String(decoding: signs.reversed(), as: UTF8.self)
      + KeyText.draw(StorageLimits.keyLength - Self.counterLength, using: &random)
  }

  private var number: Int {
    text.utf8.prefix(Self.counterLength).reduce(0) { number, sign in
      32 * number + (KeyText.alphabet.firstIndex(of: sign) ?? 0)
    }
  }
}
