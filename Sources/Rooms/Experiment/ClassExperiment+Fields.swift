import DiceLanguage

extension FieldCoder {
  mutating func experimentSettings(_ settings: ExperimentSettings?) throws -> ExperimentSettings {
    let experiment = try experiment(settings?.experiment)
    let rollsAtPress = try int(settings?.rollsAtPress, in: 1...50)
    let rollsOfSeat = try int(settings?.rollsOfSeat, in: ExperimentSettings.rollsOfSeat)
    // Rooms that are older than colours, second experiments, questions or events have less here.
    let isColoured = try mark(11, settings.map { !$0.colours.isEmpty })
    let colours = isColoured ? try self.colours(settings?.colours) : []
    let isCompared = try mark(10, settings.map { $0.second != nil })
    let second = isCompared ? try self.experiment(settings?.second) : nil
    let isAsked = try mark(9, settings.map { $0.question != nil || $0.event != nil })
    let guessing = try choice(settings?.guessing)
    let question =
      isAsked ? try text(settings.map { $0.question?.rawValue ?? "" }, largest: 20) : ""
    let eventText =
      isAsked
      ? try text(settings.map { $0.event?.text ?? "" }, largest: 4 * ExperimentEvent.longest) : ""
    if let settings { return settings }
    let event = ExperimentEvent(eventText, of: experiment)
    let read = try ExperimentSettings(
      experiment, second: second, rollsAtPress: rollsAtPress, rollsOfSeat: rollsOfSeat,
      guessing: guessing, question: Question(rawValue: question), event: event, colours: colours)
    guard isAsked == (question != "" || eventText != ""), event?.text ?? "" == eventText,
      read.question?.rawValue ?? "" == question
    else { throw Unreadable() }
    return read
  }

  /// Codes colours, at least one of which is chosen.
  private mutating func colours(_ colours: [ThingColour?]?) throws -> [ThingColour?] {
    let none = "auto"
    let words = try each(
      colours?.map { $0?.rawValue ?? none }, most: Expression.Limits.words.upperBound
    ) { try $0.word($1) }
    let read = words.map { ThingColour(rawValue: $0) }
    guard zip(words, read).allSatisfy({ $0 == none || $1 != nil }),
      read.contains(where: { $0 != nil })
    else { throw Unreadable() }
    return read
  }

  private mutating func experiment(_ experiment: Experiment?) throws -> Experiment {
    let (written, rolled, number): (String?, RollExpression?, Int?) =
      switch experiment {
      case .expression(let expression): ("dice", .number(expression), nil)
      case .tally(let tally, _): ("words", .tally(tally), nil)
      case .crapsFirstRolls: ("first", nil, nil)
      case .crapsGames: ("craps", nil, nil)
      case .pigTurns(let holdAt): ("pig", nil, holdAt)
      case .ownDice(let faces): ("own", nil, faces)
      case nil: (nil, nil, nil)
      }
    let kind = try word(written)
    switch kind {
    case "dice", "words":
      let read = Experiment(try rollExpression(rolled))
      guard (read.tally == nil) == (kind == "dice") else { throw Unreadable() }
      return read
    case "first": return .crapsFirstRolls
    case "craps": return .crapsGames
    case "pig": return .pigTurns(holdAt: try int(number, in: 1...1_000))
    case "own": return .ownDice(faces: try int(number, in: Experiment.ownFaces))
    default: throw Unreadable()
    }
  }

  mutating func guess(_ guess: Guess?) throws -> Guess {
    let question = try choice(guess?.question)
    let total = try total(guess?.total)
    if let guess { return guess }
    guard question != .likelier || Guess.sides.contains(total) else { throw Unreadable() }
    return Guess(question, total)
  }

  /// Codes all of an experiment but its settings, which `new` has.
  mutating func experiment(_ new: ClassExperiment) throws -> ClassExperiment {
    let (written, settings) = (given(new), new.settings)
    var play = new
    let totals = try totals(written?.first, hasEvent: new.first.event != nil)
    var parts: [Int: ClassRolls.Part] = [:]
    let seats = try each(written?.seats, most: RoomLimits.seats) { coder, seat in
      let seat = try coder.int(seat, in: 1...RoomLimits.seats)
      let part = try coder.part(written.map { $0.first.parts[seat] ?? ClassRolls.Part() })
      if part.tally.rolls > 0 {
        parts[seat] = part
        play.latest = seat
      }
      play.guesses[seat] = try coder.optional(written?.guesses[seat]) { try $0.guess($1) }
      if settings.guessing == .first, try coder.flag(written?.skipped.contains(seat)) {
        play.skipped.insert(seat)
      }
      return seat
    }
    if settings.guessing.isSecret {
      play.areGuessesRevealed = try flag(written?.areGuessesRevealed)
    }
    if let second = new.second {
      let totals = try self.totals(given(second), hasEvent: second.event != nil)
      let parts = try self.parts(given(second.parts))
      play.second = try given(second) ?? second.restored(totals, parts, settings)
      play.higher.first = try int(written?.higher.first, in: 0...totals.tally.rolls)
      play.higher.second = try int(
        written?.higher.second, in: 0...totals.tally.rolls - play.higher.first)
    }
    if let written { return written }
    play.first = try new.first.restored(totals, parts, settings)
    guard Set(seats).count == seats.count,
      play.second.map({ $0.parts.mapValues(\.tally.rolls) == parts.mapValues(\.tally.rolls) })
        ?? true
    else { throw Unreadable() }
    return play
  }

  private typealias Totals = (tally: Tally, mean: RunningMean, share: RunningMean?)

  private mutating func totals(_ rolls: ClassRolls?, hasEvent: Bool) throws -> Totals {
    let tally = try tally(rolls?.tally)
    let mean = try line(rolls?.runningMean, rolls: tally.rolls)
    return (tally, mean, hasEvent ? try line(rolls?.runningShare, rolls: tally.rolls) : nil)
  }

  private mutating func line(_ line: RunningMean?, rolls: Int) throws -> RunningMean {
    let sum = try double(line?.sum)
    let stride = try int(line?.stride, in: 1...RoomLimits.rolls)
    let means = try each(line?.means, most: RunningMean.mostPoints) { try $0.double($1) }
    guard let line = line ?? RunningMean(rolls: rolls, sum: sum, stride: stride, means: means)
    else { throw Unreadable() }
    return line
  }

  /// Codes the seats' parts, in ascending order of the seats.
  private mutating func parts(_ parts: [Int: ClassRolls.Part]?) throws -> [Int: ClassRolls.Part] {
    var read: [Int: ClassRolls.Part] = [:]
    try each(parts?.keys.sorted(), most: RoomLimits.seats) { coder, seat in
      let seat = try coder.int(seat, in: 1...RoomLimits.seats)
      guard read.updateValue(try coder.part(parts?[seat]), forKey: seat) == nil else {
        throw Unreadable()
      }
      return seat
    }
    return read
  }

  private mutating func part(_ part: ClassRolls.Part?) throws -> ClassRolls.Part {
    let tally = try tally(part?.tally)
    let last = try each(part?.last, most: ClassRolls.last) { try $0.roll($1) }
    return part ?? ClassRolls.Part(tally: tally, last: last)
  }
}

extension ClassExperiment {
  /// The seats that have rolled or decided about a guess, ending with the one that rolled last.
  fileprivate var seats: [Int] {
    let seats = Set(first.parts.keys).union(guesses.keys).union(skipped)
    let latest = seats.filter { $0 == self.latest }
    return seats.subtracting(latest).sorted() + latest
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
