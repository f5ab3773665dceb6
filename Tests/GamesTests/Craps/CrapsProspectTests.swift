import Testing

@testable import Games

@Suite struct CrapsProspectTests {
  /// Balance, target, ante, then the chance of the target and the mean number of games, found by
  /// solving one linear equation for each pair of balance and ante.
  @Test(arguments: [
    (200, 400, 5, 0.24390493930901264, 1448.7663433377957),
    (200, 400, 200, 0.49292929292929294, 1.0),
    (200, 400, 150, 0.40033138441276195, 6.587182921367781),
    (10, 20, 5, 0.4858614132874152, 3.9992002415596923),
    (15, 30, 10, 0.42881100672088635, 5.306084485860504),
    (35, 60, 10, 0.515798544116267, 14.454946900860556),
    (95, 1000, 35, 0.06119215832798919, 76.54063657959462),
    (1000, 1500, 500, 0.6571952486927376, 2.0092936701835336),
    (500, 1003, 45, 0.3982396211358616, 171.96557600513364),
    (100, 101, 100, 0.49292929292929294, 1.0),
    (5, 1000, 5, 0.0001005654751563812, 69.29200256565248),
  ])
  func `chances and length agree with the equations`(
    balance: Int, target: Int, ante: Int, reachTarget: Double, games: Double
  ) throws {
    let prospect = try CrapsProspect(balance: balance, target: target, ante: ante)
    #expect(abs(prospect.reachTarget - reachTarget) < 1e-12)
    #expect(abs(prospect.ruin - (1 - reachTarget)) < 1e-12)
    #expect(abs(prospect.expectedGames - games) < 1e-9 * games)
  }

  @Test(arguments: [(200, 200), (200, 5), (100_000, 99_999)])
  func `a player who already has the target plays no games`(balance: Int, target: Int) throws {
    let prospect = try CrapsProspect(balance: balance, target: target, ante: 5)
    #expect(prospect.reachTarget == 1)
    #expect(prospect.ruin == 0)
    #expect(prospect.expectedGames == 0)
  }

  @Test(arguments: [
    (5, 1_000_000, 5), (100_000, 1_000_000, 5), (100_000, 100_001, 5), (100_000, 1_000_000, 500),
    (99_995, 1_000_000, 495),
  ])
  func `the furthest inputs give finite numbers`(balance: Int, target: Int, ante: Int) throws {
    let prospect = try CrapsProspect(balance: balance, target: target, ante: ante)
    #expect(0...1 ~= prospect.reachTarget)
    #expect(0...1 ~= prospect.ruin)
    #expect(prospect.expectedGames.isFinite && prospect.expectedGames >= 1)
  }

  @Test(
    arguments: [
      (0, 400, 5, .balance), (-5, 400, 5, .balance), (201, 400, 5, .balance),
      (100_005, 400, 5, .balance), (.max, 400, 5, .balance), (200, 4, 5, .target),
      (200, -1, 5, .target), (200, 1_000_001, 5, .target), (200, .min, 5, .target),
      (200, 400, 0, .ante), (200, 400, 7, .ante), (200, 400, 205, .ante), (200, 400, -5, .ante),
      (1_000, 2_000, 505, .ante), (200, 400, .max, .ante),
    ] as [(Int, Int, Int, CrapsProspect.InputError)])
  func `a number outside its limits is named`(
    balance: Int, target: Int, ante: Int, error: CrapsProspect.InputError
  ) {
    #expect(throws: error) {
      try CrapsProspect(balance: balance, target: target, ante: ante)
    }
  }

  /// Five standard deviations of the chance, and of the length as it was seen.
  @Test func `players who never touch the ante agree`() throws {
    var random = SeededGenerator(seed: 60)
    let players = 3_000
    var reached = 0.0
    var games = 0.0
    var squares = 0.0
    for _ in 0..<players {
      var game = Craps(balance: 35, ante: 10)
      var played = 0.0
      while !game.bankrupt && game.balance < 60 {
        game.playTurn(using: &random)
        if game.won || game.lost { played += 1 }
      }
      reached += game.bankrupt ? 0 : 1
      games += played
      squares += played * played
    }
    let prospect = try CrapsProspect(balance: 35, target: 60, ante: 10)
    let count = Double(players)
    let deviation = (squares / count - (games / count) * (games / count)).squareRoot()
    #expect(abs(reached / count - prospect.reachTarget) < 5 * 0.5 / count.squareRoot())
    #expect(abs(games / count - prospect.expectedGames) < 5 * deviation / count.squareRoot())
  }
}
