import Games
import Mustache

/// The page of the dice.
struct DicePage: Page {
  let template = "dice"
  let title, headline, explanation: String
  let description = "Roll d4 to d100 with modifiers: fair dice, every face shown, every roll kept."
  let section: Section? = .dice
  private let problem: Problem?
  private let setback: Setback?
  private let table: DiceTable

  init(_ table: DiceTable, problem: Problem?, setback: Setback?) {
    self.table = table
    self.problem = problem
    self.setback = setback
    let structure = table.structure
    if let roll = table.lastThrow?.roll {
      headline = "You rolled \(roll.structure.expression): \(roll.total.signedText)"
      explanation = DicePage.comparison(of: roll)
    } else {
      headline = "Ready to roll \(structure.expression)"
      explanation =
        table.history.last.map {
          "Last roll: \($0.roll.structure.expression) made \($0.roll.total.signedText)."
        } ?? "Choose the die, how many, and what to add."
    }
    title = gameTitle(
      "Dice", outcome: table.revision == 0 ? nil : headline, problem: problem, setback: setback)
  }

  func write(to fields: inout Fields) {
    let structure = table.structure
    fields.set("problem", problem)
    fields.set("notice", setback?.sentence ?? table.notice)
    fields.set("headline", headline)
    fields.set("explanation", explanation)
    fields.set("revision", table.revision)
    fields.set("expression", structure.expression)
    fields.set("notation", problem?["expression"]?.input ?? structure.notation)
    fields.set("expressionProblem", problem?["expression"]?.sentence)
    fields.set("lowest", structure.lowest.signedText)
    fields.set("highest", structure.highest.signedText)
    fields.set("mean", DicePage.half(structure.doubledMean))
    fields.set("dieTypes", DieType.allCases.map { Choice(type: $0, chosen: structure.type) })
    fields.set("dieProblem", problem?["die"]?.sentence)
    // A number's field cannot show what is no number, so it is left empty.
    fields.set("dice", problem?["dice"] == nil ? structure.totalDice : nil)
    fields.set("diceProblem", problem?["dice"]?.sentence)
    fields.set("modifier", problem?["modifier"] == nil ? structure.modifier : nil)
    fields.set("modifierProblem", problem?["modifier"]?.sentence)
    fields.set("result", table.lastThrow.map { Result(roll: $0.roll) })
    fields.set("rolled", table.isThrown && problem == nil)
    fields.set("history", table.history.reversed().map(Line.init))
    fields.set("hasHistory", !table.history.isEmpty)
    fields.set("historyNote", historyNote)
  }

  /// Said when the oldest throws have gone.
  private var historyNote: String? {
    guard table.forgotten > 0, let first = table.history.first else { return nil }
    let moment = Moment(seconds: first.time)
    return """
      The last \(DiceTable.historyLimit) rolls, since \(moment.date), \(moment.clock) UTC; \
      \(table.forgotten) older ones have gone.
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

/// An entry of the list of dice.
private struct Choice: Fielded {
  let type, chosen: DieType

  func write(to fields: inout Fields) {
    fields.set("name", type.name)
    fields.set("selected", type == chosen)
  }
}

/// The dice as they lie.
private struct Result: Fielded {
  let roll: DiceRoll

  func write(to fields: inout Fields) {
    let modifier = roll.structure.modifier
    fields.set("faces", roll.faces.map { Face(value: $0, type: roll.structure.type) })
    fields.set("facesText", facesText(roll))
    fields.set("modifier", modifier == 0 ? nil : (modifier > 0 ? "+" : "") + modifier.signedText)
    fields.set("total", roll.total.signedText)
  }
}

private func facesText(_ roll: DiceRoll) -> String {
  roll.faces.map(String.init).joined(separator: ", ")
}

/// One die as it lies, drawn by the template.
struct Face: Fielded {
  let value: Int
  var type = DieType.d6

  func write(to fields: inout Fields) {
    fields.set("glyph", type == .d6 ? value.dieGlyph : nil)
    fields.set("words", value.words)
    fields.set("value", value)
    fields.set("shape", type.name)
    fields.set("isSix", type == .d6)
  }
}

/// A line of the history.
private struct Line: Fielded {
  let entry: DiceTable.Throw

  func write(to fields: inout Fields) {
    let moment = Moment(seconds: entry.time)
    fields.set("time", moment.iso)
    fields.set("clock", moment.clock)
    fields.set("expression", entry.roll.structure.expression)
    fields.set("faces", facesText(entry.roll))
    fields.set("total", entry.roll.total.signedText)
  }
}

extension DiceTable {
  func page(problem: Problem?, setback: Setback?) -> any Page {
    DicePage(self, problem: problem, setback: setback)
  }
}
