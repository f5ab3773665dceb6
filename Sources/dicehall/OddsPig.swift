import ArgumentParser
import Games
import Site
import Web

/// The command `dicehall odds pig`: chances of both choices in a position, or of two strategies.
struct OddsPig: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pig", abstract: "Print the exact odds of Pig.")

  @Flag(help: "Print the result as JSON.")
  var json = false

  @Option(parsing: .unconditional, help: "Score that wins, 10 to 200.")
  var goal = Pig.defaultGoal

  @Option(
    parsing: .unconditional, help: "Score of the player whose turn it is; needs --other and --turn."
  )
  var own: Int?

  @Option(parsing: .unconditional, help: "Score of the other player.")
  var other: Int?

  @Option(parsing: .unconditional, help: "Turn total; 0 before the first roll.")
  var turn: Int?

  @Option(
    help: """
      Strategy of the player who goes first; needs --second. One of optimal, hold-at-N and \
      roll-once, or, with a goal of 100, four-scoring-turns and keep-pace-end-race.
      """)
  var first: String?

  @Option(help: "Strategy of the other player.")
  var second: String?

  func run() throws {
    guard Pig.goalLimits ~= goal else { throw Failure.badUsage("--goal takes 10 to 200") }
    switch (own, other, turn, first, second) {
    case (let own?, let other?, let turn?, nil, nil):
      try printChoices(own: own, other: other, turn: turn)
    case (nil, nil, nil, let first?, let second?): try printContest(first: first, second: second)
    default:
      throw Failure.badUsage("use --own, --other and --turn together, or --first and --second")
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
      print("chance of winning after a roll  \(advice.roll)")
      if let hold = advice.hold { print("chance of winning after a hold  \(hold)") }
      print("better choice  \(best)")
      return
    }
    try printJSON([
      "roll": .double(advice.roll), "hold": advice.hold.map(JSON.double) ?? .null,
      "best": .string(best),
    ])
  }

  private func printContest(first: String, second: String) throws {
    let contest = try PigContest(
      first: strategy("--first", first), second: strategy("--second", second), goal: goal)
    guard json else {
      print("chance that the first player wins  \(contest.firstWins)")
      return
    }
    try printJSON(["firstWins": .double(contest.firstWins)])
  }

  private func strategy(_ option: String, _ word: String) throws(Failure) -> PigStrategy {
    guard let strategy = PigStrategy(word: word) else {
      throw .badUsage(
        "\(option) takes optimal, hold-at-1 to hold-at-200, roll-once, four-scoring-turns or "
          + "keep-pace-end-race")
    }
    guard strategy.isOffered(goal: goal) else {
      throw .badUsage("\(word) works only with a goal of 100")
    }
    return strategy
  }
}
