/// Weapons for sale.
package enum Weapon: Int, Named {
  case battleAxe, club, crossbow, dagger, handAxe, javelin, lance, longBow, mace, poleArm
  case shortBow, shortSword, silverDagger, sling, spear, staff, sword, twoHandedSword, warHammer

  package static let names = records.map(\.name)

  package var record: WeaponRecord { Weapon.records[rawValue] }
}

/// A row of the table of weapons.
package struct WeaponRecord: Sendable {
  package let name: String
  /// The price in gold pieces.
  package let cost: Int
  /// The weight in coins, ten to the pound.
  package let weight: Int
  /// The die of damage.
  package let damage: DieType
  package let qualities: [WeaponQuality]
  /// The ranges; `nil` if it can't be thrown or fired.
  package internal(set) var ranges: MissileRanges?
  /// A sentence about it.
  package let text: String

  package var isMelee: Bool { qualities.contains(.melee) }
  package var isMissile: Bool { qualities.contains(.missile) }
  package var needsBothHands: Bool { qualities.contains(.twoHanded) }
}

extension Weapon {
  /// The table in the order of the raw values.
  ///
  /// B/X 1981; see `docs/sources.md`.
  package static let records = [
    WeaponRecord(
      name: "Battle axe", cost: 7, weight: 50, damage: .d8, qualities: [.melee, .slow, .twoHanded],
      text: "A broad blade on a long haft, swung with both hands."),
    WeaponRecord(
      name: "Club", cost: 3, weight: 50, damage: .d4, qualities: [.blunt, .melee],
      text: "A stout length of wood."),
    WeaponRecord(
      name: "Crossbow", cost: 30, weight: 50, damage: .d6,
      qualities: [.missile, .reload, .slow, .twoHanded],
      ranges: MissileRanges(5...80, 81...160, 161...240),
      text: "A bow on a stock; strong and far-reaching, but slow to load."),
    WeaponRecord(
      name: "Dagger", cost: 3, weight: 10, damage: .d4, qualities: [.melee, .missile],
      ranges: MissileRanges(5...10, 11...20, 21...30),
      text: "A short stabbing blade that can be thrown."),
    WeaponRecord(
      name: "Hand axe", cost: 4, weight: 30, damage: .d6, qualities: [.melee, .missile],
      ranges: MissileRanges(5...10, 11...20, 21...30),
      text: "A one-handed axe balanced for throwing."),
    WeaponRecord(
      name: "Javelin", cost: 1, weight: 20, damage: .d4, qualities: [.missile],
      ranges: MissileRanges(5...30, 31...60, 61...90),
      text: "A light throwing spear."),
    WeaponRecord(
      name: "Lance", cost: 5, weight: 120, damage: .d6, qualities: [.charge, .melee],
      text: "A rider’s long spear for charging on horseback."),
    WeaponRecord(
      name: "Long bow", cost: 40, weight: 30, damage: .d6, qualities: [.missile, .twoHanded],
      ranges: MissileRanges(5...70, 71...140, 141...210),
      text: "A bow as tall as its archer."),
    WeaponRecord(
      name: "Mace", cost: 5, weight: 30, damage: .d6, qualities: [.blunt, .melee],
      text: "A metal head on a short haft."),
    WeaponRecord(
      name: "Pole arm", cost: 7, weight: 150, damage: .d10,
      qualities: [.brace, .melee, .slow, .twoHanded],
      text: "A long shaft with a chopping or piercing head."),
    WeaponRecord(
      name: "Short bow", cost: 25, weight: 30, damage: .d6, qualities: [.missile, .twoHanded],
      ranges: MissileRanges(5...50, 51...100, 101...150),
      text: "A light bow for hunting and skirmishing."),
    WeaponRecord(
      name: "Short sword", cost: 7, weight: 30, damage: .d6, qualities: [.melee],
      text: "A handy blade for close quarters."),
    WeaponRecord(
      name: "Silver dagger", cost: 30, weight: 10, damage: .d4, qualities: [.melee, .missile],
      ranges: MissileRanges(5...10, 11...20, 21...30),
      text: "A silver blade for foes that shrug off plain steel."),
    WeaponRecord(
      name: "Sling", cost: 2, weight: 20, damage: .d4, qualities: [.blunt, .missile],
      ranges: MissileRanges(5...40, 41...80, 81...160),
      text: "A strap for hurling stones."),
    WeaponRecord(
      name: "Spear", cost: 3, weight: 30, damage: .d6, qualities: [.brace, .melee, .missile],
      ranges: MissileRanges(5...20, 21...40, 41...60),
      text: "A pointed shaft to thrust, throw or set against a charge."),
    WeaponRecord(
      name: "Staff", cost: 2, weight: 40, damage: .d4,
      qualities: [.blunt, .melee, .slow, .twoHanded],
      text: "A stout walking pole, used with both hands."),
    WeaponRecord(
      name: "Sword", cost: 10, weight: 60, damage: .d8, qualities: [.melee],
      text: "The usual one-handed blade of a warrior."),
    WeaponRecord(
      name: "Two-handed sword", cost: 15, weight: 150, damage: .d10,
      qualities: [.melee, .slow, .twoHanded],
      text: "A huge blade that takes both hands."),
    WeaponRecord(
      name: "War hammer", cost: 5, weight: 30, damage: .d6, qualities: [.blunt, .melee],
      text: "A heavy hammer made for breaking armour."),
  ]
}
