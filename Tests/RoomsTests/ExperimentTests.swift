import DiceLanguage
import Games
import Testing

@testable import Rooms

@Suite struct ExperimentTests {
  @Test func `Craps is won with a chance of 244/495`() throws {
    let expectation = try Experiment.crapsGames.expectation()
    #expect(expectation.totals == [.zero, Total(small: 1)])
    #expect(expectation.chances[1] == 244.0 / 495)
    let first = try Experiment.crapsFirstRolls.expectation()
    let chances: [Double] = [1.0 / 9, 2.0 / 9, 2.0 / 3]
    #expect(first.chances == chances)
  }

  /// Neller and Presser, *Optimal Play of the Dice Game Pig*: hold at 20 banks nothing in 62.45 %
  /// of the turns, and 8.14 points on average.
  @Test func `holding at twenty banks 8.14 points`() {
    let expectation = Expectation.pigTurns(holdAt: 20)
    #expect(expectation.totals.map(\.numerator) == [0, 20, 21, 22, 23, 24, 25])
    #expect(abs(expectation.chances[0] - 0.62454083) < 1e-8)
    #expect(abs(expectation.mean - 8.14179489) < 1e-8)
  }

  @Test(arguments: [1, 2, 20, 25, 100, 200])
  func `the chances of a turn add up to one`(holdAt: Int) {
    #expect(abs(Expectation.pigTurns(holdAt: holdAt).chances.reduce(0, +) - 1) < 1e-14)
  }

  @Test func `two dice have their triangle`() throws {
    let expectation = try Experiment.expression(Expression(parsing: "2d6")).expectation()
    #expect(expectation.mean == 7)
    #expect(expectation.mostFrequent == [Total(small: 7)])
    #expect(expectation.totals.map(\.numerator) == Array(2...12))
  }

  @Test func `what is rolled is possible, and fits the odds`() throws {
    var random = SeededGenerator(seed: 11)
    let experiments: [Experiment] = [
      .crapsFirstRolls, .crapsGames, .pigTurns(holdAt: 20),
      .expression(try Expression(parsing: "2d6")),
    ]
    for experiment in experiments {
      var tally = Tally()
      for _ in 0..<2_000 {
        let roll = try #require(experiment.roll(using: &random))
        #expect(experiment.isPossible(roll))
        tally.add(roll.total)
      }
      #expect(try tally.test(against: experiment.expectation()).pValue > 0.001)
    }
  }

  @Test(arguments: [
    ([3, 4], 0), ([3], 1), ([3, 3], 1), ([3, 3, 3, 4], 1), ([3, 4, 3, 4], 1), ([7, 4], 1), ([], 0),
  ])
  func `impossible games of Craps are refused`(dice: [Int], total: Int) {
    let roll = PlayedRoll(dice: dice, total: Total(small: total))
    #expect(!Experiment.crapsGames.isPossible(roll))
  }

  @Test(arguments: [0, -1, 1_001])
  func `settings outside their limits are refused`(rolls: Int) {
    #expect(throws: RoomRefusal.setting) {
      try ExperimentSettings(.crapsGames, rollsOfSeat: rolls)
    }
    #expect(throws: RoomRefusal.setting) { try ExperimentSettings(.ownDice(faces: 1)) }
    #expect(throws: RoomRefusal.setting) { try ExperimentSettings(.pigTurns(holdAt: rolls)) }
  }
}
