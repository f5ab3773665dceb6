extension RecordSheet {
  /// Armour class with armour, shield and dexterity; lower is better.
  package var descendingArmourClass: Derived {
    descending(armour, shield: hasShield, things: parts(.armourClass))
  }

  /// Armour class with armour, shield and dexterity; higher is better.
  package var ascendingArmourClass: Derived {
    ascending(armour, shield: hasShield, things: parts(.armourClass))
  }

  /// Descending armour class without armour and shield.
  package var unarmouredDescending: Derived { descending(nil, shield: false) }
  /// Ascending armour class without armour and shield.
  package var unarmouredAscending: Derived { ascending(nil, shield: false) }

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

  private func descending(
    _ armour: Armour?, shield: Bool, things: [Derived.Part] = []
  ) -> Derived {
    let dexterity = part(of: .armourClass)
    return Derived(
      Derived.Part(.armour(armour), armour?.record.descending ?? Armour.unarmoured),
      [
        Derived.Part(.shield, shield ? -Shield.bonus : 0),
        Derived.Part(dexterity.origin, -dexterity.amount),
      ] + things.map { Derived.Part($0.origin, -$0.amount) })
  }

  private func ascending(
    _ armour: Armour?, shield: Bool, things: [Derived.Part] = []
  ) -> Derived {
    let descending = armour?.record.descending ?? Armour.unarmoured
    return Derived(
      Derived.Part(.armour(armour), AttackMatrix.ascendingBase - descending),
      [Derived.Part(.shield, shield ? Shield.bonus : 0), part(of: .armourClass)] + things)
  }

  private func attackTable(_ amount: Int) -> Derived {
    Derived(.attackTable(characterClass, level: level), amount)
  }

  private func derived(_ modifier: Modifier, bonus: Int) -> Derived {
    Derived(part(of: modifier), [Derived.Part(.classBonus(characterClass, modifier), bonus)])
  }
}
