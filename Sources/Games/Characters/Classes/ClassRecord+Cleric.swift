extension ClassRecord {
  /// B/X 1981 style rules; see the list of sources.
  static let cleric = ClassRecord(
    label: Label("cleric", "Cleric"),
    summary:
      "Armed servant of a god or cause who turns back the undead and, from second level, prays "
      + "for spells.",
    isHuman: true,
    requirements: [],
    primeRequisites: [.wis],
    experienceTiers: ExperienceTier.single(.wis),
    hitDie: .d6,
    armour: ArmourRule(
      suits: [.leather, .chainmail, .plateMail], shield: true,
      text: "any armour and shields"),
    weapons: WeaponRule(
      "blunt weapons only", only: [.club, .mace, .sling, .staff, .warHammer]),
    languages: [],
    mayLower: [.str, .int],
    talents: Talents(),
    hasArcaneMagic: false,
    levelTitles: [
      "Acolyte", "Adept", "Priest/Priestess", "Vicar", "Curate", "Elder", "Bishop", "Lama",
      "Matriarch/Patriarch",
    ],
    features: [
      ClassFeature(
        "Blunt arms only",
        "Edged and pointed weapons are forbidden by the order; five blunt weapons are permitted."),
      ClassFeature(
        "Holy symbol",
        "Must carry one; without it neither prayers nor turning make sense."),
      ClassFeature(
        "Turn undead",
        "Roll 2d6 against the table; on a success 2d6 hit dice of undead flee or are destroyed, "
          + "weakest first, always at least one."
      ),
      ClassFeature(
        "Divine magic",
        "No spells at first level, then daily prayers chosen freely from the whole list."),
      ClassFeature(
        "Out of favour",
        "Acting against the faith may cost attacks, spells or an imposed quest."),
      ClassFeature(
        "Scrolls and divine items",
        "May use scrolls of cleric spells and items reserved for divine casters."),
      ClassFeature(
        "Stronghold (9th)",
        "A stronghold costs half while the faith is kept; 5d6 × 10 devoted fighters, level 1–2, "
          + "then join."
      ),
    ],
    progression: [
      LevelRecord(
        1, 0, HitDice(1, .d6), thac0: 19, SavingThrows(11, 12, 14, 16, 15),
        [0, 0, 0, 0, 0]),
      LevelRecord(
        2, 1500, HitDice(2, .d6), thac0: 19, SavingThrows(11, 12, 14, 16, 15),
        [1, 0, 0, 0, 0]),
      LevelRecord(
        3, 3000, HitDice(3, .d6), thac0: 19, SavingThrows(11, 12, 14, 16, 15),
        [2, 0, 0, 0, 0]),
      LevelRecord(
        4, 6000, HitDice(4, .d6), thac0: 19, SavingThrows(11, 12, 14, 16, 15),
        [2, 1, 0, 0, 0]),
      LevelRecord(
        5, 12_000, HitDice(5, .d6), thac0: 17, SavingThrows(9, 10, 12, 14, 12),
        [2, 2, 0, 0, 0]),
      LevelRecord(
        6, 25_000, HitDice(6, .d6), thac0: 17, SavingThrows(9, 10, 12, 14, 12),
        [2, 2, 1, 1, 0]),
      LevelRecord(
        7, 50_000, HitDice(7, .d6), thac0: 17, SavingThrows(9, 10, 12, 14, 12),
        [2, 2, 2, 1, 1]),
      LevelRecord(
        8, 100_000, HitDice(8, .d6), thac0: 17, SavingThrows(9, 10, 12, 14, 12),
        [3, 3, 2, 2, 1]),
      LevelRecord(
        9, 200_000, HitDice(9, .d6), thac0: 14, SavingThrows(6, 7, 9, 11, 9),
        [3, 3, 3, 2, 2]),
      LevelRecord(
        10, 300_000, HitDice(9, .d6, 1), thac0: 14, SavingThrows(6, 7, 9, 11, 9),
        [4, 4, 3, 3, 2]),
      LevelRecord(
        11, 400_000, HitDice(9, .d6, 2), thac0: 14, SavingThrows(6, 7, 9, 11, 9),
        [4, 4, 4, 3, 3]),
      LevelRecord(
        12, 500_000, HitDice(9, .d6, 3), thac0: 14, SavingThrows(6, 7, 9, 11, 9),
        [5, 5, 4, 4, 3]),
      LevelRecord(
        13, 600_000, HitDice(9, .d6, 4), thac0: 12, SavingThrows(3, 5, 7, 8, 7),
        [5, 5, 5, 4, 4]),
      LevelRecord(
        14, 700_000, HitDice(9, .d6, 5), thac0: 12, SavingThrows(3, 5, 7, 8, 7),
        [6, 5, 5, 5, 4]),
    ])
}
