/// Ammunition of bows, crossbows and slings, whose weight is counted with the weapon.
package enum Ammunition: Int, Named {
  case arrows, crossbowBolts, silverTippedArrow, slingStones

  package static let names = records.map(\.name)

  /// The table in the order of the raw values.
  ///
  /// B/X 1981; see `docs/sources.md`.
  package static let records = [
    AmmunitionRecord(
      "Arrows (quiver of 20)", cost: 5, count: 20, [.longBow, .shortBow],
      "A quiver of twenty shafts."),
    AmmunitionRecord(
      "Crossbow bolts (case of 30)", cost: 10, count: 30, [.crossbow], "A case of thirty bolts."),
    AmmunitionRecord(
      "Silver-tipped arrow (1)", cost: 5, count: 1, [.longBow, .shortBow],
      "One arrow for foes that fear silver."),
    AmmunitionRecord(
      "Sling stones", cost: 0, count: 1, [.sling], "Picked up anywhere, free of charge."),
  ]

  package var record: AmmunitionRecord { Ammunition.records[rawValue] }
}

extension Weapon {
  /// The weapon's ammunition; none if it is thrown or swung.
  package var shots: [Ammunition] {
    Ammunition.allCases.filter { $0.record.weapons.contains(self) }
  }
}

/// A row of the table of ammunition.
package struct AmmunitionRecord: Sendable {
  package let name: String
  /// The price in gold pieces.
  package let cost: Int
  /// The number of shots in one purchase.
  package let count: Int
  package let weapons: [Weapon]
  /// A sentence about it.
  package let text: String

  init(
    _ name: String, cost: Int, count: Int, _ weapons: [Weapon], _ text: String
  ) {
    self.name = name
    self.cost = cost
    self.count = count
    self.weapons = weapons
    self.text = text
  }
}
