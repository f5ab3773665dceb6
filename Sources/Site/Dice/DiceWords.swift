import Games
import Mustache

/// What the page says about the dice: the outcome first, then what it means.
struct DiceWords {
  let headline, explanation: Text

  /// If a move was just refused, nothing on the page may look like its outcome.
  init(_ state: DiceState, isRefused: Bool) {
    let throwsMade = state.lastThrows
    let last = state.history.last?.roll
    if let last, !throwsMade.isEmpty, !isRefused {
      if throwsMade.count == 1 {
        headline = "You rolled \(last.structure.expression): \(signed: last.total)"
        explanation = DiceWords.comparison(of: last)
      } else {
        let totals = throwsMade.map(\.roll.total)
        let count = totals.count
        let mean = Fraction(totals.reduce(0, +), count)
        headline = """
          \(count) rolls of \(last.structure.expression): \(mean, places: count > 10 ? 2 : 1) \
          on average
          """
        explanation = DiceWords.range(of: totals)
      }
    } else {
      headline =
        isRefused ? "Nothing was rolled" : "Ready to roll \(state.structure.expression)"
      explanation =
        last.map { "Last roll: \($0.structure.expression) made \(signed: $0.total)." }
        ?? "Press a die, or choose how many and what to add, then roll."
    }
  }

  /// Where the total lies between the lowest and the highest.
  private static func comparison(of roll: DiceRoll) -> Text {
    let structure = roll.structure
    let range: Text = """
      Range \(signed: structure.lowest) to \(signed: structure.highest), \
      mean \(mean(of: structure)).
      """
    if roll.total == structure.highest { return "The highest possible. \(range)" }
    if roll.total == structure.lowest { return "The lowest possible. \(range)" }
    return range
  }

  /// Ten totals one by one, more than that by their ends.
  private static func range(of totals: [Int]) -> Text {
    let what =
      totals.count <= 10
      ? totals.map(\.signedText).joined(separator: ", ")
      : "From \((totals.min() ?? 0).signedText) to \((totals.max() ?? 0).signedText)"
    return "\(what). The last roll is shown."
  }

  /// The mean total, exact: `10.5`.
  static func mean(of structure: DieStructure) -> Text {
    "\(Fraction(structure.doubledMean, 2), places: 1)"
  }

  /// What the chart shows.
  static func summary(of tally: DiceTally) -> Text {
    let rolls = tally.rolls
    let mean = Fraction(tally.sum, rolls)
    return """
      Bars: your \(rolls.counted("roll", "rolls")) of \(tally.structure.expression) in this \
      session, \(mean, places: 2) on average. Line: what to expect, worked out exactly, \
      \(DiceWords.mean(of: tally.structure)) on average.
      """
  }

  private static let dice = DieStructure.diceLimits.words
  /// `−99 to +99`.
  private static let modifiers = [
    DieStructure.modifierLimits.lowerBound, DieStructure.modifierLimits.upperBound,
  ].map(\.modifierText).joined(separator: " to ")

  static let diceMissing = "“How many” must be a number from \(dice)."
  static let modifierMissing = "The modifier must be a number from \(modifiers)."
  static let noSuchDie =
    "The die type must be one of \(DieType.allCases.map(\.name).listed("or"))."

  static func correctedDice(_ structure: DieStructure) -> String {
    "The number of dice is a whole number from \(dice), so it’s \(structure.totalDice)."
  }

  static func correctedModifier(_ structure: DieStructure) -> String {
    "The modifier is a whole number from \(modifiers), so it’s \(structure.modifier.signedText)."
  }
}

extension NotationError {
  /// One sentence for a person, with the limit and the position.
  package var sentence: String {
    let place = "(position \(position) of the expression)"
    return switch rule {
    case .empty: "The expression is empty. Type one such as 2d6+3."
    case .tooLong:
      "The expression is too long: at most \(DieStructure.maximumNotationLength) characters."
    case .diceOutOfRange: "Roll \(DieStructure.diceLimits.words) dice \(place)."
    case .dieExpected: "There should be a d, as in 2d6 \(place)."
    case .sidesUnknown:
      "A die has \(DieType.allCases.map { "\($0.sides)" }.listed("or")) sides \(place)."
    case .modifierExpected: "A number must follow the sign \(place)."
    case .modifierOutOfRange:
      "A modifier is at most \(DieStructure.modifierLimits.upperBound) \(place)."
    case .unexpected(let scalar): "I can’t read \(NotationError.name(of: scalar)) here \(place)."
    }
  }

  /// The character itself if it can be seen, else its number.
  private static func name(of scalar: Unicode.Scalar) -> String {
    if scalar.isSeen { return "“\("\(scalar)".isolated)”" }
    let hex = String(scalar.value, radix: 16, uppercase: true)
    return "the character U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
  }
}

extension Unicode.Scalar {
  /// Whether it is drawn, and by itself.
  fileprivate var isSeen: Bool {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator,
      .paragraphSeparator, .nonspacingMark, .spacingMark, .enclosingMark:
      false
    default: !properties.isDefaultIgnorableCodePoint
    }
  }
}
