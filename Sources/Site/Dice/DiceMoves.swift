import Games
import Web

func rollDice(_ state: inout DiceState, _ visit: inout Visit) throws(Problem) {
  guard try state.take(visit.form) else { return }
  state.roll(using: &visit.random, at: visit.now)
}

func rollExpression(_ state: inout DiceState, _ visit: inout Visit) throws(Problem) {
  let text = visit.form["expression"] ?? ""
  do throws(NotationError) {
    state.structure = try DieStructure(notation: text)
  } catch {
    throw Problem(
      error.sentence, field: "expression",
      input: String(text.prefix(DieStructure.maximumNotationLength)))
  }
  state.roll(using: &visit.random, at: visit.now)
}

/// Resets the dice, whatever the number fields say; only the choice of die stays.
func clearDice(_ state: inout DiceState, _ visit: inout Visit) throws(Problem) {
  var mistakes: [Problem.Mistake] = []
  state.takeType(visit.form, &mistakes)
  guard mistakes.isEmpty else { throw Problem(mistakes) }
  state.isThrown = false
  state.structure.resetDie()
}

extension DiceState {
  /// Takes die, dice and modifier from a form's fields, as far as they were sent.
  /// - Returns: `false` if a number was corrected: the visitor must see it before anything is
  ///   thrown.
  /// - Throws: `Problem` listing every field that isn't a die or a number.
  mutating func take(_ form: Form) throws(Problem) -> Bool {
    var mistakes: [Problem.Mistake] = []
    var corrections: [String] = []
    takeType(form, &mistakes)
    if let typed = number(form, "dice", "How many dice must be a number.", &mistakes),
      structure.setTotalDice(typed.number) || typed.wasRounded
    {
      corrections.append("From 1 to 99 whole dice can be thrown, so it is \(structure.totalDice).")
    }
    if let typed = number(form, "modifier", "The modifier must be a number.", &mistakes),
      structure.setModifier(typed.number) || typed.wasRounded
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

  fileprivate mutating func takeType(_ form: Form, _ mistakes: inout [Problem.Mistake]) {
    guard let name = form["die"] else { return }
    if let type = DieType(name: name) {
      structure.type = type
    } else {
      mistakes.append(.init("There is no such die. Choose one of the list.", field: "die"))
    }
  }

  /// The number in a field; `nil` if the field wasn't sent or, with a mistake added, isn't a
  /// number.
  private func number(
    _ form: Form, _ field: String, _ sentence: String, _ mistakes: inout [Problem.Mistake]
  ) -> TypedNumber? {
    guard let text = form[field] else { return nil }
    if let typed = TypedNumber(text) { return typed }
    mistakes.append(.init(sentence, field: field))
    return nil
  }
}
