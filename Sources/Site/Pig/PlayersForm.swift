import Games
import Web

/// The form that says who plays.
///
/// A field that is missing stays as it is, except the coach: browsers do not send a box without a
/// tick.
struct PlayersForm {
  private let first, second: String
  private let computer: Bool
  private let strategy: PigStrategy
  private let form: Form

  /// - Throws: `Problem` with all mistakes and the form, to show it again.
  init(_ form: Form, for state: PigState) throws(Problem) {
    let game = state.game
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
    let word = form["strategy"] ?? state.strategy.word
    let chosen = PigStrategy.offered(goal: game.goal).first { $0.word == word }
    strategy = chosen ?? state.strategy
    if chosen == nil {
      mistakes.append(
        .init("There is no such strategy. Choose one of the list.", field: "strategy"))
    }

    for (name, field) in [(first, "player1"), (second, "player2")] {
      do throws(PigRefusal) {
        _ = try Player(name: name)
      } catch {
        mistakes.append(.init(error.sentence, field: field))
      }
    }
    if mistakes.isEmpty, (try? Pig(first: first, second: second)) == nil {
      // Blame the name that was changed.
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

  /// Changes the players, and notes what holds now.
  func grant(
    to state: inout PigState, using random: inout some RandomNumberGenerator
  ) throws(Problem) {
    do throws(PigRefusal) {
      try state.change(
        first: first, second: second, computer: computer, strategy: strategy, using: &random)
    } catch {
      throw Problem(error.sentence)
    }
    state.coach = form["coach"] == "on"
    let game = state.game
    let manner = computer ? ", playing \(strategy.name)" : ""
    state.notice = """
      \(game.name(.first)) plays against \(game.name(.second))\(manner). \
      The coach is \(state.coach ? "on" : "off").
      """
  }
}
