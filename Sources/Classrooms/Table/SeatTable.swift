import DiceLanguage
import Games
import Mustache
import Rooms
import Site
import Web

/// A table on a seat's page: the rolls that it can make.
struct SeatTable: Fielded {
  private let table: DiceTable
  private let opened: OpenRoom
  private let seat: RoomSeat
  private let named: NamedRolls
  private let problem: Problem?

  /// - Returns: `nil` in a room of another kind.
  init?(_ opened: OpenRoom, _ seat: RoomSeat, _ named: NamedRolls?, problem: Problem?) {
    guard case .table(let table) = opened.room.play else { return nil }
    self.table = table
    self.opened = opened
    self.seat = seat
    self.named = named ?? NamedRolls()
    self.problem = problem
  }

  static func declare(_ field: inout Fields<SeatTable>) {
    field("headline") { $0.opened.said() ?? RoomWords.nothingYet }
    field("canRoll") { !$0.opened.isClosed && !$0.opened.room.isPaused }
    field.object("asked", { $0.question }) { question in
      question("answers") { $0.number }
      question("what") { $0.expression.text }
    }
    field.input(
      "expression", value: { $0.expression }, in: { $0.problem }, longest: Expression.Limits.text)
    field("dice") { _ in DieType.allCases.map(\.name) }
    field.rows("named", { Array($0.named.rolls.enumerated()) }) { roll in
      roll("index") { $0.offset }
      roll("label") { $0.element.name }
    }
    field("rolls") { TableView($0.table, in: $0.opened, for: .seat) }
  }

  /// The expression of the seat's last roll.
  private var expression: String {
    for entry in table.entries.reversed() where entry.seat == seat.number {
      if case .rolled(let roll) = entry.what { return roll.expression.text }
    }
    return "1d20"
  }

  /// The host's question, if the seat has yet to answer it.
  private var question: DiceTable.Question? {
    table.question.flatMap { $0.asks(seat.number) ? $0 : nil }
  }
}
