import Games
import Mustache

/// The page of Craps.
struct CrapsPage: Page {
  let template = "craps"
  let title: String
  let description = "Play Craps with the odds on the table: ante, roll, make your point."
  let section: Section? = .craps
  private let words: CrapsWords
  private let problem: Problem?
  private let setback: Setback?
  private let table: CrapsTable

  init(_ table: CrapsTable, problem: Problem?, setback: Setback?) {
    self.table = table
    self.problem = problem
    self.setback = setback
    words = CrapsWords(table)
    title = gameTitle(
      "Craps", outcome: table.revision == 0 ? nil : words.headline, problem: problem,
      setback: setback)
  }

  func write(to fields: inout Fields) {
    let game = table.game
    fields.set("problem", problem)
    fields.set("anteProblem", problem?["ante"]?.sentence)
    fields.set("notice", setback?.sentence ?? table.notice)
    fields.set("headline", words.headline)
    fields.set("explanation", words.explanation)
    fields.set("revision", table.revision)
    fields.set("won", game.won)
    fields.set("lost", game.lost)
    fields.set("bankrupt", game.bankrupt)
    fields.set("pointOn", game.isPointOn)
    fields.set("dice", game.dice.map { Face(value: $0) })
    fields.set("hasDice", !game.dice.isEmpty)
    fields.set("rolled", table.isRolled && problem == nil)
    fields.set("diceText", words.dice)
    fields.set("balance", game.balance.dollars)
    fields.set("ante", game.ante.dollars)
    fields.set("anteValue", game.ante)
    fields.set("anteLocked", game.isPointOn)
    fields.set("point", words.point)
    fields.set("total", game.total.map(String.init) ?? "none yet")
    fields.set("chance", words.chance)
    fields.set("meanResult", words.meanResult)
    fields.set("rolls", words.rolls)
    fields.set("hasRolls", !table.rolls.isEmpty)
    fields.set("games", table.log.reversed().map(CrapsLogLine.init))
    fields.set("hasGames", !table.log.isEmpty)
    fields.set("chart", CrapsChart(table.log))
    fields.set("startOverAsks", !game.bankrupt)
  }
}

/// Asks once more before the balance goes back to $200.
struct StartOverPage: Page {
  let template = "craps-start-over"
  let title = "Start over? – Craps – Dicehall"
  let description = "Begin Craps again with $200."
  let section: Section? = .craps
  private let table: CrapsTable

  init(_ table: CrapsTable) { self.table = table }

  func write(to fields: inout Fields) {
    fields.set("balance", table.game.balance.dollars)
    fields.set("ante", table.game.ante.dollars)
    fields.set("revision", table.revision)
    fields.set("pointOn", table.game.isPointOn)
  }
}

/// A line of the log of finished games.
private struct CrapsLogLine: Fielded {
  let entry: CrapsTable.Entry

  func write(to fields: inout Fields) {
    // To start over between two games is no game.
    fields.set("number", entry.totals.isEmpty ? "–" : String(entry.number))
    fields.set("rolls") { rolls in
      for (index, total) in entry.totals.enumerated() {
        rolls.append(index == 0 ? "" : ", ")
        rolls.append(total)
      }
    }
    fields.set("result", result)
    fields.set("balance", entry.balance.dollars)
    fields.set("isWin", entry.ending == .won)
    fields.set("isLoss", entry.ending == .lost)
  }

  private var result: String {
    switch entry.ending {
    case .won: "won \(entry.amount.dollars)"
    case .lost: "lost \(entry.amount.dollars)"
    case .startedOver: "started over"
    }
  }
}

extension CrapsTable {
  func page(problem: Problem?, setback: Setback?) -> any Page {
    CrapsPage(self, problem: problem, setback: setback)
  }
}
