import Games
import Mustache
import Web

/// A line of the history: an event in words, with the names as they were at the time.
struct PigLine {
  enum Kind {
    case piggedOut, held, won
  }

  let player, event: String
  /// `1...6` for a roll.
  var die: Int?
  /// `nil` for an event outside the play.
  var turnTotal: Int?
  /// The player's, after the event.
  let score: Int
  /// `nil` for events that decide nothing.
  var kind: Kind?
}

extension PigLine: Fielded {
  static func declare(_ field: inout Fields<PigLine>) {
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

extension PigLog {
  /// The history as a page shows it, newest first, or only the newest lines of it.
  func lines(newest count: Int = .max) -> [PigLine] {
    entries(newest: count).reversed().map { PigLine($0) }
  }

  /// The game as a table in the format of RFC 4180, oldest first, with the same columns as the page.
  var csv: [UInt8] {
    var text = "\(PigLog.columns)\r\n"
    appendRows(to: &text)
    return Array(text.utf8)
  }

  fileprivate static let columns = "Player,Event,Die,Turn total,Score"

  /// Adds a row for each event, which begins with `start`.
  fileprivate func appendRows(to text: inout String, after start: String = "") {
    for line in entries.lazy.map({ PigLine($0) }) {
      let cells = [
        line.player.csvCell, line.event.csvCell, line.die.map(String.init) ?? "",
        line.turnTotal.map(String.init) ?? "", String(line.score),
      ]
      text += "\(start)\(cells.joined(separator: ","))\r\n"
    }
  }

  fileprivate var json: JSON {
    .array(
      entries.map { entry in
        let line = PigLine(entry)
        return .object([
          .init(name: "player", value: .string(line.player.withoutIsolation)),
          .init(name: "event", value: .string(line.event.withoutIsolation)),
          .init(name: "die", value: line.die.map { .number(String($0)) } ?? .null),
          .init(name: "turnTotal", value: line.turnTotal.map { .number(String($0)) } ?? .null),
          .init(name: "score", value: .number(String(line.score))),
        ])
      })
  }
}

/// All games of the session as downloads for other programs, oldest first.
extension PigState {
  /// A table in the format of RFC 4180: a game's columns behind its number.
  var csv: [UInt8] {
    var text = "Game,\(PigLog.columns)\r\n"
    for (number, log) in logs { log.appendRows(to: &text, after: "\(number),") }
    return Array(text.utf8)
  }

  var json: [UInt8] {
    JSON.array(
      logs.map { number, log in
        let result = log.result(isInPlay: number == self.number)
        return .object([
          .init(name: "game", value: .number(String(number))),
          .init(name: "result", value: .string(result.withoutIsolation)),
          .init(name: "events", value: log.json),
        ])
      }
    ).bytes
  }

  /// All games that anybody has moved in.
  private var logs: [(number: Int, log: PigLog)] {
    var logs = earlier.compactMap { record in record.log.map { (record.number, $0) } }
    if revision > 0 { logs.append((number, log)) }
    return logs
  }
}
