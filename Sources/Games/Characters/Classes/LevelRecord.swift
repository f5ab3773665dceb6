/// A row of a class's progression.
package struct LevelRecord: Hashable, Sendable {
  /// The level, `1...14`.
  package let level: Int
  /// The experience points that the level needs.
  package let experience: Int
  package let hitDice: HitDice
  /// The roll that hits armour class 0.
  package let thac0: Int
  package let saves: SavingThrows
  /// The spells a day for spell level 1, 2 and so on; empty for a class without magic.
  package let spellSlots: [Int]

  /// The last level with a hit die; those above bring fixed hit points.
  ///
  /// B/X 1981; see `docs/sources.md`.
  package static let lastHitDie = 9

  /// Returns the levels of a class, level 1 first.
  ///
  /// Levels up to `lastHitDie` add a die, and each one above adds `bonus` hit points. An entry of
  /// `fighting` covers several levels, one of `spellSlots` a single level.
  static func progression(
    _ hitDie: DieType, bonus: Int = 0, experience: [Int],
    fighting: [(levels: Int, thac0: Int, saves: SavingThrows)], spellSlots: [[Int]] = []
  ) -> [LevelRecord] {
    let fighting = fighting.flatMap { Array(repeating: $0, count: $0.levels) }
    return zip(1..., zip(experience, fighting)).map { level, row in
      LevelRecord(
        level: level, experience: row.0,
        hitDice: HitDice(
          count: min(level, lastHitDie), die: hitDie, bonus: bonus * max(0, level - lastHitDie)),
        thac0: row.1.thac0, saves: row.1.saves,
        spellSlots: spellSlots.isEmpty ? [] : spellSlots[level - 1])
    }
  }

  /// The bonus to a roll that must reach the ascending armour class.
  package var attackBonus: Int { AttackMatrix.ascendingBase - thac0 }
}

/// The dice for all hit points of a level.
package struct HitDice: Hashable, Sendable {
  package let count: Int
  package let die: DieType
  /// The points gained instead of dice; these levels get no constitution modifier.
  package let bonus: Int

  package var constitutionApplies: Bool { bonus == 0 }
  /// The dice as text: `9d6+2`.
  package var text: String { "\(count)\(die.name)" + (bonus > 0 ? "+\(bonus)" : "") }
}

/// The lowest rolls of a twenty-sided die that hit.
///
/// B/X 1981; see `docs/sources.md`. Every cell of the table is THAC0 minus armour class, kept
/// within 2...20: a 1 always misses and a 20 always hits.
package enum AttackMatrix {
  /// The sum of descending and ascending armour class.
  package static let ascendingBase = 19
  /// The descending armour classes of the table.
  package static let armourClasses = -3...9
  package static let thac0s = 5...20

  /// Returns the lowest roll that hits a descending armour class.
  package static func roll(thac0: Int, armourClass: Int) -> Int {
    min(max(thac0 - armourClass, 2), 20)
  }
}
