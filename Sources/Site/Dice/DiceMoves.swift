import DiceLanguage
import Games
import Web

extension DiceState {
  /// Rolls the form's dice this many times.
  ///
  /// They are a newly typed expression, or else changed dice beside it, or else the current ones.
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

  /// Chooses a type of die and rolls it, with the form's number and modifier.
  mutating func roll(_ type: DieType, _ visit: inout Visit) throws(Problem) {
    let isAsTyped = try take(visit.form.leavingOut(["die"]))
    structure.type = type
    takeChosenDice()
    if isAsTyped { try roll(1, .dice(structure), &visit) }
  }

  /// Sets the expression or dice and rolls them this many times.
  mutating func roll(_ times: Int, _ formula: Formula, _ visit: inout Visit) throws(Problem) {
    roll(times, formula, using: &visit.random, at: visit.now)
    // The visitor is known here, but not where the page that shows the roll is rendered.
    if let expression { _ = visit.odds.rollOdds(of: expression) }
  }

  /// Changes the form's chosen dice without rolling them.
  mutating func change(
    _ form: Form, _ change: (inout DieStructure) -> Void
  ) throws(Problem) {
    pickUp()
    takeChosenDice()
    if try take(form) { change(&structure) }
  }

  /// Resets the chosen dice, whatever the number fields say; the type of die stays.
  mutating func clear(_ form: Form) throws(Problem) {
    var mistakes: [Problem.Mistake] = []
    takeType(form, &mistakes)
    guard mistakes.isEmpty else { throw Problem(mistakes) }
    pickUp()
    takeChosenDice()
    structure.resetDie()
  }

  /// Reads an expression or dice.
  /// - Throws: `Problem` with the place of a mistake.
  static func formula(_ text: String) throws(Problem) -> Formula {
    do throws(ExpressionError) {
      return try Formula(parsing: text)
    } catch {
      throw Problem([.init(error, in: text)])
    }
  }

  /// Returns the form's expression if it isn't the current one.
  ///
  /// An unreadable text is left over from a refusal if the dice beside it have changed.
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

  /// Reads die, dice and modifier from a form's fields, as far as they were sent.
  /// - Returns: `false` if a number was corrected: the visitor must see it before anything is
  ///   rolled.
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

  /// Returns the number in a field, or `nil` if the field wasn't sent or is wrong.
  ///
  /// A mistake is added if it is wrong.
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
  /// Creates a problem for a mistake in the expression.
  package init(_ error: ExpressionError, in text: String, field: String = "expression") {
    self.init(
      error.sentence, field: field, input: text.shownAgain,
      place: MarkedInput(error.range, in: text),
      suggestions: error.isPartial ? [] : error.suggestions)
  }
}

/// The thing to roll: dice that can be chosen beside the field, or any other expression.
enum Formula: Equatable {
  case dice(DieStructure)
  case expression(RollExpression)

  /// - Throws: `ExpressionError` for a text that is neither.
  init(parsing text: String) throws(ExpressionError) {
    let expression = try RollExpression(parsing: text)
    if case .number(let expression) = expression, let structure = DieStructure(expression) {
      self = .dice(structure)
    } else {
      self = .expression(expression)
    }
  }

  /// The notation as typed, with a hyphen for minus.
  var notation: String {
    switch self {
    case .dice(let structure): structure.notation
    case .expression(let expression): expression.text
    }
  }
}

extension DieStructure {
  /// Returns the dice of an expression such as `2d6+3`; `nil` if they can't be chosen in the fields.
  package init?(_ expression: Expression) {
    guard !expression.text.contains("("), expression.remarks.isEmpty else { return nil }
    var node = expression.root
    var modifier = 0
    if case .operation(let sign, let left, .number(let number)) = node,
      sign == .add || sign == .subtract, let size = number.int
    {
      node = left
      modifier = sign == .add ? size : -size
    }
    guard case .dice(let dice) = node, case .number(let count) = dice.count,
      case .sides(let sides) = dice.die, let type = DieType(rawValue: sides),
      dice.modifiers.isEmpty, dice.remarks.isEmpty, DieStructure.diceLimits ~= count,
      DieStructure.modifierLimits ~= modifier
    else { return nil }
    self.init(type, totalDice: count, modifier: modifier)
  }
}
