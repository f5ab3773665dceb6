import Games
import Web

/// The games of a session as a download for other programs, oldest first; the last one may still be
/// in play.
struct CrapsLog {
  /// A game, or starting over between two.
  fileprivate struct Line {
    /// `nil` for starting over.
    let number: Int?
    let totals: [Int]
    let result: String
    /// What it added to the balance, in dollars.
    let change: Int
    /// The balance afterwards, in dollars.
    let balance: Int
  }

  private let lines: [Line]

  init(_ state: CrapsState) {
    var lines = state.log.map(Line.init)
    if state.game.isPointOn {
      lines.append(
        Line(
          number: state.number, totals: state.rolls.map { $0.reduce(0, +) }, result: "in play",
          change: 0, balance: state.game.balance))
    }
    self.lines = lines
  }

  /// CSV (RFC 4180); no cell contains anything that a visitor typed.
  var csv: [UInt8] {
    var text = "game,rolls,result,change,balance\r\n"
    for line in lines {
      text += line.number.map(String.init) ?? ""
      text += ",\(line.totals.map(String.init).joined(separator: " "))"
      text += ",\(line.result),\(line.change),\(line.balance)\r\n"
    }
    return Array(text.utf8)
  }

  var json: [UInt8] {
    JSON.array(
      lines.map { line in
        .object([
          .init(name: "game", value: line.number.map { .number(String($0)) } ?? .null),
          .init(name: "rolls", value: .array(line.totals.map { .number(String($0)) })),
          .init(name: "result", value: .string(line.result)),
          .init(name: "change", value: .number(String(line.change))),
          .init(name: "balance", value: .number(String(line.balance))),
        ])
      }
    ).bytes
  }
}

extension CrapsLog.Line {
  init(_ entry: CrapsState.Entry) {
    let (result, sign) =
      switch entry.ending {
      case .won: ("won", 1)
      case .lost: ("lost", -1)
      case .startedOver: ("started over", 0)
      }
    self.init(
      number: entry.isGame ? entry.number : nil, totals: entry.totals.map(Int.init), result: result,
      change: sign * entry.amount, balance: entry.balance)
  }
}
