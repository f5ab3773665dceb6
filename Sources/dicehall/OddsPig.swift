import ArgumentParser
import Games
import Site
import Web

/// `dicehall odds pig`: the chances of both choices in a position, or of two strategies.
struct OddsPig: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pig", abstract: "Exact chances of Pig.")

  @Flag(help: "Print one JSON object.")
  var json = false

  @Option(parsing: .unconditional, help: "Points that win, 10 to 200.")
  var goal = Pig.usualGoal

  @Option(
    parsing: .unconditional, help: "The score of the player to move; with --other and --turn.")
  var own: Int?

  @Option(parsing: .unconditional, help: "The score of the other player.")
  var other: Int?

  @Option(parsing: .unconditional, help: "The turn total, 0 before the first roll.")
  var turn: Int?

  @Option(
    help: """
      How the player plays who begins, with --second: optimal, hold-at-N, roll-once, and with a \
      goal of 100 four-scoring-turns, keep-pace-end-race.
      """)
  var first: String?

  @Option(help: "How the other one plays.")
  var second: String?

  func run() throws {
    guard Pig.goalLimits ~= goal else { throw Failure.badUsage("--goal takes 10 to 200") }
    switch (own, other, turn, first, second) {
    case (let own?, let other?, let turn?, nil, nil):
      try printChoices(own: own, other: other, turn: turn)
    case (nil, nil, nil, let first?, let second?):
      try printContest(first: first, second: second)
    default:
      throw Failure.badUsage("give --own, --other and --turn, or --first and --second")
    }
  }

  private func printChoices(own: Int, other: Int, turn: Int) throws {
    for (name, score) in [("--own", own), ("--other", other)] where !(0..<goal ~= score) {
      throw Failure.badUsage("\(name) takes 0 to \(goal - 1), below the goal")
    }
    guard 0...goal ~= turn else { throw Failure.badUsage("--turn takes 0 to \(goal)") }
    let advice = OptimalPig.shared(goal: goal).advice(
      at: PigPosition(goal: goal, own: own, other: other, turnTotal: turn))
    let best = advice.best == .roll ? "roll" : "hold"
    guard json else {
      print("win after a roll  \(advice.roll)")
      if let hold = advice.hold { print("win after a hold  \(hold)") }
      print("better  \(best)")
      return
    }
    try printJSON(
      .object([
        .init(name: "roll", value: .double(advice.roll)),
        .init(name: "hold", value: advice.hold.map(JSON.double) ?? .null),
        .init(name: "best", value: .string(best)),
      ]))
  }

  private func printContest(first: String, second: String) throws {
    let contest = try PigContest(
      first: strategy("--first", first), second: strategy("--second", second), goal: goal)
    guard json else {
      print("the first player wins  \(contest.firstWins)")
      return
    }
    try printJSON(.object([.init(name: "firstWins", value: .double(contest.firstWins))]))
  }

  private func strategy(_ option: String, _ word: String) throws(Failure) -> PigStrategy {
    guard let strategy = PigStrategy(word: word) else {
      throw .badUsage(
        "\(option) takes optimal, hold-at-1 to hold-at-200, roll-once, four-scoring-turns or "
          + "keep-pace-end-race")
    }
    guard strategy.isOffered(goal: goal) else {
      throw .badUsage("\(word) is for a goal of 100 only")
    }
    return strategy
  }
}
