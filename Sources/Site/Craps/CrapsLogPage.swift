import Mustache

/// Everything that a session keeps of Craps: the rolls of this game, and the finished games.
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
    field("games") { $0.state.log.reversed().map(CrapsLogLine.init) }
    field("kept") { _ in CrapsState.gamesLimit }
    field("forgotten") { page in
      let gone = page.state.forgotten.decided
      return gone > 0 ? gone.counted("older game is gone", "older games are gone") : nil
    }
  }
}

/// A row in the log of finished games.
///
/// A class, so that its fields read it without copying it.
final class CrapsLogLine: Fielded {
  private let entry: CrapsState.Entry

  init(_ entry: CrapsState.Entry) { self.entry = entry }

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
