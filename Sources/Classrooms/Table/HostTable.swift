import DiceLanguage
import Mustache
import Rooms
import Site
import Web

/// A table on the host's page: hidden rolls and questions.
struct HostTable: Fielded {
  private let table: DiceTable
  private let opened: OpenRoom
  private let problem: Problem?

  /// - Returns: `nil` in a room of another kind.
  init?(_ opened: OpenRoom, problem: Problem?) {
    guard case .table(let table) = opened.room.play else { return nil }
    self.table = table
    self.opened = opened
    self.problem = problem
  }

  static func declare(_ field: inout Fields<HostTable>) {
    field.input(
      "expression", value: { _ in "1d20" }, in: { $0.problem }, longest: Expression.Limits.text)
    field("asking") { table in
      table.table.question.map { RoomWords.asked(table.opened, $0) }
    }
    field("waiting") { $0.waiting }
    field.rows("present", { $0.present.prefix(HostTable.mostChoices) }) { seat in
      seat("number") { $0.number }
      seat("name") { $0.name.isolated }
    }
    field("mostChoices") { table in
      table.present.count > HostTable.mostChoices ? HostTable.mostChoices : nil
    }
    field("rolls") { TableView($0.table, in: $0.opened, for: .host) }
  }

  /// The hidden rolls to reveal.
  private var waiting: [TableEntry] {
    table.entries.reversed().filter(\.isHidden).map {
      TableEntry($0, name: RoomWords.host, for: .revealer, chance: nil)
    }
  }

  private var present: [RoomSeat] { opened.room.seats.filter { !$0.isRemoved } }

  /// The most seats to choose from; a form has no room for more boxes.
  static let mostChoices = 50
}
