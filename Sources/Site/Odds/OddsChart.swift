import BigInt
import DiceLanguage
import Mustache

/// A chart of all totals' chances as columns.
///
/// Those that reach a target are solid, and another expression's are a line over them.
struct OddsChart: Fielded {
  /// The most columns, so that they can be told apart on a phone.
  private static let limit = 60

  private let expression: String
  private let chances: [Double]
  /// The number of columns before the target.
  private let missing: Int
  /// The target: `13 or more`; `nil` without one that a column reaches.
  private let target: String?
  private let rival: (expression: String, chances: [Double])?
  private let marks: [String]
  private let most: String
  private let summary: String

  init(
    of expression: String, _ distribution: Distribution, target: Rational? = nil,
    rival: (expression: String, odds: Distribution)? = nil
  ) {
    self.expression = expression
    if let rival, let both = OddsChart.values(distribution, rival.odds) {
      let own = distribution.chances(of: both)
      let others = rival.odds.chances(of: both)
      chances = own
      self.rival = (rival.expression, others)
      missing = target.map { target in both.count { $0 < target } } ?? 0
      self.target = missing < both.count ? target.map { OddsWords.names(of: $0).orMore } : nil
      marks = both.indices.map { OddsChart.mark(both[$0], at: $0, of: both.count) }
      let (ways, odds) =
        (own.max() ?? 0) >= (others.max() ?? 0)
        ? (distribution.ways, distribution) : (rival.odds.ways, rival.odds)
      most = odds.percent(ways.max() ?? 0)
      summary = OddsWords.chart(of: expression, against: rival.expression)
      return
    }
    self.rival = nil
    let groups = distribution.groups(OddsChart.limit)
    let ways = groups.map { distribution.ways[$0].reduce(0, +) }
    let firsts = groups.map { distribution.values[$0.lowerBound] }
    let highest = ways.indices.max { ways[$0] < ways[$1] } ?? 0
    let isBinned = groups.count < distribution.values.count
    let line = isBinned ? firsts : OddsChart.numberLine(through: firsts)
    chances =
      line.count == firsts.count ? ways.map(distribution.double) : distribution.chances(of: line)
    let missing = target.map { target in line.count { $0 < target } } ?? 0
    self.missing = missing
    // A column is solid if all of its totals reach the target.
    self.target =
      missing < line.count
      ? target.map { OddsWords.names(of: isBinned ? line[missing] : $0).orMore } : nil
    most = distribution.percent(ways[highest])
    marks = line.indices.map { OddsChart.mark(line[$0], at: $0, of: line.count) }
    let likeliest = groups.indices.filter { ways[$0] == ways[highest] }
      .map { distribution.text(of: groups[$0]) }
    let own =
      isBinned
      ? OddsWords.binnedChart(
        of: distribution,
        allShare: groups.dropFirst().dropLast().allSatisfy { $0.count > 1 },
        mostShare: groups.count { $0.count > 1 } * 2 > groups.count, likeliest: likeliest,
        most: most)
      : OddsWords.chart(of: distribution, likeliest: likeliest, most: most)
    summary = own + (rival.map { OddsWords.left(out: $0.expression) } ?? "")
  }

  static func declare(_ field: inout Fields<OddsChart>) {
    field("width") { $0.chances.count * ColumnPlot.columnWidth }
    field("height") { _ in ColumnPlot.height }
    field("most") { $0.most }
    field("expression") { $0.expression }
    field("target") { $0.target }
    field.object("rival", { $0.rival }) { rival in
      rival("expression") { $0.expression }
    }
    field.text("path") { chart, path in
      chart.plot.draw(
        bars: chart.chances.indices.lazy.map {
          chart.target == nil || $0 < chart.missing ? chart.chances[$0] : 0
        }, in: &path)
    }
    field.text("reached") { chart, path in
      chart.plot.draw(
        bars: chart.chances.indices.lazy.map { $0 < chart.missing ? 0 : chart.chances[$0] },
        in: &path)
    }
    field.text("line") { chart, path in
      if let rival = chart.rival { chart.plot.draw(steps: rival.chances, in: &path) }
    }
    field("marks") { $0.marks }
    field("summary") { $0.summary }
  }

  private var plot: ColumnPlot {
    ColumnPlot(most: max(chances.max() ?? 1, rival?.chances.max() ?? 0))
  }

  /// Returns every total of either; `nil` if there are too many for a column each.
  private static func values(_ one: Distribution, _ other: Distribution) -> [Rational]? {
    guard one.values.count <= limit, other.values.count <= limit else { return nil }
    let values = Set(one.values).union(other.values)
    return values.count <= limit ? numberLine(through: values.sorted()) : nil
  }

  /// Returns the values with missing numbers in between, if there is a column for each.
  private static func numberLine(through values: [Rational]) -> [Rational] {
    guard let first = values.first, let last = values.last,
      let step = zip(values, values.dropFirst()).map({ $1 - $0 }).min(),
      last - first < step * Rational(limit)
    else { return values }
    let line = (0..<limit).map { first + step * Rational($0) }.prefix { $0 <= last }
    return Set(line).isSuperset(of: values) ? Array(line) : values
  }

  private static func mark(_ value: Rational, at column: Int, of count: Int) -> String {
    let mark = value.signedText
    return isMarked(column, of: count) && mark.count <= 7 ? mark : ""
  }
}

extension Distribution {
  /// Returns the chances of these values, which are in order and include all its own.
  fileprivate func chances(of all: [Rational]) -> [Double] {
    var next = 0
    return all.map { value in
      guard next < values.count, values[next] == value else { return 0 }
      defer { next += 1 }
      return double(ways[next])
    }
  }
}
