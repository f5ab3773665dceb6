/// The five kinds of coin.
package enum Coin: Int, Named {
  case platinum, gold, electrum, silver, copper

  package static let names = [
    "Platinum pieces", "Gold pieces", "Electrum pieces", "Silver pieces", "Copper pieces",
  ]

  /// The kinds' values in copper pieces.
  ///
  /// B/X 1981; see `docs/sources.md`.
  private static let worths = [500, 100, 50, 10, 1]

  /// The value in copper pieces.
  package var worth: Int { Coin.worths[rawValue] }
  /// The abbreviation: `gp`.
  package var abbreviation: String { "\(name.prefix(1).lowercased())p" }
}

/// A purse, with a number of each coin.
package struct Coins: Hashable, Sendable {
  /// The number of one kind: a beginner has at most 180 gp, or 18,000 copper pieces.
  package static let range = 0...18_000
  /// The number of one kind once treasure has been found.
  package static let rangeInPlay = 0...1_000_000

  /// The five counts in the order of `Coin`.
  private var counts = Array(repeating: 0, count: Coin.allCases.count)

  package init() {}

  package init(gold: Int) {
    self[.gold] = gold
  }

  package subscript(coin: Coin) -> Int {
    get { counts[coin.rawValue] }
    set { counts[coin.rawValue] = newValue }
  }

  /// The value in copper pieces; a count beyond `rangeInPlay` enters as the nearest one in it.
  package var worth: Int { Coin.allCases.reduce(0) { $0 + counted($1) * $1.worth } }

  /// The weight, one for each coin; a count beyond `rangeInPlay` enters as the nearest one in it.
  package var weight: Int { Coin.allCases.reduce(0) { $0 + counted($1) } }

  func counted(_ coin: Coin) -> Int { self[coin].clamped(to: Coins.rangeInPlay) }
}
