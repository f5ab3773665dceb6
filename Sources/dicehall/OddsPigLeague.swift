import ArgumentParser
import Games
import Site
import Web

/// The command `dicehall odds pig-league FILE`, in which all strategies of a file meet.
struct OddsPigLeague: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pig-league",
    abstract: "Print the exact chances of strategies of Pig against each other.",
    discussion: """
      The file has a strategy in each line, at most \(PigLeague.mostStrategies):

        hold at 20
        four numbers 25 20 18 10
        table 20 20 20 20 20  20 20 20 20 20  21 21 20 20 20 …

      Four numbers are where to hold when behind, level and ahead, and how few points the other may \
      need before you roll until you win. A table has 25 numbers: a row for each fifth of the goal in \
      the own score, and in it a number for each fifth in the other's. All hold when that wins.

      They also meet optimal play and holding at 20; each begins half the time.
      """)

  @Argument(help: "File of strategies; - is standard input.")
  var file: String

  @Option(parsing: .unconditional, help: "Score that wins, 10 to 100.")
  var goal = Pig.defaultGoal

  @Flag(help: "Print the result as JSON.")
  var json = false

  func run() throws {
    guard PigLeague.goals ~= goal else { throw Failure.badUsage("--goal takes 10 to 100") }
    let lines = try strategies()
    let league: PigLeague
    do throws(PigRefusal) {
      league = try PigLeague(of: lines.map(\.strategy), goal: goal)
    } catch {
      throw Failure.badData(
        "\(file): has \(lines.count) strategies; a league takes 1 to \(PigLeague.mostStrategies)")
    }
    let names = league.strategies.map(\.text) + PigLeague.standards.map { $0.name.lowercased() }
    guard json else {
      for player in league.ranking {
        print("\(league.rank(of: player))  \(league.shares[player])  \(names[player])")
      }
      return
    }
    try printJSON(report(league, names, lines.map(\.number)))
  }

  /// Returns the strategies with the numbers of their lines, without empty lines.
  private func strategies() throws(Failure) -> [(number: Int, strategy: WrittenStrategy)] {
    let text = String(decoding: try Files.read(file, limit: 1 << 20), as: UTF8.self)
    var found: [(number: Int, strategy: WrittenStrategy)] = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() where !line.allSatisfy(\.isWhitespace) {
      do throws(StrategyMistake) {
        found.append((index + 1, try WrittenStrategy(text: String(line))))
      } catch {
        throw .badData("\(file), line \(index + 1): \(error.sentence)")
      }
    }
    return found
  }

  private func report(_ league: PigLeague, _ names: [String], _ lines: [Int]) -> JSON {
    let players = league.chances.indices
    func matrix(_ cell: (Int, Int) -> Double) -> JSON {
      .array(players.map { one in .array(players.map { .double(cell(one, $0)) }) })
    }
    let best = league.shares[league.optimal]
    let rows = players.map { player -> JSON in
      let isWritten = lines.indices ~= player
      return [
        "strategy": .string(names[player]), "line": isWritten ? .whole(lines[player]) : .null,
        "rank": .whole(league.rank(of: player)), "share": .double(league.shares[player]),
        "gap": .double(PigLeague.rounded(best - league.shares[player])),
        "lostMost": isWritten ? league.slips[player].map(OddsPigLeague.json) ?? .null : .null,
      ]
    }
    let surprise = league.surprise.map { (winner, loser) -> JSON in
      [
        "winner": .whole(winner), "loser": .whole(loser),
        "share": .double(league.share(of: winner, against: loser)),
      ]
    }
    return [
      "goal": .whole(league.goal), "players": .array(rows),
      "firstWins": matrix { league.chances[$0][$1] }, "shares": matrix(league.share),
      "surprise": surprise ?? .null,
    ]
  }

  private static func json(_ slip: PigSlip) -> JSON {
    [
      "own": .whole(slip.own), "other": .whole(slip.other), "turn": .whole(slip.turnTotal),
      "choice": slip.choice == .roll ? "roll" : "hold", "roll": .double(slip.roll),
      "hold": .double(slip.hold),
    ]
  }
}
