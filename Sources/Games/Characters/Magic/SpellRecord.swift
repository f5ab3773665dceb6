/// How far a spell of the first level reaches, and how long it lasts.
package struct SpellRecord: Sendable {
  package let name: String
  /// As a phrase: `120 ft`.
  package let range: String
  /// As a phrase: `2 turns`.
  package let duration: String
  /// May be cast the other way round.
  package let isReversible: Bool

  init(_ name: String, range: String, duration: String, reversible: Bool = false) {
    self.name = name
    self.range = range
    self.duration = duration
    isReversible = reversible
  }
}
