import Mustache
import Rooms

/// Who is in a room, one row a seat: in a class experiment with what each rolled, for a host to
/// compare.
struct HostSeats: Fielded {
  private let rows: [HostSeat]
  private let order: String?
  private let experiment: Experiment?

  /// The expectation is `nil` if it isn't known.
  init(_ opened: OpenRoom, _ expectation: Expectation?) {
    let seats = opened.room.seats
    guard case .experiment(let play) = opened.room.play else {
      (order, experiment) = (nil, nil)
      rows = seats.map { HostSeat(seat: $0, tally: nil) }
      return
    }
    let columns = OutcomeColumns(
      play, expectation, isShown: false, limit: OutcomeColumns.few)
    order = play.tally.rolls > 0 ? ExperimentWords.order(of: columns) : nil
    experiment = play.settings.experiment
    let names = (0..<columns.count).map(columns.name)
    rows = seats.map { seat in
      let tally = play.parts[seat.number]?.tally ?? Tally()
      return HostSeat(
        seat: seat, tally: SeatTally(tally, play.settings.experiment, columns, names))
    }
  }

  static func declare(_ field: inout Fields<HostSeats>) {
    field("rows") { $0.rows }
    field("hasRows") { !$0.rows.isEmpty }
    field("meanName") { seats in
      seats.experiment.flatMap { $0.hasMean ? $0.meanName : nil }
    }
    field("rollsName") { $0.experiment?.rollsName }
    field("order") { $0.order }
  }
}

/// A seat as the host sees it.
private struct HostSeat: Fielded {
  let seat: RoomSeat
  let tally: SeatTally?

  static func declare(_ field: inout Fields<HostSeat>) {
    field("number") { $0.seat.number }
    field("name") { $0.seat.name.isolated }
    field("isRemoved") { $0.seat.isRemoved }
    field("tally") { $0.tally }
  }
}

/// One seat's rolls, with small bars.
private struct SeatTally: Fielded {
  let rolls: String
  let mean, mostOften: String?
  /// Of each column.
  let counts: [Int]

  /// `names` are those of the columns.
  init(
    _ tally: Tally, _ experiment: Experiment, _ columns: OutcomeColumns, _ names: [String]
  ) {
    rolls = tally.rolls.groupedText
    mean =
      experiment.hasMean
      ? tally.mean.map { experiment.mean($0, of: tally.rolls) } ?? "–" : nil
    counts = tally.rolls > 0 ? columns.counts(of: tally) : []
    mostOften = counts.isEmpty ? nil : ExperimentWords.mostOften(counts, names)
  }

  static func declare(_ field: inout Fields<SeatTally>) {
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
