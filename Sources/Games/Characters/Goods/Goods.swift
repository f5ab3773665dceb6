/// What a character owns: a count of each item.
package struct Goods: Hashable, Sendable {
  /// Of one item; the richest beginner can afford fewer of anything that has a price.
  package static let mostOfOne = 200
  /// Counts stop here, so that sums and lists stay small whatever somebody sends.
  private static let counted = 0...9_999

  /// In the order of `Item.all`; empty for nothing at all.
  private var counts: [Int] = []

  package init() {}

  package init(_ items: some Sequence<Item>) {
    add(items)
  }

  package mutating func add(_ items: some Sequence<Item>) {
    for item in items { self[item] += 1 }
  }

  /// How many there are, `0...9_999`; other counts become the nearest of these.
  package subscript(item: Item) -> Int {
    get { counts.isEmpty ? 0 : counts[item.index] }
    set {
      if counts.isEmpty { counts = Array(repeating: 0, count: Item.all.count) }
      let range = Goods.counted
      counts[item.index] = min(max(newValue, range.lowerBound), range.upperBound)
      if counts[item.index] == 0, !counts.contains(where: { $0 != 0 }) { counts = [] }
    }
  }

  package var isEmpty: Bool { counts.isEmpty }

  /// The items owned, in the order of the shops.
  package var entries: [(item: Item, count: Int)] {
    zip(Item.all, counts).lazy.filter { $1 != 0 }.map { (item: $0, count: $1) }
  }

  /// Every single thing, in the order of the shops.
  package var items: [Item] {
    entries.flatMap { Array(repeating: $0.item, count: $0.count) }
  }

  /// Gold pieces.
  package var cost: Int { zip(Item.costs, counts).reduce(0) { $0 + $1.0 * $1.1 } }

  /// The best suit owned.
  package var armour: Armour? { Armour.allCases.last { self[.armour($0)] > 0 } }
  package var hasShield: Bool { self[.shield] > 0 }
  /// Weapons that leave no hand for a shield.
  package var bothHanded: [Weapon] {
    Weapon.allCases.filter { $0.record.needsBothHands && self[.weapon($0)] > 0 }
  }
  /// With repeats.
  package var weapons: [Weapon] { repeated(Item.weapon) }
  /// With repeats.
  package var ammunition: [Ammunition] { repeated(Item.ammunition) }
  /// With repeats.
  package var gear: [Gear] { repeated(Item.gear) }

  private func repeated<Thing: Named>(_ item: (Thing) -> Item) -> [Thing] {
    guard !isEmpty else { return [] }
    return Thing.allCases.flatMap { Array(repeating: $0, count: self[item($0)]) }
  }
}
