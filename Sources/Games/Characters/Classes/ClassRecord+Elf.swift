extension ClassRecord {
  /// B/X 1981; see `docs/sources.md`.
  static let elf = ClassRecord(
    name: "Elf",
    summary: "Woodland folk at home with both sword and spell; slow to advance.",
    isHuman: false,
    requirements: [AbilityMinimum(.int, 9)],
    primeRequisites: [.int, .str],
    experienceTiers: [
      ExperienceTier(10, AbilityMinimum(.int, 16), AbilityMinimum(.str, 13)),
      ExperienceTier(5, AbilityMinimum(.int, 13), AbilityMinimum(.str, 13)),
    ],
    hitDie: .d6,
    armour: ArmourRule(
      suits: [.leather, .chainmail, .plateMail], shield: true, text: "any armour and shields"),
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
        "Casts magic-user spells, even in armour; one spell in the book at first level."),
      ClassFeature("Secret doors", "2-in-6 to find hidden doors when searching."),
      ClassFeature("Ghoul-proof", "A ghoul’s touch can’t paralyse an elf."),
      ClassFeature("Infravision", "Sees heat in the dark, up to 60 feet away."),
      ClassFeature("Keen ears", "2-in-6 to hear noises at a door."),
      ClassFeature(
        "Scrolls and wands", "May use arcane scrolls and items reserved for arcane casters."),
      ClassFeature(
        "Stronghold (9th)",
        "May found a hidden forest stronghold; animals within 5 miles become friendly."),
    ],
    progression: LevelRecord.progression(
      .d6, bonus: 2,
      experience: [
        0, 4000, 8000, 16_000, 32_000, 64_000, 120_000, 250_000, 400_000, 600_000,
      ],
      fighting: [
        (3, thac0: 19, SavingThrows(12, 13, 13, 15, 15)),
        (3, thac0: 17, SavingThrows(10, 11, 11, 13, 12)),
        (3, thac0: 14, SavingThrows(8, 9, 9, 10, 10)), (1, thac0: 12, SavingThrows(6, 7, 8, 8, 8)),
      ],
      spellSlots: [
        [1, 0, 0, 0, 0], [2, 0, 0, 0, 0], [2, 1, 0, 0, 0], [2, 2, 0, 0, 0], [2, 2, 1, 0, 0],
        [2, 2, 2, 0, 0], [3, 2, 2, 1, 0], [3, 3, 2, 2, 0], [3, 3, 3, 2, 1], [3, 3, 3, 3, 2],
      ]))
}
