import Games
import Mustache

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
  /// The history as the page shows it, newest first.
  var lines: [PigLine] { entries.reversed().map { PigLine($0) } }

  /// A table in the format of RFC 4180, oldest first, with the same columns as the page.
  var csv: [UInt8] {
    var text = "Player,Event,Die,Turn total,Score\r\n"
    for line in entries.lazy.map({ PigLine($0) }) {
      let cells = [
        PigLog.cell(line.player), PigLog.cell(line.event), line.die.map(String.init) ?? "",
        line.turnTotal.map(String.init) ?? "", String(line.score),
      ]
      text += cells.joined(separator: ",") + "\r\n"
    }
    return Array(text.utf8)
  }

  /// Quoted, and so that no spreadsheet takes a name for a formula.
  private static func cell(_ text: String) -> String {
    let isFormula = text.unicodeScalars.first.map {
      "=+-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains($0)
    }
    // By scalars: a quote with an accent on it is another character, but ends a cell all the same.
    var quoted = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where !("\u{2068}"..."\u{2069}" ~= scalar) {
      if scalar == "\"" { quoted.append(scalar) }
      quoted.append(scalar)
    }
    return "\"\(isFormula == true ? "'" : "")\(String(quoted))\""
  }
}
