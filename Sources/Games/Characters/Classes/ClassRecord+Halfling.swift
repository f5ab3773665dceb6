extension ClassRecord {
  /// B/X 1981; see `docs/sources.md`.
  static let halfling = ClassRecord(
    name: "Halfling",
    summary: "Small, home-loving folk with sharp eyes, quick feet and plenty of luck.",
    isHuman: false,
    requirements: [AbilityMinimum(.con, 9), AbilityMinimum(.dex, 9)],
    primeRequisites: [.dex, .str],
    experienceTiers: [
      ExperienceTier(10, AbilityMinimum(.dex, 13), AbilityMinimum(.str, 13)),
      ExperienceTier(5, any: true, AbilityMinimum(.dex, 13), AbilityMinimum(.str, 13)),
    ],
    hitDie: .d6,
    armour: ArmourRule(
      suits: [.leather, .chainmail, .plateMail], shield: true,
      text: "any armour cut to size, and shields"),
    weapons: WeaponRule("any suited to small hands", allBut: [.longBow, .twoHandedSword]),
    languages: [.halfling],
    mayLower: [.int, .wis],
    talents: Talents(
      listenIn6: 2, hideInWoodsPercent: 90, hideInDungeonsIn6: 2, missileBonus: 1,
      initiativeBonus: 1, bonusAgainstLarge: 2),
    levelTitles: [
      "Halfling Veteran", "Halfling Warrior", "Halfling Swordmaster", "Halfling Hero",
      "Halfling Swashbuckler", "Halfling Myrmidon", "Halfling Champion", "Sheriff",
    ],
    features: [
      ClassFeature("Small hands", "Can’t use long bows or two-handed swords."),
      ClassFeature("Hard to hit", "+2 to armour class against attackers larger than a human."),
      ClassFeature(
        "Hiding", "90% in woods and undergrowth; 2-in-6 in dungeons, keeping still in cover."),
      ClassFeature("Quick (optional rule)", "+1 to initiative when everyone rolls their own."),
      ClassFeature("Sure aim", "+1 to hit with any missile weapon."),
      ClassFeature("Keen ears", "2-in-6 to hear noises at a door."),
      ClassFeature(
        "Shire",
        "May found a settlement at any level, once rich enough; its head is called the Sheriff."),
    ],
    progression: LevelRecord.progression(
      .d6,
      experience: [
        0, 2000, 4000, 8000, 16_000, 32_000, 64_000, 120_000,
      ],
      fighting: [
        (3, thac0: 19, SavingThrows(8, 9, 10, 13, 12)),
        (3, thac0: 17, SavingThrows(6, 7, 8, 10, 10)), (2, thac0: 14, SavingThrows(4, 5, 6, 7, 8)),
      ]))
}
