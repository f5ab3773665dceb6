/// What the characters of a party come to together.
package struct PartyTotals: Hashable, Sendable {
  /// The coins in all purses; counts beyond what somebody may have enter as the nearest in it.
  package let coins: Coins
  package let hitPoints: Int
  package let hitPointsNow: Int
  /// Of the slowest, who may be carrying too much to move; `nil` for nobody.
  package let pace: Movement?

  /// Animals count for the pace.
  package init(_ characters: [PlayerCharacter], animals: [PartyAnimal] = []) {
    var coins = Coins()
    for character in characters {
      for coin in Coin.allCases {
        let range = Coins.rangeInPlay
        coins[coin] += min(max(character.coins[coin], range.lowerBound), range.upperBound)
      }
    }
    self.coins = coins
    hitPoints = characters.reduce(0) { $0 + min(max($1.hitPoints, 0), 9_999) }
    hitPointsNow = characters.reduce(0) { $0 + min($1.hitPointsNow, 9_999) }
    let paces =
      characters.map { RecordSheet($0).movement.base } + animals.map(\.movement.base)
    pace = paces.min().map(Movement.init(base:))
  }

  /// In copper pieces.
  package var worth: Int { Coin.allCases.reduce(0) { $0 + coins[$1] * $1.worth } }
}
