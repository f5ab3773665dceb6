/// A kind of weapon on the record sheet.
package struct WeaponLine: Hashable, Sendable {
  package let weapon: Weapon
  package let count: Int
  /// `nil` for missiles that are no use hand to hand.
  package let melee: Derived?
  /// `nil` for what cannot be thrown or fired.
  package let missile: Derived?
  /// Nothing but strength, hand to hand only.
  package let damageModifier: Int

  /// Hand to hand where that is possible.
  package var toHit: Int { (melee ?? missile)?.value ?? 0 }
  /// `1d8`.
  package var damage: String { "1\(weapon.record.damage.name)" }
  /// With what strength adds where it counts: `1d4+2, thrown 1d4`.
  package var damageText: String {
    guard damageModifier != 0 else { return damage }
    let melee = damage + Modifier.signed(damageModifier)
    return missile == nil ? melee : "\(melee), thrown \(damage)"
  }
  /// Of one, in coins.
  package var weight: Int { weapon.record.weight }
}

extension RecordSheet {
  package var coins: Coins { character.coins }
  package var armour: Armour? { character.goods.armour }
  package var hasShield: Bool { character.goods.hasShield }

  package var weapons: [WeaponLine] {
    Weapon.allCases.compactMap { weapon in
      let count = character.goods[.weapon(weapon)]
      guard count > 0 else { return nil }
      return WeaponLine(
        weapon: weapon, count: count,
        melee: weapon.record.isMelee ? melee : nil,
        missile: weapon.record.isMissile ? missile : nil,
        damageModifier: weapon.record.isMelee ? melee.value : 0)
    }
  }

  package var ammunition: [(ammunition: Ammunition, count: Int)] {
    counted(Item.ammunition).map { (ammunition: $0, count: $1) }
  }

  package var gear: [(gear: Gear, count: Int)] {
    counted(Item.gear).map { (gear: $0, count: $1) }
  }

  /// `Leather, Shield`.
  package var wornText: String {
    RecordSheet.list([armour?.name, hasShield ? Shield.label.name : nil].compactMap(\.self))
  }

  package var ammunitionText: String {
    RecordSheet.list(ammunition.map { RecordSheet.counted($0.ammunition.name, $0.count) })
  }

  /// `Backpack, 2 × Torches`.
  package var gearText: String {
    RecordSheet.list(gear.map { RecordSheet.counted($0.gear.name, $0.count) })
  }

  /// `none` for nothing.
  static func list(_ things: [String]) -> String {
    things.isEmpty ? "none" : things.joined(separator: ", ")
  }

  private static func counted(_ name: String, _ count: Int) -> String {
    count > 1 ? "\(count) × \(name)" : name
  }

  /// Detailed load in coins: each coin, armour, shield and weapon, and gear as a whole.
  package var weight: Derived {
    let goods = character.goods
    let carried = goods.entries.compactMap { item, count in
      item.weight.map {
        Derived.Part(count > 1 ? "\(count) × \(item.name)" : item.name, $0 * count, "weight")
      }
    }
    let gear = goods.gear.isEmpty ? 0 : Load.gearWeight
    return Derived(
      Derived.Part("Coins", coins.weight, "one each"),
      carried + [Derived.Part("Adventuring gear", gear, "flat weight")])
  }

  /// By the detailed rule.
  package var movement: Movement { Load.movement(weight: weight.value) }
  /// By the basic rule, without treasure.
  package var basicMovement: Movement { Load.basicStep(armour: armour).withoutTreasure }

  private func counted<Thing: Labelled>(
    _ item: (Thing) -> Item
  ) -> [(Thing, Int)] {
    Thing.allCases.map { ($0, character.goods[item($0)]) }.filter { $0.1 > 0 }
  }
}
