import DiceLanguage
import Games
import Mustache
import Web

/// The throws of a session as a download for other programs, oldest first.
struct DiceLog {
  private let history: [DiceState.Throw]

  init(_ state: DiceState) { history = Array(state.history) }

  /// CSV (RFC 4180) with a column for each die, or of many dice for each face that came.
  var csv: [UInt8] {
    let rows = history.map { ($0.columns, $0.dieColumns) }
    let most = rows.map(\.1.count).max() ?? 1
    let heading = ["time", "expression", "modifier", "total"]
    var lines = [heading + (0..<max(1, most)).map { "die \($0 + 1)" }]
    lines += rows.map { $0 + $1 + Array(repeating: "", count: lines[0].count - 4 - $1.count) }
    return lines.flatMap { Array("\($0.joined(separator: ","))\r\n".utf8) }
  }

  var json: [UInt8] {
    var bytes: [UInt8] = []
    JSON.array(history.map(\.json)).write(to: &bytes)
    return bytes
  }
}

extension DiceState.Throw {
  fileprivate var columns: [String] {
    let time = String(Moment(seconds: time).iso)
    return switch outcome {
    case .dice(let roll):
      [time, roll.structure.notation, String(roll.structure.modifier), String(roll.total)]
    case .expression(let record): [time, record.expression.cell, "", record.total]
    }
  }

  fileprivate var dieColumns: [String] {
    switch outcome {
    case .dice(let roll): roll.faces.map(String.init)
    case .expression(let record):
      record.faces?.rows.map(\.cell)
        ?? record.dice.map { $0.isDropped ? "\($0.value) dropped" : String($0.value) }
    }
  }

  fileprivate var json: JSON {
    var members: [JSON.Member] = [
      .init(name: "time", value: .string(String(Moment(seconds: time).iso)))
    ]
    switch outcome {
    case .dice(let roll):
      members += [
        .init(name: "expression", value: .string(roll.structure.notation)),
        .init(name: "faces", value: .array(roll.faces.map { .number(String($0)) })),
        .init(name: "total", value: .number(String(roll.total))),
      ]
    case .expression(let record): members += record.members
    }
    return .object(members)
  }
}

extension RollRecord {
  /// `faces`, or `counts` of many dice; `dropped` and `totals` only where there are any.
  fileprivate var members: [JSON.Member] {
    var members: [JSON.Member] = [.init(name: "expression", value: .string(expression))]
    if let faces {
      let rows = faces.rows.map { row -> JSON in
        [
          "lowest": .number(String(row.faces.lowerBound)),
          "highest": .number(String(row.faces.upperBound)), "count": .number(String(row.count)),
        ]
      }
      members.append(.init(name: "counts", value: .array(rows)))
    } else {
      members.append(
        .init(name: "faces", value: .array(dice.map { .number(String($0.value)) })))
    }
    if dice.contains(where: \.isDropped) {
      members.append(.init(name: "dropped", value: .array(dice.map { .bool($0.isDropped) })))
    }
    if rounds.count > 1 {
      members.append(
        .init(name: "totals", value: .array(rounds.map { RollRecord.number($0.total) })))
    }
    members.append(.init(name: "total", value: RollRecord.number(total)))
    return members
  }

  /// A number, or text such as `"7/2"` if it isn't whole.
  private static func number(_ text: String) -> JSON {
    text.contains("/") ? .string(text) : .number(text)
  }
}

extension FaceCounts.Row {
  /// `6 (20 times)`, `1 to 10 (once)`.
  fileprivate var cell: String {
    let face = faces.count > 1 ? faces.words : String(faces.lowerBound)
    return "\(face) (\(count == 1 ? "once" : "\(count) times"))".cell
  }
}

extension String {
  /// A cell of a table: quoted where it must be, and never begun with a sign, which spreadsheets
  /// would work out.
  fileprivate var cell: String {
    let text = hasPrefix("-") || hasPrefix("+") ? " \(self)" : self
    guard text.contains(where: { ",\"\r\n".contains($0) }) else { return text }
    return "\"\(text.replacing("\"", with: "\"\""))\""
  }
}
