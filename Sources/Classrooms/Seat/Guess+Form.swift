import DiceLanguage
import Rooms
import Site
import Web

extension Guess {
  /// Reads a typed or chosen guess; the expectation is `nil` if it isn't known.
  /// - Throws: `Problem` for an unreadable or impossible guess.
  init(
    _ form: Form, of settings: ExperimentSettings, among expectation: Expectation?
  ) throws(Problem) {
    let experiment = settings.experiment
    let typed = form["total"] ?? ""
    let question =
      settings.question
      ?? (experiment.hasMean && form["of"] != "most" || experiment == .crapsGames
        ? .mean : .mostFrequent)
    func mistake(_ sentence: String) -> Problem {
      Problem([.init(sentence, field: "total")], form: form)
    }
    switch question {
    case .likelier:
      guard let total = settings.sides.firstIndex(of: typed).flatMap({ Total($0) }) else {
        throw mistake(SeatWords.noWord)
      }
      self.init(question, total)
    case .mostFrequent where experiment.hasWords:
      guard let total = experiment.choices.first(where: { experiment.name(of: $0) == typed })
      else { throw mistake(SeatWords.noWord) }
      self.init(question, total)
    case _ where typed.trimmingBlanks.isEmpty: throw mistake(SeatWords.emptyGuess)
    case .mean where experiment == .crapsGames, .chance:
      // `5/36` is a chance as it is.
      let isFraction = typed.contains("/") && !typed.contains("%")
      let number = Total(typed: typed.trimmingBlanks.replacing("%", with: ""))
      guard let number, let share = isFraction ? number : number.hundredth,
        (0.0...1).contains(share.double)
      else { throw mistake(SeatWords.noShare) }
      // Many type 0.25 for a quarter.
      if !isFraction, !typed.contains("%"), number.numerator != 0, number.double < 1 {
        throw mistake(SeatWords.whichShare(number))
      }
      self.init(question, share)
    case .mean:
      guard let total = Total(typed: typed) else { throw mistake(SeatWords.noGuess) }
      self.init(question, total)
    case .mostFrequent:
      guard let total = Total(typed: typed) else { throw mistake(SeatWords.noGuess) }
      if let totals = expectation?.totals, !totals.contains(total) {
        throw mistake(SeatWords.cannotCome(total, of: experiment, totals))
      }
      self.init(question, total)
    }
  }
}

extension Experiment {
  /// Whether outcomes are words, which the record has as numbers.
  var hasWords: Bool { !words.isEmpty }

  /// The outcomes to choose from; empty if a number is typed.
  fileprivate var choices: [Total] {
    if let tally {
      return (0..<min(tally.tallies ?? 0, Experiment.mostChoices))
        .filter { tally.tally(numbered: $0) != nil }.compactMap { Total($0) }
    }
    return self == .crapsFirstRolls ? (0...2).compactMap { Total($0) } : []
  }

}

extension ExperimentSettings {
  /// The choices for a guess; empty if a number is typed.
  var choices: [String] {
    switch question {
    case .chance: []
    case .likelier: names + sides.prefix(1)
    default: experiment.choices.map(experiment.name)
    }
  }

  /// Returns a guess as a seat may type it.
  func text(of guess: Guess) -> String {
    switch guess.question {
    case .mean where experiment == .crapsGames, .chance: guess.total.double.shortPercent
    case .likelier: sides.indices ~= guess.total.numerator ? sides[guess.total.numerator] : ""
    case .mostFrequent where experiment.hasWords: experiment.name(of: guess.total)
    case .mean, .mostFrequent: guess.total.typedText
    }
  }
}

extension Total {
  /// `7.5`; a fraction such as `22/3` if a few decimals can't express it.
  fileprivate var typedText: String { 1_000 % denominator == 0 ? double.shortText : signedText }

  /// A hundredth of it; `nil` beyond the limits.
  fileprivate var hundredth: Total? {
    Rational(text: "\(numerator)/\(denominator * 100)").flatMap { Total($0) }
  }
}
