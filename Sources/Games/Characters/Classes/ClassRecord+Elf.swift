extension ClassRecord {
  /// B/X 1981 style rules; see the list of sources.
  static let elf = ClassRecord(
    label: Label("elf", "Elf"),
    summary:
      "Woodland folk at home with both sword and spell; slow to advance.",
    isHuman: false,
    requirements: [AbilityMinimum(.int, 9)],
    primeRequisites: [.int, .str],
    experienceTiers: [
      ExperienceTier(10, AbilityMinimum(.int, 16), AbilityMinimum(.str, 13)),
      ExperienceTier(5, AbilityMinimum(.int, 13), AbilityMinimum(.str, 13)),
    ],
    hitDie: .d6,
    armour: ArmourRule(
      suits: [.leather, .chainmail, .plateMail], shield: true,
      text: "any armour and shields"),
    weapons: WeaponRule("any"),
    languages: [.elvish, .gnoll, .hobgoblin, .orcish],
    mayLower: [.wis],
    talents: Talents(listenIn6: 2, secretDoorsIn6: 2, infravisionFeet: 60),
    hasArcaneMagic: true,
    levelTitles: [
      "Medium/Veteran", "Seer/Warrior", "Conjurer/Swordmaster", "Magician/Hero",
      "Enchanter/Swashbuckler", "Warlock/Myrmidon", "Sorcerer/Champion", "Necromancer/Superhero",
      "Wizard/Lord",
    ],
    features: [
      ClassFeature(
        "Arcane magic",
        "Casts magic-user spells, in armour too; one spell in the book at first level."),
      ClassFeature(
        "Secret doors",
        "2-in-6 to find hidden doors when searching."),
      ClassFeature(
        "Ghoul-proof",
        "A ghoul's touch cannot paralyse an elf."),
      ClassFeature(
        "Infravision",
        "Sees warmth in the dark to 60 feet."),
      ClassFeature(
        "Keen ears",
        "2-in-6 to hear noises at a door."),
      ClassFeature(
        "Scrolls and wands",
        "May use arcane scrolls and items reserved for arcane casters."),
      ClassFeature(
        "Stronghold (9th)",
        "May found a hidden forest hold; animals within 5 miles become friends."),
    ],
    progression: [
      LevelRecord(
        1, 0, HitDice(1, .d6), thac0: 19, SavingThrows(12, 13, 13, 15, 15),
        [1, 0, 0, 0, 0]),
      LevelRecord(
        2, 4000, HitDice(2, .d6), thac0: 19, SavingThrows(12, 13, 13, 15, 15),
        [2, 0, 0, 0, 0]),
      LevelRecord(
        3, 8000, HitDice(3, .d6), thac0: 19, SavingThrows(12, 13, 13, 15, 15),
        [2, 1, 0, 0, 0]),
      LevelRecord(
        4, 16_000, HitDice(4, .d6), thac0: 17, SavingThrows(10, 11, 11, 13, 12),
        [2, 2, 0, 0, 0]),
      LevelRecord(
        5, 32_000, HitDice(5, .d6), thac0: 17, SavingThrows(10, 11, 11, 13, 12),
        [2, 2, 1, 0, 0]),
      LevelRecord(
        6, 64_000, HitDice(6, .d6), thac0: 17, SavingThrows(10, 11, 11, 13, 12),
        [2, 2, 2, 0, 0]),
      LevelRecord(
        7, 120_000, HitDice(7, .d6), thac0: 14, SavingThrows(8, 9, 9, 10, 10),
        [3, 2, 2, 1, 0]),
      LevelRecord(
        8, 250_000, HitDice(8, .d6), thac0: 14, SavingThrows(8, 9, 9, 10, 10),
        [3, 3, 2, 2, 0]),
      LevelRecord(
        9, 400_000, HitDice(9, .d6), thac0: 14, SavingThrows(8, 9, 9, 10, 10),
        [3, 3, 3, 2, 1]),
      LevelRecord(
        10, 600_000, HitDice(9, .d6, 2), thac0: 12, SavingThrows(6, 7, 8, 8, 8),
        [3, 3, 3, 3, 2]),
    ])
}
