/// Ammunition of bows, crossbows and slings, whose weight is counted with the weapon.
package enum Ammunition: Int, Named {
  case arrows, crossbowBolts, silverTippedArrow, slingStones

  package static let names = records.map(\.name)

  /// The table in the order of the raw values.
  ///
  /// B/X 1981; see `docs/sources.md`.
  package static let records = [
    AmmunitionRecord(
      name: "Arrows (quiver of 20)", cost: 5, count: 20, weapons: [.longBow, .shortBow],
      text: "A quiver of twenty shafts."),
    AmmunitionRecord(
      name: "Crossbow bolts (case of 30)", cost: 10, count: 30, weapons: [.crossbow],
      text: "A case of thirty bolts."),
    AmmunitionRecord(
      name: "Silver-tipped arrow (1)", cost: 5, count: 1, weapons: [.longBow, .shortBow],
      text: "One arrow for foes that fear silver."),
    AmmunitionRecord(
      name: "Sling stones", cost: 0, count: 1, weapons: [.sling],
      text: "Picked up anywhere, free of charge."),
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
}
