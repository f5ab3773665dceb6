import BigInt
import DiceLanguage
import Games
import Mustache

/// The words of the page about the dice: the outcome first, then its meaning.
struct DiceWords {
  /// The start of the headline: `You rolled 2d6:`.
  let lead: Text
  /// The number that follows, if anything was rolled.
  private(set) var figure: Text?
  /// Whether it is too long for large type.
  private(set) var isLong = false
  /// Whether it is the mean of several rolls.
  private(set) var isMean = false
  let explanation: Text

  var headline: Text {
    figure.map { "\(lead) \($0)\(isMean ? " on average" : "")" } ?? lead
  }

  /// Creates words that begin with `refusal` if a move was just refused.
  ///
  /// Then nothing may look like its outcome. `offered` is an expression from an address.
  init(_ state: DiceState, _ odds: RollOdds?, offered: String?, refusal: Text?) {
    let last = state.history.last
    guard let last, state.isThrown, refusal == nil else {
      lead = refusal ?? "Ready to roll \(offered?.isolated ?? state.shownExpression)"
      explanation =
        last.map { "Last roll: \($0.expression) made \($0.total)." }
        ?? "Press a die, or choose how many and what to add, then roll."
      return
    }
    switch last.outcome {
    case .dice(let roll) where state.thrown == 1:
      lead = "You rolled \(roll.structure.expression):"
      figure = "\(signed: roll.total)"
      explanation = DiceWords.comparison(of: roll)
    case .dice(let roll):
      let totals = state.lastThrows.compactMap(\.roll?.total)
      let count = totals.count
      let mean = Fraction(totals.reduce(0, +), count)
      lead = "\(count) rolls of \(roll.structure.expression):"
      figure = "\(mean, places: count > 10 ? 2 : 1)"
      isMean = true
      explanation = DiceWords.range(of: totals)
    case .expression(let record):
      if let series = state.series {
        lead = "\(state.thrown) rolls of \(last.expression):"
        figure = "\(series.mean)"
        isLong = series.mean.count > 6
        isMean = true
        explanation =
          record.tally == nil
          ? DiceWords.range(of: state.lastThrows, state.thrown, series) : "The last roll is shown."
      } else {
        lead = "You rolled \(last.expression):"
        figure = Text(record.figure)
        isLong = record.isLong
        explanation =
          record.rounds.count > 1
          ? "Together \(last.total)." : DiceWords.comparison(of: record, odds)
      }
    }
  }

  /// Returns the headline above a form's mistake, if there is one.
  static func refusal(_ problem: Problem?) -> Text? {
    problem?.inForm.map {
      $0["rollName"] == nil && $0["lines"] == nil
        ? "Nothing was rolled" : "Nothing was rolled or kept"
    }
  }

  /// Returns a sentence on where the total is between the lowest and the highest.
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

  /// Returns a sentence on where the total is among all possible ones, if these are known.
  private static func comparison(of record: RollRecord, _ odds: RollOdds?) -> Text {
    guard let chances = odds?.chances else { return "" }
    let (lowest, highest) = (chances.distribution.minimum, chances.distribution.maximum)
    let range = """
      Range \(lowest.signedText) to \(highest.signedText), mean \(chances.mean.decimal).
      """
    if lowest == highest { return "It can’t be anything else." }
    if record.total == highest.description { return "The highest possible. \(range)" }
    if record.total == lowest.description { return "The lowest possible. \(range)" }
    return "\(range)"
  }

  private static func range(
    of rolls: [DiceState.Throw], _ count: Int, _ series: DiceState.Series
  ) -> Text {
    let what =
      count <= 10 && rolls.count == count
      ? rolls.map { String($0.total) }.joined(separator: ", ")
      : "From \(series.lowest) to \(series.highest)"
    return "\(what). The last roll is shown."
  }

  /// Returns a sentence for a move that had to stop.
  static func tooManyDice(rolls: Int) -> String {
    """
    That’s a lot of dice, so it stopped after \(rolls.counted("roll", "rolls")).
    """
  }

  /// Returns up to ten totals one by one, or the range of more.
  private static func range(of totals: [Int]) -> Text {
    let what =
      totals.count <= 10
      ? "\(listing: totals)" as Text
      : "From \(signed: totals.min() ?? 0) to \(signed: totals.max() ?? 0)"
    return "\(what). The last roll is shown."
  }

  /// Returns the exact mean total: `10.5`.
  static func mean(of structure: DieStructure) -> Text {
    "\(Fraction(structure.doubledMean, 2), places: 1)"
  }

  /// Returns the mean of some totals, at least one.
  ///
  /// The sum of fractions with many different denominators is far longer than they are, so long
  /// ones are added as doubles.
  static func mean(of totals: [Rational]) -> String {
    let count = totals.count
    var sum = Rational.zero
    for total in totals {
      sum = sum + total
      guard sum.denominator.bitWidth <= 256 else {
        return "\(totals.reduce(0) { $0 + $1.double } / Double(count))".withMinusSign
      }
    }
    let mean = sum / Rational(count)
    let places = count > 10 ? 2 : 1
    let units = mean * Rational(places == 2 ? 100 : 10)
    return units.rounded.int.map { Fraction($0, places == 2 ? 100 : 10).decimal(places: places) }
      ?? mean.decimalText.withMinusSign
  }

  /// Returns the mean count of each word over several rolls: `2.1 heads, 1.9 tails`.
  static func mean(of rolls: [RollResult]) -> String {
    let tallies = rolls.compactMap { roll -> TallyRoll? in
      if case .tally(let roll) = roll { roll } else { nil }
    }
    guard let words = tallies.first?.words else { return "" }
    return words.enumerated().map { place, word in
      let sum = tallies.reduce(0) { $0 + $1.tally[place] }
      let mean = Fraction(sum, tallies.count).decimal(places: tallies.count > 10 ? 2 : 1)
      return "\(mean) \(word.isolated)"
    }.joined(separator: ", ")
  }

  /// Returns the counts of words in rolls that are too few for a chart.
  static func soFar(_ tally: ExpressionTally, _ words: [String]) -> Text {
    "So far: \(tallyText(words.indices.map { tally.count(of: $0) }, words))."
  }

  static func summary(ofWords tally: ExpressionTally) -> Text {
    """
    Bars: how often each word came, \(tally.rolls.groupedText) in all, in your rolls of \
    \(tally.expression.isolated) in this session. Line: what to expect, calculated exactly.
    """
  }

  static func caption(of expression: String) -> String {
    "Totals of \(expression) and what to expect"
  }

  static func summary(of tally: DiceTally) -> Text {
    let rolls = tally.rolls
    let mean = Fraction(tally.sum, rolls)
    return """
      Bars: your \(rolls.counted("roll", "rolls")) of \(tally.structure.expression) in this \
      session, \(mean, places: 2) on average. Line: what to expect, calculated exactly, \
      \(DiceWords.mean(of: tally.structure)) on average.
      """
  }

  /// Returns a summary of too few rolls for a chart.
  static func soFar(_ tally: DiceTally) -> Text {
    "\(soFar(tally.rolls, Fraction(tally.sum, tally.rolls))), \(mean(of: tally.structure)) expected."
  }

  /// Returns a summary of too few rolls of an expression for a chart.
  static func soFar(_ tally: ExpressionTally, _ mean: OddsNumber) -> Text {
    let own = Fraction(tally.sum, max(1, tally.rolls) * tally.denominator)
    return "\(soFar(tally.rolls, own)), \(mean.decimal) expected."
  }

  /// Returns a summary such as `One roll so far: 6`.
  private static func soFar(_ rolls: Int, _ mean: Fraction) -> Text {
    rolls == 1
      ? "One roll so far: \(mean, places: 2)"
      : "\(rolls) rolls so far: \(mean, places: 2) on average"
  }

  private static let dice = DieStructure.diceLimits.words
  /// The modifiers to choose from: `−99 to +99`.
  private static let modifiers = [
    DieStructure.modifierLimits.lowerBound, DieStructure.modifierLimits.upperBound,
  ].map(\.modifierText).joined(separator: " to ")

  static func summary(of tally: ExpressionTally, _ mean: OddsNumber) -> Text {
    let rolls = tally.rolls
    let own = Fraction(tally.sum, max(1, rolls) * tally.denominator)
    return """
      Bars: your \(rolls.counted("roll", "rolls")) of \(tally.expression.isolated) in this \
      session, \(own, places: 2) on average. Line: what to expect, calculated exactly, \
      \(mean.decimal) on average.
      """
  }

  /// The remark on a frame's options that an expression replaces.
  static let isInExpression = " was left out: the expression says what to roll."

  static func isUnreadable(_ error: ExpressionError) -> String {
    " can’t be read, so it was left out. \(error.sentence)"
  }

  /// Returns a sentence on a link to an impossible roll.
  static func otherDice(_ expression: String) -> String {
    "\(expression) can’t show these dice, so part of the link is missing or was changed."
  }

  static let diceMissing = "“How many” must be a number from \(dice)."
  static let modifierMissing = "The modifier must be a number from \(modifiers)."
  static let noSuchDie =
    "The die type must be one of \(DieType.allCases.map(\.name).listed("or"))."

  static func correctedDice(_ structure: DieStructure) -> String {
    "“How many” must be a whole number from \(dice), so it’s now \(structure.totalDice)."
  }

  static func correctedModifier(_ structure: DieStructure) -> String {
    """
    The modifier must be a whole number from \(modifiers), so it’s now \
    \(structure.modifier.signedText).
    """
  }
}
