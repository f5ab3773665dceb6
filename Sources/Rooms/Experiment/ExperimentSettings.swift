import DiceLanguage

/// The settings of a class experiment.
package struct ExperimentSettings: Equatable, Sendable {
  package static let rollsAtPress = [1, 5, 10, 50]
  package static let rollsOfSeat = 1...1_000

  package let experiment: Experiment
  /// What the same presses roll beside it, for a class to compare.
  package let second: Experiment?
  /// One of `rollsAtPress`; 1 for one's own dice.
  package let rollsAtPress: Int
  /// At most, in `rollsOfSeat`.
  package let rollsOfSeat: Int
  package let guessing: Guessing
  /// What is guessed; `nil` if each seat chooses, as in rooms that earlier releases opened, and
  /// without guesses.
  package let question: Question?
  /// Whose share the class watches, if any; of both experiments if there are two.
  package let event: ExperimentEvent?
  /// What the host has chosen for each word, `nil` where nothing; empty if that is everywhere.
  package let colours: [ThingColour?]

  /// - Throws: `RoomRefusal.setting` for a number outside its limits.
  package init(
    _ experiment: Experiment, second: Experiment? = nil, rollsAtPress: Int = 1,
    rollsOfSeat: Int = 100, guessing: Guessing = .none, question: Question? = nil,
    event: ExperimentEvent? = nil, colours: [ThingColour?] = []
  ) throws(RoomRefusal) {
    guard experiment.isAllowed, ExperimentSettings.rollsAtPress.contains(rollsAtPress),
      ExperimentSettings.rollsOfSeat ~= rollsOfSeat,
      experiment.isRolledHere || rollsAtPress == 1,
      second.map({ experiment.isComparable(with: $0) }) ?? true,
      guessing == .none || second == nil || question == .likelier,
      experiment.isGuessable || question == .chance || question == .likelier || guessing == .none,
      question.map({ experiment.questions(beside: second).contains($0) && guessing != .none })
        ?? true,
      event != nil || question.map({ !experiment.needsEvent(for: $0) }) ?? true,
      event.map({ event in second.map({ ExperimentEvent(event.text, of: $0) != nil }) ?? true })
        ?? true, colours.isEmpty || colours.count == experiment.words.count
    else { throw .setting }
    self.second = second
    self.rollsAtPress = rollsAtPress
    self.rollsOfSeat = rollsOfSeat
    self.guessing = guessing
    self.question = question
    self.event = event
    self.colours = colours.contains { $0 != nil } ? colours : []
    let isColoured = !self.colours.isEmpty
    self.experiment = experiment.tally.map { .tally($0, isColoured: isColoured) } ?? experiment
  }
}

/// What a class is asked before it rolls.
package enum Question: String, CaseIterable, Sendable {
  case mean
  case mostFrequent = "most"
  /// Of the event.
  case chance
  /// Which of two experiments brings the event more often, or the higher total without one.
  case likelier
}

extension Experiment {
  /// The questions that make sense, alone or beside a second experiment; the first is the usual
  /// one.
  package func questions(beside second: Experiment?) -> [Question] {
    guard second == nil else { return [.likelier] }
    return switch self {
    case .expression, .pigTurns, .ownDice: [.mean, .mostFrequent, .chance]
    case .tally, .crapsFirstRolls: [.mostFrequent, .chance]
    case .crapsGames: [.mean, .chance]
    }
  }

  /// Whether a question is about the event; no word is higher than another.
  package func needsEvent(for question: Question) -> Bool {
    question == .chance || question == .likelier && !hasMean
  }

  /// Whether a class may roll both side by side: other dice, with numbers or with the same words.
  package func isComparable(with other: Experiment) -> Bool {
    guard isWritten, other.isWritten, other.isAllowed, self != other else { return false }
    return words.map { $0.lowercased() } == other.words.map { $0.lowercased() }
  }

  /// Whether the dice language says it.
  package var isWritten: Bool {
    switch self {
    case .expression, .tally: true
    case .crapsFirstRolls, .crapsGames, .pigTurns, .ownDice: false
    }
  }
}

/// Whether seats guess before they roll, and who sees what.
package enum Guessing: Int, Sendable {
  case none
  /// Everybody sees all guesses at once, as in rooms that earlier releases opened.
  case open
  /// Each seat sees its own until the host reveals all.
  case secret
  /// The same, and a seat guesses or skips before it rolls.
  case first

  /// Whether nobody sees another's guess before the host reveals all.
  package var isSecret: Bool { self == .secret || self == .first }
}

/// What a seat expects before it rolls.
package struct Guess: Equatable, Sendable {
  package let question: Question
  /// The mean, the most frequent total, or a chance in `0...1`; of two experiments 1 or 2 for the
  /// one that is likelier, and 0 if neither is.
  package let total: Total

  /// What is guessed of two experiments.
  static let sides = (0...2).map(Total.init(small:))

  package init(_ question: Question, _ total: Total) {
    self.question = question
    self.total = total
  }
}
