/// An item that the shops sell.
package enum Item: Hashable, Sendable {
  case armour(Armour)
  case shield
  case weapon(Weapon)
  case ammunition(Ammunition)
  case gear(Gear)

  /// The shops.
  package enum Category: Int, Named {
    case armour, weapons, ammunition, gear

    package static let names = ["Armour", "Weapons", "Ammunition", "Gear"]

    private static let lists = Category.allCases.map { category in
      Item.all.filter { $0.category == category }
    }

    /// The items that it sells.
    package var items: [Item] { Category.lists[rawValue] }
  }

  /// All goods, shop by shop.
  package static let all: [Item] =
    Armour.allCases.map(Item.armour) + [.shield] + Weapon.allCases.map(Item.weapon)
    + Ammunition.allCases.map(Item.ammunition) + Gear.allCases.map(Item.gear)

  private typealias Row = (name: String, cost: Int, weight: Int?, text: String)

  /// What the tables say about each of them.
  private static let rows =
    ([
      Armour.records.map { ($0.name, $0.cost, $0.weight, $0.text) },
      [(Shield.name, Shield.cost, Shield.weight, Shield.text)],
      Weapon.records.map { ($0.name, $0.cost, $0.weight, $0.text) },
      Ammunition.records.map { ($0.name, $0.cost, 0, $0.text) },
      Gear.records.map { ($0.name, $0.cost, nil, $0.text) },
    ] as [[Row]]).flatMap(\.self)
  static let costs = rows.map(\.cost)

  private static let weaponsStart = Armour.allCases.count + 1
  private static let ammunitionStart = weaponsStart + Weapon.allCases.count
  private static let gearStart = ammunitionStart + Ammunition.allCases.count

  /// The place in `all`, which sessions keep, so the order must not change.
  package var index: Int {
    switch self {
    case .armour(let armour): armour.rawValue
    case .shield: Item.weaponsStart - 1
    case .weapon(let weapon): Item.weaponsStart + weapon.rawValue
    case .ammunition(let ammunition): Item.ammunitionStart + ammunition.rawValue
    case .gear(let gear): Item.gearStart + gear.rawValue
    }
  }

  package var name: String { Item.rows[index].name }
  /// The price in gold pieces.
  package var cost: Int { Item.costs[index] }

  package var category: Category {
    switch self {
    case .armour, .shield: .armour
    case .weapon: .weapons
    case .ammunition: .ammunition
    case .gear: .gear
    }
  }

  /// The weight in coins, ten to the pound; `nil` for gear, which is weighed as a whole.
  package var weight: Int? { Item.rows[index].weight }

  /// A description in a sentence or two.
  package var text: String { Item.rows[index].text }

  /// Whether it is armour or a shield, of which a character wears one each.
  package var isWorn: Bool { category == .armour }
}
