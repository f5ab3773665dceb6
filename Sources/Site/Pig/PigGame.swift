import Games
import Web

/// Pig: roll on or hold, in a race to a goal.
package enum PigGame: Game {
  package typealias State = PigState

  package static let slug = "pig"
  package static let root = "/pig"
  package static let name = "Pig"
  package static let noun = "game of Pig"
  package static let summary =
    "Roll on or hold: a race to 100 points, for two or against the computer, with a coach."
  package static let picture = PreviewPicture(
    file: "preview-pig.png", words: "Pig in Dicehall: dice showing 6, 5 and 1 on green felt")
  package static let card = GameCard(
    .dice([Face(value: 6), Face(value: 1)]),
    "Push your luck to 100, with a friend or against the computer.")

  package static let rules: String? = "/rules/pig"
  package static let stylesheet: String? = "pig.css"
  package static let pages: [any Page.Type] = [
    PigPage.self, PigGamePage.self, PigLogPage.self, PigRulesPage.self,
  ]
  package static let routes: [Route] =
    [
      page(),
      move("/pig/roll") { state, visit throws(Problem) in
        guard try isStillToMove(&state, &visit) else { return }
        try byTheRules { () throws(PigRefusal) in try state.roll(using: &visit.random) }
      },
      move("/pig/hold") { state, visit throws(Problem) in
        guard try isStillToMove(&state, &visit) else { return }
        try byTheRules { () throws(PigRefusal) in try state.hold(using: &visit.random) }
      },
      move("/pig/new-game") { state, visit throws(Problem) in
        try byTheRules { () throws(PigRefusal) in try state.startAgain() }
        guard try isStillToMove(&state, &visit) else { return }
        try byTheRules { () throws(PigRefusal) in try state.playComputerTurn(using: &visit.random) }
      },
      move("/pig/undo") { state, _ throws(Problem) in
        guard state.undo() else { throw Problem(PigWords.nothingToUndo) }
      },
      move("/pig/players") { state, visit throws(Problem) in
        try PlayersForm(visit.form, for: state).grant(to: &state, using: &visit.random)
      },
      view("/pig/game") { state, visit in
        guard let page = PigGamePage(state, number: try visit.gameNumber(state)) else {
          throw Refusal.noSuchGame
        }
        return .page(page)
      },
      view("/pig/history.csv") { state, visit in
        let number = try visit.gameNumber(state)
        guard let log = state.log(of: number) else { throw Refusal.noSuchGame }
        return .file("pig-game-\(number)", log.csv, as: .csv)
      },
      .page("/rules/pig") { _ in .page(PigRulesPage()) },
    ] + log(page: PigLogPage.init) { $0.file(as: $1) }

  package static let options = [goal, beginner] + playersOptions
  private static let goal = EmbedOption.number(
    "goal", "Goal", in: Pig.goalLimits, default: Pig.defaultGoal)
  private static let nameHint =
    "At most \(Player.longestName) characters; you can change it in the game."
  private static let beginner = EmbedOption.choice(
    "beginner", "Who begins",
    of: [(Seat.first.word, "Player 1"), (Seat.second.word, "Player 2")], default: Seat.first.word)
  /// The options that the form for the players has, too, in the order of an address.
  private static let playersOptions: [EmbedOption] = [
    .text(
      "player1", "Player 1 name", maximum: Player.longestName,
      hint: nameHint),
    .text(
      "player2", "Player 2 name", maximum: Player.longestName,
      hint: nameHint),
    .choice(
      "opponent", "Opponent", of: [("person", "Person"), ("computer", "Computer")],
      default: "person"),
    .choice(
      "strategy", "Strategy",
      of: PigStrategy.offered(goal: Pig.defaultGoal).map { ($0.word, $0.name) },
      default: PigState.defaultStrategy.word),
    .choice(
      "coach", "Coach (shows the chances)", of: [("off", "Off"), ("on", "On")], default: "off"),
  ]

  package static func settings(of state: PigState) -> [String: String] {
    let game = state.game
    let fresh = PigState().game
    var settings = [
      goal.name: String(state.goal), beginner.name: state.beginner.word,
      "opponent": game.opponent == .person ? "person" : "computer",
      "strategy": state.strategy.word, "coach": state.coach ? "on" : "off",
    ]
    if game.first.name != fresh.first.name { settings["player1"] = game.first.name }
    if game.second.name != fresh.second.name { settings["player2"] = game.second.name }
    return settings
  }

  /// Reads options such as `goal=50&player1=Ada&opponent=computer&strategy=hold-at-20&coach=on`.
  package static func begin(_ state: inout PigState, _ reader: inout OptionReader) {
    guard let game = try? Pig(goal: reader.number(goal) ?? Pig.defaultGoal) else { return }
    state = PigState(game)
    let beginner = reader.choice(beginner).flatMap(Seat.init(word:))
    var options: [Form.Field] = []
    for option in playersOptions {
      let value =
        if case .choice = option.kind { reader.choice(option, granting: false) } else {
          reader.take(option)
        }
      if let value { options.append(.init(name: option.name, value: value)) }
    }
    // The form's rules apply; what breaks one is left out, and the rest is tried again.
    while let problem = state.begin(options, beginner) {
      let broken = Set(problem.mistakes.compactMap(\.field))
      for mistake in problem.mistakes {
        let label = playersOptions.first { $0.name == mistake.field }?.label
        let sentence = mistake.sentence
        // Most sentences begin with the field's name, which the remark already has.
        let text =
          label.flatMap { sentence.hasPrefix($0) ? sentence.dropFirst($0.count) : nil }
          ?? ": \(sentence)"
        reader.remark(on: mistake.field ?? "", "\(text) It was left out.")
      }
      let kept = options.filter { !broken.contains($0.name) }
      guard kept.count < options.count else { return }
      options = kept
    }
    options.forEach { reader.grant($0.name, $0.value) }
  }
}

extension PigState {
  /// Sets the players as a form would.
  /// - Returns: the problem, if nothing was set.
  fileprivate mutating func begin(_ options: [Form.Field], _ beginner: Seat?) -> Problem? {
    // No die is rolled: until the game begins it is Player 1's turn, and the computer plays Player
    // 2.
    var dice = SeededGenerator(seed: 0)
    do throws(Problem) {
      let players = try PlayersForm(Form(options), for: self)
      try players.grant(to: &self, using: &dice)
      // A new game reports no changes.
      try byTheRules { () throws(PigRefusal) in try startAgain(beginner: beginner) }
    } catch {
      return error
    }
    notice = nil
    return nil
  }
}
