/// The secret key to one session: 26 small letters and digits, 130 random bits.
package struct SessionID: Hashable, Sendable {
  /// The key as it stands in a cookie or an address, where it needs no escaping.
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
