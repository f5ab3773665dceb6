/// The items that a character owns, with their counts.
package struct Goods: Hashable, Sendable {
  /// The most of one item; no beginner can afford as many of anything with a price.
  package static let mostOfOne = 200
  /// The possible counts, limited so that sums and lists stay small whatever is sent.
  private static let counted = 0...9_999

  /// The counts in the order of `Item.all`; empty if there is nothing.
  private var counts: [Int] = []

  package init() {}

  package init(_ items: some Sequence<Item>) {
    add(items)
  }

  package mutating func add(_ items: some Sequence<Item>) {
    for item in items { self[item] += 1 }
  }

  /// The count of an item; a count outside `0...9_999` becomes the nearest in it.
  package subscript(item: Item) -> Int {
    get { counts.isEmpty ? 0 : counts[item.index] }
    set {
      if counts.isEmpty { counts = Array(repeating: 0, count: Item.all.count) }
      counts[item.index] = newValue.clamped(to: Goods.counted)
      if counts[item.index] == 0, !counts.contains(where: { $0 != 0 }) { counts = [] }
    }
  }

  package var isEmpty: Bool { counts.isEmpty }

  /// The items owned, in the order of the shops.
  package var entries: [(item: Item, count: Int)] {
    zip(Item.all, counts).lazy.filter { $1 != 0 }.map { (item: $0, count: $1) }
  }

  /// Each single thing, in the order of the shops.
  package var items: [Item] {
    entries.flatMap { Array(repeating: $0.item, count: $0.count) }
  }

  /// The price in gold pieces.
  package var cost: Int { zip(Item.costs, counts).reduce(0) { $0 + $1.0 * $1.1 } }

  /// The best suit owned.
  package var armour: Armour? { Armour.allCases.last { self[.armour($0)] > 0 } }
  package var hasShield: Bool { self[.shield] > 0 }
  /// The weapons that leave no hand for a shield.
  package var bothHanded: [Weapon] {
    Weapon.allCases.filter { $0.record.needsBothHands && self[.weapon($0)] > 0 }
  }
  /// The weapons, with repeats.
  package var weapons: [Weapon] { repeated(Item.weapon) }
  /// The ammunition, with repeats.
  package var ammunition: [Ammunition] { repeated(Item.ammunition) }
  /// The gear, with repeats.
  package var gear: [Gear] { repeated(Item.gear) }

  private func repeated<Thing: Named>(_ item: (Thing) -> Item) -> [Thing] {
    guard !isEmpty else { return [] }
    return Thing.allCases.flatMap { Array(repeating: $0, count: self[item($0)]) }
  }
}
