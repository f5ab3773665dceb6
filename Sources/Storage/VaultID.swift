/// The secret key to one vault: 26 small letters and digits, 130 random bits.
package struct VaultID: Hashable, Sendable {
  /// The key as it stands in a cookie, where it needs no escaping.
  package let text: String

  /// A key from outside, or `nil` if it does not have the form of ours.
  package init?(_ text: String) {
    guard KeyText.isKey(text) else { return nil }
    self.text = text
  }

  /// A new key.
  package init(using random: inout some RandomNumberGenerator) {
    text = KeyText.draw(using: &random)
  }
}

/// The name of one entry in a vault: 26 small letters and digits that sort in the order of adding.
///
/// The first five count what was added to the vault; the others are 105 random bits. Without the
/// vault's key it leads nowhere.
package struct EntryID: Hashable, Sendable {
  /// The id as it stands in an address or a file's name, where it needs no escaping.
  package let text: String

  private static let counterLength = 5

  /// An id from outside, or `nil` if it does not have the form of ours.
  package init?(_ text: String) {
    guard KeyText.isKey(text) else { return nil }
    self.text = text
  }

  /// A new id that sorts after all of these.
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
