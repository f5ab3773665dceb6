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

  private func tally(_ text: String) throws -> Experiment {
    guard case .tally(let tally) = try RollExpression(parsing: text) else {
      throw RoomRefusal.setting
    }
    return .tally(tally)
  }

  @Test func `a spinner has its sectors in their order`() throws {
    let expectation = try tally("d{red*3,blue,green}").expectation()
    #expect(expectation.totals.map(\.numerator) == [0, 1, 2])
    #expect(expectation.chances == [0.6, 0.2, 0.2])
  }

  @Test func `a tally that can't have come is refused`() throws {
    let bag = try tally("2 from {red,blue*2}")
    // Two red, with 0 as its number; one of each; two blue.
    let rolls = [([0, 0], 0), ([0, 1], 1), ([0, 1], 2), ([1, 1], 2), ([1, 1], 3), ([1], 1)]
    #expect(
      rolls.map { bag.isPossible(PlayedRoll(dice: $0.0, total: Total(small: $0.1))) } == [
        false, true, false, true, false, false,
      ])
    #expect(throws: RoomRefusal.setting) { try ExperimentSettings(tally("(d4)d{a,b}")) }
    #expect(throws: RoomRefusal.setting) {
      try ExperimentSettings(tally("99d{a,b}"), guessing: .secret)
    }
    #expect(throws: RoomRefusal.tooManyOutcomes) { try tally("99d{a,b,c,d}").expectation() }
  }

  private func experiment(_ text: String) throws -> Experiment {
    switch try RollExpression(parsing: text) {
    case .number(let expression): .expression(expression)
    case .tally(let tally): .tally(tally)
    }
  }

  /// Ways out of all pairs, counted by hand.
  @Test(arguments: [
    ("2d6", "1d12", 216, 180, 432), ("1d6", "1d6+1", 10, 21, 36), ("1d4", "1d4+9", 0, 16, 16),
    ("1d6/2", "1d2", 6, 4, 12), ("7", "7", 0, 0, 1),
  ])
  func `who is higher has exact chances`(
    first: String, second: String, more: Int, less: Int, all: Int
  ) throws {
    let own = try experiment(first).expectation()
    let chances = try own.chances(against: experiment(second).expectation())
    #expect(abs(chances.more - Double(more) / Double(all)) < 1e-12)
    #expect(abs(chances.less - Double(less) / Double(all)) < 1e-12)
  }

  @Test func `who is hardly ever lower has a chance too`() {
    let high = Expectation(totals: [.zero, Total(small: 1)], chances: [1e-20, 1], mean: 1)
    let low = Expectation(totals: [.zero, Total(small: 1)], chances: [1, 1e-20], mean: 0)
    let chances = high.chances(against: low)
    #expect(chances.more == 1 && abs(chances.less / 1e-40 - 1) < 1e-9)
  }

  @Test(arguments: [
    ("2d6", "1d12", true), ("2d6", "2d6", false), ("2d6", "d{a,b}", false),
    ("d{heads,tails}", "d{Heads*3,tails}", true), ("d{a,b}", "d{b,a}", false),
    ("3 from {red*3,blue*2}", "3d{red*3,blue*2}", true), ("4d{a,b}=a", "1d4", true),
    ("2d{a,b}", "(d4)d{a,b}", false),
  ])
  func `numbers stand beside numbers, and words beside the same words`(
    first: String, second: String, isComparable: Bool
  ) throws {
    let (first, second) = (try experiment(first), try experiment(second))
    #expect(first.isComparable(with: second) == isComparable)
    #expect(((try? ExperimentSettings(first, second: second)) != nil) == isComparable)
    #expect(
      !first.isComparable(with: .crapsGames) && !Experiment.crapsGames.isComparable(with: first))
  }

  @Test func `of two experiments, only what can be told is asked`() throws {
    let dice = (try experiment("2d6"), try experiment("1d12"))
    let coins = (try experiment("d{heads,tails}"), try experiment("d{heads*3,tails}"))
    let heads = ExperimentEvent("heads", of: coins.0)
    func isAllowed(
      _ pair: (Experiment, Experiment), _ question: Question?, _ event: ExperimentEvent? = nil
    ) -> Bool {
      let settings = try? ExperimentSettings(
        pair.0, second: pair.1, guessing: question == nil ? .none : .first, question: question,
        event: event)
      return settings != nil
    }
    #expect(isAllowed(dice, nil) && isAllowed(dice, .likelier) && !isAllowed(dice, .mean))
    #expect(isAllowed(coins, nil) && !isAllowed(coins, .likelier))
    #expect(isAllowed(coins, .likelier, heads) && !isAllowed(coins, .chance, heads))
    // A d12 has no doubles.
    #expect(!isAllowed(dice, nil, ExperimentEvent("doubles", of: dice.0)))
    #expect(throws: RoomRefusal.setting) { try ExperimentSettings(dice.0, question: .likelier) }
  }

  @Test func `two dice have their triangle`() throws {
    let expectation = try Experiment.expression(Expression(parsing: "2d6")).expectation()
    #expect(expectation.mean == 7)
    #expect(expectation.mostFrequent == [Total(small: 7)])
    #expect(expectation.totals.map(\.numerator) == Array(2...12))
  }

  /// A six is followed by another die, so that a die comes to 3.5 × 6/5 on average.
  @Test(arguments: [("2d6!", 8.4), ("3d6!", 12.6), ("6d6!", 25.2)])
  func `exploding dice have an expectation`(text: String, mean: Double) throws {
    let expectation = try Experiment.expression(Expression(parsing: text)).expectation()
    #expect(abs(expectation.mean - mean) < 1e-12)
    #expect(abs(expectation.chances.reduce(0, +) - 1) < 1e-12)
  }

  /// An exploding d100 comes to any number up to 10,100 but 100, 200 and so on up to 10,000.
  @Test func `an experiment has at most ten thousand totals`() throws {
    let most = try Experiment.expression(Expression(parsing: "d100!")).expectation()
    #expect(most.totals.count == 10_000 && most.totals.last == Total(small: 10_100))
    let more = Experiment.expression(try Expression(parsing: "d100!-d2"))
    #expect(throws: RoomRefusal.tooManyOutcomes) { try more.expectation() }
  }

  @Test func `a class can find thousands of totals, and a snapshot has them all`() throws {
    var random = SeededGenerator(seed: 4)
    let settings = try ExperimentSettings(
      .expression(Expression(parsing: "d1000*d10")), rollsAtPress: 50, rollsOfSeat: 1_000)
    let key = RandomRoom.bytes(1, count: 16)
    var room = try Room(opening: Room.opening(.experiment(settings), key: key, at: 0))
    for seat in 1...8 {
      _ = try room.join("Ann", key: RandomRoom.bytes(10 + seat, count: 16), at: seat)
      for press in 1...20 {
        _ = try room.play(.roll, by: .seat(seat), press: press, at: 9, using: &random)
      }
    }
    guard case .experiment(let play) = room.play else { throw RoomRefusal.otherKind }
    #expect(play.first.tally.rolls == 8_000 && play.first.tally.counts.count > 1_000)
    #expect(Room(snapshot: room.snapshot) == room)
  }

  @Test func `what is rolled is possible, and fits the odds`() throws {
    var random = SeededGenerator(seed: 11)
    let experiments: [Experiment] = [
      .crapsFirstRolls, .crapsGames, .pigTurns(holdAt: 20),
      .expression(try Expression(parsing: "2d6")),
      try tally("3 from {red*3,blue*2,green}"), try tally("d{a*2,b}"), try tally("4d{a,b*2,c}"),
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

  /// Chances counted by hand, out of all that can come.
  @Test(arguments: [
    ("2d6", "at least 10", 6, 36), ("2d6", "At most 4", 6, 36), ("2d6", "exactly 7", 6, 36),
    ("2d6", "from 5 to 8", 20, 36), ("2d6", "even", 18, 36), ("3d6", "odd", 108, 216),
    ("2d6", "doubles", 6, 36), ("2d20", "doubles", 20, 400), ("1d4-3", "at most −1", 2, 4),
    ("1d6/2", "2", 1, 6), ("1d6/2", "odd", 2, 6), ("1d6/2", "from 1 to 2", 3, 6),
    ("d{red*3,blue*2}", "Red", 3, 5), ("2d{heads,tails}", "heads", 3, 4),
    ("3 from {red*3,blue*2}", "blue", 9, 10), ("d{even,odd*2}", "odd", 2, 3),
  ])
  func `an event has its exact chance, and comes as often`(
    text: String, event: String, ways: Int, all: Int
  ) throws {
    var random = SeededGenerator(seed: 5)
    let experiment = try experiment(text)
    let event = try #require(ExperimentEvent(event, of: experiment))
    #expect(ExperimentEvent(event.text, of: experiment) == event)
    let exact = Double(ways) / Double(all)
    #expect(abs(try event.chance(in: experiment.expectation(), of: experiment) - exact) < 1e-12)
    let came = try (0..<2_000).count { _ in
      event.contains(try #require(experiment.roll(using: &random)), of: experiment)
    }
    let band = ShareBand(chance: exact, rolls: 2_000)
    let width = 2 * (band.highest - band.lowest)
    #expect(abs(Double(came) / 2_000 - exact) < width)
  }

  @Test func `an event is open at its end, however large a total is`() throws {
    let experiment = Experiment.expression(try Expression(parsing: "d100*2000000000"))
    for (text, total) in [("at least 10", 2_000_000_000), ("at most 10", -2_000_000_000)] {
      let event = try #require(ExperimentEvent(text, of: experiment))
      for total in [total, total * 500] {
        let roll = PlayedRoll(dice: [], total: try #require(Total(total)))
        #expect(event.contains(roll, of: experiment))
        let other = PlayedRoll(dice: [], total: try #require(Total(-total)))
        #expect(!event.contains(other, of: experiment))
      }
    }
  }

  @Test(arguments: [
    ("2d6", ""), ("2d6", "at least"), ("2d6", "at least ten"), ("2d6", "from 8 to 5"),
    ("2d6", "7.5"), ("2d6", "exactly 99999999999"), ("2d6", "heads"), ("3d6", "doubles"),
    ("2d6kh1", "doubles"), ("d6+d6", "doubles"), ("d{a,b}", "at least 1"), ("d{a,b}", "c"),
    ("2d6", "from 5 to 8 or exactly 10 or any other number at all"),
  ])
  func `what can't be asked of a roll is no event`(text: String, event: String) throws {
    let experiment = try experiment(text)
    #expect(ExperimentEvent(event, of: experiment) == nil)
  }

  @Test func `Craps has events by their words`() throws {
    for (experiment, word, chance) in [
      (Experiment.crapsFirstRolls, "point", 24.0 / 36), (.crapsGames, "won", 244.0 / 495),
    ] {
      let event = try #require(ExperimentEvent(word, of: experiment))
      #expect(abs(try event.chance(in: experiment.expectation(), of: experiment) - chance) < 1e-12)
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
