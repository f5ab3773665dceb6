/// First-level arcane spells, in the order of a twelve-sided die.
package enum Spell: Int, Named {
  case charmPerson, detectMagic, floatingDisc, holdPortal, light, magicMissile
  case protectionFromEvil, readLanguages, readMagic, shield, sleep, ventriloquism

  package static let names = records.map(\.name)

  package var record: SpellRecord { Spell.records[rawValue] }

  /// In the order of the raw values.
  ///
  /// B/X 1981; see `docs/sources.md`.
  package static let records = [
    SpellRecord(
      "Charm Person", range: "120 ft", duration: "indefinite; further saves by INT",
      "One person-like creature of up to 4+1 HD (four hit dice plus 1 hit point) becomes a "
        + "trusting friend unless it saves."),
    SpellRecord(
      "Detect Magic", range: "60 ft", duration: "2 turns", "Enchanted things and beings glow."),
    SpellRecord(
      "Floating Disc", range: "6 ft", duration: "6 turns",
      "A hovering tray of force follows the caster and carries up to 5,000 coins."),
    SpellRecord(
      "Hold Portal", range: "10 ft", duration: "2d6 turns", "Keeps a door, gate or window shut."),
    SpellRecord(
      "Light", range: "120 ft", duration: "6 turns + 1 per level", reversible: true,
      "Lights a 15-foot radius, or blinds one creature that fails its save; reversed, it makes "
        + "darkness."
    ),
    SpellRecord(
      "Magic Missile", range: "150 ft", duration: "1 turn",
      "A dart that never misses deals 1d6+1; two more darts for every five levels."),
    SpellRecord(
      "Protection from Evil", range: "caster", duration: "6 turns",
      "Gives the caster +1 to saves and foes −1 to hit; summoned creatures can’t touch the caster."),
    SpellRecord(
      "Read Languages", range: "caster", duration: "2 turns",
      "Makes any script or cipher readable."),
    SpellRecord(
      "Read Magic", range: "caster", duration: "1 turn",
      "Makes arcane scrolls, books and runes readable from then on."),
    SpellRecord(
      "Shield", range: "caster", duration: "2 turns",
      "An unseen force gives AC 2 [17] against missiles and 4 [15] against everything else."),
    SpellRecord(
      "Sleep", range: "240 ft", duration: "4d4 turns",
      "Sends one creature of 4+1 HD (four hit dice plus 1 hit point), or 2d8 HD of lesser ones, "
        + "to sleep without a save."),
    SpellRecord(
      "Ventriloquism", range: "60 ft", duration: "2 turns",
      "The caster’s voice comes from elsewhere."),
  ]
}
