import Mustache
import Rooms
import Site

/// A value that settles as a class rolls: the mean, or the share of an event.
struct Trend {
  let experiment: Experiment
  let event: ExperimentEvent?
  /// The exact value; `nil` while it is hidden.
  let exact: Double?
  let line: RunningMean

  /// - Returns: `nil` if there is neither a mean nor an event.
  init?(_ rolls: ClassRolls, _ expectation: Expectation?) {
    experiment = rolls.experiment
    event = rolls.event
    if let event, let share = rolls.runningShare {
      line = share
      exact = expectation.map { event.chance(in: $0, of: rolls.experiment) }
    } else {
      guard experiment.hasMean else { return nil }
      line = rolls.runningMean
      exact = expectation?.mean
    }
  }

  var isShare: Bool { event != nil || experiment == .crapsGames }

  /// Returns a value; the more rolls, the more decimals.
  func text(_ value: Double) -> String {
    event == nil
      ? experiment.mean(value, of: line.rolls) : ExperimentWords.share(value, of: line.rolls)
  }

  /// Returns the range of the share in 95 of 100 classes after this many rolls; `nil` for a mean.
  func band(after rolls: Int) -> ShareBand? {
    isShare ? exact.map { ShareBand(chance: $0, rolls: rolls) } : nil
  }
}

/// A chart of how a mean or a share approaches the exact value, as a line and as a table.
struct MeanChart: Fielded {
  /// The most rows of the table.
  private static let mostRows = 20
  /// The fewest rolls for the band of a share; with fewer it is so wide that it would flatten the
  /// rest.
  private static let fewRolls = 10

  let points: [(place: Int, value: Double)]
  /// The bands of a share, one for each point.
  private let bands: [ShareBand]
  /// The guesses, once they are revealed.
  private let guesses: [Double]
  private let trend: Trend
  /// The range of values on the chart.
  var reach: ClosedRange<Double>
  private var plot: LinePlot<Double> {
    LinePlot(lowest: reach.lowerBound, highest: reach.upperBound)
  }
  private var rolls: Int { trend.line.rolls }

  /// - Returns: `nil` before there is a line or a guess to show.
  init?(_ trend: Trend, guesses: [Double] = []) {
    let line = trend.line
    guard line.rolls >= 2 || !guesses.isEmpty else { return nil }
    var points = line.means.enumerated().map {
      (place: ($0.offset + 1) * line.stride, value: $0.element)
    }
    if let mean = line.mean, points.last?.place != line.rolls {
      if points.count == RunningMean.mostPoints { points.removeLast() }
      points.append((line.rolls, mean))
    }
    bands = points.compactMap { trend.band(after: $0.place) }
    let widest = zip(points, bands).first { $0.0.place >= MeanChart.fewRolls }?.1 ?? bands.last
    let values =
      points.map(\.value) + guesses
      + [trend.exact, widest?.lowest, widest?.highest].compactMap(\.self)
    let (lowest, highest) = (values.min() ?? 0, values.max() ?? 0)
    reach = trend.isShare ? MeanChart.tenths(from: lowest, to: highest) : lowest...highest
    self.points = points
    self.guesses = guesses
    self.trend = trend
  }

  /// Returns whole tens of percent, which are easy to read, with some room if all shares are close.
  private static func tenths(from lowest: Double, to highest: Double) -> ClosedRange<Double> {
    let (low, high) = ((lowest * 10).rounded(.down), (highest * 10).rounded(.up))
    return low < high ? low / 10...high / 10 : max(0, low - 1) / 10...min(10, high + 1) / 10
  }

  static func declare(_ field: inout Fields<MeanChart>) {
    field("title") { ExperimentWords.title(of: $0.trend) }
    field.text("points") { $0.plot.draw($0.points, upTo: $0.rolls, in: &$1) }
    field.text("band") { chart, text in
      // Along the top and back along the bottom; the bands of few rolls are cut off.
      let places = zip(chart.points, chart.bands).map { (place: $0.0.place, band: $0.1) }
      let edge =
        places.map { (place: $0.place, value: chart.shown($0.band.highest)) }
        + places.reversed().map { (place: $0.place, value: chart.shown($0.band.lowest)) }
      chart.plot.draw(edge, upTo: chart.rolls, in: &text)
    }
    field("hasBand") { !$0.bands.isEmpty }
    field.text("dots") { $0.plot.draw(dots: $0.guesses, in: &$1) }
    field("baseline") { chart in chart.trend.exact.map(chart.plot.height) }
    field("highest") { $0.edge($0.plot.highest) }
    field("lowest") { $0.edge($0.plot.lowest) }
    field("last") { $0.rolls.groupedText }
    field("summary") { chart in
      [
        ExperimentWords.summary(of: chart.trend),
        chart.guesses.isEmpty ? nil : ExperimentWords.dots,
        chart.trend.isShare && chart.reach != 0...1 ? "\(chart.range)." : nil,
      ].compactMap(\.self).joined(separator: " ")
    }
    field("header") { ExperimentWords.name(of: $0.trend) }
    field("caption") { ExperimentWords.caption(of: $0.trend) }
    field.rows("rows", { $0.rows }) { point in
      point("rolls") { $0.place.groupedText }
      point("mean") { $1.trend.text($0.value) }
    }
    field("rollsName") { $0.trend.experiment.rollsName }
  }

  private var range: String {
    "The scale goes from \(edge(reach.lowerBound)) to \(edge(reach.upperBound))"
  }

  private func edge(_ value: Double) -> String {
    trend.isShare ? value.shortPercent : trend.text(value)
  }

  private func shown(_ value: Double) -> Double { min(max(value, plot.lowest), plot.highest) }

  /// Some points at equal distances, and the last one.
  var rows: [(place: Int, value: Double)] {
    let step = max(1, (points.count + MeanChart.mostRows - 1) / MeanChart.mostRows)
    return stride(from: points.count - 1, through: 0, by: -step).reversed().map { points[$0] }
  }
}
