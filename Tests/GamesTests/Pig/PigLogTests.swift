import Testing

@testable import Games

@Suite struct PigLogTests {
  /// A log of these moves, each a play of its own.
  private func log(_ moves: [PigMove], goal: Int = 100) throws -> PigLog {
    var log = PigLog(try Pig(goal: goal))
    for move in moves {
      try log.play { game throws(PigRefusal) in try game.play(move) }
    }
    return log
  }

  @Test func `events become turns, with their dice, ends and totals`() throws {
    let log = try log([
      .roll(5), .rename(.first, "Ann"), .roll(2), .roll(1), .roll(4), .roll(3), .hold, .roll(6),
    ])
    #expect(log.turns.map(\.seat) == [.first, .second, .first])
    #expect(log.turns.map(\.dice) == [[5, 2, 1], [4, 3], [6]])
    #expect(log.turns.map(\.end) == [.piggedOut, .held, nil])
    #expect(log.turns.map(\.total) == [7, 7, 6])
    #expect(log.turns.allSatisfy { $0.takenOver == 0 && !$0.isComputers })
    #expect(log.lastTurn == log.turns.last)
    #expect(log.lastTurns.answered == nil)
    #expect(log.entries.count == 10)
  }

  @Test func `a turn in which nobody has rolled yet is not the last one`() throws {
    #expect(try log([.rename(.second, "Bob")]).lastTurn == nil)
    let log = try log([.roll(3), .hold, .rename(.second, "Bob")])
    #expect(log.turns.count == 2)
    #expect(log.lastTurn?.dice == [3])
  }

  @Test func `the computer's turn answers the person's`() throws {
    let log = try log([.choose(.computer(.rollOnce)), .roll(4), .hold, .roll(6), .hold])
    #expect(log.lastTurn?.isComputers == true && log.lastTurn?.dice == [6])
    #expect(log.lastTurns.answered?.seat == .first && log.lastTurns.answered?.total == 4)
  }

  @Test func `a turn that the computer takes over is two`() throws {
    let log = try log([.roll(1), .roll(6), .roll(5), .choose(.computer(.holdAt(20))), .roll(4)])
    #expect(log.turns.map(\.dice) == [[1], [6, 5], [4]])
    #expect(log.turns.map(\.takenOver) == [0, 0, 11])
    #expect(log.turns.map(\.opponent) == [.person, .person, .computer(.holdAt(20))])
    #expect(log.lastTurns.answered == nil)
  }

  @Test func `a player who takes over later didn't play the last turn`() throws {
    let log = try log(
      [.choose(.computer(.optimal)), .roll(1), .roll(6), .roll(4), .hold, .choose(.person)],
      goal: 10)
    #expect(log.game.winner == .second && log.game.opponent == .person)
    #expect(log.turns.map(\.end) == [.piggedOut, .won])
    #expect(log.lastTurn?.isComputers == true && log.lastTurn?.opponent == .computer(.optimal))
  }

  @Test func `a play that is refused writes nothing`() throws {
    var log = try log([.roll(6)])
    let before = log
    #expect(throws: PigRefusal.nameTaken) {
      try log.play { game throws(PigRefusal) in
        try game.play(.roll(2)) + game.play(.rename(.first, "Player 2"))
      }
    }
    #expect(log == before)
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `a log that was cut is the same when its moves are made again`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var log = PigLog(try Pig(goal: 200))
    let accent = String(repeating: "\u{1F469}\u{200D}\u{1F680}", count: 15)
    for round in 0..<200 {
      try log.play { game throws(PigRefusal) in
        try game.rename(.first, to: "\(round)\(accent)")
          + (game.canHold && round.isMultiple(of: 5) ? game.hold() : game.roll(using: &random))
      }
      if log.game.isOver { break }
      // The moves are many, and each seed is looked at in other rounds.
      guard (round + Int(seed)).isMultiple(of: 8) else { continue }
      let again = PigLog(
        from: log.start, leftOut: log.leftOut, moves: log.entries.compactMap(\.event.move))
      #expect(again == log)
    }
    #expect(log.leftOut > 10)
    #expect(log.entries.first?.before == log.start)
  }

  @Test func `a log that was cut knows what its decisions cost`() throws {
    var random = SeededGenerator(seed: 3)
    var log = PigLog(try Pig(goal: 30))
    while !log.game.isOver {
      try log.play { game throws(PigRefusal) in
        game.turnTotal >= 6 ? try game.hold() : try game.roll(using: &random)
      }
    }
    let cut = try #require(log.entries.firstIndex { $0.event.move == .hold }) + 1
    let rest = try #require(
      PigLog(
        from: log.entries[cut].before, leftOut: cut,
        moves: log.entries[cut...].compactMap(\.event.move)))
    let costs = rest.entries.compactMap(PigDecision.init)
    #expect(!costs.isEmpty)
    #expect(costs == log.entries[cut...].compactMap(PigDecision.init))
  }
}

extension Pig {
  /// Makes a move again, and says what happened.
  mutating func play(_ move: PigMove) throws(PigRefusal) -> [PigEvent] {
    var events: [PigEvent] = []
    try play(move, &events)
    return events
  }
}
