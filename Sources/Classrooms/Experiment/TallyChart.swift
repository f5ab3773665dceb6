import Mustache
import Rooms
import Site

/// The rolls as bars, the exact expectation as a line within its band, and both as a table.
struct TallyChart: Fielded {
  /// The beginning of the ids of its sentence and its table.
  private let id: String
  private let owner: Owner
  private let experiment: Experiment
  private let columns: OutcomeColumns
  private let rows: [TallyRow]
  private let rolls: Int
  private let showsCounts: Bool
  /// The least share for the full height, so that two charts have the same scale.
  var least = 0.0
  /// The places among the columns of guesses and of right answers.
  private let guessed, truths: [Double]

  /// Ids on the page begin with `prefix`.
  /// - Returns: `nil` if there is nothing to draw.
  init?(
    _ tally: Tally, by owner: Owner, of experiment: Experiment, in columns: OutcomeColumns,
    guesses: [Guess] = [], truth: Expectation? = nil, prefix: String = "",
    showsCounts: Bool = false
  ) {
    guard columns.count > 0, tally.rolls > 0 || columns.chances != nil || !guesses.isEmpty else {
      return nil
    }
    let rolls = tally.rolls
    rows = columns.counts(of: tally).enumerated().map { column, count in
      TallyRow(
        name: columns.name(of: column), count: count, rolls: rolls,
        exact: columns.chances.map { TallyRow.Exact(chance: $0[column], rolls: rolls) })
    }
    guessed = guesses.map { columns.place(of: $0.total.double) }
    let truths = guesses.first.map { truth?.answers(to: $0.question) ?? [] } ?? []
    self.truths = truths.map(columns.place)
    id = prefix + owner.rawValue
    self.showsCounts = showsCounts && rows.count <= TallyChart.mostCounts
    self.owner = owner
    self.experiment = experiment
    self.columns = columns
    self.rolls = rolls
  }

  /// The most columns with counts above them; more would overlap.
  private static let mostCounts = 24

  /// The owner of a chart's rolls.
  enum Owner: String {
    case everyone = "class"
    case seat = "own"
  }

  static func declare(_ field: inout Fields<TallyChart>) {
    field("id") { $0.id }
    field("owner") { $0.owner.rawValue }
    field("width") { $0.rows.count * ColumnPlot.columnWidth }
    field("height") { _ in ColumnPlot.height }
    field("most") { $0.rolls > 0 ? Int(($0.most * Double($0.rolls)).rounded()).groupedText : nil }
    field("mostShare") { $0.most.percent(places: $0.most < 0.02 ? 1 : 0) }
    field.text("mine") { $0.plot.draw(bars: $0.rows.lazy.map(\.share), in: &$1) }
    field.text("band") { chart, path in
      guard chart.hasBand else { return }
      chart.plot.draw(band: chart.rows.lazy.compactMap { $0.exact?.limits }, in: &path)
    }
    field.text("exact") { chart, path in
      guard chart.hasExact else { return }
      chart.plot.draw(steps: chart.rows.lazy.compactMap { $0.exact?.chance }, in: &path)
    }
    field.text("dots") { $0.plot.draw(dots: $0.guessed, in: &$1) }
    field.text("truth") { chart, path in
      for place in chart.truths {
        path.append("M", ColumnPlot.middle(of: place))
        path.append(" 0V", ColumnPlot.height)
      }
    }
    // Above the bars and in percent of the whole, as text in a stretched drawing would be
    // stretched.
    field.rows("counts", { $0.counts }) { bar in
      bar("middle") { $1.percent(ofMiddle: $0).fixed(places: 2) }
      bar("top") { $1.percent(ofTop: $1.rows[$0].share).fixed(places: 2) }
      bar("count") { $1.rows[$0].count.groupedText }
    }
    field("hasGuesses") { !$0.guessed.isEmpty }
    field("marks") { $0.columns.marks }
    field("summary") { chart in
      ExperimentWords.summary(
        of: chart.rows, chart.rolls, chart.owner, chart.experiment, shared: chart.columns.shared,
        hasGuesses: !chart.guessed.isEmpty, truths: chart.truths.count)
    }
    field("header") { $0.experiment.outcomeName }
    field("caption") { ExperimentWords.caption($0.experiment, $0.owner) }
    field.rows("rows", { $0.rows }) { row in
      row("name") { $0.name }
      row("count") { $0.count.groupedText }
      row("share") { ExperimentWords.share($0.share, of: $0.rolls) }
      row("exact") { row in row.exact.map { ExperimentWords.share($0.chance, of: row.rolls) } }
      row("limits") { row in row.exact.map { ExperimentWords.limits($0.limits, of: row.rolls) } }
    }
    field("hasExact") { $0.hasExact }
    field("hasBand") { $0.hasBand }
  }

  private var hasExact: Bool { columns.chances != nil }

  /// A seat's rolls are so few that its band would be meaningless.
  private var hasBand: Bool { hasExact && rolls > 0 && owner == .everyone }

  /// The columns with counts above them.
  private var counts: [Int] { showsCounts ? rows.indices.filter { rows[$0].count > 0 } : [] }

  private func percent(ofMiddle column: Int) -> Double {
    (Double(column) + 0.5) / Double(rows.count) * 100
  }

  private func percent(ofTop share: Double) -> Double { (1 - share / most) * 100 }

  private var plot: ColumnPlot { ColumnPlot(most: most) }

  /// The share for the full height.
  var most: Double {
    let most = rows.reduce(least) { most, row in
      max(most, row.share, row.exact.map { hasBand ? $0.limits.upperBound : $0.chance } ?? 0)
    }
    // There are only guesses.
    return most > 0 ? most : 1
  }
}

/// A column of the chart and a row of its table.
struct TallyRow {
  /// The exact expectation of a column.
  struct Exact {
    let chance: Double
    /// The range of its share in 95 of 100 classes with fair dice.
    let limits: ClosedRange<Double>

    init(chance: Double, rolls: Int) {
      self.chance = chance
      let band = ShareBand(chance: chance, rolls: rolls)
      limits = band.lowest...band.highest
    }
  }

  let name: String
  let count: Int
  /// The number of rolls in the whole chart.
  let rolls: Int
  let exact: Exact?

  /// In `0...1`.
  var share: Double { rolls > 0 ? Double(count) / Double(rolls) : 0 }
}
