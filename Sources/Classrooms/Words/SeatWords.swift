import DiceLanguage
import Rooms
import Site

/// The sentences on a seat's page about its part in a class experiment.
enum SeatWords {
  static func question(_ question: Question) -> String {
    switch question {
    case .mean: "the mean"
    case .mostFrequent: "the most frequent result"
    case .chance: "the chance of the event"
    case .likelier: "which is more likely"
    }
  }

  /// Returns the result of the last press, or what to do first.
  static func headline(
    _ play: ClassExperiment, _ seat: Int, canGuess: Bool, isPaused: Bool, isClosed: Bool
  ) -> String {
    let settings = play.settings
    guard play.rolls(of: seat) > 0 else {
      if isClosed { return "This room is closed" }
      if isPaused { return "Wait for the host" }
      guard !canGuess || play.hasDecided(seat) else { return "What do you expect?" }
      return settings.experiment.isRolledHere
        ? "Press \(settings.experiment.verb.rawValue.asSentence)" : "Roll your own die"
    }
    let count = play.rollsOfLastPress(of: seat)
    let results = [play.first, play.second].compactMap(\.self).map { rolls in
      let last = rolls.parts[seat]?.last ?? []
      return last.suffix(count).map { rolls.experiment.name(of: $0.total) }.listed()
    }
    guard results.count > 1 else { return "\(happened(settings.experiment, count)) \(results[0])" }
    return zip(settings.names, results).map { "\($0): \($1)" }.joined(separator: "; ")
  }

  /// Returns it in two parts if there is one short result, which is shown large.
  static func single(_ play: ClassExperiment, _ seat: Int) -> (happened: String, result: String)? {
    guard play.second == nil, play.rollsOfLastPress(of: seat) == 1,
      let roll = play.first.parts[seat]?.last.last
    else { return nil }
    let experiment = play.settings.experiment
    let result = experiment.name(of: roll.total)
    return result.count > 7 ? nil : (happened(experiment, 1), result)
  }

  /// Returns the words before the results.
  private static func happened(_ experiment: Experiment, _ count: Int) -> String {
    switch experiment {
    case .expression, .tally: "You \(experiment.verb.inPast)"
    case .crapsFirstRolls: "Your \(experiment.unit(count)):"
    case .crapsGames: "You"
    case .pigTurns: "You banked"
    case .ownDice: "Your die showed"
    }
  }

  /// Returns what each press does; `nil` if that is clear from the button.
  static func press(_ settings: ExperimentSettings) -> String? {
    let count = settings.rollsAtPress
    let act = settings.experiment.act
    if let second = settings.second {
      let both = second.act == act ? act : "does"
      return "Each press \(both) both\(count > 1 ? " \(count) times" : "")."
    }
    switch settings.experiment {
    case .crapsGames: return "Each press plays \(count.counted("game", "games"))."
    case .pigTurns: return "Each press plays \(count.counted("turn", "turns"))."
    default: return count > 1 ? "Each press \(act) \(count) times." : nil
    }
  }

  /// Returns what to do next.
  static func explanation(
    _ play: ClassExperiment, _ seat: Int, canGuess: Bool, isClosed: Bool
  ) -> String {
    let left = play.rollsLeft(of: seat)
    let experiment = play.settings.experiment
    guard !isClosed else { return "Nobody \(experiment.act) any more." }
    let isCut = play.rollsOfLastPress(of: seat) > ClassRolls.last
    let cut = isCut ? "These are the last \(ClassRolls.last). " : ""
    guard left > 0 else {
      return "\(cut)You have no \(experiment.unit(2)) left. Watch the chart grow."
    }
    let have = "You have \(left.groupedText) \(experiment.unit(left)) left."
    let rest = experiment.isRolledHere ? have : "Press the number your die shows. \(have)"
    let (guess, hasSkipped) = (play.guesses[seat], play.skipped.contains(seat))
    let verb = experiment.verb.rawValue
    if canGuess, guess == nil {
      return switch (play.waitsForGuess(of: seat), hasSkipped) {
      case (true, _): "Guess or skip, and then \(verb). \(rest)"
      case (_, true): "You can still guess until your first \(verb). \(rest)"
      default: "Guess before you begin. \(rest)"
      }
    }
    // There is no news after another press, or for a seat that skipped the guess.
    let isNews = play.rolls(of: seat) == play.rollsOfLastPress(of: seat)
    guard play.settings.guessing != .none, !play.areGuessesRevealed, !canGuess, isNews else {
      return cut + rest
    }
    if guess != nil { return "\(cut)Guessing is over; your guess counts. \(rest)" }
    return hasSkipped ? cut + rest : "\(cut)It’s too late for a guess. \(rest)"
  }

  static func guessLabel(_ settings: ExperimentSettings) -> String {
    switch (settings.question, settings.experiment) {
    case (.chance, let experiment):
      "I expect the chance of “\(settings.event?.name(of: experiment) ?? "")” to be"
    case (.likelier, let experiment):
      settings.event.map { "I expect “\($0.name(of: experiment))” more often from" }
        ?? "I expect the higher total more often from"
    case (_, .crapsFirstRolls), (_, .tally): "I expect"
    case (_, .crapsGames): "I expect this share to be won"
    case (let question?, _): "I expect \(SeatWords.question(question)) to be"
    case (nil, _): "to be"
    }
  }

  /// Returns a guess: `mean 7`, `most often 7`; if outcomes are words, just the word.
  static func guess(_ guess: Guess, of settings: ExperimentSettings) -> String {
    let text = settings.text(of: guess)
    return switch guess.question {
    case .chance, .likelier: text
    case _ where settings.experiment.hasWords: text
    case .mean: "mean \(text)"
    case .mostFrequent: "most often \(text)"
    }
  }

  static let emptyGuess = "Write your guess first."
  static let noGuess = "A guess is a number: whole, with a half, or with decimals."
  static let noShare = "A guess is a chance from 0 to 100%, such as 25%, or a fraction such as 1/4."

  /// Returns a question about a number below 1 without a percent sign.
  static func whichShare(_ number: Total) -> String {
    let (least, most) = (number.double.shortText, (100 * number.double).shortText)
    return "Do you mean \(least)% or \(most)%? Write the percent sign."
  }

  static let noWord = "Choose one from the list."

  /// Returns a sentence on an impossible guess; the totals are in ascending order.
  static func cannotCome(_ guess: Total, of experiment: Experiment, _ totals: [Total]) -> String {
    let sentence =
      if case .expression(let expression) = experiment {
        "\(expression.text.isolated) can’t make \(guess.signedText)."
      } else {
        "It can’t be \(guess.signedText)."
      }
    guard let lowest = totals.first, let highest = totals.last else { return sentence }
    return "\(sentence) Guess from \(lowest.signedText) to \(highest.signedText)."
  }

  static func guessHint(_ settings: ExperimentSettings, _ guess: Guess?) -> String {
    if guess != nil {
      return "Noted. You can change it until your first \(settings.experiment.verb.rawValue)."
    }
    switch settings.experiment {
    case _ where settings.question == .likelier: return "In the long run"
    case _ where settings.question == .mostFrequent: return "What comes most often"
    case _ where settings.question == .chance: return "In percent, such as 40, or as 2/5"
    case .crapsFirstRolls, .tally: return "What comes most often"
    case .crapsGames: return "In percent, such as 40"
    default: return "A number; halves and decimals are fine"
    }
  }
}
