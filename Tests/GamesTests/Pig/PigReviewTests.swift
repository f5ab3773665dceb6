import Testing

@testable import Games

@Suite struct PigReviewTests {
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
    let review = try #require(try look(at: PigReviewTests.history))
    #expect(review.decisions.map(\.index) == [2, 5, 6])
    #expect(review.decisions.map(\.seat) == [.first, .second, .second])
    #expect(review.decisions.map(\.choice) == [.hold, .roll, .roll])
    #expect(
      review.decisions.map(\.position) == [
        PigPosition(goal: 10, own: 0, other: 0, turnTotal: 2),
        PigPosition(goal: 10, own: 0, other: 2, turnTotal: 6),
        PigPosition(goal: 10, own: 0, other: 2, turnTotal: 12),
      ])
  }

  @Test func `a choice costs what it loses against the better one`() throws {
    let review = try #require(try look(at: PigReviewTests.history))
    for decision in review.decisions {
      let advice = OptimalPig.hundred.advice(at: decision.position)
      let hold = try #require(advice.hold)
      let chosen = decision.choice == .roll ? advice.roll : hold
      #expect(decision.advice == advice)
      #expect(decision.cost == max(advice.roll, hold) - chosen)
    }
    let thrownAway = try #require(review.decisions.last)
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
    let review = try #require(try look(at: history))
    let made = review.decisions.filter { $0.seat == .second }
    #expect(!made.isEmpty && made.allSatisfy { $0.cost == 0 })
  }

  @Test func `what does not follow from the game has no review`() throws {
    let held = PigReviewTests.history + [.held(.first, turnTotal: 6, score: 8)]
    #expect(try look(at: held) != nil)
    #expect(try look(at: held + [.held(.second, turnTotal: 2, score: 2)]) == nil)
  }

  /// From the game's beginning on.
  private func look(at history: [PigEvent]) throws -> PigReview? {
    PigReview(of: history, from: try #require(Pig(replaying: [history[0]])))
  }
}
