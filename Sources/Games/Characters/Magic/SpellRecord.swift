/// What the rules say of a spell.
package struct SpellRecord: Sendable {
  package let name: String
  /// As a phrase: `120 ft`.
  package let range: String
  /// As a phrase: `2 turns`.
  package let duration: String
  /// May be cast the other way round.
  package let isReversible: Bool
  /// One or two sentences.
  package let effect: String

  init(
    _ name: String, range: String, duration: String, reversible: Bool = false,
    _ effect: String
  ) {
    self.name = name
    self.range = range
    self.duration = duration
    isReversible = reversible
    self.effect = effect
  }
}
