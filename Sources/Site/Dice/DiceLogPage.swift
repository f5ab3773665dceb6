import Mustache

/// The page of all rolls that a session keeps.
struct DiceLogPage: Page {
  static let templates = ["dice-log"]
  let title = "All rolls – Dice – Dicehall"
  let description = "All your rolls with time, faces and total."
  let section: Section? = .game(DiceGame.self)
  let isPersonal = true
  private let state: DiceState

  init(_ state: DiceState) { self.state = state }

  static func declare(_ field: inout Fields<DiceLogPage>) {
    field.rows("history", of: DiceLogLine.self) { $1.append(newest: .max, of: $0.state.history) }
    // The number of dropped rolls, and the time of the oldest roll kept.
    field.object("older", { $0.state.forgotten > 0 ? $0.state.history.first : nil }) { first in
      first("kept") { $1.state.history.count.groupedText }
      first("time") { Moment(seconds: $0.time).iso }
      first("clock") { first -> Text in
        let moment = Moment(seconds: first.time)
        return "\(moment.day), \(moment.clock)"
      }
      first("gone") { _, page in
        let count = page.state.forgotten
        return count == 1 ? "1 older one is gone" : "\(count) older ones are gone"
      }
    }
  }
}

/// A row in the table of rolls; its key is the throw, its variant whether it has the day.
///
/// A class, so that its fields can read it without copies.
final class DiceLogLine: KnownRow {
  private let entry: DiceState.Throw
  private let moment: Moment
  private let hasDay: Bool

  static let template = "parts/dice-roll"

  init?(key: ArraySlice<UInt8>, variant: UInt8) {
    guard let entry = PackedFields(key).flatMap(DiceState.Throw.init) else { return nil }
    self.entry = entry
    moment = Moment(seconds: entry.time)
    hasDay = variant != 0
  }

  static func declare(_ field: inout Fields<DiceLogLine>) {
    field.text("time") { $0.moment.writeISO(to: &$1) }
    field.text("clock") { line, text in
      line.moment.writeClock(to: &text)
      guard line.hasDay else { return }
      text.append(", ")
      line.moment.writeDay(to: &text)
    }
    field("expression") { $0.entry.expression }
    field.text("faces") { if !$0.entry.isOneFace { $0.entry.writeFaces(to: &$1) } }
    field.text("total") { $0.entry.writeTotal(to: &$1) }
  }
}

extension RowKeys<DiceLogLine> {
  /// Adds a row for each of the newest throws, newest first, with the day where it differs from the
  /// row above.
  mutating func append(newest most: Int, of history: PackedList<DiceState.Throw>) {
    let times = history.numbers(DiceState.Throw.timeTag, newest: most)
    var dayAbove: Int?
    for (packed, time) in zip(history.packed(newest: most), times).reversed() {
      let day = time / 86_400
      if append(packed, variant: day == dayAbove ? 0 : 1) { dayAbove = day }
    }
  }
}
