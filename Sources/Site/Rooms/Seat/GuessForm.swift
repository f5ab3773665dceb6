import DiceLanguage
import Mustache
import Rooms
import Web

/// The form in which a seat says what it expects: a number, or one of the words of Craps.
struct GuessForm: Fielded {
  let experiment: Experiment
  let guess: Guess?
  let problem: Problem?

  static func declare(_ field: inout Fields<GuessForm>) {
    field.input(
      "of", value: { $0.guess?.isMostFrequent == true ? "most" : "mean" }, in: { $0.problem },
      choices: {
        $0.experiment.hasWords
          ? [] : [("mean", SeatWords.mean), ("most", SeatWords.mostFrequent)]
      })
    field("guessLabel") { SeatWords.guessLabel($0.experiment) }
    field.input(
      "total", value: { form in form.guess.map(form.experiment.text) }, in: { $0.problem },
      longest: 20,
      choices: { form in
        form.experiment.choices.map(form.experiment.name).map { ($0, $0) }
      })
    field("guessHint") { SeatWords.guessHint($0.experiment, $0.guess) }
  }
}

extension Guess {
  /// What somebody typed or chose; the expectation is `nil` if it isn't known.
  /// - Throws: `Problem` for what is no guess, or can't come.
  init(
    _ form: Form, of experiment: Experiment, among expectation: Expectation?
  ) throws(Problem) {
    let typed = form["total"] ?? ""
    func mistake(_ sentence: String) -> Problem {
      Problem([.init(sentence, field: "total")], form: form)
    }
    switch experiment {
    case .crapsFirstRolls, .tally:
      guard let total = experiment.choices.first(where: { experiment.name(of: $0) == typed })
      else { throw mistake(SeatWords.noWord) }
      self = .mostFrequent(total)
    case .crapsGames:
      let number = Total(typed: typed.trimmingBlanks.replacing("%", with: ""))
      guard let number, (0.0...100).contains(number.double), let share = number.hundredth else {
        throw mistake(SeatWords.noShare)
      }
      self = .mean(share)
    case .expression, .pigTurns, .ownDice:
      guard let total = Total(typed: typed) else { throw mistake(SeatWords.noGuess) }
      guard form["of"] == "most" else {
        self = .mean(total)
        return
      }
      if let totals = expectation?.totals, !totals.contains(total) {
        throw mistake(SeatWords.cannotCome(total, of: experiment, totals))
      }
      self = .mostFrequent(total)
    }
  }

  var total: Total {
    switch self {
    case .mean(let total), .mostFrequent(let total): total
    }
  }

  var isMostFrequent: Bool {
    if case .mostFrequent = self { true } else { false }
  }
}

extension Experiment {
  /// Whether outcomes are words, which a number stands for in the record.
  var hasWords: Bool { self == .crapsFirstRolls || self == .crapsGames || tally != nil }

  /// The outcomes among which a seat chooses; empty where it types a number.
  fileprivate var choices: [Total] {
    if let tally {
      return (0..<min(tally.tallies ?? 0, Experiment.mostChoices))
        .filter { tally.tally(numbered: $0) != nil }.compactMap { Total($0) }
    }
    return self == .crapsFirstRolls ? (0...2).compactMap { Total($0) } : []
  }

  /// As its seat may type it.
  func text(of guess: Guess) -> String {
    switch guess {
    case .mean(let total) where self == .crapsGames: guessedMean(total.double)
    case .mostFrequent(let total) where hasWords: name(of: total)
    case .mean(let total), .mostFrequent(let total): total.signedText
    }
  }
}

extension Total {
  /// `nil` beyond the limits.
  fileprivate var hundredth: Total? {
    Rational(text: "\(numerator)/\(denominator * 100)").flatMap { Total($0) }
  }
}
