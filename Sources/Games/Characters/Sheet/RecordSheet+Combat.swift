extension RecordSheet {
  /// With armour, shield and dexterity; lower is better.
  package var descendingArmourClass: Derived {
    descending(character.goods.armour, shield: character.goods.hasShield)
  }

  /// With armour, shield and dexterity; higher is better.
  package var ascendingArmourClass: Derived {
    ascending(character.goods.armour, shield: character.goods.hasShield)
  }

  /// Without armour and shield.
  package var unarmouredDescending: Derived { descending(nil, shield: false) }
  /// Without armour and shield.
  package var unarmouredAscending: Derived { ascending(nil, shield: false) }

  /// What hits armour class 0.
  package var thac0: Derived { Derived(classPart(levelRecord.thac0, "attack table")) }
  /// What is added to hit ascending armour classes.
  package var attackBonus: Derived { Derived(classPart(levelRecord.attackBonus, "attack table")) }

  /// To hit and to damage hand to hand.
  package var melee: Derived { Derived(part(of: .melee, source: "melee modifier")) }

  /// To hit with missiles.
  package var missile: Derived {
    Derived(
      part(of: .missile, source: "missile modifier"),
      [talent(\.missileBonus, "class bonus with missiles")])
  }

  package var initiative: Derived {
    Derived(
      part(of: .initiative, source: "initiative modifier"),
      [talent(\.initiativeBonus, "class bonus to initiative")])
  }

  package var magicSaves: Derived { Derived(part(of: .magicSaves, source: "magic save modifier")) }

  /// What hits each armour class from 9 down to 0, without melee and missile modifiers.
  package var toHit: [(armourClass: Int, roll: Int)] {
    stride(from: 9, through: 0, by: -1).map { armourClass in
      (armourClass, AttackMatrix.roll(thac0: levelRecord.thac0, armourClass: armourClass))
    }
  }

  private func descending(_ armour: Armour?, shield: Bool) -> Derived {
    let dexterity = part(of: .armourClass, source: "armour class modifier")
    return Derived(
      Derived.Part(
        armour?.name ?? "Unarmoured", armour?.record.descending ?? Armour.unarmoured, "armour"),
      [
        Derived.Part(Shield.label.name, shield ? -Shield.bonus : 0, "shield bonus"),
        Derived.Part(dexterity.label, -dexterity.amount, dexterity.source),
      ])
  }

  private func ascending(_ armour: Armour?, shield: Bool) -> Derived {
    let base = AttackMatrix.ascendingBase - (armour?.record.descending ?? Armour.unarmoured)
    return Derived(
      Derived.Part(armour?.name ?? "Unarmoured", base, "armour"),
      [
        Derived.Part(Shield.label.name, shield ? Shield.bonus : 0, "shield bonus"),
        part(of: .armourClass, source: "armour class modifier"),
      ])
  }

  func talent(_ talent: (Talents) -> Int, _ source: String) -> Derived.Part {
    Derived.Part(characterClass.name, talent(characterClass.record.talents), source)
  }
}
