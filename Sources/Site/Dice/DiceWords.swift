import Games

/// What the page says about the dice: the outcome first, then what it means.
struct DiceWords {
  let headline, explanation: String

  /// If a move was just refused, nothing on the page may look like its outcome.
  init(_ state: DiceState, isRefused: Bool) {
    let throwsMade = state.lastThrows
    let last = state.history.last?.roll
    if let last, !throwsMade.isEmpty, !isRefused {
      if throwsMade.count == 1 {
        headline = "You rolled \(last.structure.expression): \(last.total.signedText)"
        explanation = DiceWords.comparison(of: last)
      } else {
        let totals = throwsMade.map(\.roll.total)
        let count = totals.count
        let mean = Fraction(totals.reduce(0, +), count).decimal(places: count > 10 ? 2 : 1)
        headline = "\(count) rolls of \(last.structure.expression): \(mean) on average"
        explanation = DiceWords.range(of: totals)
      }
    } else {
      headline =
        isRefused ? "Nothing was rolled" : "Ready to roll \(state.structure.expression)"
      explanation =
        last.map { "Last roll: \($0.structure.expression) made \($0.total.signedText)." }
        ?? "Press a die, or choose how many and what to add, then roll."
    }
  }

  /// Where the total lies between the lowest and the highest.
  private static func comparison(of roll: DiceRoll) -> String {
    let structure = roll.structure
    let range = """
      \(structure.lowest.signedText) to \(structure.highest.signedText), \
      mean \(mean(of: structure))
      """
    if roll.total == structure.highest { return "The highest possible: \(range)." }
    if roll.total == structure.lowest { return "The lowest possible: \(range)." }
    return "Possible: \(range)."
  }

  /// Ten totals one by one, more than that by their ends.
  private static func range(of totals: [Int]) -> String {
    let what =
      totals.count <= 10
      ? totals.map(\.signedText).joined(separator: ", ")
      : "From \((totals.min() ?? 0).signedText) to \((totals.max() ?? 0).signedText)"
    return "\(what). The last roll is shown."
  }

  /// The mean total, exact: `10.5`.
  static func mean(of structure: DieStructure) -> String {
    Fraction(structure.doubledMean, 2).decimal(places: 1)
  }

  /// What the chart shows.
  static func summary(of tally: DiceTally) -> String {
    let rolls = tally.rolls
    let mean = Fraction(tally.sum, rolls).decimal(places: 2)
    return """
      Bars: your \(rolls.counted("roll", "rolls")) of \(tally.structure.expression) in this \
      session, \(mean) on average. Line: what to expect, worked out exactly, \
      \(DiceWords.mean(of: tally.structure)) on average.
      """
  }

  static let diceMissing = "“How many” must be a number from 1 to 99."
  static let modifierMissing = "The modifier must be a number from −99 to +99."
  static let noSuchDie =
    "The die type must be one of \(DieType.allCases.map(\.name).listed("or"))."

  static func correctedDice(_ structure: DieStructure) -> String {
    "The number of dice is a whole number from 1 to 99, so it’s \(structure.totalDice)."
  }

  static func correctedModifier(_ structure: DieStructure) -> String {
    "The modifier is a whole number from −99 to +99, so it’s \(structure.modifier.signedText)."
  }
}

extension NotationError {
  /// One sentence for a person, with the limit and the position.
  package var sentence: String {
    let dice = DieStructure.diceLimits
    let place = "(position \(position) of the expression)"
    return switch rule {
    case .empty: "The expression is empty. Type one such as 2d6+3."
    case .tooLong:
      "The expression is too long: at most \(DieStructure.maximumNotationLength) characters."
    case .diceOutOfRange: "Roll \(dice.lowerBound) to \(dice.upperBound) dice \(place)."
    case .dieExpected: "There should be a d, as in 2d6 \(place)."
    case .sidesUnknown: "A die has 4, 6, 8, 10, 12, 20 or 100 sides \(place)."
    case .modifierExpected: "A number must follow the sign \(place)."
    case .modifierOutOfRange:
      "A modifier is at most \(DieStructure.modifierLimits.upperBound) \(place)."
    case .unexpected(let scalar): "I can’t read \(NotationError.name(of: scalar)) here \(place)."
    }
  }

  /// The character itself where it is plain to see, else its number: some are invisible.
  private static func name(of scalar: Unicode.Scalar) -> String {
    if "!"..."~" ~= scalar { return "“\(scalar)”" }
    let hex = String(scalar.value, radix: 16, uppercase: true)
    return "the character U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
  }
}
