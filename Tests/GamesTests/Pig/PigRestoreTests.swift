import Testing

@testable import Games

@Suite struct PigRestoreTests {
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `every game that was played can be restored at any moment`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var game = try Pig(goal: 30)
    while !game.isOver {
      _ =
        game.turnTotal >= 10 ? try game.hold() : try game.roll(using: &random)
      #expect(restored(game) == game)
    }
  }

  @Test(
    arguments: [
      (100, 0, 0, 0, 0, Seat.first, 0, nil, nil), (9, 0, 0, 0, 0, .first, 0, nil, nil),
      (100, 0, 0, 0, 0, .second, 0, nil, nil), (100, 2, 1, 0, 0, .first, 0, nil, nil),
      (100, 0, 0, 0, 0, .first, 4, nil, nil), (100, 0, 0, 0, 0, .first, 3, 4, nil),
      (100, 0, 0, 0, 0, .first, 4, 1, nil), (100, 0, 0, 0, 0, .first, 1, 1, nil),
      (100, 0, 0, 0, 0, .first, 0, 7, nil), (100, 0, 0, 0, 0, .first, -2, 2, nil),
      (100, 100, 9, 0, 0, .first, 0, 4, nil), (100, 50, 9, 0, 0, .first, 0, 4, .first),
      (100, 100, 9, 0, 0, .second, 0, 4, .first), (100, 100, 9, 0, 0, .first, 4, 4, .first),
      (100, 100, 9, 100, 9, .first, 0, 4, .first),
      (100, 100, 9, 2_000_000, 9, .second, 0, 4, .second),
    ] as [(Int, Int, Int, Int, Int, Seat, Int, Int?, Seat?)])
  func `a state that can't be reached is rejected`(
    goal: Int, score: Int, turns: Int, other: Int, otherTurns: Int, turn: Seat, turnTotal: Int,
    lastRoll: Int?, winner: Seat?
  ) throws {
    let first = try #require(Player(name: "Ann", score: score, scoringTurns: turns))
    let second = try #require(Player(name: "Bo", score: other, scoringTurns: otherTurns))
    let game = Pig(
      goal: goal, first: first, second: second, opponent: .person, turn: turn,
      turnTotal: turnTotal, lastRoll: lastRoll, winner: winner)
    // The first row is a new game, which is possible.
    let isNew = goal == 100 && score == 0 && turn == .first && turnTotal == 0 && lastRoll == nil
    #expect((game != nil) == isNew)
    // Where Player 2 begins, only that player can be first to roll.
    let begun = Pig(
      goal: goal, first: first, second: second, opponent: .person, beginner: .second, turn: turn,
      turnTotal: turnTotal, lastRoll: lastRoll, winner: winner)
    let isOther = goal == 100 && score == 0 && turn == .second && turnTotal == 0 && lastRoll == nil
    #expect((begun != nil) == isOther)
  }

  @Test(
    arguments: [
      ("", 0, 0), (" Ann", 0, 0), ("Ann", 1, 0), ("Ann", 0, 1), ("Ann", 3, 2), ("Ann", -4, -1),
    ])
  func `a player that can't occur is rejected`(name: String, score: Int, turns: Int) {
    #expect(Player(name: name, score: score, scoringTurns: turns) == nil)
  }

  private func restored(_ game: Pig) -> Pig? {
    let players = Seat.allCases.compactMap { seat in
      Player(
        name: game[seat].name, score: game[seat].score, scoringTurns: game[seat].scoringTurns)
    }
    guard players.count == 2 else { return nil }
    return Pig(
      goal: game.goal, first: players[0], second: players[1], opponent: game.opponent,
      turn: game.turn, turnTotal: game.turnTotal, lastRoll: game.lastRoll, winner: game.winner)
  }
}
