import Games
import Mustache

/// The page of the dice.
final class DicePage: Page {
  static let templates = ["dice"]
  let title: String
  let description = "Roll d4 to d100 with modifiers: fair dice, every face shown, every roll kept."
  let section: Section? = .game(DiceGame.self)
  private let problem: Problem?
  private let state: DiceState
  private let words: DiceWords
  private var structure: DieStructure { state.structure }

  init(_ state: DiceState, problem: Problem?) {
    self.state = state
    self.problem = problem
    words = DiceWords(state, isRefused: problem?.inForm != nil)
    title = gameTitle(
      "Dice", outcome: state.revision == 0 ? nil : words.headline, problem: problem)
  }

  static func declare(_ field: inout Fields<DicePage>) {
    field("problem") { $0.problem?.inForm }
    field("notice") { $0.problem.map { $0.notice?.sentence } ?? $0.state.notice }
    field("headline") { $0.words.headline }
    field("explanation") { $0.words.explanation }
    field("revision") { $0.state.revision }
    field("expression") { $0.structure.expression }
    field("notation") { $0.problem?["expression"]?.input ?? $0.structure.notation }
    field("lowest") { $0.structure.lowest.signedText }
    field("highest") { $0.structure.highest.signedText }
    field("mean") { DiceWords.mean(of: $0.structure) }
    field("dieTypes") { page in
      DieType.allCases.map { Choice(type: $0, chosen: page.structure.type) }
    }
    // A number's field can't show other text, so it is left empty.
    field("dice") { $0.problem?["dice"] == nil ? $0.structure.totalDice : nil }
    field("modifier") { $0.problem?["modifier"] == nil ? $0.structure.modifier : nil }
    field("expressionProblem") { $0.problem?["expression"] != nil }
    field("dieProblem") { $0.problem?["die"] != nil }
    field("diceProblem") { $0.problem?["dice"] != nil }
    field("modifierProblem") { $0.problem?["modifier"] != nil }
    field("result") { $0.state.lastThrows.last.map(Result.init) }
    field("rolled") { !$0.state.lastThrows.isEmpty && $0.problem?.inForm == nil }
    field("chart") { $0.state.tally.map(DiceChart.init) }
    field("history") { $0.lines }
    field("hasHistory") { !$0.state.history.isEmpty }
    field("older") { $0.older }
  }

  /// The history, newest first, with the day wherever it differs from the row above.
  private var lines: [Line] {
    var day: String?
    return state.history.reversed().map { entry in
      let moment = Moment(seconds: entry.time)
      defer { day = moment.date }
      return Line(roll: entry.roll, moment: moment, hasDay: moment.date != day)
    }
  }

  /// What to say if the oldest throws have gone.
  private var older: Older? {
    guard state.forgotten > 0, let first = state.history.first else { return nil }
    return Older(count: state.forgotten, first: Moment(seconds: first.time))
  }
}

/// An entry in the list of dice.
private struct Choice: Fielded {
  let type, chosen: DieType

  static func declare(_ field: inout Fields<Choice>) {
    field("name") { $0.type.name }
    field("selected") { $0.type == $0.chosen }
  }
}

/// The last throw.
private struct Result: Fielded {
  let roll: DiceRoll

  init(_ thrown: DiceState.Throw) { roll = thrown.roll }

  static func declare(_ field: inout Fields<Result>) {
    field("faces") { result in
      result.roll.faces.map { Face(value: $0, type: result.roll.structure.type) }
    }
    field("facesText") { facesText($0.roll) }
    field("modifier") { $0.modifier }
    field("total") { $0.roll.total.signedText }
  }

  /// `+3`; `nil` for none.
  private var modifier: String? {
    let modifier = roll.structure.modifier
    return modifier == 0 ? nil : modifier.modifierText
  }
}

private func facesText(_ roll: DiceRoll) -> String {
  roll.faces.map(String.init).joined(separator: ", ")
}

/// A row in the history.
private struct Line: Fielded {
  let roll: DiceRoll
  let moment: Moment
  let hasDay: Bool

  static func declare(_ field: inout Fields<Line>) {
    field("time") { $0.moment.iso }
    field("clock") { $0.hasDay ? "\($0.moment.clock), \($0.moment.day)" : $0.moment.clock }
    field("expression") { $0.roll.structure.expression }
    field("faces") { facesText($0.roll) }
    field("total") { $0.roll.total.signedText }
  }
}

/// How many of the oldest throws have gone, and when the oldest that is kept was made.
private struct Older: Fielded {
  let count: Int
  let first: Moment

  static func declare(_ field: inout Fields<Older>) {
    field("kept") { _ in DiceState.historyLimit }
    field("time") { $0.first.iso }
    field("clock") { "\($0.first.day), \($0.first.clock)" }
    field("gone") { $0.count == 1 ? "1 older one is gone" : "\($0.count) older ones are gone" }
  }
}

extension DiceState {
  func page(problem: Problem?) -> any Page {
    DicePage(self, problem: problem)
  }
}
