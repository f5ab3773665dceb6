extension ClassRecord {
  /// B/X 1981; see `docs/sources.md`.
  static let cleric = ClassRecord(
    name: "Cleric",
    summary:
      "Armed servant of a god or cause who turns back the undead and, from second level, prays "
      + "for spells.",
    isHuman: true,
    primeRequisites: [.wis],
    experienceTiers: ExperienceTier.single(.wis),
    hitDie: .d6,
    armour: ArmourRule(
      suits: [.leather, .chainmail, .plateMail], shield: true, text: "any armour and shields"),
    weapons: WeaponRule("blunt weapons only", only: [.club, .mace, .sling, .staff, .warHammer]),
    mayLower: [.str, .int],
    levelTitles: [
      "Acolyte", "Adept", "Priest/Priestess", "Vicar", "Curate", "Elder", "Bishop", "Lama",
      "Matriarch/Patriarch",
    ],
    features: [
      ClassFeature(
        "Blunt arms only",
        "The order forbids edged and pointed weapons; five blunt ones are allowed."),
      ClassFeature("Holy symbol", "Must carry one to pray for spells or turn undead."),
      ClassFeature(
        "Turn undead",
        "Roll 2d6 against the table; on a success, 2d6 hit dice of undead flee or are destroyed, "
          + "weakest first and always at least one."
      ),
      ClassFeature(
        "Divine magic",
        "No spells at first level; from then on, daily prayers chosen freely from the whole list."),
      ClassFeature(
        "Out of favour", "Acting against the faith may cost attacks, spells or an imposed quest."),
      ClassFeature(
        "Scrolls and divine items",
        "May use scrolls of cleric spells and items reserved for divine casters."),
      ClassFeature(
        "Stronghold (9th)",
        "Costs half as much to build while the faith is kept; 5d6 × 10 devoted fighters of "
          + "level 1–2 then join."
      ),
    ],
    progression: LevelRecord.progression(
      .d6, bonus: 1,
      experience: [
        0, 1500, 3000, 6000, 12_000, 25_000, 50_000, 100_000, 200_000, 300_000, 400_000, 500_000,
        600_000, 700_000,
      ],
      fighting: [
        (4, thac0: 19, SavingThrows(11, 12, 14, 16, 15)),
        (4, thac0: 17, SavingThrows(9, 10, 12, 14, 12)),
        (4, thac0: 14, SavingThrows(6, 7, 9, 11, 9)), (2, thac0: 12, SavingThrows(3, 5, 7, 8, 7)),
      ],
      spellSlots: [
        [0, 0, 0, 0, 0], [1, 0, 0, 0, 0], [2, 0, 0, 0, 0], [2, 1, 0, 0, 0], [2, 2, 0, 0, 0],
        [2, 2, 1, 1, 0], [2, 2, 2, 1, 1], [3, 3, 2, 2, 1], [3, 3, 3, 2, 2], [4, 4, 3, 3, 2],
        [4, 4, 4, 3, 3], [5, 5, 4, 4, 3], [5, 5, 5, 4, 4], [6, 5, 5, 5, 4],
      ]))
}
