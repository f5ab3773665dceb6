extension ClassRecord {
  /// B/X 1981 style rules; see the list of sources.
  static let dwarf = ClassRecord(
    label: Label("dwarf", "Dwarf"),
    summary:
      "Short, sturdy fighter from the halls under the hills, hard to poison or enchant.",
    isHuman: false,
    requirements: [AbilityMinimum(.con, 9)],
    primeRequisites: [.str],
    experienceTiers: ExperienceTier.single(.str),
    hitDie: .d8,
    armour: ArmourRule(
      suits: [.leather, .chainmail, .plateMail], shield: true,
      text: "any armour and shields"),
    weapons: WeaponRule(
      "small or normal-sized weapons", allBut: [.longBow, .twoHandedSword]),
    languages: [.dwarvish, .gnomish, .goblin, .kobold],
    mayLower: [.int, .wis],
    talents: Talents(listenIn6: 2, roomTrapsIn6: 2, constructionIn6: 2, infravisionFeet: 60),
    hasArcaneMagic: false,
    levelTitles: [
      "Dwarven Veteran", "Dwarven Warrior", "Dwarven Swordmaster", "Dwarven Hero",
      "Dwarven Swashbuckler", "Dwarven Myrmidon", "Dwarven Champion", "Dwarven Superhero",
      "Dwarven Lord/Lady",
    ],
    features: [
      ClassFeature(
        "Too short for two arms",
        "Long bows and two-handed swords cannot be used."),
      ClassFeature(
        "Stonework sense",
        "2-in-6 to notice new building work, moving walls and slopes when searching."),
      ClassFeature(
        "Room traps",
        "2-in-6 when searching for a room trap that is not magical."),
      ClassFeature(
        "Infravision",
        "Sees warmth in the dark to 60 feet."),
      ClassFeature(
        "Keen ears",
        "2-in-6 to hear noises at a door."),
      ClassFeature(
        "Stronghold (9th)",
        "May found an underground hold; only dwarf mercenaries may be hired."),
    ],
    progression: [
      LevelRecord(
        1, 0, HitDice(1, .d8), thac0: 19, SavingThrows(8, 9, 10, 13, 12)),
      LevelRecord(
        2, 2200, HitDice(2, .d8), thac0: 19, SavingThrows(8, 9, 10, 13, 12)),
      LevelRecord(
        3, 4400, HitDice(3, .d8), thac0: 19, SavingThrows(8, 9, 10, 13, 12)),
      LevelRecord(
        4, 8800, HitDice(4, .d8), thac0: 17, SavingThrows(6, 7, 8, 10, 10)),
      LevelRecord(
        5, 17_000, HitDice(5, .d8), thac0: 17, SavingThrows(6, 7, 8, 10, 10)),
      LevelRecord(
        6, 35_000, HitDice(6, .d8), thac0: 17, SavingThrows(6, 7, 8, 10, 10)),
      LevelRecord(
        7, 70_000, HitDice(7, .d8), thac0: 14, SavingThrows(4, 5, 6, 7, 8)),
      LevelRecord(
        8, 140_000, HitDice(8, .d8), thac0: 14, SavingThrows(4, 5, 6, 7, 8)),
      LevelRecord(
        9, 270_000, HitDice(9, .d8), thac0: 14, SavingThrows(4, 5, 6, 7, 8)),
      LevelRecord(
        10, 400_000, HitDice(9, .d8, 3), thac0: 12, SavingThrows(2, 3, 4, 4, 6)),
      LevelRecord(
        11, 530_000, HitDice(9, .d8, 6), thac0: 12, SavingThrows(2, 3, 4, 4, 6)),
      LevelRecord(
        12, 660_000, HitDice(9, .d8, 9), thac0: 12, SavingThrows(2, 3, 4, 4, 6)),
    ])
}
