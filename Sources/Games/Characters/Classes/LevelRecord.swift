/// A row of a class's progression.
package struct LevelRecord: Hashable, Sendable {
  /// `1...14`.
  package let level: Int
  /// Experience points that the level needs.
  package let experience: Int
  package let hitDice: HitDice
  /// What must be rolled to hit armour class 0.
  package let thac0: Int
  package let saves: SavingThrows
  /// Spells a day for spell level 1, 2 and so on; empty for a class without.
  package let spellSlots: [Int]

  init(
    _ level: Int, _ experience: Int, _ hitDice: HitDice, thac0: Int, _ saves: SavingThrows,
    _ spellSlots: [Int] = []
  ) {
    self.level = level
    self.experience = experience
    self.hitDice = hitDice
    self.thac0 = thac0
    self.saves = saves
    self.spellSlots = spellSlots
  }

  /// Added to a roll to hit, which then must reach the ascending armour class.
  package var attackBonus: Int { AttackMatrix.ascendingBase - thac0 }
}

/// The dice for all hit points of a level.
package struct HitDice: Hashable, Sendable {
  package let count: Int
  package let die: DieType
  /// Points without a die; the constitution modifier counts no more for levels that have them.
  package let bonus: Int

  init(_ count: Int, _ die: DieType, _ bonus: Int = 0) {
    self.count = count
    self.die = die
    self.bonus = bonus
  }

  package var constitutionApplies: Bool { bonus == 0 }
  /// `9d6+2`.
  package var text: String { "\(count)\(die.name)" + (bonus > 0 ? "+\(bonus)" : "") }
}
