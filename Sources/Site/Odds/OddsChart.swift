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
    let range = "from \(distribution.minimum.signedText) to \(distribution.maximum.signedText)"
    let likeliest = groups.indices.filter { ways[$0] == ways[highest] }
      .map { distribution.text(of: groups[$0]) }
    summary =
      if groups.count < distribution.values.count {
        """
        Each column covers several neighbouring totals, \(range). The likeliest column is \
        \(likeliest[0]), at \(most).
        """
      } else {
        "A column for each total \(range). \(OddsChart.words(likeliest, of: groups.count, most))"
      }
  }

  /// What is said of the likeliest totals, each with the chance `most`.
  private static func words(_ totals: [String], of count: Int, _ most: String) -> String {
    switch totals.count {
    case 1: "The likeliest total is \(totals[0]), at \(most)."
    case count: "All totals are equally likely."
    case 2...4: "The likeliest totals are \(totals.listed()), at \(most) each."
    default: "\(totals.count) totals are the likeliest, at \(most) each."
    }
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
