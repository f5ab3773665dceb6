/// A class experiment: the rolls, those of a second experiment beside it, and the guesses.
package struct ClassExperiment: Equatable, Sendable {
  /// How often each of two experiments had the higher roll.
  package struct Higher: Equatable, Sendable {
    package internal(set) var first = 0
    package internal(set) var second = 0
  }

  package let settings: ExperimentSettings
  package internal(set) var first: ClassRolls
  /// The rolls of the second experiment, if there is one; as many as of the first.
  package internal(set) var second: ClassRolls?
  /// The number of rolls in which each experiment had the higher total.
  package internal(set) var higher = Higher()
  /// The number of the seat that rolled last.
  package internal(set) var latest: Int?
  /// The guesses by the numbers of the seats.
  package internal(set) var guesses: [Int: Guess] = [:]
  /// The seats that skipped the guess that comes before the first roll.
  package internal(set) var skipped: Set<Int> = []
  /// Whether the host has revealed secret guesses; no more are taken after that.
  package internal(set) var areGuessesRevealed = false

  package init(_ settings: ExperimentSettings) {
    self.settings = settings
    first = ClassRolls(settings.experiment, settings.event)
    second = settings.second.map { second in
      ClassRolls(second, settings.event.flatMap { ExperimentEvent($0.text, of: second) })
    }
  }

  /// Whether guesses are hidden from everybody but their own seats.
  package var hasSecretGuesses: Bool { settings.guessing.isSecret && !areGuessesRevealed }

  /// Returns whether a seat may make or change its guess now.
  package func takesGuess(of seat: Int) -> Bool {
    settings.guessing != .none && !areGuessesRevealed && rolls(of: seat) == 0
  }

  /// Returns whether a seat must guess, or skip it, before it rolls.
  package func waitsForGuess(of seat: Int) -> Bool {
    settings.guessing == .first && takesGuess(of: seat) && !hasDecided(seat)
  }

  /// Returns whether a seat has guessed or skipped it.
  package func hasDecided(_ seat: Int) -> Bool { guesses[seat] != nil || skipped.contains(seat) }

  /// The last roll of the first experiment.
  package var lastRoll: PlayedRoll? { latest.flatMap { first.parts[$0]?.last.last } }

  /// Returns the number of a seat's rolls; two experiments at once count once.
  package func rolls(of seat: Int) -> Int { first.parts[seat]?.tally.rolls ?? 0 }

  /// Returns the number of rolls that the seat has left.
  package func rollsLeft(of seat: Int) -> Int { settings.rollsOfSeat - rolls(of: seat) }

  /// Returns the number of rolls that a seat's last press made; 0 before the first.
  ///
  /// It is less than usual only if the seat had fewer left.
  package func rollsOfLastPress(of seat: Int) -> Int {
    let rolls = rolls(of: seat)
    let rest = rolls % settings.rollsAtPress
    return rolls == 0 ? 0 : rest == 0 ? settings.rollsAtPress : rest
  }

  /// - Throws: `RoomRefusal`; then nothing has changed.
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
