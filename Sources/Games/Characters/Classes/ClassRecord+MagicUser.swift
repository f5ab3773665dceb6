extension ClassRecord {
  /// B/X 1981; see `docs/sources.md`.
  static let magicUser = ClassRecord(
    name: "Magic-user",
    summary: "Frail student of the arcane with one spell to begin with and great power far ahead.",
    isHuman: true,
    primeRequisites: [.int],
    experienceTiers: ExperienceTier.single(.int),
    hitDie: .d4,
    armour: ArmourRule(suits: [], shield: false, text: "none"),
    weapons: WeaponRule("daggers only", only: [.dagger, .silverDagger]),
    mayLower: [.str, .wis],
    hasArcaneMagic: true,
    levelTitles: [
      "Medium", "Seer", "Conjurer", "Magician", "Enchanter/Enchantress", "Warlock/Witch",
      "Sorcerer/Sorceress", "Necromancer", "Wizard",
    ],
    features: [
      ClassFeature(
        "Arcane magic",
        "At first level, one spell in the book and one memorised each day."),
      ClassFeature("No armour", "Can’t use armour or a shield."),
      ClassFeature("Dagger only", "The only weapon is a dagger, plain or silver."),
      ClassFeature(
        "Scrolls and wands", "May use arcane scrolls and items reserved for arcane casters."),
      ClassFeature(
        "Research", "May spend time and gold on new spells; from 9th level, on magic items too."),
      ClassFeature(
        "Tower (11th)", "May build a tower; 1d6 apprentices of level 1–3 come to study."),
    ],
    progression: LevelRecord.progression(
      .d4, bonus: 1,
      experience: [
        0, 2500, 5000, 10_000, 20_000, 40_000, 80_000, 150_000, 300_000, 450_000, 600_000, 750_000,
        900_000, 1_050_000,
      ],
      fighting: [
        (5, thac0: 19, SavingThrows(13, 14, 13, 16, 15)),
        (5, thac0: 17, SavingThrows(11, 12, 11, 14, 12)),
        (4, thac0: 14, SavingThrows(8, 9, 8, 11, 8)),
      ],
      spellSlots: [
        [1, 0, 0, 0, 0, 0], [2, 0, 0, 0, 0, 0], [2, 1, 0, 0, 0, 0], [2, 2, 0, 0, 0, 0],
        [2, 2, 1, 0, 0, 0], [2, 2, 2, 0, 0, 0], [3, 2, 2, 1, 0, 0], [3, 3, 2, 2, 0, 0],
        [3, 3, 3, 2, 1, 0], [3, 3, 3, 3, 2, 0], [4, 3, 3, 3, 2, 1], [4, 4, 3, 3, 3, 2],
        [4, 4, 4, 3, 3, 3], [4, 4, 4, 4, 3, 3],
      ]))
}
