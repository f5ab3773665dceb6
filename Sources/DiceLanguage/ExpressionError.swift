/// Why a text is not an expression, and where.
package struct ExpressionError: Error, Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case empty
    case tooLong
    case tooDeep
    /// This character has no meaning here.
    case unexpected(String)
    /// A bracket must follow at the end of the text.
    case unfinished
    /// A number, dice or a bracket must stand here.
    case operandMissing
    /// Two numbers or dice stand beside each other without a sign between them.
    case operatorMissing
    /// A word that the language doesn't have.
    case unknownWord(String)
    case diceOutOfRange
    case tooManyDice
    /// The bracketed number of dice isn't whole in every outcome.
    case countNotWhole
    /// It is whole, but some outcomes are below 0 or above the most dice of a term.
    case countOutOfRange(isLow: Bool, isHigh: Bool)
    /// The letter `d` is followed by no die.
    case dieExpected
    case sidesOutOfRange
    case faceOutOfRange
    case tooManyFaces
    case rangeBackwards
    /// Something else stands among the faces of `d{…}`.
    case facesExpected
    /// `d{}`.
    case facesMissing
    /// A number or a comparison follows this modifier.
    case numberExpected(String)
    case numberTooLong
    /// `min` or `max` behind dice says more than any dice come to.
    case limitOutOfRange(String)
    case decimal
    /// A comparison stands where it would compare a total, with this number if it has one.
    case comparesTotal(String?)
    /// No die can ever meet the comparison that counts dice, with this number; what is suggested compares
    /// the total, if that can meet it.
    case neverCounts(Int)
    /// Only `f`, `s` and a remark follow a count.
    case afterCount
    /// This modifier stands behind a bracket.
    case modifierMisplaced(String)
    /// This function lacks its brackets.
    case valuesMissing(String)
    /// `f` without a count before it.
    case failureWithoutCount
    case secondExplosion
    case alwaysExplodes
    case neverStopsRerolling
    case tooFewFaces
    /// Groups take only keep, drop, comparison, `f` and `s`.
    case notForGroups(String)
    case divisionByZero
    case timesOutOfRange
    /// `6x` needs brackets.
    case timesNeedsBrackets
    /// `6x(…)` is the whole expression or nothing.
    case timesInside
    case remarkTooLong
    case remarkOpen
    case remarkEmpty
    case remarkMisplaced
    /// This function takes one value.
    case oneValueExpected(String)
    /// Checking the rules would take too much work.
    case tooMuchWork
  }

  package let kind: Kind
  /// The place in the text, in UTF-8 bytes; empty at the end if something is missing.
  package let range: Range<Int>
  /// The whole text as it would be right, if that can be guessed, the likeliest first; each can be
  /// read.
  package let suggestions: [String]
  /// Whether the suggestions end where the mistake does, as nobody can guess what comes after it.
  package let isPartial: Bool

  init(
    _ kind: Kind, at range: Range<Int>, suggestions: [String] = [], isPartial: Bool = false
  ) {
    self.kind = kind
    self.range = range
    self.suggestions = suggestions
    self.isPartial = isPartial
  }
}
