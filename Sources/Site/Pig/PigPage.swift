import Games
import Mustache
import Web

final class PigPage: Page {
  static let templates = ["pig"]
  let title: String
  let description =
    "Play Pig, the dice game of pushing your luck: two on one screen, or against the computer."
  let section: Section? = .game(PigGame.self)
  let isPlayed = true
  private let words: PigWords
  private let problem: Problem?
  private let state: PigState
  private var game: Pig { state.game }

  init(_ state: PigState, problem: Problem?) {
    self.state = state
    self.problem = problem
    words = PigWords(state.log)
    title = gameTitle(
      "Pig", outcome: state.revision == 0 ? nil : words.headline, problem: problem)
  }

  static func declare(_ field: inout Fields<PigPage>) {
    field("problem") { $0.problem?.aboveForms }
    field("notice") { $0.state.notice(beside: $0.problem) }
    field("left") { $0.left }
    field("headline") { $0.words.seen }
    field("heard") { $0.words.heard.isEmpty ? nil : $0.words.heard }
    field("explanation") { $0.words.explanation }
    field("verdict") { $0.words.verdict }
    field("revision") { $0.state.revision }
    field("isOver") { $0.game.isOver }
    field("isJustOver") { $0.game.isOver && $0.problem == nil }
    field("won") { $0.isWonByPerson }
    field("lost") { $0.isLost }
    field("canHold") { $0.game.canHold }
    field("wouldWin") { $0.game.wouldWin }
    field("rolled") { $0.state.isRolled && $0.problem?.inForm == nil }
    field("hasDice") { $0.words.turn != nil }
    field("die") { $0.die.map { Face(value: $0) } }
    // The computer's whole turn, and the 1 that ended the previous turn.
    field.object("run", { $0.run }) { run in
      run("name") { $0.name($0.seat, in: $1.game) }
      run("faces") { $0.dice.map { Face(value: $0) } }
      run("before") { $1.words.answered?.end == .piggedOut ? Face(value: 1) : nil }
      run("beforeName") { $0.name($0.seat.other, in: $1.game) }
    }
    field("players") { page in
      Seat.allCases.map {
        PigScore(name: page.name($0), game: page.game, place: $0, missing: page.missing($0))
      }
    }
    field("playingNow") { $0.game.isOver ? "Game over" : $0.game.name($0.game.turn) }
    field("turnTotal") { $0.game.turnTotal }
    field("lastRoll") { $0.game.lastRoll.map(String.init) ?? "none yet" }
    field("finalScore") { "\($0.game.first.score)–\($0.game.second.score)" as Text }
    field("wins") { $0.state.winsText }
    field("goal") { $0.game.goal }
    field.input(
      "nextGoal", named: "goal", value: { $0.state.goal }, in: { $0.problem },
      limits: { _ in Pig.goalLimits })
    field.input(
      "beginner", value: { $0.state.beginner.word }, in: { $0.problem },
      choices: { page in Seat.allCases.map { ($0.word, page.game.name($0)) } })
    field("isUnplayed") { $0.state.log.isUnplayed }
    field("advice") { $0.advice }
    field("report") { $0.report }
    field("coachIsOff") { !$0.state.coach }
    field.input(
      "player1", value: { $0.game.first.name }, in: { $0.problem }, longest: 2 * Player.longestName)
    field.input(
      "player2", value: { $0.game.second.name }, in: { $0.problem }, longest: 2 * Player.longestName
    )
    field.input("opponent", value: { $0.opponent }, in: { $0.problem })
    field("isAgainstComputer") { ($0.problem?.form?["opponent"] ?? $0.opponent) == "computer" }
    field.input(
      "strategy", value: { $0.state.strategy.word }, in: { $0.problem },
      choices: { $0.strategies })
    field("coach") { $0.problem?.form.map { $0["coach"] == "on" } ?? $0.state.coach }
    // The share that each strategy wins as the second player against the best one.
    field.rows("odds", { _ in PigPage.odds }) { strategy in
      strategy("name") { $0.name }
      strategy("wins") { $0.wins }
    }
    field("number") { $0.state.number }
    field("hasLog") { $0.state.revision > 0 }
    field("lines") { $0.state.log.lines(newest: GameLog.newest) }
    field("hasMoreLines") { $0.state.log.count > GameLog.newest }
    field("newest") { _ in GameLog.newest }
    field("leftOut") { $0.state.log.leftOut > 0 ? $0.state.log.leftOut : nil }
    field("games") { $0.state.earlier.suffix(GameLog.newest).reversed().map(PigGameLine.init) }
    field("hasMoreGames") { $0.state.earlier.count > GameLog.newest }
  }

  /// Returns the name of a player who plays or, once the game is over, played.
  private func name(_ seat: Seat) -> String {
    guard game.isOver, let turn = words.turn else { return game.name(seat) }
    return turn.name(seat, in: game)
  }

  private var opponent: String { game.opponent == .person ? "person" : "computer" }

  private var isWonByPerson: Bool {
    guard let turn = words.turn else { return game.winner == .first }
    return game.isOver && !turn.isComputers
  }

  /// Whether a 1 ended the turn or the computer won the game.
  private var isLost: Bool {
    guard let turn = words.turn else { return false }
    if turn.isComputers { return game.isOver || words.answered?.end == .piggedOut }
    return turn.end == .piggedOut
  }

  /// The last die of a person; the computer's dice are a run.
  private var die: Int? {
    guard let turn = words.turn else { return nil }
    // A computer that took over and held has no dice of its own.
    guard turn.isComputers else { return turn.dice.last }
    return turn.dice.isEmpty ? game.lastRoll : nil
  }

  private var run: PigTurn? {
    words.turn.flatMap { $0.isComputers && !$0.dice.isEmpty ? $0 : nil }
  }

  /// Returns `38 to go`, and how the computer plays; `nil` for the winner.
  private func missing(_ seat: Seat) -> Text? {
    guard let rest = game.missing(seat), seat == .second,
      case .computer(let strategy) = game.opponent
    else { return game.missing(seat) }
    return "\(rest), plays \(strategy.name)"
  }

  private var advice: PigAdvice? {
    guard state.coach, !game.isOver, game.strategyToMove == nil else { return nil }
    return OptimalPig.shared(goal: game.goal).advice(at: game.position)
  }

  private var report: PigReport? {
    state.coach && game.isOver ? PigReport(state.log) : nil
  }

  private var left: String? {
    problem == nil ? state.left.map { "Game \($0.number) \($0.result)." } : nil
  }

  /// The strategies for games to the default goal, named once.
  private static let defaultStrategies = choices(goal: Pig.defaultGoal)

  /// The share that each wins as the second player against the best one, worded once.
  private static let odds = zip(PigOdds.strategies, PigOdds.optimal).map {
    (name: $0.name, wins: (1 - $1).percent(places: 2))
  }

  private static func choices(goal: Int) -> [(value: String, words: String)] {
    PigStrategy.offered(goal: goal).map { ($0.word, $0.name) }
  }

  private var strategies: [(value: String, words: String)] {
    game.goal == Pig.defaultGoal ? PigPage.defaultStrategies : PigPage.choices(goal: game.goal)
  }
}

/// The coach's advice on a position.
extension PigAdvice: Fielded {
  package static func declare(_ field: inout Fields<PigAdvice>) {
    field("roll") { "\(percent: $0.roll, places: 1)" as Text }
    field("hold") { advice -> Text in
      advice.hold.map { "\(percent: $0, places: 1)" } ?? "not yet"
    }
    field("better") { $0.best == .roll ? "roll" : "hold" }
  }
}
