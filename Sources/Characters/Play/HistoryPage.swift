import Games
import Mustache
import Site
import Web

/// A character's changes, newest first, each of which can be undone once.
struct HistoryPage: EntryPage {
  static let templates = ["characters/history"]
  static let tab = OpenCharacter.Tab.history
  let layout: EntryLayout<OpenCharacter>
  private let recorded: RecordedCharacter

  init(_ layout: EntryLayout<OpenCharacter>, in _: Visit) {
    self.layout = layout
    recorded = layout.open.kept.recorded
  }

  static func declare(_ field: inout Fields<HistoryPage>) {
    field("layout") { $0.layout }
    field.rows("changes", { $0.recorded.story }) { row in
      row("number") { $0.change.number }
      row("moment") { Moment(seconds: max(0, $0.change.moment)).iso }
      row("day") { Moment(seconds: max(0, $0.change.moment)).date }
      row("clock") { Moment(seconds: max(0, $0.change.moment)).clock }
      row("words") { $0.change.kind.sentence(from: $0.change.before, to: $0.after) }
      row("isGameMasters") { $1.layout.open.kept.isGameMasters($0.change.number) }
      row("isUndone") { $1.recorded.isUndone($0.change) }
    }
    field("most") { _ in RecordedCharacter.mostChanges }
  }
}

extension HistoryPage {
  static let routes: [Route] = [show, undo]
}
