/// The secret that leads to one session: 26 small letters and digits, 130 bits of chance.
package struct SessionID: Hashable, Sendable {
  /// The id as it stands in a cookie or an address; fit for both without escaping.
  package let text: String

  /// An id from outside, or `nil` unless it has exactly the form of ours.
  package init?(_ text: String) {
    guard Signs.isText(text, of: 26) else { return nil }
    self.text = text
  }

  /// A new id from the system's random source.
  package init() { text = Signs.draw(26) }

  /// The name of the session's file, which reveals nothing of the id.
  var fileName: String { Signs.hash(text) }
}
