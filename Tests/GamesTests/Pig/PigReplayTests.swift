import Testing

@testable import Games

@Suite struct PigReplayTests {
  /// A game of chance moves, and its history.
  private func played(
    seed: UInt64, goal: Int, moves: Int
  ) throws -> (game: Pig, history: [PigEvent]) {
    var random = SeededGenerator(seed: seed)
    var game = try Pig(goal: goal)
    var history = [game.start]
    let opponents: [Opponent] = [
      .person, .computer(.rollOnce), .computer(.holdAt(7)), .computer(.optimal),
    ]
    for _ in 0..<moves where !game.isOver {
      switch Int.random(in: 0..<20, using: &random) {
      case 0: history += try game.rename(.first, to: "Ann \(random.next() % 9)")
      case 2: history += try game.rename(first: game.second.name, second: game.first.name)
      case 1: history += try game.setOpponent(opponents[Int(random.next() % 4)])
      case 3...6 where game.canHold: history += try game.hold()
      default: history += try game.roll(using: &random)
      }
      history += game.playComputerTurn(using: &random)
    }
    return (game, history)
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `a history leads to the same game`(seed: UInt64) throws {
    let (game, history) = try played(seed: seed, goal: 30, moves: 60)
    #expect(PigLog(replaying: history)?.game == game)
    #expect(history.count > 5)
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `scores change by a hold only, and a 1 banks nothing`(seed: UInt64) throws {
    let (_, history) = try played(seed: seed, goal: 40, moves: 200)
    var scores: [Seat: Int] = [.first: 0, .second: 0]
    var game = try #require(PigLog(replaying: [history[0]])).game
    for event in history.dropFirst() {
      let before = game
      if let move = event.move { _ = try game.play(move) }
      if case .held(let seat, let turnTotal, let score) = event {
        scores[seat, default: 0] += turnTotal
        #expect(turnTotal >= 2 && before.turnTotal == turnTotal && scores[seat] == score)
      }
      if case .rolled(let seat, 1, _) = event {
        #expect(game.turn == seat.other && game.turnTotal == 0)
      }
      #expect(game.first.score == scores[.first] && game.second.score == scores[.second])
      #expect(game.turnTotal == 0 || game.turnTotal >= 2)
      #expect(game.isOver == (max(game.first.score, game.second.score) >= 40))
    }
  }

  private static let start = PigEvent.started(
    goal: 10, first: "Ann", second: "Bo", opponent: .person)

  @Test(
    arguments: [
      [],
      [.rolled(.first, value: 2, turnTotal: 2)],
      [.started(goal: 9, first: "Ann", second: "Bo", opponent: .person)],
      [.started(goal: 10, first: "Ann", second: "ann", opponent: .person)],
      [.started(goal: 10, first: " Ann", second: "Bo", opponent: .person)],
      [.started(goal: 10, first: "Ann", second: "Bo", opponent: .computer(.fourScoringTurns))],
      [start, .rolled(.first, value: 7, turnTotal: 7)],
      [start, .rolled(.first, value: 0, turnTotal: 0)],
      [start, .rolled(.second, value: 2, turnTotal: 2)],
      [start, .rolled(.first, value: 2, turnTotal: 3)],
      [start, .rolled(.first, value: 1, turnTotal: 0)],
      [start, .piggedOut(.first)],
      [start, .held(.first, turnTotal: 0, score: 0)],
      [start, .rolled(.first, value: 6, turnTotal: 6), .held(.first, turnTotal: 6, score: 7)],
      [start, .won(.first, score: 10)],
      [start, .renamed(.first, name: "Bo")],
      [start, .opponentChanged(.person)],
      [start, .renamed(.first, name: "Bo"), .namesSwapped],
      [start, start, .rolled(.second, value: 2, turnTotal: 2)],
    ] as [[PigEvent]])
  func `a history that can't be played is rejected`(history: [PigEvent]) {
    #expect(PigLog(replaying: history) == nil)
  }

  @Test func `nothing follows a win but a change of names and opponents`() throws {
    let won: [PigEvent] = [
      PigReplayTests.start, .rolled(.first, value: 6, turnTotal: 6),
      .rolled(.first, value: 4, turnTotal: 10), .held(.first, turnTotal: 10, score: 10),
      .won(.first, score: 10),
    ]
    let game = try #require(PigLog(replaying: won + [.renamed(.second, name: "Cy")])).game
    #expect(game.winner == .first && game.second.name == "Cy")
    #expect(PigLog(replaying: won + [.rolled(.second, value: 2, turnTotal: 2)]) == nil)
    #expect(PigLog(replaying: won.dropLast() + []) == nil)
  }
}
