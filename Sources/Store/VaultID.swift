/// The secret that leads to one vault: 26 small letters and digits, 130 bits of chance.
package struct VaultID: Hashable, Sendable {
  /// The id as it stands in a cookie; fit for it without escaping.
  package let text: String

  /// An id from outside, or `nil` unless it has exactly the form of ours.
  package init?(_ text: String) {
    guard Signs.isText(text, of: 26) else { return nil }
    self.text = text
  }

  /// A new id from the system's random source.
  init() { text = Signs.draw(26) }

  /// The name of the vault's folder, which reveals nothing of the id.
  var folderName: String { Signs.hash(text) }
}

/// What one thing in a vault is called: 26 small letters and digits, in the order of adding.
///
/// Five signs count what was added to the vault, the others are 105 bits of chance. It leads nowhere
/// without the vault's id.
package struct EntryID: Hashable, Sendable {
  /// The id as it stands in an address and as the file's name; fit for both without escaping.
  package let text: String

  private static let countedSigns = 5

  /// An id from outside, or `nil` unless it has exactly the form of ours.
  package init?(_ text: String) {
    guard Signs.isText(text, of: 26) else { return nil }
    self.text = text
  }

  /// A new id that stands after all of these.
  init(after others: [EntryID]) {
    let last = others.map(\.number).max() ?? -1
    var rest = min(last + 1, 1 << (5 * Self.countedSigns) - 1)
    var signs: [UInt8] = []
    for _ in 0..<Self.countedSigns {
      signs.append(Signs.alphabet[rest % 32])
      rest /= 32
    }
    text = String(decoding: signs.reversed(), as: UTF8.self) + Signs.draw(26 - Self.countedSigns)
  }

  private var number: Int {
    text.utf8.prefix(Self.countedSigns).reduce(0) { number, sign in
      32 * number + (Signs.alphabet.firstIndex(of: sign) ?? 0)
    }
  }
}
