import DiceLanguage
import Games
import Mustache
import Rooms
import Storage
import Web

/// The settings of a room by their names in the form that opens one, and in links that fill it in.
enum RoomSetting {
  static let kind = EmbedOption.choice(
    "kind", "Kind",
    of: [("experiment", "Class experiment"), ("table", "Table"), ("match", "Pig match")],
    default: "experiment")

  /// What is rolled; a link may have an expression here too.
  static let experiment = EmbedOption.choice(
    "experiment", "Experiment",
    of: [
      (dice, "Dice expression"), ("craps-first-rolls", "First rolls of Craps"),
      ("craps-games", "Games of Craps"), ("pig-turns", "Turns of Pig"),
      ("own-dice", "Your own dice"),
    ], default: dice)
  static let dice = "dice"
  static let expression = EmbedOption(
    name: "expression", label: "Expression",
    kind: .text(
      maximum: Expression.Limits.text,
      hint: "Such as 2d6; with at most \(Experiment.mostOutcomes.groupedText) different totals"),
    defaultValue: "2d6")
  static let holdAt = EmbedOption.number(
    "holdAt", "Hold at", in: PigStrategy.holdLimits, default: 20)
  static let faces = EmbedOption.number("faces", "Faces", in: Experiment.ownFaces, default: 6)
  static let rollsAtAPress = EmbedOption.choice(
    "rollsAtAPress", "Rolls per press",
    of: ExperimentSettings.rollsAtPress.map { ("\($0)", "\($0)") }, default: "1")
  static let rollsASeat = EmbedOption.number(
    "rollsASeat", "Rolls per pupil", in: ExperimentSettings.rollsOfSeat, default: 100)
  static let guess = EmbedOption.choice(
    "guess", "Guess", of: [("no", "No"), ("yes", "Before the first roll")], default: "no")
  static let showExpectation = EmbedOption.choice(
    "showExpectation", "Show expectation", of: [("yes", "From the start"), ("no", "Not yet")],
    default: "yes")

  static let goal = EmbedOption.number("goal", "Goal", in: Pig.goalLimits, default: Pig.defaultGoal)
  static let coach = EmbedOption.choice(
    "coach", "Coach",
    of: [("off", "Off"), ("after-game", "After the game"), ("always", "Always")], default: "off")

  static let names = EmbedOption.choice(
    "names", "Names", of: [("yes", "Shown to all"), ("no", "Hidden")], default: "yes")
  static let days = EmbedOption.number(
    "days", "Days to keep after the last roll or change", in: StorageLimits.keptDays,
    default: StorageLimits.defaultKeptDays)

  static let kinds = [kind]
  static let experiments = [
    experiment, expression, holdAt, faces, rollsAtAPress, rollsASeat, guess, showExpectation,
  ]
  static let matches = [goal, coach]
  static let others = [names, days]
}

/// A setting's control, with its limits and what was typed.
struct RoomField: Fielded {
  private let option: EmbedOption
  private let value: String
  private let problem: String?

  init(_ option: EmbedOption, in form: Form, _ problem: Problem?) {
    self.option = option
    value = form[option.name]?.shownAgain ?? option.defaultValue
    self.problem = problem?[option.name]?.sentence
  }

  static func declare(_ field: inout Fields<RoomField>) {
    field("name") { $0.option.name }
    field("label") { $0.option.label }
    field("value") { $0.value }
    field("problem") { $0.problem }
    field("choices") { $0.choices }
    field.object("number", { $0.range }) { range in
      range("lowest") { $0.lowerBound }
      range("highest") { $0.upperBound }
    }
    field("maximum") { field in
      guard case .text(let maximum, _) = field.option.kind else { return nil as Int? }
      return maximum
    }
    field("hint") { $0.hint }
  }

  private var choices: [ChoiceWord] {
    guard case .choice(let words) = option.kind else { return [] }
    return words.map {
      ChoiceWord(value: $0.word, words: $0.name, isChosen: $0.word == value)
    }
  }

  /// Of a number.
  private var range: ClosedRange<Int>? {
    if case .number(let range, _) = option.kind { range } else { nil }
  }

  private var hint: String? {
    switch option.kind {
    case .choice: option.name == RoomSetting.guess.name ? RoomWords.guessHint : nil
    case .text(_, let hint): hint
    case .number(let range, _):
      "\(range.lowerBound.groupedText) to \(range.upperBound.groupedText)"
    }
  }
}
