import Games
import Web

let diceRoutes: [Route] = [
  .game("/dice", showDice),
  .post("/dice/roll", rollDice),
  .post("/dice/choose", chooseDice),
  .post("/dice/add-die", addDie),
  .post("/dice/remove-die", removeDie),
  .post("/dice/add-modifier", addModifier),
  .post("/dice/remove-modifier", removeModifier),
  .post("/dice/clear", clearDice),
  .post("/dice/expression", rollExpression),
  .post("/dice/clear-history", clearHistory),
  .get("/dice/history.csv", downloadCSV),
  .get("/dice/history.json", downloadJSON),
]

private func showDice(_ visit: inout Visit) -> Answer { visit.show(\.dice) }

private func rollDice(_ visit: inout Visit) -> Answer {
  visit.play(\.dice) { table, visit throws(Problem) in
    guard try table.grant(visit.form) else { return }
    table.roll(using: &visit.random, at: visit.now)
  }
}

private func rollExpression(_ visit: inout Visit) -> Answer {
  visit.play(\.dice) { table, visit throws(Problem) in
    let text = visit.form["expression"] ?? ""
    do throws(NotationError) {
      table.structure = try DieStructure(notation: text)
    } catch {
      throw Problem(
        error.sentence, field: "expression",
        input: String(text.prefix(DieStructure.maximumNotationLength)))
    }
    table.roll(using: &visit.random, at: visit.now)
  }
}

private func chooseDice(_ visit: inout Visit) -> Answer { visit.changeDice { _ in } }
private func addDie(_ visit: inout Visit) -> Answer { visit.changeDice { $0.addDie() } }
private func removeDie(_ visit: inout Visit) -> Answer { visit.changeDice { $0.removeDie() } }
private func addModifier(_ visit: inout Visit) -> Answer { visit.changeDice { $0.addModifier() } }
private func removeModifier(_ visit: inout Visit) -> Answer {
  visit.changeDice { $0.removeModifier() }
}

/// Whatever stands in the number fields goes; only the choice of die stays.
private func clearDice(_ visit: inout Visit) -> Answer {
  visit.play(\.dice) { table, visit throws(Problem) in
    table.isThrown = false
    try table.grantType(visit.form)
    table.structure.resetDie()
  }
}

private func clearHistory(_ visit: inout Visit) -> Answer {
  visit.play(\.dice) { table, _ in table.clearHistory() }
}

private func downloadCSV(_ visit: inout Visit) -> Answer {
  guard !visit.session.isReplacement else { return visit.show(\.dice) }
  let history = DiceHistory(visit.session.dice ?? DiceState())
  return .file(type: "text/csv; charset=utf-8", name: "dice-history.csv", bytes: history.csv)
}

private func downloadJSON(_ visit: inout Visit) -> Answer {
  guard !visit.session.isReplacement else { return visit.show(\.dice) }
  let history = DiceHistory(visit.session.dice ?? DiceState())
  return .file(type: "application/json", name: "dice-history.json", bytes: history.json)
}

extension Visit {
  /// Takes what stands in the form's fields, then changes the dice by a button.
  fileprivate mutating func changeDice(_ change: (inout DieStructure) -> Void) -> Answer {
    play(\.dice) { table, visit throws(Problem) in
      table.isThrown = false
      guard try table.grant(visit.form) else { return }
      change(&table.structure)
    }
  }
}

extension DiceState {
  /// Takes die, dice and modifier from a form's fields, as far as they are there.
  /// - Returns: `false` when a number had to be moved into its limits, so that the visitor sees it
  ///   before anything is thrown with it.
  /// - Throws: `Problem` with all that is no die or no number; the dice stay as they are.
  fileprivate mutating func grant(_ form: Form) throws(Problem) -> Bool {
    var mistakes: [Problem.Mistake] = []
    var corrections: [String] = []
    takeType(form, &mistakes)
    if let wish = DiceState.wish(form, "dice", "How many dice must be a number.", &mistakes),
      structure.setTotalDice(wish.number) || wish.wasRounded
    {
      corrections.append("From 1 to 99 whole dice can be thrown, so it is \(structure.totalDice).")
    }
    if let wish = DiceState.wish(form, "modifier", "The modifier must be a number.", &mistakes),
      structure.setModifier(wish.number) || wish.wasRounded
    {
      let modifier = structure.modifier.signedText
      corrections.append("The modifier is a whole number from −99 to +99, so it is \(modifier).")
    }
    guard mistakes.isEmpty else { throw Problem(mistakes) }
    guard corrections.isEmpty else {
      notice = corrections.joined(separator: " ")
      isThrown = false
      return false
    }
    return true
  }

  /// Takes the die alone.
  fileprivate mutating func grantType(_ form: Form) throws(Problem) {
    var mistakes: [Problem.Mistake] = []
    takeType(form, &mistakes)
    guard mistakes.isEmpty else { throw Problem(mistakes) }
  }

  private mutating func takeType(_ form: Form, _ mistakes: inout [Problem.Mistake]) {
    guard let name = form["die"] else { return }
    if let type = DieType(name: name) {
      structure.type = type
    } else {
      mistakes.append(
        .init(sentence: "There is no such die. Choose one of the list.", field: "die", input: nil))
    }
  }

  /// The number in a field; `nil` where there is none, which is a mistake if the field is there.
  private static func wish(
    _ form: Form, _ field: String, _ sentence: String, _ mistakes: inout [Problem.Mistake]
  ) -> TypedNumber? {
    guard let text = form[field] else { return nil }
    if let wish = TypedNumber(text) { return wish }
    mistakes.append(.init(sentence: sentence, field: field, input: nil))
    return nil
  }
}
