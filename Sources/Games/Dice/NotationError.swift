/// Why a text is not a dice expression, and where it goes wrong.
package struct NotationError: Error, Equatable, Sendable {
  /// The rule that the text breaks.
  package enum Rule: Equatable, Sendable {
    /// There must be something.
    case empty
    /// At most `DieStructure.maximumNotationLength` characters.
    case tooLong
    /// The number of dice is in `DieStructure.diceLimits`.
    case diceOutOfRange
    /// A number alone is not enough: the letter `d` follows it.
    case dieExpected
    /// The number of sides is one of `DieType`.
    case sidesUnknown
    /// A number follows the sign.
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
