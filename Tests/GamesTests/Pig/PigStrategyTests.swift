import Testing

@testable import Games

@Suite struct PigStrategyTests {
  private func holds(
    _ strategy: PigStrategy, _ own: Int, _ other: Int, _ turnTotal: Int, goal: Int = 100,
    scoringTurns: Int = 0
  ) -> Bool {
    strategy.holds(
      at: PigPosition(
        goal: goal, own: own, other: other, turnTotal: turnTotal, scoringTurns: scoringTurns))
  }

  /// Strategy, own score, other's score, scoring turns, then the least turn total to hold at.
  @Test(
    arguments: [
      (.rollOnce, 0, 0, 0, 2), (.rollOnce, 97, 20, 5, 2), (.holdAt(20), 0, 0, 0, 20),
      (.holdAt(20), 79, 99, 0, 20), (.holdAt(20), 81, 0, 0, 19), (.holdAt(20), 99, 0, 0, 2),
      (.holdAt(25), 30, 60, 2, 25), (.holdAt(25), 80, 60, 2, 20), (.holdAt(200), 0, 0, 0, 100),
      // What is missing, over the turns left of four, rounded down.
      (.fourScoringTurns, 0, 50, 0, 25), (.fourScoringTurns, 25, 50, 1, 25),
      (.fourScoringTurns, 28, 50, 1, 24), (.fourScoringTurns, 20, 50, 1, 26),
      (.fourScoringTurns, 51, 50, 2, 24), (.fourScoringTurns, 60, 50, 3, 40),
      (.fourScoringTurns, 60, 50, 4, 40), (.fourScoringTurns, 60, 50, 9, 40),
      // 21 and an eighth of the difference, halves up.
      (.keepPaceEndRace, 0, 0, 0, 21), (.keepPaceEndRace, 0, 3, 0, 21),
      (.keepPaceEndRace, 0, 4, 0, 22), (.keepPaceEndRace, 0, 11, 0, 22),
      (.keepPaceEndRace, 0, 12, 0, 23), (.keepPaceEndRace, 0, 70, 0, 30),
      (.keepPaceEndRace, 4, 0, 0, 21), (.keepPaceEndRace, 5, 0, 0, 20),
      (.keepPaceEndRace, 12, 0, 0, 20), (.keepPaceEndRace, 13, 0, 0, 19),
      (.keepPaceEndRace, 70, 0, 0, 12),
      // From 71 of either player on it races.
      (.keepPaceEndRace, 71, 0, 0, 29), (.keepPaceEndRace, 0, 71, 0, 100),
      (.keepPaceEndRace, 70, 71, 0, 30),
    ] as [(PigStrategy, Int, Int, Int, Int)])
  func `a strategy holds from a turn total on`(
    strategy: PigStrategy, own: Int, other: Int, scoringTurns: Int, least: Int
  ) {
    for total in [0] + Array(2...106) {
      #expect(
        holds(strategy, own, other, total, scoringTurns: scoringTurns) == (total >= least),
        "at \(total)")
    }
  }

  /// Neller and Presser, *Optimal Play of the Dice Game Pig*, 2004.
  @Test func `optimal at 41 against 49 holds from 22 on, except at exactly 27`() {
    for total in [0] + Array(2...56) {
      #expect(holds(.optimal, 41, 49, total) == (total >= 22 && total != 27), "at \(total)")
    }
  }

  /// At 98 and 99 any roll but a 1 wins; with five chances in six that is worth the turn.
  @Test func `optimal rolls once more with one or two points missing`() {
    for total in 56...60 {
      #expect(holds(.optimal, 41, 49, total) == (total != 57 && total != 58), "at \(total)")
    }
  }

  @Test(arguments: [10, 57, 100])
  func `every strategy holds when that wins and rolls at a turn total of 0`(goal: Int) {
    for strategy in PigStrategy.offered(goal: goal) {
      for own in stride(from: 0, to: goal, by: 7) {
        for other in stride(from: 0, to: goal, by: 9) {
          #expect(!holds(strategy, own, other, 0, goal: goal))
          #expect(holds(strategy, own, other, goal - own, goal: goal))
          #expect(holds(strategy, own, other, goal + 50, goal: goal))
        }
      }
    }
  }

  @Test func `the strategies offered depend on the goal`() {
    #expect(
      PigStrategy.offered(goal: 100) == [
        .rollOnce, .holdAt(20), .holdAt(25), .fourScoringTurns, .keepPaceEndRace, .optimal,
      ])
    #expect(
      PigStrategy.offered(goal: 99) == [.rollOnce, .holdAt(20), .holdAt(25), .optimal])
  }
}
