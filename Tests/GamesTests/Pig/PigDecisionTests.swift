import Testing

@testable import Games

@Suite struct PigDecisionTests {
  /// A game whose first player banks 2, whose second rolls on with the goal in hand.
  private static let history: [PigEvent] = [
    .started(goal: 10, first: "Ann", second: "Bo", opponent: .person),
    .rolled(.first, value: 2, turnTotal: 2),
    .held(.first, turnTotal: 2, score: 2),
    .rolled(.second, value: 6, turnTotal: 6),
    .renamed(.second, name: "Cy"),
    .rolled(.second, value: 6, turnTotal: 12),
    .rolled(.second, value: 1, turnTotal: 0),
    .piggedOut(.second),
    .rolled(.first, value: 6, turnTotal: 6),
  ]

  @Test func `every choice is found with what the player saw`() throws {
    let decisions = try decisions(in: PigDecisionTests.history)
    #expect(decisions.map(\.entry.event) == [2, 5, 6].map { PigDecisionTests.history[$0] })
    #expect(decisions.map(\.entry.before.turn) == [.first, .second, .second])
    #expect(decisions.map(\.choice) == [.hold, .roll, .roll])
    #expect(
      decisions.map(\.position) == [
        PigPosition(goal: 10, own: 0, other: 0, turnTotal: 2),
        PigPosition(goal: 10, own: 0, other: 2, turnTotal: 6),
        PigPosition(goal: 10, own: 0, other: 2, turnTotal: 12),
      ])
  }

  @Test func `a choice costs what it loses against the better one`() throws {
    let decisions = try decisions(in: PigDecisionTests.history)
    for decision in decisions {
      let advice = OptimalPig.hundred.advice(at: decision.position)
      let hold = try #require(advice.hold)
      let chosen = decision.choice == .roll ? advice.roll : hold
      #expect(decision.advice == advice)
      #expect(decision.cost == max(advice.roll, hold) - chosen)
    }
    let thrownAway = try #require(decisions.last)
    #expect(thrownAway.advice.hold == 1 && thrownAway.cost == 1 - thrownAway.advice.roll)
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `optimal play makes no mistake`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var game = try Pig(opponent: .computer(.optimal))
    var history = [game.start]
    while !game.isOver {
      history += try game.canHold ? game.hold() : game.roll(using: &random)
      history += game.playComputerTurn(using: &random)
    }
    let made = try decisions(in: history).filter { $0.entry.before.turn == .second }
    #expect(!made.isEmpty && made.allSatisfy { $0.cost == 0 })
  }

  private func decisions(in history: [PigEvent]) throws -> [PigDecision] {
    try #require(PigLog(replaying: history)).entries.compactMap(PigDecision.init)
  }
}
