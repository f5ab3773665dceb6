import DiceLanguage

extension FieldWriter {
  mutating func write(_ settings: ExperimentSettings) {
    write(settings.experiment)
    write(settings.rollsAtPress)
    write(settings.rollsOfSeat)
    // Rooms from before colours, second experiments, questions and events have less here.
    if !settings.colours.isEmpty {
      write(FieldReader.coloured)
      write(each: settings.colours) { $0.write(word: $1?.rawValue ?? FieldReader.automatic) }
    }
    if let second = settings.second {
      write(FieldReader.compared)
      write(second)
    }
    let isAsked = settings.question != nil || settings.event != nil
    if isAsked { write(FieldReader.asked) }
    write(settings.guessing.rawValue)
    if isAsked {
      write(text: settings.question?.rawValue ?? "")
      write(text: settings.event?.text ?? "")
    }
  }

  private mutating func write(_ experiment: Experiment) {
    switch experiment {
    case .expression(let expression):
      write(word: "dice")
      write(text: expression.text)
    case .tally(let tally, _):
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
  }

  mutating func write(_ guess: Guess) {
    write(word: guess.question.rawValue)
    write(guess.total)
  }

  /// All but the settings.
  mutating func write(_ play: ClassExperiment) {
    write(totals: play.first)
    let seats = Set(play.first.parts.keys).union(play.guesses.keys).union(play.skipped)
    // The seat that rolled last comes last; in snapshots of earlier releases it’s the newest seat.
    let latest = seats.filter { $0 == play.latest }
    write(each: seats.subtracting(latest).sorted() + latest) { writer, seat in
      writer.write(seat)
      writer.write(play.first.parts[seat] ?? ClassRolls.Part())
      writer.write(each: play.guesses[seat].map { [$0] } ?? []) { $0.write($1) }
      if play.settings.guessing == .first { writer.write(play.skipped.contains(seat)) }
    }
    if play.settings.guessing.isSecret { write(play.areGuessesRevealed) }
    guard let second = play.second else { return }
    write(totals: second)
    write(each: second.parts.sorted { $0.key < $1.key }) { writer, part in
      writer.write(part.key)
      writer.write(part.value)
    }
    write(play.higher.first)
    write(play.higher.second)
  }

  private mutating func write(totals rolls: ClassRolls) {
    write(rolls.tally)
    write(rolls.runningMean)
    if let share = rolls.runningShare { write(share) }
  }

  /// Without its number of rolls, which the tally has.
  private mutating func write(_ line: RunningMean) {
    write(line.sum)
    write(line.stride)
    write(each: line.means) { $0.write($1) }
  }

  private mutating func write(_ part: ClassRolls.Part) {
    write(part.tally)
    write(each: part.last) { $0.write($1) }
  }
}

extension FieldReader {
  /// What stands before colours, before a second experiment, and before a question and an event.
  fileprivate static let (coloured, compared, asked) = (11, 10, 9)
  fileprivate static let automatic = "auto"

  mutating func experimentSettings() throws -> ExperimentSettings {
    let experiment = try experiment()
    let rollsAtPress = try int(in: 1...50)
    let rollsOfSeat = try int(in: ExperimentSettings.rollsOfSeat)
    var number = try int(in: 0...FieldReader.coloured)
    let colours = number == FieldReader.coloured ? try self.colours() : []
    if !colours.isEmpty { number = try int(in: 0...FieldReader.compared) }
    let second = number == FieldReader.compared ? try self.experiment() : nil
    if second != nil { number = try int(in: 0...FieldReader.asked) }
    let isAsked = number == FieldReader.asked
    guard let guessing = Guessing(rawValue: isAsked ? try int(in: 0...3) : number) else {
      throw Unreadable()
    }
    let question = isAsked ? try text(largest: 20) : ""
    let eventText = isAsked ? try text(largest: 4 * ExperimentEvent.longest) : ""
    let event = ExperimentEvent(eventText, of: experiment)
    guard isAsked == (question != "" || eventText != ""), event?.text ?? "" == eventText,
      let settings = try? ExperimentSettings(
        experiment, second: second, rollsAtPress: rollsAtPress, rollsOfSeat: rollsOfSeat,
        guessing: guessing, question: Question(rawValue: question), event: event,
        colours: colours),
      settings.question?.rawValue ?? "" == question
    else { throw Unreadable() }
    return settings
  }

  /// At least one of them chosen.
  private mutating func colours() throws -> [ThingColour?] {
    let colours = try array(most: Expression.Limits.words.upperBound) { reader in
      let word = try reader.word()
      let colour = ThingColour(rawValue: word)
      guard colour != nil || word == FieldReader.automatic else { throw Unreadable() }
      return colour
    }
    guard colours.contains(where: { $0 != nil }) else { throw Unreadable() }
    return colours
  }

  private mutating func experiment() throws -> Experiment {
    switch try word() {
    case "dice": .expression(try expression())
    case "words": .tally(try tallyExpression())
    case "first": .crapsFirstRolls
    case "craps": .crapsGames
    case "pig": .pigTurns(holdAt: try int(in: 1...1_000))
    case "own": .ownDice(faces: try int(in: Experiment.ownFaces))
    default: throw Unreadable()
    }
  }

  mutating func guess() throws -> Guess {
    guard let question = Question(rawValue: try word()) else { throw Unreadable() }
    let total = try total()
    guard question != .likelier || Guess.sides.contains(total) else { throw Unreadable() }
    return Guess(question, total)
  }

  mutating func experiment(
    _ settings: ExperimentSettings
  ) throws -> ClassExperiment {
    var play = ClassExperiment(settings)
    let totals = try totals(of: play.first)
    var parts: [Int: ClassRolls.Part] = [:]
    var seats: Set<Int> = []
    for _ in 0..<(try int(in: 0...RoomLimits.seats)) {
      let seat = try int(in: 1...RoomLimits.seats)
      guard seats.insert(seat).inserted else { throw Unreadable() }
      let part = try part()
      if part.tally.rolls > 0 {
        parts[seat] = part
        play.latest = seat
      }
      play.guesses[seat] = try array(most: 1) { try $0.guess() }.first
      if settings.guessing == .first, try bool() { play.skipped.insert(seat) }
    }
    play.first = try play.first.restored(totals, parts, settings)
    play.areGuessesRevealed = settings.guessing.isSecret ? try bool() : false
    guard let second = play.second else { return play }
    let others = try self.totals(of: second)
    parts = [:]
    for _ in 0..<(try int(in: 0...RoomLimits.seats)) {
      let seat = try int(in: 1...RoomLimits.seats)
      guard parts.updateValue(try part(), forKey: seat) == nil else { throw Unreadable() }
    }
    play.second = try second.restored(others, parts, settings)
    play.higher.first = try int(in: 0...totals.tally.rolls)
    play.higher.second = try int(in: 0...totals.tally.rolls - play.higher.first)
    guard parts.mapValues(\.tally.rolls) == play.first.parts.mapValues(\.tally.rolls) else {
      throw Unreadable()
    }
    return play
  }

  private typealias Totals = (tally: Tally, mean: RunningMean, share: RunningMean?)

  private mutating func totals(of rolls: ClassRolls) throws -> Totals {
    let tally = try tally()
    let mean = try line(rolls: tally.rolls)
    return (tally, mean, rolls.event == nil ? nil : try line(rolls: tally.rolls))
  }

  private mutating func line(rolls: Int) throws -> RunningMean {
    let sum = try double()
    let stride = try int(in: 1...RoomLimits.rolls)
    let means = try array(most: RunningMean.mostPoints) { try $0.double() }
    guard let line = RunningMean(rolls: rolls, sum: sum, stride: stride, means: means) else {
      throw Unreadable()
    }
    return line
  }

  private mutating func part() throws -> ClassRolls.Part {
    let tally = try tally()
    let last = try array(most: ClassRolls.last) { try $0.roll() }
    return ClassRolls.Part(tally: tally, last: last)
  }
}

extension ClassRolls {
  fileprivate func restored(
    _ totals: (tally: Tally, mean: RunningMean, share: RunningMean?), _ parts: [Int: Part],
    _ settings: ExperimentSettings
  ) throws -> ClassRolls {
    let rolls = ClassRolls(
      self, totals.tally, totals.mean, totals.share, parts, rollsOfSeat: settings.rollsOfSeat)
    guard let rolls else { throw Unreadable() }
    return rolls
  }
}
