import Mustache
import Rooms

/// How the mean comes closer to the exact one, as a line and as a table.
struct MeanChart: Fielded {
  /// The most rows of the table.
  private static let mostRows = 20

  let points: [(place: Int, value: Double)]
  private let rolls: Int
  private let exact: Double?
  private let experiment: Experiment
  private let plot: LinePlot<Double>
  private let summary: String

  /// `nil` before there is a line; the exact mean is `nil` while it is not to be seen.
  init?(_ line: RunningMean, of experiment: Experiment, exact: Double?) {
    guard experiment.hasMean, let mean = line.mean, line.rolls >= 2 else { return nil }
    var points = line.means.enumerated().map {
      (place: ($0.offset + 1) * line.stride, value: $0.element)
    }
    if points.last?.place != line.rolls {
      if points.count == RunningMean.mostPoints { points.removeLast() }
      points.append((line.rolls, mean))
    }
    let values = points.map(\.value) + (exact.map { [$0] } ?? [])
    plot = LinePlot(lowest: values.min() ?? 0, highest: values.max() ?? 0)
    summary = ExperimentWords.summary(ofMean: mean, line.rolls, experiment, exact: exact)
    self.points = points
    rolls = line.rolls
    self.exact = exact
    self.experiment = experiment
  }

  static func declare(_ field: inout Fields<MeanChart>) {
    field.text("points") { $0.plot.draw($0.points, upTo: $0.rolls, in: &$1) }
    field("baseline") { chart in chart.exact.map(chart.plot.height) }
    field("highest") { $0.experiment.mean($0.plot.highest, of: $0.rolls) }
    field("lowest") { $0.experiment.mean($0.plot.lowest, of: $0.rolls) }
    field("last") { $0.rolls.groupedText }
    field("summary") { $0.summary }
    field("header") { $0.experiment.meanName }
    field("caption") { ExperimentWords.caption(ofMean: $0.experiment) }
    field.rows("rows", { $0.rows }) { point in
      point("rolls") { $0.place.groupedText }
      point("mean") { $1.experiment.mean($0.value, of: $1.rolls) }
    }
    field("rollsName") { $0.experiment.rollsName }
  }

  /// Some points at equal distances, and the last.
  var rows: [(place: Int, value: Double)] {
    let step = (points.count + MeanChart.mostRows - 1) / MeanChart.mostRows
    return stride(from: points.count - 1, through: 0, by: -step).reversed().map { points[$0] }
  }
}
