/// The totals of a party's characters.
package struct PartyTotals: Hashable, Sendable {
  /// The coins in all purses; a count beyond the range enters as the nearest in it.
  package let coins: Coins
  package let hitPoints: Int
  package let hitPointsNow: Int
  /// The pace of the slowest, who may be carrying too much to move; `nil` for nobody.
  package let pace: Movement?

  /// Adds up characters; animals count for the pace.
  package init(_ characters: [PlayerCharacter], animals: [PartyAnimal] = []) {
    var coins = Coins()
    for character in characters {
      for coin in Coin.allCases { coins[coin] += character.coins.counted(coin) }
    }
    self.coins = coins
    hitPoints = characters.reduce(0) { $0 + min(max($1.hitPoints, 0), 9_999) }
    hitPointsNow = characters.reduce(0) { $0 + min($1.hitPointsNow, 9_999) }
    let paces =
      characters.map { RecordSheet($0).movement.base } + animals.map(\.movement.base)
    pace = paces.min().map(Movement.init(base:))
  }

  /// The value in copper pieces.
  package var worth: Int { Coin.allCases.reduce(0) { $0 + coins[$1] * $1.worth } }
}
