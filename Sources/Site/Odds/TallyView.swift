import BigInt
import DiceLanguage
import Mustache
import Web

/// The odds of a tally as the page shows them.
final class TallyView: Fielded, Sendable {
  let expression: String
  private let reading: String
  private let odds: TallyOdds
  private let hasCSV, hasJSON: Bool

  init(_ answer: TallyAnswer) {
    expression = answer.expression.text
    reading = answer.expression.reading.asSentence
    odds = answer.odds
    hasCSV = answer.fits(.csv)
    hasJSON = answer.fits(.json)
  }

  /// A sentence for search engines and previews.
  var description: String { "Exact odds of \(expression): \(summary)" }

  static func declare(_ field: inout Fields<TallyView>) {
    field("expression") { $0.expression }
    field("reading") { $0.reading }
    field("rollQuery") { PercentCoding.encode([("expression", $0.expression)]) }
    // There is a column for each word.
    field("width") { $0.odds.words.count * ColumnPlot.columnWidth }
    field("height") { _ in ColumnPlot.height }
    field("most") { OddsNumber($0.odds.averages.max() ?? .one).decimal }
    field.text("path") { view, path in
      let averages = view.odds.averages.map(\.double)
      ColumnPlot(most: averages.max() ?? 1).draw(bars: averages, in: &path)
    }
    field("marks") { wordMarks($0.odds.words) }
    field("summary") { $0.summary }
    field("wordsCaption") { OddsWords.caption(ofWordsIn: $0.expression) }
    field.rows("words", { Array(zip($0.odds.words, $0.odds.averages)) }) { row in
      row("word") { $0.0 }
      row("average") { OddsNumber($0.1) }
    }
    field("caption") { OddsWords.caption(of: $0.expression) }
    field.rows("rows", { $0.rows }) { row in
      row("tally") { $0.name }
      row("chance") { $0.chance }
    }
    field("shown") { $0.odds.tallies.count > OddsTable.rows ? OddsTable.rows : nil }
    field("isRounded") { $0.rows.contains { $0.chance.isRounded } }
    field("hasCSV") { $0.hasCSV }
    field("hasJSON") { $0.hasJSON }
    field("hasFiles") { $0.hasCSV && $0.hasJSON }
  }

  private var summary: String {
    OddsWords.chart(
      ofWords: zip(odds.words, odds.averages).map {
        "\(OddsNumber($1).decimal) \($0.isolated)"
      })
  }

  /// The likeliest tallies with their chances.
  private var rows: [OddsFact] {
    odds.tallies.prefix(OddsTable.rows).enumerated().map { place, tally in
      OddsFact(tallyText(tally, odds.words), odds.chances.ways[place], of: odds.chances)
    }
  }
}

/// Returns the labels under the columns of words, if there is room.
func wordMarks(_ words: [String]) -> [String] {
  let room = max(3, 36 / words.count)
  return words.enumerated().map { isMarked($0, of: words.count) && $1.count <= room ? $1 : "" }
}
