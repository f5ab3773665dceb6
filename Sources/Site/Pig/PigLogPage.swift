import Games
import Mustache
import Web

/// The page of a session's log of Pig: the game in play, and links to the earlier games.
struct PigLogPage: Page {
  static let templates = ["pig-log"]
  let title = "All games – Pig – Dicehall"
  let description = "All your games of Pig, event by event."
  let section: Section? = .game(PigGame.self)
  let isPersonal = true
  private let state: PigState

  init(_ state: PigState) { self.state = state }

  static func declare(_ field: inout Fields<PigLogPage>) {
    field("isEmpty") { $0.state.revision == 0 }
    field("number") { $0.state.number }
    field("result") { $0.state.log.result(isInPlay: true) }
    field("lines") { $0.state.log.lines() }
    field("leftOut") { $0.state.log.leftOut > 0 ? $0.state.log.leftOut : nil }
    field("games") { $0.state.earlier.reversed().map(PigGameLine.init) }
    field("forgotten") { $0.state.forgotten > 0 ? $0.state.forgotten : nil }
  }
}

/// An earlier game in the list.
struct PigGameLine: Fielded {
  let record: PigRecord

  static func declare(_ field: inout Fields<PigGameLine>) {
    field("number") { $0.record.number }
    field("result") { $0.record.result }
  }
}

/// The page of a game in the session: its result, history and, with the coach on, its report.
struct PigGamePage: Page {
  static let templates = ["pig-game"]
  let title: String
  let description = "One game of Pig, event by event."
  let section: Section? = .game(PigGame.self)
  let isPersonal = true
  private let number: Int
  private let result: String
  private let log: PigLog
  private let coach: Bool
  private let isInPlay: Bool

  /// - Returns: `nil` for a game that is not kept.
  init?(_ state: PigState, number: Int) {
    guard let log = state.log(of: number) else { return nil }
    self.number = number
    self.log = log
    isInPlay = number == state.number && !log.game.isOver
    result = log.result(isInPlay: isInPlay)
    coach = state.coach
    title = "Game \(number) – Pig – Dicehall"
  }

  static func declare(_ field: inout Fields<PigGamePage>) {
    field("number") { $0.number }
    field("result") { $0.result }
    field("lines") { $0.log.lines() }
    field("leftOut") { $0.log.leftOut > 0 ? $0.log.leftOut : nil }
    field("report") { $0.coach && !$0.isInPlay ? PigReport($0.log) : nil }
  }
}

/// A line of the history: an event in words, with the names of that time.
package struct PigLine: Fielded {
  enum Kind {
    case piggedOut, held, won
  }

  let player, event: String
  /// The die, `1...6`, for a roll.
  var die: Int?
  /// The turn total; `nil` for an event outside play.
  var turnTotal: Int?
  /// The player's score after the event.
  let score: Int
  /// The kind; `nil` for events that decide nothing.
  var kind: Kind?

  package static func declare(_ field: inout Fields<PigLine>) {
    field("player") { $0.player }
    field("event") { $0.event }
    field("die") { $0.die }
    field("glyph") { $0.die?.dieGlyph }
    field("turnTotal") { $0.turnTotal }
    field("score") { $0.score }
    field("isPiggedOut") { $0.kind == .piggedOut }
    field("isHeld") { $0.kind == .held }
    field("isWon") { $0.kind == .won }
  }
}

extension PigLine {
  /// Creates the line of an event outside the play.
  package init(player: String, event: String, score: Int) {
    self.init(
      player: player, event: event, die: nil, turnTotal: nil, score: score, kind: nil)
  }
}

extension PigLog {
  /// Returns the history as a page shows it, newest first, or only the newest lines of it.
  func lines(newest count: Int = .max) -> [PigLine] {
    entries(newest: count).reversed().map { PigLine($0) }
  }

  /// The game as a CSV table, oldest event first, with the columns of the page.
  var csv: [UInt8] {
    var columns = PigLog.columns
    columns.all.removeFirst()
    return columns.file(rows(number: 0), as: .csv)
  }

  /// The columns for all games; a single game's table lacks the first.
  fileprivate static let columns: Columns<(game: Int, line: PigLine)> = [
    "Game": { .number($0.game) },
    "Player": { .text($0.line.player) },
    "Event": { .text($0.line.event) },
    "Die": { .number($0.line.die) },
    "Turn total": { .number($0.line.turnTotal) },
    "Score": { .number($0.line.score) },
  ]

  fileprivate func rows(number: Int) -> [(game: Int, line: PigLine)] {
    entries.map { (number, PigLine($0)) }
  }

  fileprivate var json: JSON {
    .array(
      entries.map { entry in
        let line = PigLine(entry)
        return [
          "player": .string(line.player.withoutIsolation),
          "event": .string(line.event.withoutIsolation),
          "die": line.die.map(JSON.whole) ?? .null,
          "turnTotal": line.turnTotal.map(JSON.whole) ?? .null, "score": .whole(line.score),
        ]
      })
  }
}

extension PigState {
  /// Returns a file of all games of the session, oldest first.
  func file(as type: FileType) -> [UInt8] {
    switch type {
    case .csv: PigLog.columns.file(logs.flatMap { $0.log.rows(number: $0.number) }, as: .csv)
    case .json: json
    }
  }

  private var json: [UInt8] {
    JSON.array(
      logs.map { number, log in
        let result = log.result(isInPlay: number == self.number)
        return [
          "game": .whole(number), "result": .string(result.withoutIsolation), "events": log.json,
        ]
      }
    ).bytes
  }

  /// The logs of all games with any moves.
  private var logs: [(number: Int, log: PigLog)] {
    var logs = earlier.compactMap { record in record.log.map { (record.number, $0) } }
    if revision > 0 { logs.append((number, log)) }
    return logs
  }
}
