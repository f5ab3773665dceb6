import Mustache
import Rooms
import Site

/// The seats of a room, one a row; in a class experiment with their rolls, to compare.
struct HostSeats: Fielded {
  private let rows: [(seat: RoomSeat, tally: SeatTally?)]
  private let room: Room
  private var order: String?

  private var experiment: Experiment? { room.settings.experiment }

  init(_ opened: OpenRoom, _ desk: RoomDesk) {
    room = opened.room
    guard let play = room.experiment else {
      rows = room.seats.map { ($0, nil) }
      return
    }
    let columns = OutcomeColumns(
      play.first, desk.expectation(of: play.settings.experiment), isShown: false,
      limit: OutcomeColumns.few)
    order =
      play.first.tally.rolls > 0
      ? ExperimentWords.counted(play.settings) + ExperimentWords.order(of: columns) : nil
    let names = (0..<columns.count).map(columns.name)
    rows = room.seats.map { seat in
      let tally = play.first.parts[seat.number]?.tally ?? Tally()
      return (seat, SeatTally(tally, play.settings.experiment, columns, names))
    }
  }

  static func declare(_ field: inout Fields<HostSeats>) {
    field.rows("rows", { $0.rows }) { row in
      row("number") { $0.seat.number }
      row("name") { $0.seat.name.isolated }
      row("isRemoved") { $0.seat.isRemoved }
      // The seat has yet to write a strategy.
      row("isUnwritten") { row, seats in
        guard let league = seats.room.league, !row.seat.isRemoved else { return false }
        return league.strategies[row.seat.number] == nil
      }
      // The computer may play for the seat.
      row("game") { row, seats -> Int? in
        seats.room.pairs.flatMap { pairs in
          pairs.index(of: row.seat.number).flatMap { index in
            pairs.games[index].match.canSubstitute(row.seat.number) ? index : nil
          }
        }
      }
      row.object("tally", { $0.tally }) { tally in
        tally("rolls") { $0.rolls }
        tally("mean") { $0.mean }
        tally("mostOften") { $0.mostOften }
        tally("width") { $0.counts.count * ColumnPlot.columnWidth }
        tally("height") { _ in ColumnPlot.height }
        tally.text("bars") { tally, path in
          ColumnPlot(most: Double(max(1, tally.counts.max() ?? 1))).draw(
            bars: tally.counts.lazy.map(Double.init), in: &path)
        }
      }
    }
    field("meanName") { seats in
      seats.experiment.flatMap { $0.hasMean ? $0.meanName : nil }
    }
    field("rollsName") { $0.experiment?.rollsName }
    field("order") { $0.order }
  }
}

/// A seat's rolls, with small bars.
private struct SeatTally {
  let rolls: String
  let mean, mostOften: String?
  let counts: [Int]

  /// `names` are those of the columns.
  init(_ tally: Tally, _ experiment: Experiment, _ columns: OutcomeColumns, _ names: [String]) {
    rolls = tally.rolls.groupedText
    mean =
      experiment.hasMean
      ? tally.mean.map { experiment.mean($0, of: tally.rolls) } ?? "–" : nil
    counts = tally.rolls > 0 ? columns.counts(of: tally) : []
    mostOften = counts.isEmpty ? nil : ExperimentWords.mostOften(counts, names)
  }
}
