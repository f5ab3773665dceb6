import Games

extension NotationError {
  /// One sentence for a person, with the limit and the position.
  package var sentence: String {
    let dice = DieStructure.diceLimits
    return switch rule {
    case .empty: "Type an expression such as 2d6+3."
    case .tooLong: "At most \(DieStructure.maximumNotationLength) characters."
    case .diceOutOfRange:
      "At least \(dice.lowerBound) and at most \(dice.upperBound) dice (position \(position))."
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
