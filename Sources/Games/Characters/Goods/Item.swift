/// Something that the shops sell.
package enum Item: Hashable, Sendable {
  case armour(Armour)
  case shield
  case weapon(Weapon)
  case ammunition(Ammunition)
  case gear(Gear)

  /// The shops.
  package enum Category: Int, Labelled {
    case armour, weapons, ammunition, gear

    package static let labels = [
      Label("armour", "Armour"), Label("weapons", "Weapons"), Label("ammunition", "Ammunition"),
      Label("gear", "Gear"),
    ]

    private static let lists = Category.allCases.map { category in
      Item.all.filter { $0.category == category }
    }

    /// What is on its shelves.
    package var items: [Item] { Category.lists[rawValue] }
  }

  /// All goods, shop by shop; an item's place is its `index`.
  package static let all: [Item] =
    Armour.allCases.map(Item.armour) + [.shield] + Weapon.allCases.map(Item.weapon)
    + Ammunition.allCases.map(Item.ammunition) + Gear.allCases.map(Item.gear)

  private static let labels: [Label] =
    Armour.labels + [Shield.label] + Weapon.labels + Ammunition.labels + Gear.labels
  static let costs: [Int] =
    Armour.records.map(\.cost) + [Shield.cost] + Weapon.records.map(\.cost)
    + Ammunition.records.map(\.cost) + Gear.records.map(\.cost)

  private static let weaponsStart = Armour.allCases.count + 1
  private static let ammunitionStart = weaponsStart + Weapon.allCases.count
  private static let gearStart = ammunitionStart + Ammunition.allCases.count

  /// The place in `all`.
  package var index: Int {
    switch self {
    case .armour(let armour): armour.rawValue
    case .shield: Item.weaponsStart - 1
    case .weapon(let weapon): Item.weaponsStart + weapon.rawValue
    case .ammunition(let ammunition): Item.ammunitionStart + ammunition.rawValue
    case .gear(let gear): Item.gearStart + gear.rawValue
    }
  }

  /// - Returns: `nil` for what no shop sells; case counts.
  package init?(id: String) {
    guard let index = Item.labels.firstIndex(where: { $0.id == id }) else { return nil }
    self = Item.all[index]
  }

  /// - Returns: `nil` for what no shop sells; case counts.
  package init?(slug: String) {
    guard let index = Item.labels.firstIndex(where: { $0.slug == slug }) else { return nil }
    self = Item.all[index]
  }

  /// Unique among all goods.
  package var id: String { Item.labels[index].id }
  package var slug: String { Item.labels[index].slug }
  package var name: String { Item.labels[index].name }
  /// Gold pieces.
  package var cost: Int { Item.costs[index] }

  package var category: Category {
    switch self {
    case .armour, .shield: .armour
    case .weapon: .weapons
    case .ammunition: .ammunition
    case .gear: .gear
    }
  }

  /// In coins, ten to the pound; `nil` for gear, which is weighed as a whole.
  package var weight: Int? {
    switch self {
    case .armour(let armour): armour.record.weight
    case .shield: Shield.weight
    case .weapon(let weapon): weapon.record.weight
    case .ammunition: 0
    case .gear: nil
    }
  }

  /// A description in a sentence or two.
  package var text: String {
    switch self {
    case .armour(let armour): armour.record.text
    case .shield: Shield.text
    case .weapon(let weapon): weapon.record.text
    case .ammunition(let ammunition): ammunition.record.text
    case .gear(let gear): gear.record.text
    }
  }

  /// Nobody wears two of it.
  package var isWorn: Bool { category == .armour }
}
