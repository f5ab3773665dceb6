import Games
import Mustache

/// The page of the dice.
struct DicePage: Page {
  static let templates = ["dice"]
  let title, headline, explanation: String
  let description = "Roll d4 to d100 with modifiers: fair dice, every face shown, every roll kept."
  let section: Section? = .game(DiceGame.self)
  private let problem: Problem?
  private let state: DiceState
  private var structure: DieStructure { state.structure }

  init(_ state: DiceState, problem: Problem?) {
    self.state = state
    self.problem = problem
    let structure = state.structure
    if let roll = state.lastThrow?.roll {
      headline = "You rolled \(roll.structure.expression): \(roll.total.signedText)"
      explanation = DicePage.comparison(of: roll)
    } else {
      headline = "Ready to roll \(structure.expression)"
      explanation =
        state.history.last.map {
          "Last roll: \($0.roll.structure.expression) made \($0.roll.total.signedText)."
        } ?? "Choose the die, how many, and what to add."
    }
    title = gameTitle("Dice", outcome: state.revision == 0 ? nil : headline, problem: problem)
  }

  static func declare(_ field: inout Fields<DicePage>) {
    field("problem") { $0.problem?.inForm }
    field("notice") { $0.problem?.notice?.sentence ?? $0.state.notice }
    field("headline") { $0.headline }
    field("explanation") { $0.explanation }
    field("revision") { $0.state.revision }
    field("expression") { $0.structure.expression }
    field("notation") { $0.problem?["expression"]?.input ?? $0.structure.notation }
    field("expressionProblem") { $0.problem?["expression"]?.sentence }
    field("lowest") { $0.structure.lowest.signedText }
    field("highest") { $0.structure.highest.signedText }
    field("mean") { DicePage.half($0.structure.doubledMean) }
    field("dieTypes") { page in
      DieType.allCases.map { Choice(type: $0, chosen: page.structure.type) }
    }
    field("dieProblem") { $0.problem?["die"]?.sentence }
    // A number's field can't show other text, so it is left empty.
    field("dice") { $0.problem?["dice"] == nil ? $0.structure.totalDice : nil }
    field("diceProblem") { $0.problem?["dice"]?.sentence }
    field("modifier") { $0.problem?["modifier"] == nil ? $0.structure.modifier : nil }
    field("modifierProblem") { $0.problem?["modifier"]?.sentence }
    field("result") { $0.state.lastThrow.map(Result.init) }
    field("rolled") { $0.state.isThrown && $0.problem?.inForm == nil }
    field("history") { $0.state.history.reversed().map(Line.init) }
    field("hasHistory") { !$0.state.history.isEmpty }
    field("historyNote") { $0.historyNote }
  }

  /// Says how many of the oldest throws have gone; `nil` if none has.
  private var historyNote: String? {
    guard state.forgotten > 0, let first = state.history.first else { return nil }
    let moment = Moment(seconds: first.time)
    return """
      The last \(DiceState.historyLimit) rolls, since \(moment.date), \(moment.clock) UTC; \
      \(state.forgotten) older ones have gone.
      """
  }

  /// Where the total lies between the lowest and the highest.
  private static func comparison(of roll: DiceRoll) -> String {
    let structure = roll.structure
    let range = """
      from \(structure.lowest.signedText) to \(structure.highest.signedText), \
      \(half(structure.doubledMean)) on average
      """
    if roll.total == structure.highest { return "As high as it gets: \(range)." }
    if roll.total == structure.lowest { return "As low as it gets: \(range)." }
    return "Possible: \(range)."
  }

  private static func half(_ doubled: Int) -> String {
    let whole = String(doubled.magnitude / 2) + (doubled % 2 == 0 ? "" : ".5")
    return doubled < 0 ? "\u{2212}\(whole)" : whole
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
    return modifier == 0 ? nil : (modifier > 0 ? "+" : "") + modifier.signedText
  }
}

private func facesText(_ roll: DiceRoll) -> String {
  roll.faces.map(String.init).joined(separator: ", ")
}

/// A row in the history.
private struct Line: Fielded {
  let entry: DiceState.Throw

  static func declare(_ field: inout Fields<Line>) {
    field("time") { Moment(seconds: $0.entry.time).iso }
    field("clock") { Moment(seconds: $0.entry.time).clock }
    field("expression") { $0.entry.roll.structure.expression }
    field("faces") { facesText($0.entry.roll) }
    field("total") { $0.entry.roll.total.signedText }
  }
}

extension DiceState {
  func page(problem: Problem?) -> any Page {
    DicePage(self, problem: problem)
  }
}
