/// An error with the reason and the place where a text isn't a dice expression.
package struct NotationError: Error, Equatable, Sendable {
  /// The rule that the text breaks.
  package enum Rule: Equatable, Sendable {
    /// The text must not be empty.
    case empty
    /// The text has at most `DieStructure.maximumNotationLength` characters.
    case tooLong
    /// The number of dice is in `DieStructure.diceLimits`.
    case diceOutOfRange
    /// The letter `d` must follow the number.
    case dieExpected
    /// The number of sides is one of `DieType`.
    case sidesUnknown
    /// A number must follow the sign.
    case modifierExpected
    /// The modifier is in `DieStructure.modifierLimits`.
    case modifierOutOfRange
    /// This character has no meaning here.
    case unexpected(Unicode.Scalar)
  }

  package let rule: Rule
  /// The place in the text, in Unicode scalars from 1; one past the end if something is missing.
  package let position: Int

  init(_ rule: Rule, at position: Int) {
    self.rule = rule
    self.position = position
  }
}
