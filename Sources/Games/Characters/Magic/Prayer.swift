/// Clerics' first-level spells; a cleric prays for them from the second level on.
package enum Prayer: Int, Named {
  case cureLightWounds, detectEvil, detectMagic, light, protectionFromEvil, purifyFoodAndWater
  case removeFear, resistCold

  package static let names = records.map(\.name)

  package var record: SpellRecord { Prayer.records[rawValue] }

  /// The table in the order of the raw values.
  ///
  /// B/X 1981; see `docs/sources.md`.
  package static let records = [
    SpellRecord(name: "Cure Light Wounds", range: "touch", duration: "instant", isReversible: true),
    SpellRecord(name: "Detect Evil", range: "120 ft", duration: "6 turns"),
    SpellRecord(name: "Detect Magic", range: "60 ft", duration: "2 turns"),
    SpellRecord(name: "Light", range: "120 ft", duration: "12 turns", isReversible: true),
    SpellRecord(name: "Protection from Evil", range: "caster", duration: "12 turns"),
    SpellRecord(name: "Purify Food and Water", range: "10 ft", duration: "permanent"),
    SpellRecord(name: "Remove Fear", range: "touch", duration: "2 turns", isReversible: true),
    SpellRecord(name: "Resist Cold", range: "30 ft", duration: "6 turns"),
  ]
}
