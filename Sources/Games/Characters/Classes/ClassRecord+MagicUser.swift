extension ClassRecord {
  /// B/X 1981 style rules; see the list of sources.
  static let magicUser = ClassRecord(
    label: Label("magicUser", "Magic-user"),
    summary:
      "Frail student of the arcane with one spell to begin with and great power far ahead.",
    isHuman: true,
    requirements: [],
    primeRequisites: [.int],
    experienceTiers: ExperienceTier.single(.int),
    hitDie: .d4,
    armour: ArmourRule(
      suits: [], shield: false,
      text: "none"),
    weapons: WeaponRule(
      "daggers only", only: [.dagger, .silverDagger]),
    languages: [],
    mayLower: [.str, .wis],
    talents: Talents(),
    hasArcaneMagic: true,
    levelTitles: [
      "Medium", "Seer", "Conjurer", "Magician", "Enchanter/Enchantress", "Warlock/Witch",
      "Sorcerer/Sorceress", "Necromancer", "Wizard",
    ],
    features: [
      ClassFeature(
        "Arcane magic",
        "One first-level spell in the book and one memorised per day at first level."),
      ClassFeature(
        "No armour",
        "Neither armour nor shield may be used."),
      ClassFeature(
        "Dagger only",
        "A dagger, plain or silver, is the only weapon."),
      ClassFeature(
        "Scrolls and wands",
        "May use arcane scrolls and items reserved for arcane casters."),
      ClassFeature(
        "Research",
        "May spend time and gold on new spells; items can be made from 9th level."),
      ClassFeature(
        "Tower (11th)",
        "May build a tower; 1d6 apprentices of level 1–3 come to study."),
    ],
    progression: [
      LevelRecord(
        1, 0, HitDice(1, .d4), thac0: 19, SavingThrows(13, 14, 13, 16, 15),
        [1, 0, 0, 0, 0, 0]),
      LevelRecord(
        2, 2500, HitDice(2, .d4), thac0: 19, SavingThrows(13, 14, 13, 16, 15),
        [2, 0, 0, 0, 0, 0]),
      LevelRecord(
        3, 5000, HitDice(3, .d4), thac0: 19, SavingThrows(13, 14, 13, 16, 15),
        [2, 1, 0, 0, 0, 0]),
      LevelRecord(
        4, 10_000, HitDice(4, .d4), thac0: 19, SavingThrows(13, 14, 13, 16, 15),
        [2, 2, 0, 0, 0, 0]),
      LevelRecord(
        5, 20_000, HitDice(5, .d4), thac0: 19, SavingThrows(13, 14, 13, 16, 15),
        [2, 2, 1, 0, 0, 0]),
      LevelRecord(
        6, 40_000, HitDice(6, .d4), thac0: 17, SavingThrows(11, 12, 11, 14, 12),
        [2, 2, 2, 0, 0, 0]),
      LevelRecord(
        7, 80_000, HitDice(7, .d4), thac0: 17, SavingThrows(11, 12, 11, 14, 12),
        [3, 2, 2, 1, 0, 0]),
      LevelRecord(
        8, 150_000, HitDice(8, .d4), thac0: 17, SavingThrows(11, 12, 11, 14, 12),
        [3, 3, 2, 2, 0, 0]),
      LevelRecord(
        9, 300_000, HitDice(9, .d4), thac0: 17, SavingThrows(11, 12, 11, 14, 12),
        [3, 3, 3, 2, 1, 0]),
      LevelRecord(
        10, 450_000, HitDice(9, .d4, 1), thac0: 17, SavingThrows(11, 12, 11, 14, 12),
        [3, 3, 3, 3, 2, 0]),
      LevelRecord(
        11, 600_000, HitDice(9, .d4, 2), thac0: 14, SavingThrows(8, 9, 8, 11, 8),
        [4, 3, 3, 3, 2, 1]),
      LevelRecord(
        12, 750_000, HitDice(9, .d4, 3), thac0: 14, SavingThrows(8, 9, 8, 11, 8),
        [4, 4, 3, 3, 3, 2]),
      LevelRecord(
        13, 900_000, HitDice(9, .d4, 4), thac0: 14, SavingThrows(8, 9, 8, 11, 8),
        [4, 4, 4, 3, 3, 3]),
      LevelRecord(
        14, 1_050_000, HitDice(9, .d4, 5), thac0: 14, SavingThrows(8, 9, 8, 11, 8),
        [4, 4, 4, 4, 3, 3]),
    ])
}
