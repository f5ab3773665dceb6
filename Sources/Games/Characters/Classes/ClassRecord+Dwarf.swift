extension ClassRecord {
  /// B/X 1981; see `docs/sources.md`.
  static let dwarf = ClassRecord(
    name: "Dwarf",
    summary: "Short, sturdy fighter from the halls under the hills, hard to poison or enchant.",
    isHuman: false,
    requirements: [AbilityMinimum(.con, 9)],
    primeRequisites: [.str],
    experienceTiers: ExperienceTier.single(.str),
    hitDie: .d8,
    armour: ArmourRule(
      suits: [.leather, .chainmail, .plateMail], shield: true, text: "any armour and shields"),
    weapons: WeaponRule("small or normal-sized weapons", allBut: [.longBow, .twoHandedSword]),
    languages: [.dwarvish, .gnomish, .goblin, .kobold],
    mayLower: [.int, .wis],
    talents: Talents(listenIn6: 2, roomTrapsIn6: 2, constructionIn6: 2, infravisionFeet: 60),
    levelTitles: [
      "Dwarven Veteran", "Dwarven Warrior", "Dwarven Swordmaster", "Dwarven Hero",
      "Dwarven Swashbuckler", "Dwarven Myrmidon", "Dwarven Champion", "Dwarven Superhero",
      "Dwarven Lord/Lady",
    ],
    features: [
      ClassFeature("Too short for big weapons", "Can’t use long bows or two-handed swords."),
      ClassFeature(
        "Stonework sense",
        "When searching, 2-in-6 to notice new building work, moving walls and slopes."),
      ClassFeature("Room traps", "When searching, 2-in-6 to find a room trap that isn’t magical."),
      ClassFeature("Infravision", "Sees heat in the dark, up to 60 feet away."),
      ClassFeature("Keen ears", "2-in-6 to hear noises at a door."),
      ClassFeature(
        "Stronghold (9th)",
        "May found an underground stronghold; only dwarf mercenaries may be hired."),
    ],
    progression: LevelRecord.progression(
      .d8, bonus: 3,
      experience: [
        0, 2200, 4400, 8800, 17_000, 35_000, 70_000, 140_000, 270_000, 400_000, 530_000, 660_000,
      ],
      fighting: [
        (3, thac0: 19, SavingThrows(8, 9, 10, 13, 12)),
        (3, thac0: 17, SavingThrows(6, 7, 8, 10, 10)), (3, thac0: 14, SavingThrows(4, 5, 6, 7, 8)),
        (3, thac0: 12, SavingThrows(2, 3, 4, 4, 6)),
      ]))
}
