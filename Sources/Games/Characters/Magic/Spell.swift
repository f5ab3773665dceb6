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
    SpellRecord(
      name: "Charm Person", range: "120 ft", duration: "indefinite; further saves by INT"),
    SpellRecord(name: "Detect Magic", range: "60 ft", duration: "2 turns"),
    SpellRecord(name: "Floating Disc", range: "6 ft", duration: "6 turns"),
    SpellRecord(name: "Hold Portal", range: "10 ft", duration: "2d6 turns"),
    SpellRecord(
      name: "Light", range: "120 ft", duration: "6 turns + 1 per level", isReversible: true),
    SpellRecord(name: "Magic Missile", range: "150 ft", duration: "1 turn"),
    SpellRecord(name: "Protection from Evil", range: "caster", duration: "6 turns"),
    SpellRecord(name: "Read Languages", range: "caster", duration: "2 turns"),
    SpellRecord(name: "Read Magic", range: "caster", duration: "1 turn"),
    SpellRecord(name: "Shield", range: "caster", duration: "2 turns"),
    SpellRecord(name: "Sleep", range: "240 ft", duration: "4d4 turns"),
    SpellRecord(name: "Ventriloquism", range: "60 ft", duration: "2 turns"),
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
  package internal(set) var isReversible = false
}
