import Mustache
import Rooms

/// What each seat rolled, one row a seat.
struct SeatTallies: Fielded {
  private let rows: [SeatTally]
  private let order: String
  private let experiment: Experiment

  /// The tallies of those seats that rolled, for the host; the expectation is `nil` if it isn't
  /// known.
  init(_ play: ClassExperiment, _ seats: [RoomSeat], _ expectation: Expectation?) {
    let columns = OutcomeColumns(
      play, expectation, isShown: false, limit: OutcomeColumns.few)
    let experiment = play.settings.experiment
    self.experiment = experiment
    let names = (0..<columns.count).map(columns.name)
    order = ExperimentWords.order(of: columns)
    rows = seats.compactMap { seat in
      guard let part = play.parts[seat.number], part.tally.rolls > 0 else { return nil }
      let tally = part.tally
      let counts = columns.counts(of: tally)
      return SeatTally(
        name: seat.name.isolated, rolls: tally.rolls.groupedText,
        mean: experiment.hasMean
          ? tally.mean.map { experiment.mean($0, of: tally.rolls) } : nil,
        counts: counts, mostOften: ExperimentWords.mostOften(counts, names))
    }
  }

  static func declare(_ field: inout Fields<SeatTallies>) {
    field("rows") { $0.rows }
    field("hasRows") { !$0.rows.isEmpty }
    field("meanName") { $0.experiment.hasMean ? $0.experiment.meanName : nil }
    field("rollsName") { $0.experiment.rollsName }
    field("order") { $0.order }
    field("caption") { ExperimentWords.caption(ofSeats: $0.experiment) }
    field("nothing") { _ in ExperimentWords.nobody }
  }
}

/// One seat's rolls, with small bars.
struct SeatTally: Fielded {
  let name, rolls: String
  let mean: String?
  /// Of each column.
  let counts: [Int]
  let mostOften: String

  static func declare(_ field: inout Fields<SeatTally>) {
    field("name") { $0.name }
    field("rolls") { $0.rolls }
    field("mean") { $0.mean }
    field("mostOften") { $0.mostOften }
    field("width") { $0.counts.count * ColumnPlot.columnWidth }
    field("height") { _ in ColumnPlot.height }
    field.text("bars") { seat, path in
      let most = seat.counts.max() ?? 1
      ColumnPlot(most: Double(max(1, most))).draw(
        bars: seat.counts.lazy.map(Double.init), in: &path)
    }
  }
}
