/// First-level arcane spells, in the order of a d12.
package enum Spell: Int, Named {
  case charmPerson, detectMagic, floatingDisc, holdPortal, light, magicMissile
  case protectionFromEvil, readLanguages, readMagic, shield, sleep, ventriloquism

  package static let names = records.map(\.name)

  package var record: SpellRecord { Spell.records[rawValue] }

  /// The table in the order of the raw values.
  ///
  /// B/X 1981; see `docs/sources.md`.
  package static let records = [
    SpellRecord("Charm Person", range: "120 ft", duration: "indefinite; further saves by INT"),
    SpellRecord("Detect Magic", range: "60 ft", duration: "2 turns"),
    SpellRecord("Floating Disc", range: "6 ft", duration: "6 turns"),
    SpellRecord("Hold Portal", range: "10 ft", duration: "2d6 turns"),
    SpellRecord("Light", range: "120 ft", duration: "6 turns + 1 per level", reversible: true),
    SpellRecord("Magic Missile", range: "150 ft", duration: "1 turn"),
    SpellRecord("Protection from Evil", range: "caster", duration: "6 turns"),
    SpellRecord("Read Languages", range: "caster", duration: "2 turns"),
    SpellRecord("Read Magic", range: "caster", duration: "1 turn"),
    SpellRecord("Shield", range: "caster", duration: "2 turns"),
    SpellRecord("Sleep", range: "240 ft", duration: "4d4 turns"),
    SpellRecord("Ventriloquism", range: "60 ft", duration: "2 turns"),
  ]
}

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
