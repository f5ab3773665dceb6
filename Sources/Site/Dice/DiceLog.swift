import Games
import Web

/// The throws of a session as a download for other programs, oldest first.
struct DiceLog {
  private let history: [DiceState.Throw]

  init(_ state: DiceState) { history = Array(state.history) }

  /// CSV (RFC 4180) with a column for each die; no cell contains anything that a visitor typed.
  var csv: [UInt8] {
    let most = history.map(\.roll.faces.count).max() ?? 1
    var lines = [["time", "expression", "modifier", "total"] + (1...most).map { "die \($0)" }]
    for entry in history {
      let roll = entry.roll
      lines.append(
        [
          Moment(seconds: entry.time).iso, roll.structure.notation,
          String(roll.structure.modifier), String(roll.total),
        ] + roll.faces.map(String.init)
          + Array(repeating: "", count: most - roll.faces.count))
    }
    return lines.flatMap { Array("\($0.joined(separator: ","))\r\n".utf8) }
  }

  var json: [UInt8] {
    let rolls = history.map { entry in
      JSON.object([
        .init(name: "time", value: .string(Moment(seconds: entry.time).iso)),
        .init(name: "expression", value: .string(entry.roll.structure.notation)),
        .init(name: "faces", value: .array(entry.roll.faces.map { .number(String($0)) })),
        .init(name: "total", value: .number(String(entry.roll.total))),
      ])
    }
    var bytes: [UInt8] = []
    JSON.array(rolls).write(to: &bytes)
    return bytes
  }
}
