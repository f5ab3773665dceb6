import Mustache

/// Every roll that a session keeps.
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
    field("hasHistory") { !$0.state.history.isEmpty }
    field("older") { $0.older }
  }

  /// What to say if the oldest throws have gone.
  private var older: Older? {
    guard state.forgotten > 0, let first = state.history.first else { return nil }
    return Older(
      kept: state.history.count, count: state.forgotten, first: Moment(seconds: first.time))
  }
}

/// A row in the table of rolls.
struct DiceLogLine: Fielded {
  let entry: DiceState.Throw
  let moment: Moment
  let hasDay: Bool

  /// A row for each of these throws, newest first, with the day wherever it differs from the row
  /// above.
  static func all(_ throwsMade: [DiceState.Throw]) -> [DiceLogLine] {
    var above: Moment?
    return throwsMade.reversed().map { entry in
      let moment = Moment(seconds: entry.time)
      defer { above = moment }
      return DiceLogLine(
        entry: entry, moment: moment, hasDay: above?.isSameDay(as: moment) != true)
    }
  }

  static func declare(_ field: inout Fields<DiceLogLine>) {
    field("time") { $0.moment.iso }
    field("clock") { line -> Text in
      line.hasDay ? "\(line.moment.clock), \(line.moment.day)" : line.moment.clock
    }
    field("expression") { $0.entry.expression }
    field("faces") { $0.entry.faces }
    field("total") { $0.entry.total }
  }
}

/// How many of the oldest throws have gone, and when the oldest that is kept was made.
private struct Older: Fielded {
  let kept, count: Int
  let first: Moment

  static func declare(_ field: inout Fields<Older>) {
    field("kept") { $0.kept.groupedText }
    field("time") { $0.first.iso }
    field("clock") { "\($0.first.day), \($0.first.clock)" as Text }
    field("gone") { $0.count == 1 ? "1 older one is gone" : "\($0.count) older ones are gone" }
  }
}
