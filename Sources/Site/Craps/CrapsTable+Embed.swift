import Games

extension CrapsTable: EmbeddableTable {
  package static let slug = "craps"
  package static let noun = "game of Craps"
  static var part: WritableKeyPath<Session, CrapsTable?> { \.craps }

  /// `balance=500&ante=5`, in dollars.
  mutating func begin(_ wish: inout EmbedWish) {
    let balance = wish.number("balance", in: Craps.balanceLimits, step: Craps.step)
    let game = Craps(balance: balance ?? Craps.startingBalance)
    let antes = Craps.step...game.highestLegalAnte
    let ante = wish.number("ante", in: antes, step: Craps.step)
    self = CrapsTable(Craps(balance: game.balance, ante: ante ?? Craps.startingAnte))
  }
}
