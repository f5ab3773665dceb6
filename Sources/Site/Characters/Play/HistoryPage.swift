import Games
import Mustache
import Web

/// What was done to a character, the newest first, each to be undone once.
struct HistoryPage: EntryPage {
  static let templates = ["characters/history"]
  static let tab = OpenCharacter.Tab.history
  let layout: EntryLayout<OpenCharacter>
  private let rows: [HistoryRow]

  init(_ layout: EntryLayout<OpenCharacter>, in _: Visit) {
    self.layout = layout
    let recorded = layout.open.kept.recorded
    rows = recorded.story.map { change, after in
      HistoryRow(change: change, after: after, isUndone: recorded.isUndone(change))
    }
  }

  static func declare(_ field: inout Fields<HistoryPage>) {
    field("layout") { $0.layout }
    field("isEmpty") { $0.rows.isEmpty }
    field("changes") { $0.rows }
    field("most") { _ in RecordedCharacter.mostChanges }
  }
}

/// A change in the list.
private struct HistoryRow: Fielded {
  let change: CharacterChange
  let after: PlayerCharacter
  let isUndone: Bool

  static func declare(_ field: inout Fields<HistoryRow>) {
    field("number") { $0.change.number }
    field("moment") { Moment(seconds: max(0, $0.change.moment)).iso }
    field("day") { Moment(seconds: max(0, $0.change.moment)).date }
    field("clock") { Moment(seconds: max(0, $0.change.moment)).clock }
    field("words") { $0.change.kind.sentence(from: $0.change.before, to: $0.after) }
    field("isUndone") { $0.isUndone }
  }
}

extension HistoryPage {
  static let routes: [Route] = [
    show,
    move("undo") { open, visit in
      let before = open.character
      try Problem.telling { () throws(RuleRefusal) in
        try open.kept.undo(visit.form.whole("change") ?? 0, at: visit.now)
      }
      let kind = open.kept.recorded.changes.last?.kind ?? .told
      return "Undone. \(kind.sentence(from: before, to: open.character))."
    },
  ]
}
