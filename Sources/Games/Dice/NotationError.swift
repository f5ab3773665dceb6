/// Why a text is no dice expression, and where.
package struct NotationError: Error, Equatable, Sendable {
  /// What was expected of the text.
  package enum Rule: Equatable, Sendable {
    /// There must be something.
    case empty
    /// At most `DieStructure.maximumNotationLength` characters.
    case tooLong
    /// The number of dice is in `DieStructure.diceLimits`.
    case diceOutOfRange
    /// How many dice comes first, even for one.
    case countExpected
    /// A number alone is no expression: the letter `d` follows it.
    case dieExpected
    /// The number of sides is one of `DieType`.
    case sidesUnknown
    /// A number follows the sign.
    case modifierExpected
    /// The modifier is in `DieStructure.modifierLimits`.
    case modifierOutOfRange
    /// Nothing else has a meaning, this character neither.
    case unexpected(Unicode.Scalar)
  }

  package let rule: Rule
  /// The place in the text, in Unicode scalars from 1; one past its end where something is missing.
  package let position: Int

  init(_ rule: Rule, at position: Int) {
    self.rule = rule
    self.position = position
  }

  /// One sentence for a person, with the limit and the position.
  package var sentence: String {
    let dice = DieStructure.diceLimits
    return switch rule {
    case .empty: "Type an expression such as 2d6+3."
    case .tooLong: "At most \(DieStructure.maximumNotationLength) characters."
    case .diceOutOfRange:
      "At least \(dice.lowerBound) and at most \(dice.upperBound) dice (position \(position))."
    case .countExpected: "Say how many dice first, as in 1d20 (position \(position))."
    case .dieExpected: "The letter d is missing, as in 2d6 (position \(position))."
    case .sidesUnknown:
      "A die has 4, 6, 8, 10, 12, 20 or 100 sides (position \(position))."
    case .modifierExpected: "A number must follow the sign (position \(position))."
    case .modifierOutOfRange:
      "A modifier of at most \(DieStructure.modifierLimits.upperBound) (position \(position))."
    case .unexpected(let scalar):
      "\(NotationError.name(of: scalar)) has no place here (position \(position))."
    }
  }

  /// The character itself where it is plain to see, else its number: some are invisible.
  private static func name(of scalar: Unicode.Scalar) -> String {
    if "!"..."~" ~= scalar { return "“\(scalar)”" }
    let hex = String(scalar.value, radix: 16, uppercase: true)
    return "The character U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
  }
}
