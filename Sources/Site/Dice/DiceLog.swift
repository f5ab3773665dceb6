import DiceLanguage
import Games
import Mustache
import Web

/// The rolls of a session as a download for other programs, oldest first.
struct DiceLog {
  private let history: [DiceState.Throw]

  init(_ state: DiceState) { history = Array(state.history) }

  private static let columns: Columns<(line: DiceState.Throw, dice: [Cell])> = [
    "time": { .word($0.line.isoTime) },
    "expression": { .text($0.line.notation) },
    "modifier": { .number($0.line.roll?.structure.modifier) },
    "total": { $0.line.totalCell },
  ]

  func file(as type: FileType) -> [UInt8] {
    switch type {
    case .csv: csv
    case .json: JSON.array(history.map(\.json)).bytes
    }
  }

  /// The log as CSV, with a column for each die or, for many dice, for each face.
  private var csv: [UInt8] {
    let rows = history.map { (line: $0, dice: $0.dice) }
    var columns = DiceLog.columns
    for place in 0..<max(1, rows.map(\.dice.count).max() ?? 0) {
      columns.all.append(
        ("die \(place + 1)", { $0.dice.indices ~= place ? $0.dice[place] : .word(nil) }))
    }
    return columns.file(rows, as: .csv)
  }
}

extension DiceState.Throw {
  fileprivate var isoTime: String { String(Moment(seconds: time).iso) }

  fileprivate var notation: String {
    switch outcome {
    case .dice(let roll): roll.structure.notation
    case .expression(let record): record.expression
    }
  }

  fileprivate var totalCell: Cell {
    switch outcome {
    case .dice(let roll): .number(roll.total)
    case .expression(let record):
      record.tally == nil ? .word(record.total) : .text(record.total)
    }
  }

  fileprivate var totals: JSON {
    let total =
      switch outcome {
      case .dice(let roll): JSON.whole(roll.total)
      case .expression(let record):
        record.tally.map(JSON.tally) ?? DiceState.Throw.number(record.total)
      }
    guard case .expression(let record) = outcome, record.tally != nil,
      let words = record.wordDice.last.flatMap(WordList.init(ofDie:))
    else { return ["total": total] }
    return ["total": total, "words": .texts(words.words.map(\.text))]
  }

  fileprivate var dice: [Cell] {
    switch outcome {
    case .dice(let roll): roll.faces.map(Cell.number)
    case .expression(let record):
      record.faceRows?.map { .text($0.row.words(record.wordDice.isEmpty ? nil : $0.face)) }
        ?? record.dice.map { die, word in
          die.isDropped
            ? .text("\(word ?? "\(die.value)") dropped")
            : word.map(Cell.text) ?? .number(die.value)
        }
    }
  }

  fileprivate var json: JSON {
    let dice: JSON =
      switch outcome {
      case .dice(let roll): ["faces": .array(roll.faces.map(JSON.whole))]
      case .expression(let record): record.json
      }
    let start: JSON = ["time": .string(isoTime), "expression": .string(notation)]
    return start.adding(dice).adding(totals)
  }

  /// Returns a number, or text such as `"7/2"` if it isn't whole.
  fileprivate static func number(_ text: String) -> JSON {
    text.contains("/") ? .string(text) : .number(text)
  }
}

extension RollRecord {
  /// The roll as JSON: `faces`, or `counts` of many dice; `dropped` and `totals` if there are any.
  fileprivate var json: JSON {
    var json: JSON
    if let faceRows {
      let rows = faceRows.map { face, row -> JSON in
        // Only words, or numbers.
        wordDice.count == 1
          ? ["face": .string(face.withoutIsolation), "count": .whole(row.count)]
          : [
            "lowest": .whole(row.faces.lowerBound), "highest": .whole(row.faces.upperBound),
            "count": .whole(row.count),
          ]
      }
      json = ["counts": .array(rows)]
    } else {
      let faces = dice.map { die, word in word.map(JSON.string) ?? .whole(die.value) }
      json = ["faces": .array(faces)]
    }
    if dice.contains(where: { $0.die.isDropped }) {
      json = json.adding(["dropped": .array(dice.map { .bool($0.die.isDropped) })])
    }
    guard rounds.count > 1 else { return json }
    return json.adding(["totals": .array(rounds.map { DiceState.Throw.number($0.total) })])
  }
}
