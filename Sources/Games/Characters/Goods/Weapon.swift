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
  package let ranges: MissileRanges?
  /// A sentence about it.
  package let text: String

  init(
    _ name: String, cost: Int, weight: Int, _ damage: DieType,
    _ qualities: [WeaponQuality], ranges: MissileRanges? = nil, _ text: String
  ) {
    self.name = name
    self.cost = cost
    self.weight = weight
    self.damage = damage
    self.qualities = qualities
    self.ranges = ranges
    self.text = text
  }

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
      "Battle axe", cost: 7, weight: 50, .d8, [.melee, .slow, .twoHanded],
      "A broad blade on a long haft, swung with both hands."),
    WeaponRecord("Club", cost: 3, weight: 50, .d4, [.blunt, .melee], "A stout length of wood."),
    WeaponRecord(
      "Crossbow", cost: 30, weight: 50, .d6, [.missile, .reload, .slow, .twoHanded],
      ranges: MissileRanges(5...80, 81...160, 161...240),
      "A bow on a stock; strong and far-reaching, but slow to load."),
    WeaponRecord(
      "Dagger", cost: 3, weight: 10, .d4, [.melee, .missile],
      ranges: MissileRanges(5...10, 11...20, 21...30),
      "A short stabbing blade that can be thrown."),
    WeaponRecord(
      "Hand axe", cost: 4, weight: 30, .d6, [.melee, .missile],
      ranges: MissileRanges(5...10, 11...20, 21...30),
      "A one-handed axe balanced for throwing."),
    WeaponRecord(
      "Javelin", cost: 1, weight: 20, .d4, [.missile],
      ranges: MissileRanges(5...30, 31...60, 61...90),
      "A light throwing spear."),
    WeaponRecord(
      "Lance", cost: 5, weight: 120, .d6, [.charge, .melee],
      "A rider’s long spear for charging on horseback."),
    WeaponRecord(
      "Long bow", cost: 40, weight: 30, .d6, [.missile, .twoHanded],
      ranges: MissileRanges(5...70, 71...140, 141...210),
      "A bow as tall as its archer."),
    WeaponRecord(
      "Mace", cost: 5, weight: 30, .d6, [.blunt, .melee], "A metal head on a short haft."),
    WeaponRecord(
      "Pole arm", cost: 7, weight: 150, .d10, [.brace, .melee, .slow, .twoHanded],
      "A long shaft with a chopping or piercing head."),
    WeaponRecord(
      "Short bow", cost: 25, weight: 30, .d6, [.missile, .twoHanded],
      ranges: MissileRanges(5...50, 51...100, 101...150),
      "A light bow for hunting and skirmishing."),
    WeaponRecord(
      "Short sword", cost: 7, weight: 30, .d6, [.melee], "A handy blade for close quarters."),
    WeaponRecord(
      "Silver dagger", cost: 30, weight: 10, .d4, [.melee, .missile],
      ranges: MissileRanges(5...10, 11...20, 21...30),
      "A silver blade for foes that shrug off plain steel."),
    WeaponRecord(
      "Sling", cost: 2, weight: 20, .d4, [.blunt, .missile],
      ranges: MissileRanges(5...40, 41...80, 81...160),
      "A strap for hurling stones."),
    WeaponRecord(
      "Spear", cost: 3, weight: 30, .d6, [.brace, .melee, .missile],
      ranges: MissileRanges(5...20, 21...40, 41...60),
      "A pointed shaft to thrust, throw or set against a charge."),
    WeaponRecord(
      "Staff", cost: 2, weight: 40, .d4, [.blunt, .melee, .slow, .twoHanded],
      "A stout walking pole, used with both hands."),
    WeaponRecord(
      "Sword", cost: 10, weight: 60, .d8, [.melee], "The usual one-handed blade of a warrior."),
    WeaponRecord(
      "Two-handed sword", cost: 15, weight: 150, .d10,
      [.melee, .slow, .twoHanded],
      "A huge blade that takes both hands."),
    WeaponRecord(
      "War hammer", cost: 5, weight: 30, .d6, [.blunt, .melee],
      "A heavy hammer made for breaking armour."),
  ]
}
