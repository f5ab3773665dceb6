/// Why a text isn't an expression, and where.
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
    /// There is no sign between two numbers or dice.
    case operatorMissing
    /// A word that the language doesn't have.
    case unknownWord(String)
    case diceOutOfRange
    case tooManyDice
    /// The bracketed number of dice isn't whole in every outcome.
    case countNotWhole
    /// It is whole, but some outcomes are below 0 or above the limit for a term.
    case countOutOfRange(isLow: Bool, isHigh: Bool)
    /// No die follows the letter `d`.
    case dieExpected
    case sidesOutOfRange
    case faceOutOfRange
    case tooManyFaces
    case rangeBackwards
    /// The faces of `d{…}` contain something else.
    case facesExpected
    /// `d{}`.
    case facesMissing
    /// A number or a comparison must follow this modifier.
    case numberExpected(String)
    case numberTooLong
    /// The number after `min` or `max` is out of range.
    case limitOutOfRange(String)
    case decimal
    /// Something that is no word stands among words.
    case wordExpected
    case wordTooLong
    /// There are less than 2 different words, or more than 52.
    case wordsOutOfRange
    /// The faces of a word, or of all, are none or more than 1,000.
    case wordFacesOutOfRange
    /// No face has this word.
    case unknownFace(String)
    /// Dice with words don't take this modifier or comparison; they can only count a word.
    case notForWords(String)
    /// A tally of words is no number, and stands alone.
    case tallyStandsAlone
    /// The bag after `from` is missing.
    case bagExpected
    /// None are drawn, or more than the bag has, which is this many.
    case drawnOutOfRange(Int)
    /// A comparison would compare a total, with this number if it has one.
    case comparesTotal(String?)
    /// No die can ever meet the comparison that counts dice, with this number. The suggestion
    /// compares the total, if that can meet it.
    case neverCounts(Int)
    /// Only `f`, `s` and a remark may follow a count.
    case afterCount
    /// This modifier follows a bracket.
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
    /// `6x(…)` must be the whole expression.
    case timesInside
    case remarkTooLong
    case remarkOpen
    case remarkEmpty
    case remarkMisplaced
    /// This function takes one value.
    case oneValueExpected(String)
    /// Checking the rules takes too much work.
    case tooMuchWork
  }

  package let kind: Kind
  /// The range in the text, in UTF-8 bytes; empty at the end if something is missing.
  package let range: Range<Int>
  /// The whole text with likely corrections, the likeliest first; each is valid.
  package let suggestions: [String]
  /// Whether the suggestions end at the mistake because the rest can't be guessed.
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
