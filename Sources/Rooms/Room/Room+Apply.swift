extension Room {
  /// Applies an event from the record; its number may be higher than the next.
  /// - Throws: `RoomRefusal` for an impossible event; then nothing has changed.
  package mutating func apply(_ event: RoomEvent) throws(RoomRefusal) {
    guard event.number > lastNumber, RoomLimits.numbers ~= event.number,
      RoomLimits.times ~= event.time
    else { throw .outOfOrder }
    try checkPress(of: event)
    try perform(event)
    count(event)
  }

  /// Counts lost events, so that the page can mention them.
  package mutating func leaveOut(_ count: Int) { missing += count }

  private func checkPress(of event: RoomEvent) throws(RoomRefusal) {
    if case .joined = event.act {
      guard event.actor.number >= nextSeat, event.press == 0 else { throw .outOfOrder }
      return
    }
    // The vault of a removed seat, too, reports that it has all changes.
    if case .tookBack = event.act, event.actor != .host, event.press == 0 { return }
    guard let next = nextPress(of: event.actor) else { throw .noSeat }
    if event.act.comesFromVault, event.actor != .host {
      guard event.press == 0 else { throw .pressAhead }
      if case .checked = event.act, isPaused { throw .paused }
      return
    }
    guard event.press >= next else { throw .pressRepeated }
    guard RoomLimits.presses ~= event.press else { throw .pressAhead }
    guard event.act.isHosts == nil || event.act.isHosts == (event.actor == .host) else {
      throw .notYours
    }
    if event.actor != .host, isPaused { throw .paused }
  }

  private mutating func count(_ event: RoomEvent) {
    lastNumber = event.number
    lastTime = max(lastTime, event.time)
    pressesInSecond = event.time == second ? pressesInSecond + 1 : 1
    second = event.time
    if case .league(var league) = play {
      league.numbers[event.actor.number] = event.number
      play = .league(league)
    }
    switch event.actor {
    case .host:
      hostPress = event.press
      tellAll(at: event.number)
    case .seat(let number):
      if let index = index(of: number) {
        seats[index].lastPress = max(event.press, seats[index].lastPress)
      }
    }
  }

  private mutating func perform(_ event: RoomEvent) throws(RoomRefusal) {
    switch event.act {
    case .opened: throw .outOfOrder
    case .joined(let name, let key):
      try join(event.actor.number, name, key, at: event.number)
      enterGame(event.actor.number, at: event.number)
    case .rolled, .guessed, .skippedGuess, .revealedGuesses, .startedOver:
      try performInExperiment(event)
    case .threw, .rolledHidden, .revealed, .asked, .brought, .tookBack, .checked, .turned,
      .advanced, .noted, .askedFor, .metFoe, .hurtFoe, .removedFoe:
      try performAtTable(event)
    case .moved, .playedAgain, .tookPlace, .paired, .substituted: try performInGames(event)
    case .wrote, .ran: try performInLeague(event)
    case .switched(let which, let isOn):
      if isOn { switches.insert(which) } else { switches.remove(which) }
    case .removed(let number):
      guard seat(number) != nil, let index = index(of: number) else { throw .seatGone }
      if case .table(var table) = play, table.campaign != nil {
        try table.campaign?.removeAll(of: number)
        play = .table(table)
      }
      seats[index].isRemoved = true
      leaveGame(number, at: event.number)
      if case .league(var league) = play {
        league.strategies[number] = nil
        play = .league(league)
      }
    }
  }

  private mutating func performInLeague(_ event: RoomEvent) throws(RoomRefusal) {
    guard case .league(var league) = play else { throw .otherKind }
    switch event.act {
    case .wrote(let strategy): league.strategies[event.actor.number] = strategy
    case .ran(let result): try league.take(result)
    default: throw .otherKind
    }
    play = .league(league)
  }

  private func index(of seat: Int) -> Int? { seats.firstIndex { $0.number == seat } }

  private mutating func join(
    _ number: Int, _ name: String, _ key: [UInt8], at event: Int
  ) throws(RoomRefusal) {
    guard number <= settings.mostSeats else { throw .tooManySeats(settings.mostSeats) }
    guard key.count == RoomSeat.keyLength, seat(key: key)?.isRemoved != false else {
      throw .pressRepeated
    }
    guard try SeatName.free(name, besides: takenNames) == name else { throw .nameTaken }
    if case .pairs = settings { restoreSeats(before: number, at: event, besides: name) }
    seats.append(RoomSeat(number: number, name: name, key: key))
  }

  /// Adds seats whose joining was lost to damage, with names and keys of nobody.
  ///
  /// The pairs of later rounds depend on everybody who has joined.
  private mutating func restoreSeats(before number: Int, at event: Int, besides name: String) {
    for lost in nextSeat..<number {
      let taken = takenNames + [name]
      guard let free = try? SeatName.free("Seat \(lost)", besides: taken) else { return }
      let key = Array(repeating: UInt8(lost), count: RoomSeat.keyLength)
      seats.append(RoomSeat(number: lost, name: free, key: key))
      enterGame(lost, at: event)
    }
  }

  private mutating func performInExperiment(_ event: RoomEvent) throws(RoomRefusal) {
    guard case .experiment(var experiment) = play else { throw .otherKind }
    // Uniquely referenced while it changes, so that no tally is copied.
    play = .table(DiceTable())
    defer { play = .experiment(experiment) }
    switch event.act {
    case .rolled(let rolls, let second):
      guard self.rolls + rolls.count <= RoomLimits.rolls else { throw .tooManyRolls }
      try experiment.add(rolls, second: second, by: event.actor.number)
      self.rolls += rolls.count
    case .guessed(let guess): try experiment.guess(guess, by: event.actor.number)
    case .skippedGuess: try experiment.skipGuess(by: event.actor.number)
    case .revealedGuesses: try experiment.revealGuesses()
    case .startedOver(let new?):
      guard new.experiment == experiment.settings.experiment,
        new.second == experiment.settings.second
      else { throw .otherKind }
      experiment = ClassExperiment(new)
      settings = .experiment(new)
      // Anybody who sees the expectation has nothing left to guess.
      if new.guessing != .none { switches.remove(.expectation) }
    default: experiment = ClassExperiment(experiment.settings)
    }
  }

  private mutating func performAtTable(_ event: RoomEvent) throws(RoomRefusal) {
    guard case .table(var table) = play else { throw .otherKind }
    play = .table(DiceTable())
    defer { play = .table(table) }
    func entry(_ what: DiceTable.Entry.What) throws(RoomRefusal) -> DiceTable.Entry {
      guard rolls < RoomLimits.rolls else { throw .tooManyRolls }
      return DiceTable.Entry(
        number: event.number, time: event.time, seat: event.actor.number, what: what)
    }
    switch event.act {
    case .threw(let roll):
      guard Experiment(roll.expression).isPossible(roll.roll) else { throw .impossibleRoll }
      try table.add(try entry(.rolled(roll)))
      rolls += 1
    case .rolledHidden(let roll, let commitment):
      guard Experiment(roll.expression).isPossible(roll.roll),
        roll.secret.count == HiddenRoll.hashLength, commitment.count == HiddenRoll.hashLength
      else { throw .impossibleRoll }
      try table.add(try entry(.hidden(roll, commitment: commitment, isRevealed: false)))
      rolls += 1
    case .revealed(let number): try table.reveal(number)
    case .asked(let expression, let asked):
      guard asked.allSatisfy({ seat($0) != nil }),
        zip(asked, asked.dropFirst()).allSatisfy({ $0 < $1 })
      else { throw .seatGone }
      table.ask(DiceTable.Question(number: event.number, expression: expression, seats: asked))
    default:
      var campaign = table.campaign ?? Campaign()
      try perform(event, in: &campaign)
      if case .checked(let roll, _) = event.act {
        try table.add(try entry(.checked(roll)))
        rolls += 1
      }
      table.campaign = campaign
    }
  }

  private func perform(_ event: RoomEvent, in campaign: inout Campaign) throws(RoomRefusal) {
    let seat = event.actor.number
    switch event.act {
    case .brought(let act): try campaign.bring(act, by: seat, number: event.number)
    case .tookBack(let member): try campaign.remove(member, by: seat == 0 ? nil : seat)
    case .checked(let roll, let answers):
      if seat > 0 { try campaign.answer(roll, for: answers, by: seat) }
    case .turned(let member, let turn):
      try campaign.turn(member, Campaign.Turn(number: event.number, time: event.time, turn: turn))
    case .advanced(let member): try campaign.advance(member)
    case .noted(let number, let note): try campaign.note(note, on: number)
    case .askedFor(let check, let members):
      try campaign.ask(Campaign.Question(number: event.number, check: check, waiting: members))
    case .metFoe(let foe): try campaign.meet(foe, number: event.number)
    case .hurtFoe(let number, let points): try campaign.hurtFoe(number, by: points)
    case .removedFoe(let number): try campaign.removeFoe(number)
    default: throw .otherKind
    }
  }
}

extension RoomAct {
  /// Whether a seat does this on the pages of a character, where presses aren't numbered.
  fileprivate var comesFromVault: Bool {
    switch self {
    case .brought, .tookBack, .checked: true
    default: false
    }
  }

  /// Whether only the host does this (`true`), or only a seat (`false`); `nil` if both do.
  fileprivate var isHosts: Bool? {
    switch self {
    case .opened, .rolledHidden, .revealed, .revealedGuesses, .asked, .switched, .removed,
      .startedOver, .turned, .advanced, .noted, .askedFor, .metFoe, .hurtFoe, .removedFoe, .paired,
      .substituted, .ran:
      true
    case .brought, .joined, .rolled, .guessed, .skippedGuess, .moved, .playedAgain, .tookPlace,
      .wrote:
      false
    case .threw, .tookBack, .checked: nil
    }
  }
}
