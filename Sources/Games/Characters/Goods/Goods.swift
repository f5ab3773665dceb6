/// What somebody owns, counted by item.
package struct Goods: Hashable, Sendable {
  /// Of one item; more than the richest beginner can pay of anything that costs.
  package static let mostOfOne = 200
  /// Where counting stops, so that sums and lists stay small whatever is sent.
  private static let counted = 0...9_999

  /// In the order of `Item.all`; empty for nothing at all.
  private var counts: [Int] = []

  package init() {}

  package init(_ items: some Sequence<Item>) {
    for item in items { self[item] += 1 }
  }

  /// How many there are: `0...9_999`, beyond which counts are moved to the nearest.
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

  /// What there is, in the order of the shops.
  package var entries: [(item: Item, count: Int)] {
    zip(Item.all, counts).lazy.filter { $1 != 0 }.map { (item: $0, count: $1) }
  }

  /// Each thing by itself, in the order of the shops.
  package var items: [Item] {
    entries.flatMap { Array(repeating: $0.item, count: $0.count) }
  }

  /// Gold pieces.
  package var cost: Int { zip(Item.costs, counts).reduce(0) { $0 + $1.0 * $1.1 } }

  /// The best suit.
  package var armour: Armour? { Armour.allCases.last { self[.armour($0)] > 0 } }
  package var hasShield: Bool { self[.shield] > 0 }
  /// With repeats.
  package var weapons: [Weapon] { repeated(Item.weapon) }
  /// With repeats.
  package var ammunition: [Ammunition] { repeated(Item.ammunition) }
  /// With repeats.
  package var gear: [Gear] { repeated(Item.gear) }

  private func repeated<Thing: Labelled>(_ item: (Thing) -> Item) -> [Thing] {
    guard !isEmpty else { return [] }
    return Thing.allCases.flatMap { Array(repeating: $0, count: self[item($0)]) }
  }
}
