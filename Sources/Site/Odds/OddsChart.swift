import BigInt
import DiceLanguage
import Mustache

/// The chances of all totals as columns.
struct OddsChart: Fielded {
  /// The most columns, so that they can be told apart on a phone.
  private static let limit = 60

  private let chances: [Double]
  private let marks: [String]
  private let most: String
  private let summary: String

  init(_ distribution: Distribution) {
    let groups = distribution.groups(OddsChart.limit)
    let ways = groups.map { distribution.ways[$0].reduce(0, +) }
    let chances = ways.map(distribution.double)
    self.chances = chances
    let highest = chances.indices.max { chances[$0] < chances[$1] } ?? 0
    most = distribution.percent(ways[highest])
    marks = groups.indices.map { column in
      let mark = distribution.values[groups[column].lowerBound].signedText
      return isMarked(column, of: groups.count) && mark.count <= 7 ? mark : ""
    }
    let likeliest = groups.indices.filter { ways[$0] == ways[highest] }
      .map { distribution.text(of: groups[$0]) }
    summary =
      groups.count < distribution.values.count
      ? OddsWords.binnedChart(
        of: distribution,
        allShare: groups.dropFirst().dropLast().allSatisfy { $0.count > 1 }, likeliest: likeliest,
        most: most)
      : OddsWords.chart(of: distribution, likeliest: likeliest, most: most)
  }

  static func declare(_ field: inout Fields<OddsChart>) {
    field("width") { $0.chances.count * ColumnPlot.columnWidth }
    field("height") { _ in ColumnPlot.height }
    field("most") { $0.most }
    field.text("path") { chart, path in
      ColumnPlot(most: chart.chances.max() ?? 1).draw(bars: chart.chances, in: &path)
    }
    field("marks") { $0.marks }
    field("summary") { $0.summary }
  }
}
