import Games

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
          number: state.number, totals: state.rolls.map { Int($0.wrappedSum()) }, result: "in play",
          change: 0, balance: state.game.balance))
    }
    self.lines = lines
  }

  private static let columns: Columns<Line> = [
    "game": { .number($0.number) },
    "rolls": { .list($0.totals.map(Cell.number)) },
    "result": { .word($0.result) },
    "change": { .number($0.change) },
    "balance": { .number($0.balance) },
  ]

  func file(as type: FileType) -> [UInt8] { CrapsLog.columns.file(lines, as: type) }
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
