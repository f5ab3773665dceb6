import Games

extension CrapsState: EmbeddableState {
  package static let slug = "craps"
  package static let noun = "game of Craps"
  package static let picture = PreviewPicture.craps
  package static let name = "Craps"
  package static let summary =
    "Two dice, play money, and the exact chance of winning after every roll."
  package static let options = [balance, ante]
  static var part: WritableKeyPath<Session, CrapsState?> { \.craps }

  private static let balance = EmbedOption.number(
    "balance", "Dollars to begin with", in: Craps.balanceLimits, step: Craps.step,
    usual: Craps.startingBalance)
  private static let ante = EmbedOption.number(
    "ante", "Ante in dollars", in: Craps.step...Craps.highestAnte, step: Craps.step,
    usual: Craps.startingAnte)

  /// `balance=500&ante=5`.
  mutating func begin(_ wish: inout OptionReader) {
    let game = Craps(balance: wish.number(CrapsState.balance) ?? Craps.startingBalance)
    let ante = wish.number(CrapsState.ante, upTo: game.highestLegalAnte)
    self = CrapsState(Craps(balance: game.balance, ante: ante ?? Craps.startingAnte))
  }
}
