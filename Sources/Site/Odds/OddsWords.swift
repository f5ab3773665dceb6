import DiceLanguage

/// The words of the pages about exact odds.
enum OddsWords {
  /// Returns a question: `4d6kh3 against 3d6`, or one expression.
  static func question(_ first: String, against second: String?) -> String {
    second.map { "\(first) against \($0)" } ?? first
  }

  static func title(_ what: String) -> String { "Odds of \(what)" }

  /// Returns a sentence for search engines and previews.
  static func description(of expression: String, _ facts: OddsFacts) -> String {
    "Exact odds of \(expression): \(facts.summary)."
  }

  static let description =
    "Work out the exact chances of any dice expression: every total, compared, without rolling."

  /// Returns a summary: `3 to 18, mean 15869/1296`.
  static func summary(of distribution: Distribution, mean: OddsNumber) -> String {
    "\(distribution.minimum.signedText) to \(distribution.maximum.signedText), mean \(mean.text)"
  }

  static func names(
    of total: Rational
  ) -> (orMore: String, orLess: String, exactly: String) {
    let total = total.signedText
    return ("\(total) or more", "\(total) or less", "Exactly \(total)")
  }

  /// Returns a sentence on a target that no total reaches, or every one; `nil` for others.
  static func reach(
    of expression: String, _ target: Rational, _ distribution: Distribution
  ) -> String? {
    let (lowest, highest) = (distribution.minimum, distribution.maximum)
    return if target > highest {
      "\(expression) never reaches \(target.signedText): \(highest.signedText) is the most."
    } else if target <= lowest {
      "\(expression) always reaches \(target.signedText): \(lowest.signedText) is the least."
    } else {
      nil
    }
  }

  /// Returns the name of a chance of another expression than the page's.
  static func name(_ name: String, with expression: String) -> String {
    "\(name) with \(expression)"
  }

  /// Returns the name of the totals with the highest chance.
  static func likeliest(_ totals: [String], of count: Int) -> String {
    switch totals.count {
    case 1: "Likeliest: \(totals[0])"
    case count: "Each total"
    case 2...4: "Likeliest: \(totals.listed("or")), each"
    default: "Likeliest: each of \(totals.count) totals"
    }
  }

  static let exactlyThis = "Exactly this"
  static let firstHigher = "First higher"
  static let secondHigher = "Second higher"
  static let tie = "Tie"

  // MARK: Tables

  static let difference = "Difference"
  static let firstMinusSecond = "First minus second"

  static func caption(of what: String) -> String { "Chances of \(what)" }

  static func caption(of first: Expression, minus second: Expression) -> String {
    caption(of: "\(first.text) minus \(second.text)")
  }

  static func caption(ofRank name: String) -> String {
    caption(of: "the \(name.lowercased()) total")
  }

  static func caption(ofWordsIn text: String) -> String { "How often each word of \(text) comes" }

  /// Returns a description of a chart of words; `averages` are `2 heads` and so on.
  static func chart(ofWords averages: [String]) -> String {
    averages.count <= 6
      ? "A column for each word: how many there are on average, \(averages.listed())."
      : "A column for each of \(averages.count) words: how many there are on average."
  }

  // MARK: The chart

  /// Returns a description of a chart with a column for each total.
  ///
  /// `likeliest` are the totals with the chance `most`.
  static func chart(of distribution: Distribution, likeliest: [String], most: String) -> String {
    let words =
      switch likeliest.count {
      case 1: "The likeliest total is \(likeliest[0]), at \(most)."
      case distribution.values.count: "All totals are equally likely."
      case 2...4: "The likeliest totals are \(likeliest.listed()), at \(most) each."
      default: "\(likeliest.count) totals are the likeliest, at \(most) each."
      }
    return "A column for each total \(range(of: distribution)). \(words)"
  }

  static func chart(of expression: String, against other: String) -> String {
    "A column for each total of \(expression), and a line for \(other)."
  }

  /// Returns a sentence on another expression for which the chart has no room.
  static func left(out other: String) -> String {
    " The chart has no room for \(other) as well: there are too many totals."
  }

  /// Returns a description of a chart in which all, most, or only rare neighbours share columns.
  ///
  /// `likeliest` are the highest columns.
  static func binnedChart(
    of distribution: Distribution, allShare: Bool, mostShare: Bool, likeliest: [String],
    most: String
  ) -> String {
    let columns =
      allShare
      ? "Each column covers several neighbouring totals"
      : mostShare
        ? "Most columns cover several neighbouring totals"
        : "A column for each total, or for several neighbours that are rare"
    let words =
      switch likeliest.count {
      case 1: "The likeliest column is \(likeliest[0]), at \(most)."
      case 2...4: "The likeliest columns are \(likeliest.listed()), at \(most) each."
      default: "\(likeliest.count) columns are the likeliest, at \(most) each."
      }
    return "\(columns), \(range(of: distribution)). \(words)"
  }

  private static func range(of distribution: Distribution) -> String {
    "from \(distribution.minimum.signedText) to \(distribution.maximum.signedText)"
  }

  // MARK: Refusals

  static let noNumber =
    "I don’t understand this target. Try 13, or a fraction such as 7/2, with at most 20 digits."
  static let noTarget =
    "A tally of words reaches no target; leave it empty, or count one word, such as =heads."
  static let busy = "Other odds are being worked out right now. Try again in a moment."
  static let unfinished =
    "These odds take a little longer. Try again in a moment."
  static let longFile =
    """
    This file would be larger than 2 MB. The command “dicehall odds dice --json” writes all of it, \
    however long.
    """

  static func tooMany(_ seconds: Int) -> String {
    """
    You’ve asked for many different odds in a short time. Try again in \
    \(seconds.counted("second", "seconds")); recent answers are still here.
    """
  }

  // MARK: Frames

  static let needsExpression = " needs an expression; it was left out."
  static let needsNumberToCompare =
    " needs a number, and a tally of words is none; it was left out."
  static let needsNumber =
    " must be a whole number or a fraction such as 7/2, with at most 20 digits; it was left out."
}

/// Returns the rank of a total: the best and the others in order; `place` counts from 0.
func rankName(_ place: Int, of count: Int) -> String {
  switch place {
  case 0: "Best"
  case count - 1: "Worst"
  default: "\(placeNames[place - 1]) best"
  }
}

/// The names of the ranks between the best and the worst of a repeated expression.
private let placeNames = [
  "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth", "Tenth", "Eleventh",
  "Twelfth", "Thirteenth", "Fourteenth", "Fifteenth", "Sixteenth", "Seventeenth", "Eighteenth",
  "Nineteenth",
]
