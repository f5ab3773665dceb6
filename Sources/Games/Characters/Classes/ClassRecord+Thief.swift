extension ClassRecord {
  /// B/X 1981 style rules; see the list of sources.
  static let thief = ClassRecord(
    label: Label("thief", "Thief"),
    summary:
      "Sneak, climber and lock-picker who lives by stealth rather than strength.",
    isHuman: true,
    requirements: [],
    primeRequisites: [.dex],
    experienceTiers: ExperienceTier.single(.dex),
    hitDie: .d4,
    armour: ArmourRule(
      suits: [.leather], shield: false,
      text: "leather only, no shield"),
    weapons: WeaponRule("any"),
    languages: [],
    mayLower: [.int, .wis],
    talents: Talents(listenIn6: 2),
    hasArcaneMagic: false,
    levelTitles: [
      "Apprentice", "Footpad", "Robber", "Burglar", "Cutpurse", "Sharper", "Pilferer", "Thief",
      "Master Thief",
    ],
    features: [
      ClassFeature(
        "Back-stab",
        "Against an unaware foe from behind: +4 to hit and double damage."),
      ClassFeature(
        "Thief skills",
        "Seven skills that improve with level; see the table."),
      ClassFeature(
        "Light armour",
        "Leather at most and no shield."),
      ClassFeature(
        "Read languages (4th)",
        "80% to read any non-magical text; a failed text must wait for the next level."),
      ClassFeature(
        "Scrolls (10th)",
        "May cast arcane scrolls with a 10% chance of mishap."),
      ClassFeature(
        "Hideout (9th)",
        "May found a den; 2d6 first-level apprentices arrive."),
    ],
    progression: [
      LevelRecord(
        1, 0, HitDice(1, .d4), thac0: 19, SavingThrows(13, 14, 13, 16, 15)),
      LevelRecord(
        2, 1200, HitDice(2, .d4), thac0: 19, SavingThrows(13, 14, 13, 16, 15)),
      LevelRecord(
        3, 2400, HitDice(3, .d4), thac0: 19, SavingThrows(13, 14, 13, 16, 15)),
      LevelRecord(
        4, 4800, HitDice(4, .d4), thac0: 19, SavingThrows(13, 14, 13, 16, 15)),
      LevelRecord(
        5, 9600, HitDice(5, .d4), thac0: 17, SavingThrows(12, 13, 11, 14, 13)),
      LevelRecord(
        6, 20_000, HitDice(6, .d4), thac0: 17, SavingThrows(12, 13, 11, 14, 13)),
      LevelRecord(
        7, 40_000, HitDice(7, .d4), thac0: 17, SavingThrows(12, 13, 11, 14, 13)),
      LevelRecord(
        8, 80_000, HitDice(8, .d4), thac0: 17, SavingThrows(12, 13, 11, 14, 13)),
      LevelRecord(
        9, 160_000, HitDice(9, .d4), thac0: 14, SavingThrows(10, 11, 9, 12, 10)),
      LevelRecord(
        10, 280_000, HitDice(9, .d4, 2), thac0: 14, SavingThrows(10, 11, 9, 12, 10)),
      LevelRecord(
        11, 400_000, HitDice(9, .d4, 4), thac0: 14, SavingThrows(10, 11, 9, 12, 10)),
      LevelRecord(
        12, 520_000, HitDice(9, .d4, 6), thac0: 14, SavingThrows(10, 11, 9, 12, 10)),
      LevelRecord(
        13, 640_000, HitDice(9, .d4, 8), thac0: 12, SavingThrows(8, 9, 7, 10, 8)),
      LevelRecord(
        14, 760_000, HitDice(9, .d4, 10), thac0: 12, SavingThrows(8, 9, 7, 10, 8)),
    ])
}
