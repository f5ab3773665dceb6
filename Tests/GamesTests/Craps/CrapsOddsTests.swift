import Testing

@testable import Games

@Suite struct CrapsOddsTests {
  /// Known since long before this program.
  @Test func `the chance before the first roll is 244 in 495`() {
    #expect(CrapsOdds.win == Fraction(244, 495))
    #expect(CrapsOdds.win(point: 0) == Fraction(244, 495))
  }

  @Test func `a game takes 557/165 rolls and costs 7/495 of the stake`() {
    #expect(CrapsOdds.expectedRolls == Fraction(557, 165))
    #expect(CrapsOdds.expectedChange == Fraction(-7, 495))
  }

  @Test(arguments: [
    (4, 3, "1/3", "-1/3"), (5, 4, "2/5", "-1/5"), (6, 5, "5/11", "-1/11"),
    (8, 5, "5/11", "-1/11"), (9, 4, "2/5", "-1/5"), (10, 3, "1/3", "-1/3"),
  ])
  func `each point has its ways, its chance and its cost`(
    point: Int, ways: Int, win: String, change: String
  ) throws {
    let odds = try #require(CrapsOdds.points.first { $0.point == point })
    #expect(odds.ways == ways)
    #expect(odds.win.description == win)
    #expect(CrapsOdds.win(point: point) == odds.win)
    #expect(CrapsOdds.expectedChange(of: odds.win).description == change)
  }

  @Test(arguments: [(0, 8, 4), (4, 3, 6), (5, 4, 6), (6, 5, 6), (8, 5, 6), (9, 4, 6), (10, 3, 6)])
  func `so many pairs win and lose in the next roll`(point: Int, wins: Int, losses: Int) {
    #expect(CrapsOdds.pairs(of: .win, point: point) == wins)
    #expect(CrapsOdds.pairs(of: .loss, point: point) == losses)
  }

  @Test func `there are six points in order`() {
    #expect(CrapsOdds.points.map(\.point) == [4, 5, 6, 8, 9, 10])
  }

  @Test(arguments: [-1, 1, 2, 3, 7, 11, 12, .max])
  func `no other number is a point`(number: Int) {
    #expect(CrapsOdds.win(point: number) == nil)
  }

  /// Five standard deviations: of the wins √(p(1−p)/n), of the rolls a game 3/√n at most.
  @Test func `the game as it is played agrees`() {
    var random = SeededGenerator(seed: 495)
    let games = 20_000
    var wins = 0
    var rolls = 0
    for _ in 0..<games {
      var game = Craps()
      repeat {
        game.playTurn(using: &random)
        rolls += 1
      } while game.isPointOn
      wins += game.won ? 1 : 0
    }
    let root = Double(games).squareRoot()
    #expect(abs(Double(wins) / Double(games) - 244.0 / 495.0) < 5 * 0.5 / root)
    #expect(abs(Double(rolls) / Double(games) - 557.0 / 165.0) < 5 * 3.02 / root)
  }
}
