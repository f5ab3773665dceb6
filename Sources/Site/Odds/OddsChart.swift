import BigInt
import DiceLanguage
import Mustache

/// The chances of all totals as columns, 10 wide and at most `height` high.
struct OddsChart: Fielded {
  private static let height = 160
  /// What is left between two columns, on either side.
  private static let gap = 1
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
      ? OddsWords.binnedChart(of: distribution, likeliest: likeliest[0], most: most)
      : OddsWords.chart(of: distribution, likeliest: likeliest, most: most)
  }

  static func declare(_ field: inout Fields<OddsChart>) {
    field("width") { $0.chances.count * 10 }
    field("height") { _ in height }
    field("most") { $0.most }
    field("path") { $0.path }
    field("marks") { $0.marks }
    field("summary") { $0.summary }
  }

  private var path: String {
    let highest = chances.max() ?? 1
    return chances.enumerated().map { index, chance in
      // Whatever can happen is seen.
      let size = max(1, Int((chance / highest * Double(OddsChart.height)).rounded()))
      return """
        M\(index * 10 + OddsChart.gap) \(OddsChart.height)v-\(size)\
        h\(10 - 2 * OddsChart.gap)v\(size)z
        """
    }.joined()
  }
}

/// Whether there is room for a name under a chart's column.
func isMarked(_ column: Int, of count: Int) -> Bool {
  count <= 12 || column.isMultiple(of: (count + 5) / 6)
}
