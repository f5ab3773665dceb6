extension ClassRecord {
  /// B/X 1981; see `docs/sources.md`.
  static let thief = ClassRecord(
    name: "Thief",
    summary: "Sneak, climber and lock-picker who lives by stealth rather than strength.",
    isHuman: true,
    primeRequisites: [.dex],
    experienceTiers: ExperienceTier.single(.dex),
    hitDie: .d4,
    armour: ArmourRule(suits: [.leather], shield: false, text: "leather only, no shield"),
    weapons: WeaponRule("any"),
    mayLower: [.int, .wis],
    talents: Talents(listenIn6: 2),
    levelTitles: [
      "Apprentice", "Footpad", "Robber", "Burglar", "Cutpurse", "Sharper", "Pilferer", "Thief",
      "Master Thief",
    ],
    features: [
      ClassFeature(
        "Back-stab", "Against an unsuspecting foe, from behind: +4 to hit and double damage."),
      ClassFeature("Thief skills", "Seven skills that improve with level; see the table."),
      ClassFeature("Light armour", "Leather at most, and no shield."),
      ClassFeature(
        "Read languages (4th)",
        "80% to read any non-magical text; a text that defeats you must wait until the next level."),
      ClassFeature("Scrolls (10th)", "May cast arcane scrolls with a 10% chance of mishap."),
      ClassFeature("Hideout (9th)", "May set up a den; 2d6 first-level apprentices arrive."),
    ],
    progression: LevelRecord.progression(
      .d4, bonus: 2,
      experience: [
        0, 1200, 2400, 4800, 9600, 20_000, 40_000, 80_000, 160_000, 280_000, 400_000, 520_000,
        640_000, 760_000,
      ],
      fighting: [
        (4, thac0: 19, SavingThrows(13, 14, 13, 16, 15)),
        (4, thac0: 17, SavingThrows(12, 13, 11, 14, 13)),
        (4, thac0: 14, SavingThrows(10, 11, 9, 12, 10)),
        (2, thac0: 12, SavingThrows(8, 9, 7, 10, 8)),
      ]))
}
