import Games
import Mustache

/// The page of a session's log of Craps: the rolls of this game, and the finished games.
struct CrapsLogPage: Page {
  static let templates = ["craps-log"]
  let title = "All games – Craps – Dicehall"
  let description = "All your games of Craps, roll by roll."
  let section: Section? = .game(CrapsGame.self)
  let isPersonal = true
  private let state: CrapsState

  init(_ state: CrapsState) { self.state = state }

  static func declare(_ field: inout Fields<CrapsLogPage>) {
    field("isEmpty") { $0.state.rolls.isEmpty && $0.state.log.isEmpty }
    field("rollsHeading") { CrapsWords($0.state).rollsHeading }
    field("rolls") { CrapsWords($0.state).rolls() }
    field.rows("games", of: CrapsLogLine.self) { $1.append(newest: .max, of: $0.state.log) }
    field("kept") { _ in CrapsState.gamesLimit }
    field("forgotten") { page in
      let gone = page.state.forgotten.decided
      return gone > 0 ? gone.counted("older game is gone", "older games are gone") : nil
    }
  }
}

/// A row in the log of finished games; its key is the game's entry.
///
/// A class, so that its fields can read it without copies.
final class CrapsLogLine: KnownRow {
  private let entry: CrapsState.Entry

  static let template = "parts/craps-game"

  init?(key: ArraySlice<UInt8>, variant: UInt8) {
    guard let entry = PackedFields(key).flatMap(CrapsState.Entry.init) else { return nil }
    self.entry = entry
  }

  static func declare(_ field: inout Fields<CrapsLogLine>) {
    field.text("number") { line, text in
      if line.entry.isGame { text.append(line.entry.number) } else { text.append("–") }
    }
    field.text("rolls") { line, rolls in
      for (index, total) in line.entry.totals.enumerated() {
        if index > 0 { rolls.append(", ") }
        rolls.append(Int(total))
      }
    }
    field.text("result") { line, text in
      switch line.entry.ending {
      case .won: text.append("won ")
      case .lost: text.append("lost ")
      case .startedOver: return text.append("started over")
      }
      text.append(dollars: line.entry.amount)
    }
    field.text("balance") { line, text in text.append(dollars: line.entry.balance) }
    field("isWin") { $0.entry.ending == .won }
    field("isLoss") { $0.entry.ending == .lost }
  }
}

/// A session's games as a download for other programs, oldest first.
///
/// The last one may still be in play.
struct CrapsLog {
  /// A game, or a fresh start between two.
  fileprivate struct Line {
    /// The number of the game; `nil` for a fresh start.
    let number: Int?
    let totals: [Int]
    let result: String
    /// The change of the balance, in dollars.
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

/// A line chart of the balance after each finished game.
struct CrapsChart: Fielded {
  private let balances: [Int]
  /// The balance at the start, in dollars, drawn as a straight line.
  private let start: Int
  /// The range of the balances.
  private let lowest, highest: Int

  /// - Returns: `nil` for fewer than two results.
  init?(_ log: PackedList<CrapsState.Entry>, start: Int) {
    guard log.count >= 2, let first = log.first else { return nil }
    let change =
      switch first.ending {
      case .won: first.amount
      case .lost: -first.amount
      case .startedOver: 0
      }
    let before = first.balance - change
    let after = log.balances
    balances = [before] + after
    self.start = start
    (lowest, highest) = after.reduce((before, before)) { (min($0.0, $1), max($0.1, $1)) }
  }

  static func declare(_ field: inout Fields<CrapsChart>) {
    field.text("points") { chart, points in
      let balances = chart.balances.enumerated().lazy.map { (place: $0, value: $1) }
      chart.plot.draw(balances, upTo: chart.balances.count - 1, in: &points)
    }
    field("baseline") { $0.plot.height(of: $0.start) }
    field("highest") { Text(dollars: $0.plot.highest) }
    field("lowest") { Text(dollars: $0.plot.lowest) }
    field("description") { $0.description }
  }

  private var description: Text {
    let last = balances[balances.count - 1]
    return """
      Balance after each of the last \(balances.count - 1) results: from \(dollars: balances[0]) \
      to \(dollars: last), between \(dollars: lowest) and \(dollars: highest). The straight line \
      marks \(dollars: start).
      """
  }

  private var plot: LinePlot<Int> {
    LinePlot(lowest: min(start, lowest), highest: max(start, highest))
  }
}
