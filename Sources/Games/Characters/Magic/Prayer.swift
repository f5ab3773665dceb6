/// Clerics' first-level spells; a cleric prays for them from the second level on.
package enum Prayer: Int, Named {
  case cureLightWounds, detectEvil, detectMagic, light, protectionFromEvil, purifyFoodAndWater
  case removeFear, resistCold

  package static let names = records.map(\.name)

  package var record: SpellRecord { Prayer.records[rawValue] }

  /// In the order of the raw values.
  ///
  /// B/X 1981; see `docs/sources.md`.
  package static let records = [
    SpellRecord(
      "Cure Light Wounds", range: "touch", duration: "instant", reversible: true,
      "Heals 1d6+1 hit points or lifts paralysis; reversed, it deals 1d6+1 damage."),
    SpellRecord(
      "Detect Evil", range: "120 ft", duration: "6 turns",
      "Things enchanted for evil and beings that mean harm glow."),
    SpellRecord(
      "Detect Magic", range: "60 ft", duration: "2 turns", "Enchanted things and beings glow."),
    SpellRecord(
      "Light", range: "120 ft", duration: "12 turns", reversible: true,
      "Lights a 15-foot radius, or blinds one creature that fails its save; reversed, it makes "
        + "darkness."
    ),
    SpellRecord(
      "Protection from Evil", range: "caster", duration: "12 turns",
      "Gives the caster +1 to saves and foes −1 to hit; summoned creatures can’t touch the caster."),
    SpellRecord(
      "Purify Food and Water", range: "10 ft", duration: "permanent",
      "Makes spoiled or poisoned food and drink wholesome."),
    SpellRecord(
      "Remove Fear", range: "touch", duration: "2 turns", reversible: true,
      "Calms one creature and helps it shake off magical fear; reversed, it sends a foe running."),
    SpellRecord(
      "Resist Cold", range: "30 ft", duration: "6 turns",
      "Everyone nearby withstands cold, saves against it at +2 and takes 1 less damage per die."),
  ]
}
