import Testing

@testable import Games

/// One after the other: side by side they only wait for the table of optimal play.
@Suite(.serialized) struct PigContestTests {
  /// The strategy, the chance of optimal play against it as first player, the strategy's own chance
  /// as first player, and what optimal play wins more often when both begin equally often.
  ///
  /// The last is from Neller and Presser, *Practical Play of the Dice Game Pig*, UMAP Journal 31(1),
  /// 2010, as the encyclopedias round it; the others were found by sweeping the states until nothing
  /// moved, in another program.
  @Test(
    arguments: [
      (.holdAt(20), 0.571498430277, 0.491657935453, 0.080),
      (.holdAt(25), 0.551273833124, 0.509135274314, 0.042),
      (.fourScoringTurns, 0.547042870463, 0.513862884220, 0.033),
      (.keepPaceEndRace, 0.535052736932, 0.525833333130, 0.009),
    ] as [(PigStrategy, Double, Double, Double)])
  func `optimal play leads as was published`(
    strategy: PigStrategy, optimalFirst: Double, optimalSecond: Double, lead: Double
  ) throws {
    let first = try PigContest(first: .optimal, second: strategy).firstWins
    let second = try PigContest(first: strategy, second: .optimal).firstWins
    #expect(abs(first - optimalFirst) < 1e-11)
    #expect(abs(second - optimalSecond) < 1e-11)
    #expect(abs(first - second - lead) < 5e-4)
  }

  /// Neller's exercise *First-Player Advantage in the Game of Pig* gives 0.5347.
  @Test func `holding at 20 against itself is what was published`() throws {
    let contest = try PigContest(first: .holdAt(20), second: .holdAt(20))
    #expect(abs(contest.firstWins - 0.5347) < 5e-5)
  }

  /// The first strategy, the second, and the chance of the first; found by the same program.
  @Test(
    arguments: [
      (.rollOnce, .rollOnce, 0.543635145107), (.rollOnce, .holdAt(20), 0.004186085281),
      (.holdAt(20), .holdAt(25), 0.520033915842),
      (.holdAt(25), .fourScoringTurns, 0.527669570601),
      (.fourScoringTurns, .fourScoringTurns, 0.529974247058),
      (.fourScoringTurns, .keepPaceEndRace, 0.514216059840),
      (.keepPaceEndRace, .keepPaceEndRace, 0.530647162720),
      (.optimal, .optimal, 0.530592725274),
    ] as [(PigStrategy, PigStrategy, Double)])
  func `a contest agrees with iteration`(
    first: PigStrategy, second: PigStrategy, firstWins: Double
  ) throws {
    let contest = try PigContest(first: first, second: second)
    #expect(abs(contest.firstWins - firstWins) < 1e-11)
  }

  @Test(arguments: [10, 33])
  func `optimal play against itself is the optimal chance`(goal: Int) throws {
    let contest = try PigContest(first: .optimal, second: .optimal, goal: goal)
    let chance = OptimalPig.hundred.chance(need: goal, otherNeed: goal)
    #expect(abs(contest.firstWins - chance) < 1e-12)
  }

  @Test(arguments: [10, 25])
  func `nothing does better against optimal play than optimal play`(goal: Int) throws {
    let best = try PigContest(first: .optimal, second: .optimal, goal: goal).firstWins
    for total in stride(from: 1, through: goal, by: 3) {
      let other = try PigContest(first: .holdAt(total), second: .optimal, goal: goal)
      #expect(other.firstWins <= best + 1e-12)
    }
  }

  @Test func `holding at the goal or above is all the same`() throws {
    let goal = try PigContest(first: .holdAt(12), second: .rollOnce, goal: 12).firstWins
    let above = try PigContest(first: .holdAt(200), second: .rollOnce, goal: 12).firstWins
    #expect(goal == above)
  }

  /// Both roll once: won in the turn in which the goal is reached.
  @Test func `a race of single rolls agrees with its equation`() throws {
    // The chance of having the goal of 10 after so many turns of one roll each.
    var reached = [0.0]
    var scores = [1.0] + Array(repeating: 0, count: 9)
    for _ in 0..<400 {
      var next = scores.map { $0 / 6 }
      var done = 0.0
      for (score, chance) in scores.enumerated() {
        for value in 2...6 {
          if score + value < 10 { next[score + value] += chance / 6 } else { done += chance / 6 }
        }
      }
      scores = next
      reached.append(done)
    }
    var wins = 0.0
    var late = 1.0
    for chance in reached {
      wins += chance * late
      late -= chance
    }
    let contest = try PigContest(first: .rollOnce, second: .rollOnce, goal: 10)
    #expect(abs(contest.firstWins - wins) < 1e-12)
  }

  @Test(
    arguments: [
      (9, .optimal, .optimal, .goal), (201, .optimal, .optimal, .goal),
      (50, .fourScoringTurns, .optimal, .strategy), (50, .optimal, .keepPaceEndRace, .strategy),
      (100, .holdAt(0), .optimal, .strategy), (100, .optimal, .holdAt(201), .strategy),
    ] as [(Int, PigStrategy, PigStrategy, PigRefusal)])
  func `a contest that cannot be is refused`(
    goal: Int, first: PigStrategy, second: PigStrategy, refusal: PigRefusal
  ) {
    #expect(throws: refusal) { try PigContest(first: first, second: second, goal: goal) }
  }

  /// Five standard deviations, of √(p(1−p)/n).
  @Test(
    arguments: [
      (.holdAt(20), .fourScoringTurns, 100), (.fourScoringTurns, .keepPaceEndRace, 100),
      (.holdAt(11), .optimal, 30),
    ] as [(PigStrategy, PigStrategy, Int)])
  func `games as they are played agree`(
    first: PigStrategy, second: PigStrategy, goal: Int
  ) throws {
    var random = SeededGenerator(seed: 1945)
    let games = 800
    var wins = 0.0
    for _ in 0..<games {
      var game = try Pig(goal: goal)
      while !game.isOver {
        let strategy = game.turn == .first ? first : second
        if strategy.holds(at: game.position) {
          _ = try game.hold()
        } else {
          _ = try game.roll(using: &random)
        }
      }
      wins += game.winner == .first ? 1 : 0
    }
    let chance = try PigContest(first: first, second: second, goal: goal).firstWins
    #expect(abs(wins / Double(games) - chance) < 5 * 0.5 / Double(games).squareRoot())
  }
}
