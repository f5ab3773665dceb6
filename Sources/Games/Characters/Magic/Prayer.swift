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
    SpellRecord("Cure Light Wounds", range: "touch", duration: "instant", reversible: true),
    SpellRecord("Detect Evil", range: "120 ft", duration: "6 turns"),
    SpellRecord("Detect Magic", range: "60 ft", duration: "2 turns"),
    SpellRecord("Light", range: "120 ft", duration: "12 turns", reversible: true),
    SpellRecord("Protection from Evil", range: "caster", duration: "12 turns"),
    SpellRecord("Purify Food and Water", range: "10 ft", duration: "permanent"),
    SpellRecord("Remove Fear", range: "touch", duration: "2 turns", reversible: true),
    SpellRecord("Resist Cold", range: "30 ft", duration: "6 turns"),
  ]
}
