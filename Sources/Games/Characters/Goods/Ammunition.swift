/// What bows, crossbows and slings shoot; it weighs nothing beyond its weapon.
package enum Ammunition: Int, Labelled {
  case arrows, crossbowBolts, silverTippedArrow, slingStones

  package static let labels = records.map(\.label)

  /// In the order of the raw values.
  ///
  /// B/X 1981 style rules; see the list of sources.
  package static let records = [
    AmmunitionRecord(
      "arrows", "Arrows (quiver of 20)", cost: 5, count: 20, [.longBow, .shortBow],
      "A quiver of twenty shafts."),
    AmmunitionRecord(
      "crossbowBolts", "Crossbow bolts (case of 30)", cost: 10, count: 30, [.crossbow],
      "A case of thirty bolts."),
    AmmunitionRecord(
      "silverTippedArrow", "Silver-tipped arrow (1)", cost: 5, count: 1, [.longBow, .shortBow],
      "One arrow for foes that fear silver."),
    AmmunitionRecord(
      "slingStones", "Sling stones", cost: 0, count: 1, [.sling],
      "Picked up anywhere, free of charge."),
  ]

  package var record: AmmunitionRecord { Ammunition.records[rawValue] }
}

/// A row of the table of ammunition.
package struct AmmunitionRecord: Sendable {
  let label: Label
  /// Gold pieces.
  package let cost: Int
  /// Shots in what is bought at once.
  package let count: Int
  package let weapons: [Weapon]
  /// One sentence.
  package let text: String

  init(
    _ id: String, _ name: String, cost: Int, count: Int, _ weapons: [Weapon], _ text: String
  ) {
    label = Label(id, name)
    self.cost = cost
    self.count = count
    self.weapons = weapons
    self.text = text
  }
}
