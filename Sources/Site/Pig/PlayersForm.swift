import Games
import Web

/// The players and settings in a form, which every move may send.
///
/// A missing field stays as it is, except the coach: browsers don't send an unticked box.
struct PlayersForm {
  private let first, second: String
  private let computer: Bool
  private let strategy: PigStrategy
  private let goal: Int
  private let beginner: Seat
  private let coach: Bool

  /// - Throws: `Problem` with all mistakes and the form, to show it again.
  init(_ form: Form, for state: PigState) throws(Problem) {
    let game = state.game
    first = form["player1"] ?? game.first.name
    second = form["player2"] ?? game.second.name
    coach = form["coach"] == "on"
    var mistakes: [Problem.Mistake] = []
    func choice<Value>(_ field: String, _ fallback: Value, _ find: (String) -> Value?) -> Value {
      guard let word = form[field] else { return fallback }
      guard let value = find(word) else {
        mistakes.append(.init("There’s no such \(field). Choose one from the list.", field: field))
        return fallback
      }
      return value
    }
    computer = choice("opponent", game.opponent != .person) {
      ["person": false, "computer": true][$0]
    }
    beginner = choice("beginner", state.beginner, Seat.init(word:))
    var goal = state.goal
    if let text = form["goal"] {
      let typed = TypedNumber(text)
      goal = typed.flatMap { $0.wasRounded ? nil : $0.number } ?? 0
      if !(Pig.goalLimits ~= goal) {
        mistakes.append(
          .init(PigRefusal.goal.sentence, field: "goal", input: typed == nil ? text : nil))
      }
    }
    self.goal = goal
    // The list on the page is for the game in play.
    let strategy = choice("strategy", state.strategy) { word in
      PigStrategy.offered(goal: game.goal).first { $0.word == word }
    }
    self.strategy = strategy
    if mistakes.isEmpty, computer, !strategy.isOffered(goal: goal) {
      mistakes.append(
        .init(strategy.unsuited(to: goal), field: "goal"))
    }

    for (name, label, field) in [
      (first, "Player 1 name", "player1"), (second, "Player 2 name", "player2"),
    ] {
      do throws(PigRefusal) {
        _ = try Player(name: name)
      } catch {
        mistakes.append(.init(error.sentence(of: label), field: field))
      }
    }
    if mistakes.isEmpty, (try? Pig(first: first, second: second)) == nil {
      // The name that was changed is to blame.
      let isKept = (try? Player(name: second))?.name == game.second.name
      let (label, field) = isKept ? ("Player 1 name", "player1") : ("Player 2 name", "player2")
      mistakes.append(.init(PigRefusal.nameTaken.sentence(of: label), field: field))
    }
    if mistakes.isEmpty, computer,
      (try? Pig(first: first, second: Pig.computerName)) == nil
    {
      mistakes.append(
        .init(
          "Player 1 name is taken: the computer is called Computer. Choose another.",
          field: "player1"))
    }
    guard mistakes.isEmpty else { throw Problem(mistakes, form: form) }
  }

  func isNew(to state: PigState) -> Bool {
    let game = state.game
    let opponent: Opponent = computer ? .computer(strategy) : .person
    return (first, second, opponent) != (game.first.name, game.second.name, game.opponent)
      || (strategy, goal, beginner) != (state.strategy, state.goal, state.beginner)
      || coach != state.coach
  }

  /// Changes the players, and adds a notice on what applies now.
  func grant(
    to state: inout PigState, using random: inout some RandomNumberGenerator
  ) throws(Problem) {
    do throws(PigRefusal) {
      try state.change(
        first: first, second: second, computer: computer, strategy: strategy, goal: goal,
        beginner: beginner, using: &random)
    } catch {
      throw Problem(error.sentence)
    }
    state.coach = coach
    state.notice = state.players
  }
}

extension Seat {
  /// The seat's name in forms.
  var word: String { self == .first ? "player1" : "player2" }

  init?(word: String) {
    guard let seat = Seat.allCases.first(where: { $0.word == word }) else { return nil }
    self = seat
  }
}
