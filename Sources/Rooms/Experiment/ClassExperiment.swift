import DiceLanguage

/// The settings of a class experiment.
package struct ExperimentSettings: Equatable, Sendable {
  package static let rollsAtPress = [1, 5, 10, 50]
  package static let rollsOfSeat = 1...1_000

  package let experiment: Experiment
  /// One of `rollsAtPress`; 1 for one's own dice.
  package let rollsAtPress: Int
  /// At most, in `rollsOfSeat`.
  package let rollsOfSeat: Int
  package let guessing: Guessing
  /// What is guessed; `nil` if each seat chooses, as in rooms that earlier releases opened, and
  /// without guesses.
  package let question: Question?
  /// Whose share the class watches, if any.
  package let event: ExperimentEvent?

  /// - Throws: `RoomRefusal.setting` for a number outside its limits.
  package init(
    _ experiment: Experiment, rollsAtPress: Int = 1, rollsOfSeat: Int = 100,
    guessing: Guessing = .none, question: Question? = nil, event: ExperimentEvent? = nil
  ) throws(RoomRefusal) {
    guard experiment.isAllowed, ExperimentSettings.rollsAtPress.contains(rollsAtPress),
      ExperimentSettings.rollsOfSeat ~= rollsOfSeat,
      experiment.isRolledHere || rollsAtPress == 1,
      experiment.isGuessable || question == .chance || guessing == .none,
      question.map({ experiment.questions.contains($0) && guessing != .none }) ?? true,
      question != .chance || event != nil
    else { throw .setting }
    self.experiment = experiment
    self.rollsAtPress = rollsAtPress
    self.rollsOfSeat = rollsOfSeat
    self.guessing = guessing
    self.question = question
    self.event = event
  }
}

/// What a class is asked before it rolls.
package enum Question: String, CaseIterable, Sendable {
  case mean
  case mostFrequent = "most"
  /// Of the event.
  case chance
}

extension Experiment {
  /// The questions that make sense; the first is the usual one.
  package var questions: [Question] {
    switch self {
    case .expression, .pigTurns, .ownDice: [.mean, .mostFrequent, .chance]
    case .tally, .crapsFirstRolls: [.mostFrequent, .chance]
    case .crapsGames: [.mean, .chance]
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
package enum Guess: Equatable, Sendable {
  case mean(Total)
  case mostFrequent(Total)
  /// That of the event, in `0...1`.
  case chance(Total)

  package var question: Question {
    switch self {
    case .mean: .mean
    case .mostFrequent: .mostFrequent
    case .chance: .chance
    }
  }

  package var total: Total {
    switch self {
    case .mean(let total), .mostFrequent(let total), .chance(let total): total
    }
  }
}

/// A class experiment: tallies of all and by seat, the running mean and the guesses.
///
/// Always true: the tally of all is the sum of the seats' tallies.
package struct ClassExperiment: Equatable, Sendable {
  /// A seat's last results that its page shows.
  package static let lastRolls = 10

  /// One seat's part.
  package struct Part: Equatable, Sendable {
    package internal(set) var tally = Tally()
    /// Newest last, at most `lastRolls`.
    package internal(set) var last: [PlayedRoll] = []
    package internal(set) var guess: Guess?
    package internal(set) var hasSkipped = false
  }

  package let settings: ExperimentSettings
  package private(set) var tally = Tally()
  package private(set) var runningMean = RunningMean()
  /// The share of the event, if there is one.
  package private(set) var runningShare: RunningMean?
  /// By the number of the seat; a seat that did nothing has none.
  package private(set) var parts: [Int: Part] = [:]
  /// Whether the host has revealed secret guesses; no more are taken then.
  package private(set) var areGuessesRevealed = false

  package init(_ settings: ExperimentSettings) {
    self.settings = settings
    runningShare = settings.event.map { _ in RunningMean() }
  }

  /// Whether guesses are kept back from everybody but their seats.
  package var hasSecretGuesses: Bool { settings.guessing.isSecret && !areGuessesRevealed }

  /// How many seats have guessed.
  package var guesses: Int { parts.values.count { $0.guess != nil } }

  /// Whether a seat may guess now, or change its guess.
  package func takesGuess(of seat: Int) -> Bool {
    settings.guessing != .none && !areGuessesRevealed && parts[seat]?.tally.rolls ?? 0 == 0
  }

  /// Whether a seat that may guess has to, or to skip it, before it rolls.
  package func waitsForGuess(of seat: Int) -> Bool {
    settings.guessing == .first && takesGuess(of: seat)
      && parts[seat]?.guess == nil && parts[seat]?.hasSkipped != true
  }

  /// How many rolls the seat has left.
  package func rollsLeft(of seat: Int) -> Int {
    settings.rollsOfSeat - (parts[seat]?.tally.rolls ?? 0)
  }

  /// How many rolls a seat's last press has brought; 0 before the first.
  ///
  /// Only what is left at the end makes it fewer than usual.
  package func rollsOfLastPress(of seat: Int) -> Int {
    let rolls = parts[seat]?.tally.rolls ?? 0
    let rest = rolls % settings.rollsAtPress
    return rolls == 0 ? 0 : rest == 0 ? settings.rollsAtPress : rest
  }

  /// - Throws: `RoomRefusal`; nothing has changed then.
  mutating func add(_ rolls: [PlayedRoll], by seat: Int) throws(RoomRefusal) {
    guard !rolls.isEmpty, rolls.count <= settings.rollsAtPress else { throw .impossibleRoll }
    guard rolls.count <= rollsLeft(of: seat) else { throw .seatHasRolled }
    guard rolls.allSatisfy(settings.experiment.isPossible) else { throw .impossibleRoll }
    let new = Set(rolls.map(\.total)).filter { tally[$0] == 0 }
    guard tally.counts.count + new.count <= Experiment.mostOutcomes else { throw .tooManyOutcomes }
    for roll in rolls {
      tally.add(roll.total)
      runningMean.add(roll.total.double)
      if let event = settings.event {
        runningShare?.add(event.contains(roll, of: settings.experiment) ? 1 : 0)
      }
      parts[seat, default: Part()].tally.add(roll.total)
    }
    let last = (parts[seat]?.last ?? []) + rolls
    parts[seat]?.last = last.suffix(ClassExperiment.lastRolls)
  }

  /// - Throws: `RoomRefusal.noGuesses`.
  mutating func guess(_ guess: Guess, by seat: Int) throws(RoomRefusal) {
    guard takesGuess(of: seat) else { throw .noGuesses }
    guard guess.question == settings.question ?? guess.question,
      guess.question != .chance || settings.event != nil
    else { throw .otherKind }
    parts[seat, default: Part()].guess = guess
  }

  /// - Throws: `RoomRefusal.noGuesses`.
  mutating func skipGuess(by seat: Int) throws(RoomRefusal) {
    guard settings.guessing == .first, takesGuess(of: seat) else { throw .noGuesses }
    parts[seat, default: Part()].hasSkipped = true
  }

  /// - Throws: `RoomRefusal.nothingThere`.
  mutating func revealGuesses() throws(RoomRefusal) {
    guard hasSecretGuesses else { throw .nothingThere }
    areGuessesRevealed = true
  }
}

extension FieldWriter {
  mutating func write(_ settings: ExperimentSettings) {
    switch settings.experiment {
    case .expression(let expression):
      write(word: "dice")
      write(text: expression.text)
    case .tally(let tally):
      write(word: "words")
      write(text: tally.text)
    case .crapsFirstRolls: write(word: "first")
    case .crapsGames: write(word: "craps")
    case .pigTurns(let holdAt):
      write(word: "pig")
      write(holdAt)
    case .ownDice(let faces):
      write(word: "own")
      write(faces)
    }
    write(settings.rollsAtPress)
    write(settings.rollsOfSeat)
    // Rooms from before questions and events have a smaller number here.
    let isAsked = settings.question != nil || settings.event != nil
    if isAsked { write(FieldReader.asked) }
    write(settings.guessing.rawValue)
    if isAsked {
      write(text: settings.question?.rawValue ?? "")
      write(text: settings.event?.text ?? "")
    }
  }

  mutating func write(_ guess: Guess) {
    switch guess {
    case .mean(let total):
      write(word: "mean")
      write(total)
    case .mostFrequent(let total):
      write(word: "most")
      write(total)
    case .chance(let total):
      write(word: "chance")
      write(total)
    }
  }

  /// Without its number of rolls, which the tally has.
  private mutating func write(_ line: RunningMean) {
    write(line.sum)
    write(line.stride)
    write(each: line.means) { $0.write($1) }
  }

  /// All but the settings.
  mutating func write(_ play: ClassExperiment) {
    write(play.tally)
    write(play.runningMean)
    if let share = play.runningShare { write(share) }
    write(each: play.parts.sorted { $0.key < $1.key }) { writer, part in
      writer.write(part.key)
      writer.write(part.value.tally)
      writer.write(each: part.value.last) { $0.write($1) }
      writer.write(each: part.value.guess.map { [$0] } ?? []) { $0.write($1) }
      if play.settings.guessing == .first { writer.write(part.value.hasSkipped) }
    }
    if play.settings.guessing.isSecret { write(play.areGuessesRevealed) }
  }
}

extension FieldReader {
  mutating func experimentSettings() throws(Unreadable) -> ExperimentSettings {
    let experiment: Experiment
    switch try word() {
    case "dice": experiment = .expression(try expression())
    case "words": experiment = .tally(try tallyExpression())
    case "first": experiment = .crapsFirstRolls
    case "craps": experiment = .crapsGames
    case "pig": experiment = .pigTurns(holdAt: try int(in: 1...1_000))
    case "own": experiment = .ownDice(faces: try int(in: Experiment.ownFaces))
    default: throw Unreadable()
    }
    let rollsAtPress = try int(in: 1...50)
    let rollsOfSeat = try int(in: ExperimentSettings.rollsOfSeat)
    let number = try int(in: 0...FieldReader.asked)
    let isAsked = number == FieldReader.asked
    guard let guessing = Guessing(rawValue: isAsked ? try int(in: 0...3) : number) else {
      throw Unreadable()
    }
    let question = isAsked ? try text(largest: 20) : ""
    let eventText = isAsked ? try text(largest: 4 * ExperimentEvent.longest) : ""
    let event = ExperimentEvent(eventText, of: experiment)
    guard isAsked == (question != "" || eventText != ""), event?.text ?? "" == eventText,
      let settings = try? ExperimentSettings(
        experiment, rollsAtPress: rollsAtPress, rollsOfSeat: rollsOfSeat, guessing: guessing,
        question: Question(rawValue: question), event: event),
      settings.question?.rawValue ?? "" == question
    else { throw Unreadable() }
    return settings
  }

  /// What stands before a question and an event.
  fileprivate static let asked = 9

  private mutating func line(rolls: Int) throws(Unreadable) -> RunningMean {
    let sum = try double()
    let stride = try int(in: 1...RoomLimits.rolls)
    let means = try array(most: RunningMean.mostPoints) { reader throws(Unreadable) in
      try reader.double()
    }
    guard let line = RunningMean(rolls: rolls, sum: sum, stride: stride, means: means) else {
      throw Unreadable()
    }
    return line
  }

  mutating func guess() throws(Unreadable) -> Guess {
    switch try word() {
    case "mean": .mean(try total())
    case "most": .mostFrequent(try total())
    case "chance": .chance(try total())
    default: throw Unreadable()
    }
  }

  mutating func experiment(
    _ settings: ExperimentSettings
  ) throws(Unreadable) -> ClassExperiment {
    let tally = try tally()
    let mean = try line(rolls: tally.rolls)
    let share = settings.event == nil ? nil : try line(rolls: tally.rolls)
    var parts: [Int: ClassExperiment.Part] = [:]
    for _ in 0..<(try int(in: 0...RoomLimits.seats)) {
      let seat = try int(in: 1...RoomLimits.seats)
      guard parts[seat] == nil else { throw Unreadable() }
      let own = try self.tally()
      let last = try array(most: ClassExperiment.lastRolls) { reader throws(Unreadable) in
        try reader.roll()
      }
      let guess = try array(most: 1) { reader throws(Unreadable) in try reader.guess() }
      parts[seat] = ClassExperiment.Part(
        tally: own, last: last, guess: guess.first,
        hasSkipped: settings.guessing == .first ? try bool() : false)
    }
    let isRevealed = settings.guessing.isSecret ? try bool() : false
    guard let play = ClassExperiment(settings, tally, mean, share, parts, isRevealed) else {
      throw Unreadable()
    }
    return play
  }
}

extension ClassExperiment {
  /// - Returns: `nil` unless the tally of all is the sum of the seats' tallies.
  fileprivate init?(
    _ settings: ExperimentSettings, _ tally: Tally, _ mean: RunningMean, _ share: RunningMean?,
    _ parts: [Int: Part], _ areGuessesRevealed: Bool
  ) {
    self.settings = settings
    self.areGuessesRevealed = areGuessesRevealed
    var sum = Tally()
    for part in parts.values {
      for (total, count) in part.tally.counts { sum.add(total, times: count) }
      guard part.tally.rolls <= settings.rollsOfSeat,
        part.last.count == min(part.tally.rolls, ClassExperiment.lastRolls)
      else { return nil }
    }
    guard sum == tally else { return nil }
    (self.tally, runningMean, runningShare, self.parts) = (tally, mean, share, parts)
  }
}
