import DiceLanguage
import Web

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
