import DiceLanguage
import Games
import Web

extension DiceState {
  /// Rolls what the form shows so many times: the expression if another one was typed, else the
  /// dice chosen beside it if they were changed, else what is in force.
  mutating func roll(_ times: Int, _ visit: inout Visit) throws(Problem) {
    if let text = typedExpression(visit.form) {
      return try roll(times, DiceState.formula(text), &visit)
    }
    let before = structure
    let isAsTyped = try take(visit.form)
    guard let expression, isAsTyped, structure == before else {
      takeChosenDice()
      if isAsTyped { try roll(times, .dice(structure), &visit) }
      return
    }
    try roll(times, DiceState.formula(expression), &visit)
  }

  /// Rolls the form's expression, whatever its other fields say.
  mutating func rollExpression(_ visit: inout Visit) throws(Problem) {
    try roll(1, DiceState.formula(visit.form["expression"] ?? ""), &visit)
  }

  /// Chooses a type of die and rolls it, as many and with the modifier that the form says.
  mutating func roll(_ type: DieType, _ visit: inout Visit) throws(Problem) {
    let isAsTyped = try take(visit.form.leavingOut(["die"]))
    structure.type = type
    takeChosenDice()
    if isAsTyped { try roll(1, .dice(structure), &visit) }
  }

  /// Puts what an expression says in force and rolls it so many times.
  mutating func roll(_ times: Int, _ formula: Formula, _ visit: inout Visit) throws(Problem) {
    roll(times, formula, using: &visit.random, at: visit.now)
    // Here it is known whose roll it is; the page that shows it is asked for without an address.
    if let expression { _ = visit.odds.rollOdds(of: expression) }
  }

  /// Changes the chosen dice as the form shows them, without rolling them.
  mutating func change(
    _ form: Form, _ change: (inout DieStructure) -> Void
  ) throws(Problem) {
    pickUp()
    takeChosenDice()
    if try take(form) { change(&structure) }
  }

  /// Resets the chosen dice, whatever the number fields say; only the choice of die stays.
  mutating func clear(_ form: Form) throws(Problem) {
    var mistakes: [Problem.Mistake] = []
    takeType(form, &mistakes)
    guard mistakes.isEmpty else { throw Problem(mistakes) }
    pickUp()
    takeChosenDice()
    structure.resetDie()
  }

  /// What a text says.
  /// - Throws: `Problem` with the place of what can't be read.
  static func formula(_ text: String) throws(Problem) -> Formula {
    do throws(ExpressionError) {
      return try Formula(parsing: text)
    } catch {
      throw Problem([.init(error, in: text)])
    }
  }

  /// The form's expression if it isn't the one in force; `nil` if it is, or if there is none.
  ///
  /// A text that nobody can read is left over from a refusal if the dice beside it have changed.
  private func typedExpression(_ form: Form) -> String? {
    guard let text = form["expression"], text != notation,
      !text.utf8.allSatisfy({ $0 == UInt8(ascii: " ") })
    else { return nil }
    let shown = [
      "die": structure.type.name, "dice": String(structure.totalDice),
      "modifier": String(structure.modifier),
    ]
    let isUnchanged = shown.allSatisfy { form[$0.key] ?? $0.value == $0.value }
    return isUnchanged || (try? Formula(parsing: text)) != nil ? text : nil
  }

  /// Takes die, dice and modifier from a form's fields, as far as they were sent.
  /// - Returns: `false` if a number was corrected: the visitor must see it before anything is
  ///   thrown.
  /// - Throws: `Problem` listing every field that isn't a die or a number.
  private mutating func take(_ form: Form) throws(Problem) -> Bool {
    var mistakes: [Problem.Mistake] = []
    var corrections: [String] = []
    if let typed = number(form, "dice", DiceWords.diceMissing, &mistakes),
      structure.setTotalDice(typed.number) || typed.wasRounded
    {
      corrections.append(DiceWords.correctedDice(structure))
    }
    if let typed = number(form, "modifier", DiceWords.modifierMissing, &mistakes),
      structure.setModifier(typed.number) || typed.wasRounded
    {
      corrections.append(DiceWords.correctedModifier(structure))
    }
    takeType(form, &mistakes)
    guard mistakes.isEmpty else { throw Problem(mistakes) }
    guard corrections.isEmpty else {
      notice = corrections.joined(separator: " ")
      pickUp()
      return false
    }
    return true
  }

  private mutating func takeType(_ form: Form, _ mistakes: inout [Problem.Mistake]) {
    guard let name = form["die"] else { return }
    if let type = DieType(name: name) {
      structure.type = type
    } else {
      mistakes.append(.init(DiceWords.noSuchDie, field: "die"))
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

extension Problem.Mistake {
  /// What can't be read in the field `Expression`.
  init(_ error: ExpressionError, in text: String, field: String = "expression") {
    self.init(
      error.sentence, field: field, input: text.shownAgain,
      place: InputPlace(error.range, in: text),
      suggestions: error.isPartial ? [] : error.suggestions)
  }
}

/// What is rolled: dice that can be chosen beside the field, or any other expression.
enum Formula: Equatable {
  case dice(DieStructure)
  case expression(Yield)

  /// - Throws: `ExpressionError` for a text that is neither.
  init(parsing text: String) throws(ExpressionError) {
    if let structure = try? DieStructure(notation: text) {
      self = .dice(structure)
    } else {
      self = .expression(try Yield(parsing: text))
    }
  }

  /// As people type it, with a hyphen for minus.
  var notation: String {
    switch self {
    case .dice(let structure): structure.notation
    case .expression(let expression): expression.text
    }
  }
}
