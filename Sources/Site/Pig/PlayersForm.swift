import Games
import Web

/// Who is to play, as a form asks; what it does not name stays as it is, but for the coach: a box
/// that is not ticked is not sent.
struct PlayersForm {
  private let first, second: String
  private let computer: Bool
  private let strategy: PigStrategy
  private let form: Form

  /// - Throws: `Problem` with all that is wrong, which keeps the form.
  init(_ form: Form, for table: PigState) throws(Problem) {
    let game = table.game
    self.form = form
    first = form["player1"] ?? game.first.name
    second = form["player2"] ?? game.second.name
    var mistakes: [Problem.Mistake] = []

    switch form["opponent"] {
    case nil: computer = game.opponent != .person
    case "person": computer = false
    case "computer": computer = true
    default:
      computer = false
      mistakes.append(
        .init("There is no such opponent. Choose one of the list.", field: "opponent"))
    }
    let word = form["strategy"] ?? table.strategy.word
    let chosen = PigStrategy.offered(goal: game.goal).first { $0.word == word }
    strategy = chosen ?? table.strategy
    if chosen == nil {
      mistakes.append(
        .init("There is no such strategy. Choose one of the list.", field: "strategy"))
    }

    if let refusal = PlayersForm.refusal(first) {
      mistakes.append(.init(refusal.sentence, field: "player1"))
    }
    if let refusal = PlayersForm.refusal(second) {
      mistakes.append(.init(refusal.sentence, field: "player2"))
    }
    if mistakes.isEmpty, (try? Pig(first: first, second: second)) == nil {
      // Whose name was changed is to blame.
      let isKept = (try? Player(name: second))?.name == game.second.name
      let field = isKept ? "player1" : "player2"
      mistakes.append(.init(PigRefusal.nameTaken.sentence, field: field))
    }
    if mistakes.isEmpty, computer,
      (try? Pig(first: first, second: Pig.computerName)) == nil
    {
      mistakes.append(
        .init("The computer is called Computer already. Choose another name.", field: "player1"))
    }
    guard mistakes.isEmpty else { throw Problem(mistakes, form: form) }
  }

  private static func refusal(_ name: String) -> PigRefusal? {
    do throws(PigRefusal) {
      _ = try Player(name: name)
      return nil
    } catch {
      return error
    }
  }

  /// Changes the table, and says what holds now.
  func grant(
    to table: inout PigState, using random: inout some RandomNumberGenerator
  ) throws(Problem) {
    do throws(PigRefusal) {
      try table.change(
        first: first, second: second, computer: computer, strategy: strategy, using: &random)
    } catch {
      throw Problem(error.sentence)
    }
    table.coach = form["coach"] == "on"
    let game = table.game
    let manner = computer ? ", playing \(strategy.name)" : ""
    table.notice = """
      \(game.name(.first)) plays against \(game.name(.second))\(manner). \
      The coach is \(table.coach ? "on" : "off").
      """
  }
}

extension PigRefusal {
  /// What a visitor is told.
  var sentence: String {
    switch self {
    case .nothingToHold: "There is nothing to hold yet: roll first."
    case .gameOver: "This game is over. Start a new one to play on."
    case .nameEmpty: "A name needs at least one character that can be seen."
    case .nameTooLong: "A name has at most \(Player.longestName) characters."
    case .nameTooLarge: "A name cannot have that many accents or joined signs. Leave some out."
    case .nameUnprintable:
      "A name cannot have control characters, ones that turn the direction of the text, or ones "
        + "that cannot be read."
    case .nameTaken: "The two names must differ in more than capitals and blanks."
    case .goal: "A game goes to a goal from 10 to 200."
    case .strategy: "This strategy is not for this goal."
    }
  }
}
