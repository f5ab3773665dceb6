import Testing

@testable import Games

@Suite struct PigOpponentTests {
  @Test func `the computer plays its whole turn roll by roll`() throws {
    var game = try Pig(opponent: .computer(.holdAt(20)))
    var random = Faces(6, 5, 4, 6, 4, 1)
    _ = try game.roll(using: &random)
    #expect(game.playComputerTurn(using: &random).isEmpty, "it is Player 1's turn")
    _ = try game.hold()
    #expect(game.strategyToMove == .holdAt(20))
    #expect(
      game.playComputerTurn(using: &random) == [
        .rolled(.second, value: 5, turnTotal: 5), .rolled(.second, value: 4, turnTotal: 9),
        .rolled(.second, value: 6, turnTotal: 15), .rolled(.second, value: 4, turnTotal: 19),
        .rolled(.second, value: 1, turnTotal: 0), .piggedOut(.second),
      ])
    #expect(game.turn == .first && game.second.score == 0)
  }

  @Test func `the computer wins by holding`() throws {
    var game = try Pig(goal: 10, opponent: .computer(.optimal))
    _ = try game.take(1)
    var random = Faces(6, 4)
    #expect(
      game.playComputerTurn(using: &random) == [
        .rolled(.second, value: 6, turnTotal: 6), .rolled(.second, value: 4, turnTotal: 10),
        .held(.second, turnTotal: 10, score: 10), .won(.second, score: 10),
      ])
    #expect(game.winner == .second)
  }

  @Test func `switching in the middle of a turn hands over the running total`() throws {
    var game = try Pig()
    for value in [1, 6, 5, 4] { _ = try game.take(value) }
    #expect(game.turn == .second && game.turnTotal == 15)
    #expect(
      try game.setOpponent(.computer(.holdAt(20))) == [.opponentChanged(.computer(.holdAt(20)))])
    #expect(game.turn == .second && game.turnTotal == 15)
    var random = Faces(5)
    #expect(
      game.playComputerTurn(using: &random) == [
        .rolled(.second, value: 5, turnTotal: 20), .held(.second, turnTotal: 20, score: 20),
      ])
  }

  @Test func `a computer that takes over with enough holds without a roll`() throws {
    var game = try Pig()
    for value in [1, 6] { _ = try game.take(value) }
    _ = try game.setOpponent(.computer(.rollOnce))
    var random = Faces()
    #expect(game.playComputerTurn(using: &random) == [.held(.second, turnTotal: 6, score: 6)])
  }

  @Test func `a person may take over, and the same opponent is no change`() throws {
    var game = try Pig(opponent: .computer(.optimal))
    #expect(try game.setOpponent(.computer(.optimal)) == [])
    #expect(try game.setOpponent(.person) == [.opponentChanged(.person)])
    _ = try game.take(1)
    #expect(game.strategyToMove == nil)
  }

  @Test(
    arguments: [
      (50, .fourScoringTurns), (101, .keepPaceEndRace), (100, .holdAt(0)), (100, .holdAt(-5)),
      (100, .holdAt(201)),
    ] as [(Int, PigStrategy)])
  func `a strategy that is not for the goal is refused`(goal: Int, strategy: PigStrategy) throws {
    #expect(throws: PigRefusal.strategy) {
      try Pig(goal: goal, opponent: .computer(strategy))
    }
    var game = try Pig(goal: goal)
    let before = game
    #expect(throws: PigRefusal.strategy) { try game.setOpponent(.computer(strategy)) }
    #expect(game == before)
  }
}
