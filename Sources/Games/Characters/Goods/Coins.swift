/// The five kinds of coin.
package enum Coin: Int, Labelled {
  case platinum, gold, electrum, silver, copper

  package static let labels = [
    Label("platinumPieces", "Platinum pieces"), Label("goldPieces", "Gold pieces"),
    Label("electrumPieces", "Electrum pieces"), Label("silverPieces", "Silver pieces"),
    Label("copperPieces", "Copper pieces"),
  ]

  /// B/X 1981 style rules; see the list of sources.
  private static let worths = [500, 100, 50, 10, 1]

  /// In copper pieces.
  package var worth: Int { Coin.worths[rawValue] }
  /// `gp`.
  package var abbreviation: String { "\(id.prefix(1))p" }
}

/// A purse: how many there are of each coin.
package struct Coins: Hashable, Sendable {
  /// Of one kind: copper pieces for the most that a beginner can have.
  package static let range = 0...18_000

  /// In the order of `Coin`, always five.
  private var counts = Array(repeating: 0, count: Coin.allCases.count)

  package init() {}

  package init(gold: Int) {
    self[.gold] = gold
  }

  package subscript(coin: Coin) -> Int {
    get { counts[coin.rawValue] }
    set { counts[coin.rawValue] = newValue }
  }

  /// In copper pieces; counts beyond `range` weigh in as the nearest in it.
  package var worth: Int { Coin.allCases.reduce(0) { $0 + counted($1) * $1.worth } }

  /// In coins: each weighs one; counts beyond `range` weigh in as the nearest in it.
  package var weight: Int { Coin.allCases.reduce(0) { $0 + counted($1) } }

  /// `12.34 gp`, from copper pieces.
  package static func text(worth: Int) -> String {
    let (gold, copper) = worth.quotientAndRemainder(dividingBy: Coin.gold.worth)
    guard copper > 0 else { return "\(gold) gp" }
    return "\(gold).\(copper < 10 ? "0" : "")\(copper) gp"
  }

  private func counted(_ coin: Coin) -> Int {
    min(max(self[coin], Coins.range.lowerBound), Coins.range.upperBound)
  }
}
