/// The range and duration of a first-level spell.
package struct SpellRecord: Sendable {
  package let name: String
  /// The range as a phrase: `120 ft`.
  package let range: String
  /// The duration as a phrase: `2 turns`.
  package let duration: String
  /// Whether it may be cast in its reversed form.
  package let isReversible: Bool

  init(_ name: String, range: String, duration: String, reversible: Bool = false) {
    self.name = name
    self.range = range
    self.duration = duration
    isReversible = reversible
  }
}
