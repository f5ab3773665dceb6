import Games
import Mustache
import Web

/// What was done to a character, the newest first, each to be undone once.
struct HistoryPage: PlayPage {
  static let templates = ["characters/history"]
  let layout: PlayLayout
  private let rows: [HistoryRow]

  init(_ layout: PlayLayout) {
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

let historyRoutes: [Route] = [
  .get("/osr/vault/*/history") { visit in
    .page(HistoryPage(PlayLayout(try visit.openCharacter(), .history, in: visit, nil)))
  },
  .post("/osr/vault/*/history/undo", undoChange),
]

private func undoChange(_ visit: inout Visit) throws -> Answer {
  try visit.change { open, visit, problem in
    HistoryPage(PlayLayout(open, .history, in: visit, problem))
  } _: { kept, visit in
    let number = visit.form.whole("change") ?? 0
    let before = kept.character
    try Problem.telling { () throws(RuleRefusal) in try kept.undo(number, at: visit.now) }
    let kind = kept.recorded.changes.last?.kind ?? .told
    return (
      "Undone. \(kind.sentence(from: before, to: kept.character)).",
      "/osr/vault/\(visit.parameter)/history"
    )
  }
}
