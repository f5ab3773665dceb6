import DiceLanguage
import Rooms
import Site
import Web

/// The moves at a table, by seats and by the host.
let tableMoves: [Route] = [
  .post("\(roomPath)/*/throw") { visit in
    visit.form["as"] == "host"
      ? try visit.playAsHost { try readThrow($0) }
      : try visit.playAsSeat { room, visit in try readThrow(visit, in: room) }
  }.inVault,
  hostMove("throw-hidden") { visit in
    try HiddenRoll.move(try typedExpression(visit), using: &visit.roomRandom)
  },
  hostMove("reveal") { visit in .act(.revealed(try visit.number("number"))) },
  hostMove("ask") { visit in
    let seats = visit.form.fields.compactMap { field in
      field.name.hasPrefix("seat-") ? Int(field.name.dropFirst("seat-".count)) : nil
    }
    return .act(.asked(try typedExpression(visit), seats: Set(seats).sorted()))
  },
]

/// Reads a roll: the answer to a question, one of the visitor's named rolls, or a typed one.
private func readThrow(_ visit: Visit, in room: OpenRoom? = nil) throws -> RoomMove {
  if let answers = visit.form["answers"].flatMap({ Int($0) }), answers > 0 {
    guard let question = room?.room.table?.question, question.number == answers else {
      throw RoomRefusal.nothingThere
    }
    return .throwDice(question.expression, label: "", answers: answers)
  }
  if let name = visit.form["named"], let roll = visit.session[NamedRolls.self]?[name] {
    let expression = try read(roll.expression, visit.form)
    return .throwDice(expression, label: roll.name, answers: 0)
  }
  return .throwDice(try typedExpression(visit), label: "", answers: 0)
}

private func typedExpression(_ visit: Visit) throws(Problem) -> RollExpression {
  try read(visit.form["expression"] ?? "", visit.form)
}

private func read(_ text: String, _ form: Form) throws(Problem) -> RollExpression {
  do throws(ExpressionError) {
    return try RollExpression(parsing: text)
  } catch {
    throw Problem([.init(error, in: text)], form: form)
  }
}
