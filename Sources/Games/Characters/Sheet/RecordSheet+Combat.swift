extension RecordSheet {
  /// Armour class with armour, shield and dexterity; lower is better.
  package var descendingArmourClass: Derived { armourClass(isAscending: false) }

  /// Armour class with armour, shield and dexterity; higher is better.
  package var ascendingArmourClass: Derived { armourClass(isAscending: true) }

  /// Descending armour class without armour and shield.
  package var unarmouredDescending: Derived { armourClass(isAscending: false, isArmoured: false) }

  /// Ascending armour class without armour and shield.
  package var unarmouredAscending: Derived { armourClass(isAscending: true, isArmoured: false) }

  /// The roll that hits armour class 0.
  package var thac0: Derived { attackTable(levelRecord.thac0) }
  /// The bonus to rolls against ascending armour classes.
  package var attackBonus: Derived { attackTable(levelRecord.attackBonus) }
  /// The modifier to hit and to damage hand to hand.
  package var melee: Derived { derived(.melee) }
  /// The modifier to hit with missiles.
  package var missile: Derived { derived(.missile, bonus: talents.missileBonus) }
  package var initiative: Derived { derived(.initiative, bonus: talents.initiativeBonus) }
  package var magicSaves: Derived { derived(.magicSaves) }

  /// The descending armour classes that `toHit` lists.
  package static let armourClassesToHit = Array((0...9).reversed())

  /// The rolls that hit them, before melee and missile modifiers.
  package var toHit: [(armourClass: Int, roll: Int)] {
    RecordSheet.armourClassesToHit.map { armourClass in
      (armourClass, AttackMatrix.roll(thac0: levelRecord.thac0, armourClass: armourClass))
    }
  }

  private func armourClass(isAscending: Bool, isArmoured: Bool = true) -> Derived {
    let suit = isArmoured ? armour : nil
    let descending = suit?.record.descending ?? Armour.unarmoured
    let base = isAscending ? AttackMatrix.ascendingBase - descending : descending
    let shield = Derived.Part(.shield, isArmoured && hasShield ? Shield.bonus : 0)
    let better = [shield, part(of: .armourClass)] + (isArmoured ? parts(.armourClass) : [])
    return Derived(
      Derived.Part(.armour(suit), base),
      better.map { Derived.Part($0.origin, isAscending ? $0.amount : -$0.amount) })
  }

  private func attackTable(_ amount: Int) -> Derived {
    Derived(.attackTable(characterClass, level: level), amount)
  }

  private func derived(_ modifier: Modifier, bonus: Int) -> Derived {
    Derived(part(of: modifier), [Derived.Part(.classBonus(characterClass, modifier), bonus)])
  }
}
