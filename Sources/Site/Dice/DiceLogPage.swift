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
    field("history") { DiceLogLine.all(Array($0.state.history)) }
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

/// A row in the table of rolls.
///
/// A class, so that its fields can read it without copies.
final class DiceLogLine: Fielded {
  private let entry: DiceState.Throw
  private let moment: Moment
  private let hasDay: Bool
  private let expression: String

  private init(_ entry: DiceState.Throw, below above: DiceLogLine?) {
    self.entry = entry
    moment = Moment(seconds: entry.time)
    hasDay = above?.moment.isSameDay(as: moment) != true
    // Most people roll the same dice again.
    expression =
      if let above, above.entry.isOfSameDice(as: entry) { above.expression } else {
        entry.expression
      }
  }

  /// Returns a row for each roll, newest first, with the day where it differs from the row above.
  static func all(_ throwsMade: [DiceState.Throw]) -> [DiceLogLine] {
    var above: DiceLogLine?
    return throwsMade.reversed().map { entry in
      let line = DiceLogLine(entry, below: above)
      above = line
      return line
    }
  }

  static func declare(_ field: inout Fields<DiceLogLine>) {
    field.text("time") { $0.moment.writeISO(to: &$1) }
    field.text("clock") { line, text in
      line.moment.writeClock(to: &text)
      guard line.hasDay else { return }
      text.append(", ")
      line.moment.writeDay(to: &text)
    }
    field("expression") { $0.expression }
    field.text("faces") { if !$0.entry.isOneFace { $0.entry.writeFaces(to: &$1) } }
    field.text("total") { $0.entry.writeTotal(to: &$1) }
  }
}
