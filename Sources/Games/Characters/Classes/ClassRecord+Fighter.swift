extension ClassRecord {
  /// B/X 1981 style rules; see the list of sources.
  static let fighter = ClassRecord(
    label: Label("fighter", "Fighter"),
    summary:
      "Trained warrior who stands in front and takes the blows.",
    isHuman: true,
    requirements: [],
    primeRequisites: [.str],
    experienceTiers: ExperienceTier.single(.str),
    hitDie: .d8,
    armour: ArmourRule(
      suits: [.leather, .chainmail, .plateMail], shield: true,
      text: "any armour and shields"),
    weapons: WeaponRule("any"),
    languages: [],
    mayLower: [.int, .wis],
    talents: Talents(),
    hasArcaneMagic: false,
    levelTitles: [
      "Veteran", "Warrior", "Swordmaster", "Hero", "Swashbuckler", "Myrmidon", "Champion",
      "Superhero", "Lord/Lady",
    ],
    features: [
      ClassFeature(
        "All arms and armour",
        "No weapon or armour is barred."),
      ClassFeature(
        "Stronghold",
        "May build and hold land at any level once rich enough."),
      ClassFeature(
        "Baron or baroness (9th)",
        "May be granted a noble title and a barony."),
    ],
    progression: [
      LevelRecord(
        1, 0, HitDice(1, .d8), thac0: 19, SavingThrows(12, 13, 14, 15, 16)),
      LevelRecord(
        2, 2000, HitDice(2, .d8), thac0: 19, SavingThrows(12, 13, 14, 15, 16)),
      LevelRecord(
        3, 4000, HitDice(3, .d8), thac0: 19, SavingThrows(12, 13, 14, 15, 16)),
      LevelRecord(
        4, 8000, HitDice(4, .d8), thac0: 17, SavingThrows(10, 11, 12, 13, 14)),
      LevelRecord(
        5, 16_000, HitDice(5, .d8), thac0: 17, SavingThrows(10, 11, 12, 13, 14)),
      LevelRecord(
        6, 32_000, HitDice(6, .d8), thac0: 17, SavingThrows(10, 11, 12, 13, 14)),
      LevelRecord(
        7, 64_000, HitDice(7, .d8), thac0: 14, SavingThrows(8, 9, 10, 10, 12)),
      LevelRecord(
        8, 120_000, HitDice(8, .d8), thac0: 14, SavingThrows(8, 9, 10, 10, 12)),
      LevelRecord(
        9, 240_000, HitDice(9, .d8), thac0: 14, SavingThrows(8, 9, 10, 10, 12)),
      LevelRecord(
        10, 360_000, HitDice(9, .d8, 2), thac0: 12, SavingThrows(6, 7, 8, 8, 10)),
      LevelRecord(
        11, 480_000, HitDice(9, .d8, 4), thac0: 12, SavingThrows(6, 7, 8, 8, 10)),
      LevelRecord(
        12, 600_000, HitDice(9, .d8, 6), thac0: 12, SavingThrows(6, 7, 8, 8, 10)),
      LevelRecord(
        13, 720_000, HitDice(9, .d8, 8), thac0: 10, SavingThrows(4, 5, 6, 5, 8)),
      LevelRecord(
        14, 840_000, HitDice(9, .d8, 10), thac0: 10, SavingThrows(4, 5, 6, 5, 8)),
    ])
}
