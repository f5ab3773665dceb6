/// A class experiment: what was rolled of it and of what stands beside it, and the guesses.
package struct ClassExperiment: Equatable, Sendable {
  /// How often which of two rolls was higher.
  package struct Higher: Equatable, Sendable {
    package internal(set) var first = 0
    package internal(set) var second = 0
  }

  package let settings: ExperimentSettings
  package internal(set) var first: ClassRolls
  /// As many rolls as the first, if there are two experiments.
  package internal(set) var second: ClassRolls?
  /// In how many rolls of two experiments with numbers the first came to more, and the second.
  package internal(set) var higher = Higher()
  /// The number of the seat that rolled last.
  package internal(set) var latest: Int?
  /// By the number of the seat.
  package internal(set) var guesses: [Int: Guess] = [:]
  /// The seats that roll without a guess where one is asked first.
  package internal(set) var skipped: Set<Int> = []
  /// Whether the host has revealed secret guesses; no more are taken then.
  package internal(set) var areGuessesRevealed = false

  package init(_ settings: ExperimentSettings) {
    self.settings = settings
    first = ClassRolls(settings.experiment, settings.event)
    second = settings.second.map { second in
      ClassRolls(second, settings.event.flatMap { ExperimentEvent($0.text, of: second) })
    }
  }

  /// Whether guesses are kept back from everybody but their seats.
  package var hasSecretGuesses: Bool { settings.guessing.isSecret && !areGuessesRevealed }

  /// Whether a seat may guess now, or change its guess.
  package func takesGuess(of seat: Int) -> Bool {
    settings.guessing != .none && !areGuessesRevealed && rolls(of: seat) == 0
  }

  /// Whether a seat that may guess has to, or to skip it, before it rolls.
  package func waitsForGuess(of seat: Int) -> Bool {
    settings.guessing == .first && takesGuess(of: seat) && !hasDecided(seat)
  }

  /// Whether a seat has guessed or skipped it.
  package func hasDecided(_ seat: Int) -> Bool {
    guesses[seat] != nil || skipped.contains(seat)
  }

  /// The last roll of the first experiment.
  package var lastRoll: PlayedRoll? { latest.flatMap { first.parts[$0]?.last.last } }

  /// How often a seat has rolled; two experiments at once count once.
  package func rolls(of seat: Int) -> Int { first.parts[seat]?.tally.rolls ?? 0 }

  /// How many rolls the seat has left.
  package func rollsLeft(of seat: Int) -> Int { settings.rollsOfSeat - rolls(of: seat) }

  /// How many rolls a seat's last press has brought; 0 before the first.
  ///
  /// Only what is left at the end makes it fewer than usual.
  package func rollsOfLastPress(of seat: Int) -> Int {
    let rolls = rolls(of: seat)
    let rest = rolls % settings.rollsAtPress
    return rolls == 0 ? 0 : rest == 0 ? settings.rollsAtPress : rest
  }

  /// - Throws: `RoomRefusal`; nothing has changed then.
  mutating func add(
    _ rolls: [PlayedRoll], second others: [PlayedRoll], by seat: Int
  ) throws(RoomRefusal) {
    guard !rolls.isEmpty, rolls.count <= settings.rollsAtPress,
      others.count == (second == nil ? 0 : rolls.count)
    else { throw .impossibleRoll }
    guard rolls.count <= rollsLeft(of: seat) else { throw .seatHasRolled }
    try first.check(rolls)
    try second?.check(others)
    latest = seat
    first.add(rolls, by: seat)
    second?.add(others, by: seat)
    guard settings.experiment.hasMean else { return }
    for (roll, other) in zip(rolls, others) {
      if roll.total > other.total { higher.first += 1 }
      if roll.total < other.total { higher.second += 1 }
    }
  }

  /// - Throws: `RoomRefusal.noGuesses`.
  mutating func guess(_ guess: Guess, by seat: Int) throws(RoomRefusal) {
    guard takesGuess(of: seat) else { throw .noGuesses }
    guard guess.question == settings.question ?? guess.question,
      guess.question != .chance || settings.event != nil,
      guess.question != .likelier || settings.second != nil
    else { throw .otherKind }
    guesses[seat] = guess
  }

  /// - Throws: `RoomRefusal.noGuesses`.
  mutating func skipGuess(by seat: Int) throws(RoomRefusal) {
    guard settings.guessing == .first, takesGuess(of: seat) else { throw .noGuesses }
    skipped.insert(seat)
  }

  /// - Throws: `RoomRefusal.nothingThere`.
  mutating func revealGuesses() throws(RoomRefusal) {
    guard hasSecretGuesses else { throw .nothingThere }
    areGuessesRevealed = true
  }
}
