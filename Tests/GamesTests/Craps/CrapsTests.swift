import Testing

@testable import Games

@Suite struct CrapsTests {
  /// A game with these dice thrown one after the other.
  private func game(balance: Int = 200, ante: Int = 5, after rolls: [(Int, Int)]) -> Craps {
    var game = Craps(balance: balance, ante: ante)
    for (first, second) in rolls {
      var random = Faces(first, second)
      game.playTurn(using: &random)
      #expect(random.draws == 2)
    }
    return game
  }

  @Test func `a new game has $200, an ante of $5 and no dice`() {
    let game = Craps()
    #expect(game.balance == 200)
    #expect(game.ante == 5)
    #expect(game.point == 0)
    #expect(game.dice.isEmpty)
    #expect(game.die1 == nil && game.die2 == nil && game.total == nil)
    #expect(!game.won && !game.lost && !game.bankrupt)
  }

  /// Dice, then balance, point, won, lost.
  @Test(arguments: [
    (1, 1, 195, 0, false, true), (1, 2, 195, 0, false, true), (1, 3, 200, 4, false, false),
    (2, 3, 200, 5, false, false), (3, 3, 200, 6, false, false), (3, 4, 205, 0, true, false),
    (2, 6, 200, 8, false, false), (4, 5, 200, 9, false, false), (4, 6, 200, 10, false, false),
    (5, 6, 205, 0, true, false), (6, 6, 195, 0, false, true),
  ])
  func `the first roll wins, loses or sets the point`(
    die1: Int, die2: Int, balance: Int, point: Int, won: Bool, lost: Bool
  ) {
    let game = game(after: [(die1, die2)])
    #expect(game.dice == [die1, die2])
    #expect(game.total == die1 + die2)
    #expect(game.balance == balance)
    #expect(game.point == point)
    #expect(game.won == won)
    #expect(game.lost == lost)
  }

  /// A pair for each total from 2 to 12.
  private static let pairs = [
    (1, 1), (1, 2), (2, 2), (1, 4), (5, 1), (6, 1), (4, 4), (3, 6), (5, 5), (6, 5), (6, 6),
  ]

  @Test(arguments: [4, 5, 6, 8, 9, 10], pairs)
  func `with a point on, the point wins, seven loses and all else is nothing`(
    point: Int, pair: (Int, Int)
  ) {
    let game = game(ante: 25, after: [CrapsTests.pairs[point - 2], pair])
    switch pair.0 + pair.1 {
    case point:
      #expect(game.balance == 225 && game.won && !game.lost && game.point == 0)
    case 7:
      #expect(game.balance == 175 && game.lost && !game.won && game.point == 0)
    default:
      #expect(game.balance == 200 && !game.won && !game.lost && game.point == point)
    }
  }

  @Test func `the next roll clears won and lost`() {
    #expect(!game(after: [(3, 4), (3, 3)]).won)
    #expect(!game(after: [(1, 1), (3, 3)]).lost)
  }

  /// Balance, wish, then the ante and why.
  @Test(
    arguments: [
      (200, 5, 5, nil), (200, 10, 10, nil), (200, 200, 200, nil), (1000, 500, 500, nil),
      (200, 0, 5, .raisedToLowest), (200, -5, 5, .raisedToLowest), (200, 4, 5, .raisedToLowest),
      (200, .min, 5, .raisedToLowest), (200, 7, 5, .roundedDown), (200, 9, 5, .roundedDown),
      (200, 199, 195, .roundedDown), (200, 201, 200, .loweredToBalance),
      (200, 205, 200, .loweredToBalance), (200, 501, 200, .loweredToBalance),
      (200, .max, 200, .loweredToBalance), (500, 505, 500, .loweredToHighest),
      (1000, 501, 500, .loweredToHighest), (1000, .max, 500, .loweredToHighest),
      (1000, 499, 495, .roundedDown), (5, 10, 5, .loweredToBalance), (5, 5, 5, nil),
    ] as [(Int, Int, Int, AnteCorrection?)])
  func `an ante is moved to the nearest legal one, never above the wish`(
    balance: Int, wish: Int, ante: Int, correction: AnteCorrection?
  ) {
    var game = Craps(balance: balance)
    #expect(game.setAnte(wish) == correction)
    #expect(game.ante == ante)
    #expect(game.balance == balance)
  }

  @Test func `the ante can't be changed while the point is on, but once it is decided`() {
    var game = game(ante: 25, after: [(3, 3)])
    let before = game
    #expect(game.setAnte(50) == .pointIsOn)
    #expect(game.setAnte(0) == .pointIsOn)
    #expect(game.setAnte(25) == nil)
    #expect(game == before)
    var sixes = Faces(2, 4)
    game.playTurn(using: &sixes)
    #expect(game.won)
    #expect(game.setAnte(50) == nil)
    #expect(game.ante == 50)
  }

  @Test func `an ante above the balance comes down to it, and not up again by winning`() {
    let game = game(balance: 200, ante: 150, after: [(1, 1)])
    #expect(game.balance == 50)
    #expect(game.ante == 50)
    #expect(self.game(balance: 200, ante: 150, after: [(1, 1), (3, 4)]).ante == 50)
  }

  @Test func `a player who has lost everything is bankrupt and can't roll`() {
    var game = game(balance: 50, ante: 50, after: [(3, 3), (3, 4)])
    #expect(game.bankrupt && game.lost)
    #expect(game.balance == 0 && game.ante == 0 && game.point == 0)
    let before = game
    var random = Faces()
    game.playTurn(using: &random)
    #expect(game.setAnte(5) == .bankrupt)
    #expect(game.setAnte(0) == nil)
    #expect(game == before)
    #expect(random.draws == 0)
  }

  @Test(arguments: [[], [(3, 4)], [(1, 1)], [(3, 3)], [(3, 3), (3, 4)]])
  func `a reset gives a new game`(rolls: [(Int, Int)]) {
    var game = game(balance: 50, ante: 50, after: rolls)
    game.reset()
    #expect(game == Craps())
  }

  /// Wishes, then balance and ante.
  @Test(arguments: [
    (1000, 50, 1000, 50), (5, 5, 5, 5), (100_000, 500, 100_000, 500), (0, 0, 5, 5), (-5, 5, 5, 5),
    (7, 5, 5, 5), (4, 5, 5, 5), (204, 204, 200, 200), (100_003, 600, 100_000, 500),
    (.max, .max, 100_000, 500), (.min, .min, 5, 5), (20, 50, 20, 20),
  ])
  func `a game may start otherwise, within limits`(
    balance: Int, ante: Int, startBalance: Int, startAnte: Int
  ) {
    let game = Craps(balance: balance, ante: ante)
    #expect(game.balance == startBalance)
    #expect(game.ante == startAnte)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `the invariants hold through long games of any wishes`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var game = Craps()
    for _ in 0..<1_000 {
      let before = game
      if Int.random(in: 0..<3, using: &random) == 0 {
        let correction = game.setAnte(Int.random(in: -20...700, using: &random))
        #expect(game.balance == before.balance && game.dice == before.dice)
        if correction == .pointIsOn || correction == .bankrupt { #expect(game == before) }
      } else {
        game.playTurn(using: &random)
        let change = game.won ? before.ante : game.lost && !before.bankrupt ? -before.ante : 0
        #expect(game.balance == before.balance + change)
      }
      #expect(game.balance >= 0 && game.balance % 5 == 0)
      #expect(game.ante % 5 == 0)
      #expect(game.bankrupt ? game.ante == 0 : 5...min(game.balance, 500) ~= game.ante)
      #expect([0, 4, 5, 6, 8, 9, 10].contains(game.point))
      #expect(!(game.won && game.lost))
      #expect(game.point == 0 || !(game.won || game.lost))
      if game.bankrupt, Bool.random(using: &random) { game.reset() }
    }
  }
}
