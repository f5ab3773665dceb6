import DiceLanguage
import Mustache
import Rooms
import Web

/// The host of a table: what can be rolled hidden and asked for.
struct HostTable: Fielded {
  private let table: DiceTable
  private let opened: OpenRoom
  private let problem: Problem?
  private let refreshChoice: String?

  /// - Returns: `nil` in a room of another kind.
  init?(_ opened: OpenRoom, problem: Problem?, refreshChoice: String?) {
    guard case .table(let table) = opened.room.play else { return nil }
    self.table = table
    self.opened = opened
    self.problem = problem
    self.refreshChoice = refreshChoice
  }

  static func declare(_ field: inout Fields<HostTable>) {
    field("expression") { $0.problem?.form?["expression"]?.shownAgain ?? "1d20" }
    field("expressionProblem") { $0.problem?["expression"]?.sentence }
    field("asking") { table in
      table.table.question.map { RoomWords.asked(table.opened, $0) }
    }
    field("waiting") { $0.waiting }
    field("hasWaiting") { !$0.waiting.isEmpty }
    field("present") { $0.present }
    field("mostChoices") { $0.isCut ? HostTable.mostChoices : nil }
    field("rolls") { TableView($0.table, in: $0.opened, for: .host) }
  }

  /// What the host can reveal.
  private var waiting: [TableEntry] {
    table.entries.reversed().filter(\.isHidden).map {
      TableEntry(
        $0, name: RoomWords.host,
        for: .host(press: opened.room.hostPress + 1, refreshChoice: refreshChoice))
    }
  }

  private var present: [Choice] {
    opened.room.seats.lazy.filter { !$0.isRemoved }.prefix(HostTable.mostChoices).map(Choice.init)
  }

  private var isCut: Bool { opened.room.seats.count { !$0.isRemoved } > HostTable.mostChoices }

  /// More boxes than that wouldn't fit into a form.
  static let mostChoices = 50

  /// A box to tick for a seat.
  private struct Choice: Fielded {
    let seat: RoomSeat

    static func declare(_ field: inout Fields<Choice>) {
      field("number") { $0.seat.number }
      field("name") { $0.seat.name.isolated }
    }
  }
}
