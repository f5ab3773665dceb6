import Games
import Web

/// The history of throws as a download for other programs, oldest first.
struct DiceHistory {
  private let history: [DiceState.Throw]

  init(_ state: DiceState) { history = state.history }

  /// CSV (RFC 4180); no cell contains anything that a visitor typed.
  var csv: [UInt8] {
    var lines = ["time,expression,faces,total"]
    for entry in history {
      let faces = entry.roll.faces.map(String.init).joined(separator: " ")
      lines.append(
        "\(Moment(seconds: entry.time).iso),\(entry.roll.structure.notation),\(faces),"
          + "\(entry.roll.total)")
    }
    return lines.flatMap { Array("\($0)\r\n".utf8) }
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
