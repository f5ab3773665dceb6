import DiceLanguage
import Web

/// The report of a roll as one JSON object.
package struct RollReport {
  private let text: String
  /// The dice, their total, and members of only some expressions.
  private let dice: [RolledDie]
  private let total: JSON
  private let more: JSON
  /// The roll in a line: `4d6kh3: 5, 4, (1), 3 = 12`, with dropped dice in brackets.
  package let line: String

  package init(_ expression: Expression, _ roll: ExpressionRoll) {
    text = expression.text
    dice = roll.dice
    total = .exact(roll.total)
    more =
      expression.times == nil ? [:] : ["totals": .array(roll.rounds.map { .exact($0.total) })]
    let rounds = roll.rounds.map { RollReport.line($0.terms, "\($0.total)") }
    line =
      rounds.count > 1
      ? "\(text): \(rounds.joined(separator: " | ")); together \(roll.total)"
      : "\(text): \(rounds[0])"
  }

  package init(_ expression: TallyExpression, _ roll: TallyRoll) {
    text = expression.text
    dice = roll.terms.flatMap(\.dice)
    total = .tally(roll.tally)
    more = ["words": .texts(expression.words.map(\.text))]
    line = "\(text): \(RollReport.line(roll.terms, expression.text(of: roll.tally)))"
  }

  /// Creates the report of a new roll.
  package init(rolling expression: RollExpression, using random: inout some RandomNumberGenerator) {
    switch expression {
    case .number(let expression): self.init(expression, expression.roll(using: &random))
    case .tally(let tally): self.init(tally, tally.roll(using: &random))
    }
  }

  package var json: JSON {
    let facts: JSON = [
      "expression": .string(text), "dice": .array(dice.map(RollReport.json)), "total": total,
    ]
    return facts.adding(more)
  }

  private static func json(_ die: RolledDie) -> JSON {
    [
      "sides": .whole(die.die.faces.count),
      "value": die.die.word(of: die.value).map(JSON.string) ?? .number(String(die.value)),
      "dropped": .bool(die.isDropped),
      "history": .array(die.history.map { .string($0.words(of: die.die)) }),
    ]
  }

  private static func line(_ terms: [DiceRolled], _ total: String) -> String {
    let terms = terms.filter { !$0.dice.isEmpty }.map { term in
      term.dice.map { die in
        let text = die.die.word(of: die.value) ?? "\(die.value)"
        return die.isDropped ? "(\(text))" : text
      }.joined(separator: ", ")
    }
    return terms.isEmpty ? total : "\(terms.joined(separator: "; ")) = \(total)"
  }
}

extension TallyExpression {
  /// Returns a tally as `tallyText` does: `3 heads, 1 tails`.
  package func text(of tally: [Int]) -> String { tallyText(tally, words.map(\.text)) }
}

/// Returns a tally such as `3 heads, 1 tails`, or the word of a single die.
///
/// Words that didn't come up are left out, unless none did.
func tallyText(_ tally: [Int], _ words: [String]) -> String {
  let came = zip(tally, words).filter { $0.0 > 0 }
  if let word = came.first?.1, tally.reduce(0, +) == 1 { return word.isolated }
  return came.isEmpty ? "none" : came.map { "\($0) \($1.isolated)" }.joined(separator: ", ")
}

extension JSON {
  /// Returns the count of each word.
  static func tally(_ tally: [Int]) -> JSON { .array(tally.map(JSON.whole)) }
  static func texts(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }
}

/// The exact odds of a tally as JSON and CSV, the same from the command and from the site.
package struct TallyReport: StreamedReport {
  private let expression: TallyExpression
  private let odds: TallyOdds

  package init(_ expression: TallyExpression, _ odds: TallyOdds) {
    self.expression = expression
    self.odds = odds
  }

  package func writeJSON<Problem>(
    _ write: ([UInt8]) throws(Problem) -> Void
  ) throws(Problem) {
    let facts: JSON = [
      "expression": .string(expression.text), "reading": .string(expression.reading),
      "words": .texts(odds.words), "denominator": .string(odds.chances.cases),
    ]
    let rows = odds.tallies.indices.lazy.map { place -> JSON in
      let ways = odds.chances.ways[place]
      return [
        "value": .tally(odds.tallies[place]), "ways": .string(ways.description),
        "chance": .number("\(odds.chances.double(ways))"),
      ]
    }
    try facts.write(outcomes: rows, write)
    try write(Array("}".utf8))
  }

  /// The report for people: the meaning, the mean count of each word, and a line for each tally.
  package var table: String {
    var lines = ["\(expression.text): \(expression.reading)", "word  on average"]
    lines += zip(odds.words, odds.averages).map { "\($0.isolated)  \($1.decimalText)" }
    lines.append("tally  chance")
    lines += odds.tallies.indices.map { place in
      let chance = odds.chances.double(odds.chances.ways[place])
      return "\(tallyText(odds.tallies[place], odds.words))  \(chance.decimalText)"
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The report as CSV: a heading with a column for each word, and a line for each tally.
  package var csv: String {
    // Words have no signs that would need quotes.
    let heading = odds.words.map { "\($0)," }.joined() + "ways,denominator,chance\r\n"
    let cases = odds.chances.cases
    return odds.tallies.indices.reduce(into: heading) { text, place in
      let ways = odds.chances.ways[place]
      text += odds.tallies[place].map { "\($0)," }.joined()
      text += "\(ways),\(cases),\(odds.chances.double(ways))\r\n"
    }
  }
}
