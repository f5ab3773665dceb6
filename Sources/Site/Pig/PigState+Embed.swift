import Games
import Web

extension PigState: EmbeddableState {
  package static let slug = "pig"
  package static let noun = "game of Pig"
  package static let picture = PreviewPicture.pig
  package static let name = "Pig"
  package static let summary =
    "Roll on or hold: a race to 100 points, for two or against the computer, with a coach."
  package static let options = [goal] + playersOptions
  static var part: WritableKeyPath<Session, PigState?> { \.pig }

  private static let goal = EmbedOption.number(
    "goal", "Points to win", in: Pig.goalLimits, usual: Pig.usualGoal)
  private static let coach = EmbedOption.choice(
    "coach", "Coach, who tells the chances", of: [("off", "Off"), ("on", "On")], usual: "off")
  /// What the form for the players has as well, in the order in which an address has it.
  private static let playersOptions: [EmbedOption] = [
    .text(
      "player1", "Player 1 name", maximum: Player.longestName,
      hint: "At most 30 characters; can be changed in the game."),
    .text(
      "player2", "Player 2 name", maximum: Player.longestName,
      hint: "At most 30 characters; can be changed in the game."),
    .choice(
      "opponent", "Opponent", of: [("person", "Person"), ("computer", "Computer")],
      usual: "person"),
    .choice(
      "strategy", "How the computer plays",
      of: PigStrategy.offered(goal: Pig.usualGoal).map { ($0.word, $0.name) },
      usual: PigState().strategy.word),
    coach,
  ]

  /// `goal=50&player1=Ada&player2=Bob&opponent=computer&strategy=hold-at-20&coach=on`.
  mutating func begin(_ wish: inout OptionReader) {
    let goal = wish.number(PigState.goal) ?? Pig.usualGoal
    guard let game = try? Pig(goal: goal) else { return }
    self = PigState(game)
    var options: [(name: String, value: String)] = []
    for option in PigState.playersOptions {
      let value =
        if case .choice = option.kind { wish.choice(option, granting: false) } else {
          wish.take(option)
        }
      if let value { options.append((option.name, value)) }
    }
    // The rules are those of the form; what breaks one is left out, and the rest is tried again.
    while let problem = grant(options) {
      let broken = Set(problem.mistakes.compactMap(\.field))
      for mistake in problem.mistakes {
        wish.remark("The option \(mistake.field ?? "") was left out. \(mistake.sentence)")
      }
      let kept = options.filter { !broken.contains($0.name) }
      guard kept.count < options.count else { return }
      options = kept
    }
    options.forEach { wish.grant($0.name, $0.value) }
  }

  /// Sets the players as a form would.
  /// - Returns: what is wrong; nothing was set then.
  private mutating func grant(_ options: [(name: String, value: String)]) -> Problem? {
    guard let form = try? Form(urlencoded: PercentCoding.encode(options).utf8, isInput: true)
    else { return nil }
    // No die is thrown: it is Player 1's turn, and the computer plays for Player 2.
    var dice = SeededGenerator(seed: 0)
    do throws(Problem) {
      let players = try PlayersForm(form, for: self)
      try players.grant(to: &self, using: &dice)
    } catch {
      return error
    }
    // A new game tells of no changes.
    startAgain()
    notice = nil
    return nil
  }
}
