import Games
import Mustache
import Web

/// The page of the dice.
final class DicePage: Page {
  static let templates = ["dice"]
  let title: String
  let description = "Roll d4 to d100 with modifiers: fair dice, every face shown, every roll kept."
  let section: Section? = .game(DiceGame.self)
  let isPlayed = true
  private let problem: Problem?
  private let state: DiceState
  private let named: NamedRollsView
  private let words: DiceWords
  private var structure: DieStructure { state.structure }

  init(_ state: DiceState, _ named: NamedRolls, problem: Problem?) {
    self.state = state
    self.named = NamedRollsView(named, revision: state.revision, problem: problem)
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
    field("notation") {
      $0.problem?["expression"]?.input ?? $0.problem?.form?["expression"]?.shownAgain
        ?? $0.structure.notation
    }
    field("oddsQuery") { PercentCoding.encode([("x", $0.structure.notation)]) }
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
    field("result") { $0.state.isThrown ? $0.state.history.last.map(Result.init) : nil }
    field("rolled") { $0.state.isThrown && $0.problem?.inForm == nil && $0.named.news == nil }
    field("named") { $0.named }
    field("chart") { $0.state.tally.map(DiceChart.init) }
    field("history") { DiceLogLine.all($0.state.history.newest(GameLog.newest)) }
    field("hasHistory") { !$0.state.history.isEmpty }
    field("hasMore") { $0.state.history.count > GameLog.newest }
    field("newest") { _ in GameLog.newest }
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
    field("facesText") { $0.roll.facesText }
    field("modifier") { $0.modifier }
    field("total") { $0.roll.total.signedText }
  }

  /// `+3`; `nil` for none.
  private var modifier: String? {
    let modifier = roll.structure.modifier
    return modifier == 0 ? nil : modifier.modifierText
  }
}

extension DiceState {
  func page(in visit: Visit, problem: Problem?) -> any Page {
    DicePage(self, visit.session[NamedRolls.self] ?? NamedRolls(), problem: problem)
  }
}
