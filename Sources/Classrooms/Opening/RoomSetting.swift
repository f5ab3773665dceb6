import DiceLanguage
import Games
import Mustache
import Rooms
import Site
import Storage
import Web

/// The settings of a room by their names in the form that opens one, and in links to it.
enum RoomSetting {
  static let kind = EmbedOption.choice(
    "kind", "Kind",
    of: [
      ("experiment", "Class experiment"), ("table", "Table"), ("match", "Pig match"),
      ("pairs", "Pig in pairs"), ("league", "Pig league"),
    ],
    default: "experiment")

  /// The experiment; a link may have an expression here, too.
  static let experiment = EmbedOption.choice(
    "experiment", "Experiment",
    of: [
      (dice, "Dice expression"), ("coins", "Coins"), ("spinner", "Spinner"), ("bag", "Bag"),
      ("cards", "Cards"), ("craps-first-rolls", "First rolls of Craps"),
      ("craps-games", "Games of Craps"), ("pig-turns", "Turns of Pig"),
      ("own-dice", "Your own dice"),
    ], default: dice)
  static let dice = "dice"
  static let expression = EmbedOption.text(
    "expression", "Expression", maximum: Expression.Limits.text,
    hint: "Such as 2d6; with at most \(Experiment.mostOutcomes.groupedText) different totals",
    default: "2d6")
  static let second = EmbedOption.text(
    "second", "Second experiment", maximum: Expression.Limits.text,
    hint: """
      For a class to compare, such as 1d12 with 2d6, or d{heads*3,tails*2} with one coin: each press \
      rolls both; empty for none
      """)
  static let coins = EmbedOption.number("coins", "Coins", in: 1...20, default: 4)
  /// The sectors of a spinner, or the contents of a bag.
  static let words = (1...6).map { place in
    (
      word: EmbedOption.text(
        "word\(place)", "Word \(place)", maximum: Expression.Limits.word, hint: ""),
      count: EmbedOption.number(
        "count\(place)", "How many of word \(place)", in: 1...Expression.Limits.wordFaces,
        default: 1),
      colour: EmbedOption.choice(
        "colour\(place)", "Colour of word \(place)",
        of: [(automatic, "Automatic")]
          + ThingColour.allCases.map { ($0.rawValue, $0.rawValue.asSentence) },
        default: automatic)
    )
  }
  static let automatic = "automatic"
  static let pack = EmbedOption.choice(
    "pack", "Look at",
    of: CardFace.allCases.map { ($0.rawValue, $0.name) }, default: CardFace.colour.rawValue)
  static let drawn = EmbedOption.number("drawn", "Drawn at once", in: 1...20, default: 3)
  static let putBack = EmbedOption.choice(
    "putBack", "Put back", of: [("no", "No"), ("yes", "After each draw")], default: "no")
  static let holdAt = EmbedOption.number(
    "holdAt", "Hold at", in: PigStrategy.holdLimits, default: 20)
  static let faces = EmbedOption.number("faces", "Faces", in: Experiment.ownFaces, default: 6)
  static let rollsAtAPress = EmbedOption.choice(
    "rollsAtAPress", "Rolls per press",
    of: ExperimentSettings.rollsAtPress.map { ("\($0)", "\($0)") }, default: "1")
  static let rollsASeat = EmbedOption.number(
    "rollsASeat", "Rolls per pupil", in: ExperimentSettings.rollsOfSeat, default: 100)
  static let guess = EmbedOption.choice(
    "guess", "Guess",
    of: [("no", "No"), ("yes", "Before rolling, if they like"), ("first", "Guess first")],
    default: "no")
  /// The question; if it doesn't suit the experiment, the room asks the experiment's default.
  static let question = EmbedOption.choice(
    "question", "Question",
    of: Question.allCases.map { ($0.rawValue, SeatWords.question($0)) },
    default: Question.mean.rawValue)
  static let event = EmbedOption.text(
    "event", "Event", maximum: ExperimentEvent.longest,
    hint: """
      Such as at least 10, exactly 7, from 5 to 8, even or doubles; for words, one that might \
      not come up; leave empty for none
      """)
  static let showExpectation = EmbedOption.choice(
    "showExpectation", "Show expectation", of: [("yes", "From the start"), ("no", "Not yet")],
    default: "yes")

  static let goal = EmbedOption.number("goal", "Goal", in: Pig.goalLimits, default: Pig.defaultGoal)
  static let coach = EmbedOption.choice(
    "coach", "Coach",
    of: [("off", "Off"), ("after-game", "After the game"), ("always", "Always")], default: "off")

  /// The strategy of the computer, for a player who is left over.
  static let computer = EmbedOption.choice(
    "computer", "The computer plays",
    of: PigStrategy.offered(goal: Pig.defaultGoal).map { ($0.word, $0.name) },
    default: PigState.defaultStrategy.word)

  static let names = EmbedOption.choice(
    "names", "Names", of: [("yes", "Shown to all"), ("no", "Hidden")], default: "yes")
  static let days = EmbedOption.number(
    "days", "Days to keep after the last roll or change",
    in: StorageLimits.keptDaysWithoutCharacters,
    default: StorageLimits.defaultKeptDays)

  static let kinds = [kind]
  static let things = [experiment, expression, coins, pack, drawn, putBack, holdAt, faces]
  static let experiments = [
    second, rollsAtAPress, rollsASeat, event, guess, question, showExpectation,
  ]
  /// The settings that may change when a class starts over.
  static let asked = [event, guess, question]
  static let matches = [goal, coach, computer]
  static let others = [names, days]
  /// All settings, in the order of the form.
  static let all = kinds + things + wordFields + experiments + matches + others
  static let wordFields = words.flatMap { [$0.word, $0.count, $0.colour] }
}

extension EmbedOption {
  /// Returns its control in the form that opens a room.
  func roomInput(_ form: Form, _ problem: Problem?) -> Input {
    let hint: String? =
      switch kind {
      case .choice: name == RoomSetting.guess.name ? RoomWords.guessHint : nil
      case .text(_, let hint): hint.isEmpty ? nil : hint
      // The range isn't repeated for each of six words.
      case .number(let range, _): name.hasPrefix("count") ? nil : range.spoken
      }
    return input(form[name]?.shownAgain ?? defaultValue, wrong: problem?[name], hint: hint)
  }
}
