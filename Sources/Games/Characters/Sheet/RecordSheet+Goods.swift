/// A kind of weapon on the record sheet, or one with its own bonuses.
package struct WeaponLine: Hashable, Sendable {
  package let weapon: Weapon
  /// Its own name, if it isn't the shops' one.
  package let ownName: String?
  package let count: Int
  /// The modifier to hit; `nil` if it is useless hand to hand.
  package let melee: Derived?
  /// The modifier to hit; `nil` if it can't be thrown or fired.
  package let missile: Derived?
  /// The bonuses to damage hand to hand: from strength, and from things.
  package let damageParts: [Derived.Part]
  /// The bonuses to damage when thrown or fired, from things.
  package let missileDamageParts: [Derived.Part]
  /// The number in hand.
  package let inHand: Int

  package var name: String { ownName ?? weapon.name }
  package var damageModifier: Int { damageParts.reduce(0) { $0 + $1.amount } }
  package var missileDamageModifier: Int { missileDamageParts.reduce(0) { $0 + $1.amount } }
  /// The modifier to hit, hand to hand if the weapon allows it.
  package var toHit: Int { (melee ?? missile)?.value ?? 0 }
  /// The die of damage: `1d8`.
  package var damage: String { "1\(weapon.record.damage.name)" }
  /// The weight of one, in coins; 0 for one with bonuses, which is weighed with the other things.
  package var weight: Int { ownName == nil ? weapon.record.weight : 0 }
}

extension RecordSheet {
  package var coins: Coins { character.coins }
  package var armour: Armour? { character.armour }
  package var hasShield: Bool { character.hasShield }

  package var weapons: [WeaponLine] {
    let kinds = Weapon.allCases.compactMap { weapon -> WeaponLine? in
      let count = character.goods[.weapon(weapon)]
      guard count > 0 else { return nil }
      return line(weapon, count: count, inHand: character.worn(.weapon(weapon)))
    }
    let things = character.play?.otherThings ?? []
    return kinds
      + things.compactMap { thing in thing.weapon.map { line($0, thing) } }
  }

  private func line(
    _ weapon: Weapon, _ thing: OtherThing? = nil, count: Int = 1, inHand: Int = 0
  ) -> WeaponLine {
    let own = thing.map { [Derived.Part(.thing($0.name), $0[.attack])] } ?? []
    let parts = own + parts(.attack)
    let isMelee = weapon.record.isMelee
    return WeaponLine(
      weapon: weapon, ownName: thing?.name, count: count,
      melee: isMelee ? melee.adding(parts) : nil,
      missile: weapon.record.isMissile ? missile.adding(parts) : nil,
      damageParts: isMelee ? melee.adding(parts).parts : [], missileDamageParts: parts,
      inHand: thing.map { $0.isWorn ? 1 : 0 } ?? inHand)
  }

  /// The weapons ready to strike: those in hand or, if none is named, all.
  package var ready: [WeaponLine] {
    let held = weapons.filter { $0.inHand > 0 }
    return held.isEmpty ? weapons : held
  }

  /// The armour and shields that are carried and not worn.
  package var spares: [(item: Item, count: Int)] { character.play?.spares.entries ?? [] }

  package var ammunition: [(ammunition: Ammunition, count: Int)] {
    counted(Item.ammunition).map { (ammunition: $0, count: $1) }
  }

  package var gear: [(gear: Gear, count: Int)] {
    counted(Item.gear).map { (gear: $0, count: $1) }
  }

  /// The load in coins by the detailed rule: money, armour and weapons singly, gear as a whole.
  package var weight: Derived {
    let goods = character.belongings
    let carried = goods.entries.compactMap { item, count in
      item.weight.map { Derived.Part(.items(item, count: count), $0 * count) }
    }
    let gear = goods.gear.isEmpty ? 0 : Load.gearWeight
    let other = (character.play?.otherThings ?? []).reduce(0) { sum, thing in
      sum + min(max(thing.weight, 0), PlayRecord.thingWeights.upperBound)
    }
    return Derived(
      Derived.Part(.coins, coins.weight),
      carried + [Derived.Part(.gear, gear), Derived.Part(.otherThings, other)])
  }

  /// The movement by the detailed rule.
  package var movement: Movement { Load.movement(weight: weight.value) }
  /// The movement by the basic rule, without treasure.
  package var basicMovement: Movement { Load.basicStep(armour: armour).withoutTreasure }

  private func counted<Thing: Named>(_ item: (Thing) -> Item) -> [(Thing, Int)] {
    Thing.allCases.map { ($0, character.goods[item($0)]) }.filter { $0.1 > 0 }
  }
}
