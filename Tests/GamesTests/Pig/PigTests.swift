import Testing

@testable import Games

@Suite struct PigTests {
  /// A game to 100 with these moves made: a number is a die, `nil` a hold.
  private func game(_ moves: [Int?] = []) throws -> Pig {
    var game = try Pig()
    for move in moves {
      _ = try move.map { try game.take($0) } ?? game.hold()
    }
    return game
  }

  /// Sixes to just short of the goal of 100 for each player, with the first one to move.
  private static let nearTheEnd: [Int?] = Array(
    repeating: Array(repeating: 6, count: 16) + [nil], count: 2
  ).flatMap(\.self)

  @Test func `a new game has no points, no roll and Player 1 to move`() throws {
    let game = try Pig()
    #expect(game.goal == 100)
    #expect(game.first.name == "Player 1" && game.second.name == "Player 2")
    #expect(game.first.score == 0 && game.second.score == 0)
    #expect(game.turn == .first && game.turnTotal == 0)
    #expect(game.lastRoll == nil && game.winner == nil)
    #expect(game.opponent == .person)
    #expect(!game.canHold && !game.wouldWin && !game.isOver)
  }

  @Test func `a game knows the names, goal and opponent it started with`() throws {
    let game = try Pig(goal: 50, first: " Ann ", second: "Bo", opponent: .computer(.rollOnce))
    #expect(
      game.start
        == .started(goal: 50, first: "Ann", second: "Bo", opponent: .computer(.rollOnce)))
  }

  @Test(arguments: 2...6)
  func `2 to 6 join the turn total, and the turn goes on`(value: Int) throws {
    var game = try game([4])
    var random = Faces(value)
    #expect(
      try game.roll(using: &random)
        == [.rolled(.first, value: value, turnTotal: 4 + value)])
    #expect(random.draws == 1)
    #expect(game.turn == .first && game.turnTotal == 4 + value && game.lastRoll == value)
    #expect(game.first.score == 0)
  }

  @Test func `a 1 scores nothing and passes the turn`() throws {
    var game = try game([6, nil, 5, nil, 6, 6])
    var random = Faces(1)
    #expect(
      try game.roll(using: &random)
        == [.rolled(.first, value: 1, turnTotal: 0), .piggedOut(.first)])
    #expect(game.turn == .second && game.turnTotal == 0 && game.lastRoll == 1)
    #expect(game.first.score == 6 && game.second.score == 5)
    #expect(game.first.scoringTurns == 1)
  }

  @Test func `holding banks the turn total and passes the turn`() throws {
    var game = try game([6, nil, 5, nil, 6, 4])
    #expect(try game.hold() == [.held(.first, turnTotal: 10, score: 16)])
    #expect(game.turn == .second && game.turnTotal == 0 && game.lastRoll == 4)
    #expect(game.first.score == 16 && game.first.scoringTurns == 2)
  }

  @Test func `the example of the rules: 5, 2, 1 and then 4, 5, 3, 5, 5 held`() throws {
    let game = try game([5, 2, 1, 4, 5, 3, 5, 5, nil])
    #expect(game.first.score == 0)
    #expect(game.second.score == 22)
    #expect(game.turn == .first)
  }

  @Test(arguments: [[], [3, 1], [3, nil]] as [[Int?]])
  func `nothing is held at a turn total of 0`(moves: [Int?]) throws {
    var game = try game(moves)
    let before = game
    #expect(throws: PigRefusal.nothingToHold) { try game.hold() }
    #expect(game == before)
  }

  @Test func `reaching the goal wins only when it is banked`() throws {
    var game = try game(PigTests.nearTheEnd)
    #expect(game.first.score == 96 && game.second.score == 96)
    _ = try game.take(3)
    #expect(!game.wouldWin)
    _ = try game.take(2)
    #expect(game.wouldWin && !game.isOver && game.first.score == 96)
    #expect(
      try game.hold() == [.held(.first, turnTotal: 5, score: 101), .won(.first, score: 101)])
    #expect(game.isOver && game.winner == .first && game.turn == .first)
    #expect(game.turnTotal == 0 && !game.canHold && !game.wouldWin)
  }

  @Test func `exactly the goal wins, and one point less does not`() throws {
    #expect(try game(PigTests.nearTheEnd + [4, nil]).winner == .first)
    #expect(try game(PigTests.nearTheEnd + [3, nil]).winner == nil)
  }

  @Test func `a 1 takes a win that was not banked`() throws {
    let game = try game(PigTests.nearTheEnd + [6, 1])
    #expect(!game.isOver && game.first.score == 96 && game.turn == .second)
  }

  @Test func `after the end nobody rolls or holds, and no die is thrown`() throws {
    var game = try game(PigTests.nearTheEnd + [6, nil])
    let before = game
    var random = Faces()
    #expect(throws: PigRefusal.gameOver) { try game.roll(using: &random) }
    #expect(throws: PigRefusal.gameOver) { try game.hold() }
    #expect(game.playComputerTurn(using: &random).isEmpty)
    #expect(game == before && random.draws == 0)
  }

  @Test(arguments: [[], [6, 6], [6, nil, 4], nearTheEnd + [6, nil]] as [[Int?]])
  func `a new game keeps names, opponent, goal and who begins`(moves: [Int?]) throws {
    var game = try game(moves)
    _ = try game.rename(.second, to: "Bo")
    _ = try game.setOpponent(.computer(.holdAt(20)))
    let fresh = try Pig(second: "Bo", opponent: .computer(.holdAt(20)))
    #expect(game.restart() == [fresh.start])
    #expect(game == fresh)
    var other = try Pig(beginner: .second)
    let start = other
    #expect(other.turn == .second)
    _ = try other.take(1)
    #expect(other.turn == .first)
    _ = other.restart()
    #expect(other == start)
  }

  @Test(arguments: [Int.min, -1, 0, 9, 201, .max])
  func `a goal out of 10 to 200 is refused`(goal: Int) {
    #expect(throws: PigRefusal.goal) { try Pig(goal: goal) }
  }

  @Test(arguments: [10, 200])
  func `the lowest and the highest goal win as any other`(goal: Int) throws {
    var game = try Pig(goal: goal)
    while game.turnTotal < goal {
      #expect(!game.wouldWin)
      _ = try game.take(2)
    }
    _ = try game.hold()
    #expect(game.winner == .first)
  }
}
