import Testing

@testable import Games

@Suite struct CrapsRestoreTests {
  /// The fields of a game as a file would have them.
  struct Saved: Sendable {
    var balance = 200
    var ante = 5
    var point = 0
    var die1: Int?
    var die2: Int?
    var won = false
    var lost = false

    var game: Craps? {
      Craps(
        balance: balance, ante: ante, point: point, die1: die1, die2: die2, won: won, lost: lost)
    }
  }

  @Test func `every state of play is read again as it was`() {
    var random = SeededGenerator(seed: 99)
    var game = Craps(balance: 300, ante: 100)
    for _ in 0..<2_000 {
      let saved = Saved(
        balance: game.balance, ante: game.ante, point: game.point, die1: game.die1,
        die2: game.die2, won: game.won, lost: game.lost)
      #expect(saved.game == game)
      if game.bankrupt { game.reset() }
      game.setAnte(Int.random(in: 0...300, using: &random))
      game.playTurn(using: &random)
    }
  }

  @Test(arguments: [
    Saved(), Saved(balance: 100_000, ante: 500), Saved(point: 6, die1: 6, die2: 6),
    Saved(balance: 10, die1: 3, die2: 4, won: true), Saved(die1: 3, die2: 3, won: true),
    Saved(balance: 0, ante: 0, die1: 3, die2: 4, lost: true),
    Saved(balance: 5, die1: 1, die2: 1, lost: true),
    Saved(balance: 1_000_000_000_000, ante: 500, die1: 5, die2: 6, won: true),
  ])
  func `a state that can occur is read`(saved: Saved) {
    #expect(saved.game != nil)
  }

  @Test(arguments: [
    Saved(balance: -5), Saved(balance: 203), Saved(balance: .max), Saved(balance: .min),
    Saved(balance: 100_005), Saved(balance: 0, ante: 0),
    Saved(balance: 1_000_000_000_005, die1: 3, die2: 4, won: true), Saved(ante: 0), Saved(ante: -5),
    Saved(ante: 7), Saved(ante: 205), Saved(ante: .max),
    Saved(balance: 1_000, ante: 505), Saved(balance: 0, ante: 5, die1: 3, die2: 4, lost: true),
  ])
  func `a balance or ante that cannot be is refused`(saved: Saved) {
    #expect(saved.game == nil)
  }

  @Test(arguments: [
    Saved(point: 6), Saved(die1: 3), Saved(die2: 3), Saved(won: true), Saved(lost: true),
    Saved(point: 6, die1: 0, die2: 6), Saved(point: 6, die1: 6, die2: 7),
    Saved(point: 6, die1: .max, die2: .max), Saved(point: 7, die1: 3, die2: 3),
    Saved(point: -4, die1: 3, die2: 3), Saved(point: 6, die1: 3, die2: 4),
    Saved(die1: 3, die2: 3), Saved(die1: 3, die2: 4),
    Saved(die1: 3, die2: 4, won: true, lost: true), Saved(die1: 1, die2: 1, won: true),
    Saved(die1: 6, die2: 6, won: true), Saved(die1: 5, die2: 6, lost: true),
    Saved(die1: 3, die2: 3, lost: true), Saved(point: 6, die1: 3, die2: 3, won: true),
    Saved(point: 6, die1: 1, die2: 1, lost: true), Saved(balance: 5, die1: 3, die2: 4, won: true),
    Saved(balance: 0, ante: 0, die1: 3, die2: 4, won: true),
    Saved(balance: 0, ante: 0, point: 6, die1: 3, die2: 3),
  ])
  func `dice, point and outcome that do not fit are refused`(saved: Saved) {
    #expect(saved.game == nil)
  }
}
