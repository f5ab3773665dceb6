import DiceLanguage

package struct ExperimentSettings: Equatable, Sendable {
  package static let rollsAtPress = [1, 5, 10, 50]
  package static let rollsOfSeat = 1...1_000

  package let experiment: Experiment
  /// A second experiment that the same presses roll, to compare.
  package let second: Experiment?
  /// The rolls at a press, one of `rollsAtPress`; 1 for a die of one's own.
  package let rollsAtPress: Int
  /// The most rolls of a seat, in `rollsOfSeat`.
  package let rollsOfSeat: Int
  package let guessing: Guessing
  /// The question; `nil` without guesses, and in rooms of earlier releases, where each seat
  /// chooses.
  package let question: Question?
  /// The event whose share the class watches, if any; in both experiments if there are two.
  package let event: ExperimentEvent?
  /// The host's colour for each word, `nil` where none was chosen; empty if none was chosen at all.
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

/// The question that a class answers before it rolls.
package enum Question: String, CaseIterable, Sendable {
  case mean
  case mostFrequent = "most"
  /// The chance of the event.
  case chance
  /// Which of two experiments is likelier to bring the event, or the higher total if there is no
  /// event.
  case likelier
}

extension Experiment {
  /// Returns the questions that make sense, alone or beside a second experiment, the default first.
  package func questions(beside second: Experiment?) -> [Question] {
    guard second == nil else { return [.likelier] }
    return switch self {
    case .expression, .pigTurns, .ownDice: [.mean, .mostFrequent, .chance]
    case .tally, .crapsFirstRolls: [.mostFrequent, .chance]
    case .crapsGames: [.mean, .chance]
    }
  }

  /// Returns whether a question needs an event, as no word is higher than another.
  package func needsEvent(for question: Question) -> Bool {
    question == .chance || question == .likelier && !hasMean
  }

  /// Returns whether a class may compare both: they differ, and both have numbers or the same
  /// words.
  package func isComparable(with other: Experiment) -> Bool {
    guard isWritten, other.isWritten, other.isAllowed, self != other else { return false }
    return words.map { $0.lowercased() } == other.words.map { $0.lowercased() }
  }

  /// Whether the dice language can express it.
  package var isWritten: Bool {
    switch self {
    case .expression, .tally: true
    case .crapsFirstRolls, .crapsGames, .pigTurns, .ownDice: false
    }
  }
}

/// Whether seats guess before they roll, and who sees the guesses.
package enum Guessing: Int, Sendable {
  case none
  /// Everybody sees all guesses at once, as in rooms of earlier releases.
  case open
  /// Each seat sees only its own until the host reveals all.
  case secret
  /// As `secret`, and a seat must guess or skip before it rolls.
  case first

  /// Whether guesses are hidden until the host reveals them.
  package var isSecret: Bool { self == .secret || self == .first }
}

package struct Guess: Equatable, Sendable {
  package let question: Question
  /// The mean, the most frequent total, or a chance in `0...1`; of two experiments, 1 or 2 for the
  /// likelier one, and 0 for neither.
  package let total: Total

  /// The possible guesses about two experiments.
  static let sides = (0...2).map(Total.init(small:))

  package init(_ question: Question, _ total: Total) {
    self.question = question
    self.total = total
  }
}
