extension ClassRecord {
  /// B/X 1981; see `docs/sources.md`.
  static let fighter = ClassRecord(
    name: "Fighter",
    summary: "Trained warrior who stands in front and takes the blows.",
    isHuman: true,
    primeRequisites: [.str],
    experienceTiers: ExperienceTier.single(.str),
    hitDie: .d8,
    armour: ArmourRule(
      suits: [.leather, .chainmail, .plateMail], shield: true, text: "any armour and shields"),
    weapons: WeaponRule("any"),
    mayLower: [.int, .wis],
    levelTitles: [
      "Veteran", "Warrior", "Swordmaster", "Hero", "Swashbuckler", "Myrmidon", "Champion",
      "Superhero", "Lord/Lady",
    ],
    features: [
      ClassFeature("All arms and armour", "No weapon or armour is barred."),
      ClassFeature("Stronghold", "May build one and hold land at any level, once rich enough."),
      ClassFeature("Baron or baroness (9th)", "May be granted a noble title and a barony."),
    ],
    progression: LevelRecord.progression(
      .d8, bonus: 2,
      experience: [
        0, 2000, 4000, 8000, 16_000, 32_000, 64_000, 120_000, 240_000, 360_000, 480_000, 600_000,
        720_000, 840_000,
      ],
      fighting: [
        (3, thac0: 19, SavingThrows(12, 13, 14, 15, 16)),
        (3, thac0: 17, SavingThrows(10, 11, 12, 13, 14)),
        (3, thac0: 14, SavingThrows(8, 9, 10, 10, 12)),
        (3, thac0: 12, SavingThrows(6, 7, 8, 8, 10)), (2, thac0: 10, SavingThrows(4, 5, 6, 5, 8)),
      ]))
}
