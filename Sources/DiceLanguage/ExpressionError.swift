/// An error with the reason and the place where a text isn't an expression.
package struct ExpressionError: Error, Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case empty
    case tooLong
    case tooDeep
    /// This character has no meaning here.
    case unexpected(String)
    /// A closing bracket is missing at the end of the text.
    case unfinished
    /// A number, dice or a bracket is expected here.
    case operandMissing
    /// An operator is missing between two numbers or dice.
    case operatorMissing
    /// The language doesn't have this word.
    case unknownWord(String)
    case diceOutOfRange
    case tooManyDice
    /// The bracketed number of dice isn't whole in every outcome.
    case countNotWhole
    /// It is whole, but some outcomes are negative or above the limit for a term.
    case countOutOfRange(isLow: Bool, isHigh: Bool)
    /// No die follows the letter `d`.
    case dieExpected
    case sidesOutOfRange
    case faceOutOfRange
    case tooManyFaces
    case rangeBackwards
    /// The faces of `d{…}` contain something else.
    case facesExpected
    /// There are no faces in `d{}`.
    case facesMissing
    /// A number or a comparison must follow this modifier.
    case numberExpected(String)
    case numberTooLong
    /// The number after `min` or `max` is out of range.
    case limitOutOfRange(String)
    case decimal
    /// Something other than a word is among words.
    case wordExpected
    case wordTooLong
    /// There are fewer than 2 different words, or more than 52.
    case wordsOutOfRange
    /// A word has no faces, or all faces together are none or more than 1,000.
    case wordFacesOutOfRange
    /// No face has this word.
    case unknownFace(String)
    /// Dice with words don't take this modifier or comparison; they can only be counted by word.
    case notForWords(String)
    /// A tally of words isn't a number, and must be the whole expression.
    case tallyStandsAlone
    /// The bag after `from` is missing.
    case bagExpected
    /// No things are drawn, or more than the bag has, which is this number.
    case drawnOutOfRange(Int)
    /// The comparison compares a total, with this number if it has one.
    case comparesTotal(String?)
    /// No die can meet the comparison with this number; the suggestion compares the total.
    case neverCounts(Int)
    /// Only `f`, `s` and a remark may follow a count.
    case afterCount
    /// This modifier follows a bracket.
    case modifierMisplaced(String)
    /// The brackets of this function are missing.
    case valuesMissing(String)
    /// There is an `f` without a count before it.
    case failureWithoutCount
    case secondExplosion
    case alwaysExplodes
    case neverStopsRerolling
    case tooFewFaces
    /// Groups take only keeps, drops, comparisons, `f` and `s`.
    case notForGroups(String)
    case divisionByZero
    case timesOutOfRange
    /// `6x` needs brackets.
    case timesNeedsBrackets
    /// `6x(…)` must be the whole expression.
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
  /// The range in the text, in UTF-8 bytes; empty if something is missing at the end.
  package let range: Range<Int>
  /// The whole text with likely corrections, the likeliest first; each is valid.
  package let suggestions: [String]
  /// Whether the suggestions end at the mistake because the rest can't be guessed.
  package let isPartial: Bool

  init(_ kind: Kind, at range: Range<Int>, suggestions: [String] = [], isPartial: Bool = false) {
    self.kind = kind
    self.range = range
    self.suggestions = suggestions
    self.isPartial = isPartial
  }
}
