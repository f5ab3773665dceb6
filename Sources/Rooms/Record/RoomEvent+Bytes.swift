import DiceLanguage
import Games

extension RoomEvent {
  /// The event in the record, without its number and time: a line of visible ASCII, at most 64,000
  /// bytes for a league or for each experiment that it rolls.
  package var bytes: [UInt8] {
    FieldCoder.bytes { coder in
      try coder.int(actor.number, in: 0...RoomLimits.seats)
      try coder.int(press, in: RoomLimits.presses)
      try coder.write(act)
    }
  }

  /// Reads what `bytes` wrote.
  /// - Returns: `nil` for what no event writes.
  package init?(bytes: [UInt8], number: Int, time: Int) {
    let event = FieldCoder.value(of: bytes) { coder in
      let actor = try coder.int(nil, in: 0...RoomLimits.seats)
      let press = try coder.int(nil, in: RoomLimits.presses)
      return RoomEvent(
        number: number, time: time, actor: actor == 0 ? .host : .seat(actor), press: press,
        act: try coder.act())
    }
    guard let event, RoomLimits.numbers ~= number, RoomLimits.times ~= time else { return nil }
    self = event
  }
}

extension FieldCoder {
  private static let hurts = -Foe.hitPointLimits.upperBound...Foe.hitPointLimits.upperBound

  fileprivate mutating func act() throws -> RoomAct {
    switch try word(nil) {
    case "open":
      let settings = try settings(nil)
      let key = try key(nil)
      return .opened(settings, key: key, off: isAtEnd ? [] : try switches(nil))
    case "join": return .joined(name: try text(nil, largest: 240), key: try key(nil))
    case "roll": return .rolled(try rolls(nil))
    case "pair":
      let (first, second) = (try rolls(nil), try rolls(nil))
      guard !second.isEmpty else { throw Unreadable() }
      return .rolled(first, second: second)
    case "guess": return .guessed(try guess(nil))
    case "guesses": return .revealedGuesses
    case "throw":
      var roll = try tableRoll(nil)
      roll.notes = try notesAtEnd(dice: roll.roll.dice.count)
      return .threw(roll)
    case "hide":
      var roll = try hiddenRoll(nil)
      let commitment = try raw(nil, count: HiddenRoll.hashLength)
      roll.notes = try notesAtEnd(dice: roll.roll.dice.count)
      return .rolledHidden(roll, commitment: commitment)
    case "reveal": return .revealed(try number())
    case "ask": return .asked(try yield(nil), seats: try seats(nil))
    case "bring": return .brought(try broughtCharacter(nil))
    case "back": return .tookBack(try number())
    case "check":
      return .checked(
        try checkRoll(nil), answers: try int(nil, in: 0...RoomLimits.numbers.upperBound))
    case "turn": return .turned(try number(), try turn(nil))
    case "march": return .advanced(try number())
    case "note": return .noted(try number(), try note(nil))
    case "askfor":
      let (check, members) = try askedCheck(nil, nil)
      return .askedFor(check, members: members)
    case "foe": return .metFoe(try foe(nil))
    case "hurtfoe": return .hurtFoe(try number(), points: try int(nil, in: FieldCoder.hurts))
    case "nofoe": return .removedFoe(try number())
    case "die": return .moved(.roll(try int(nil, in: 1...6)))
    case "hold": return .moved(.hold)
    case "answered":
      return .moved(try matchMove(nil), answer: try computersTurn(nil, least: 1))
    case "round": return .paired(round: try number(), try pairs(nil))
    case "computer":
      return .substituted(
        game: try int(nil, in: 0...PigPairs.mostGames - 1),
        seat: try int(nil, in: 0...PigPairs.mostSeats), turn: try computersTurn(nil))
    case "strategy": return .wrote(try strategy(nil))
    case "league": return .ran(try leagueResult(nil))
    case "again": return .playedAgain
    case "place": return .tookPlace
    case "set": return .switched(try choice(nil), try flag(nil))
    case "remove": return .removed(try int(nil, in: 1...RoomLimits.seats))
    case "over": return .startedOver(isAtEnd ? nil : try experimentSettings(nil))
    case "skip": return .skippedGuess
    default: throw Unreadable()
    }
  }

  fileprivate mutating func write(_ act: RoomAct) throws {
    switch act {
    case .opened(let settings, let key, let off):
      try word("open")
      try self.settings(settings)
      try self.key(key)
      if !off.isEmpty { try switches(off) }
    case .joined(let name, let key):
      try word("join")
      try text(name, largest: 240)
      try self.key(key)
    case .rolled(let rolls, let second):
      try word(second.isEmpty ? "roll" : "pair")
      try self.rolls(rolls)
      if !second.isEmpty { try self.rolls(second) }
    case .guessed(let guess):
      try word("guess")
      try self.guess(guess)
    case .threw(let roll):
      try word("throw")
      try tableRoll(roll)
      try writeAtEnd(roll.notes)
    case .rolledHidden(let roll, let commitment):
      try word("hide")
      try hiddenRoll(roll)
      try raw(commitment, count: HiddenRoll.hashLength)
      try writeAtEnd(roll.notes)
    case .asked(let expression, let seats):
      try word("ask")
      try yield(expression)
      try self.seats(seats)
    case .switched(let which, let isOn):
      try word("set")
      try choice(which)
      try flag(isOn)
    case .brought(let act):
      try word("bring")
      try broughtCharacter(act)
    case .tookBack(let member): try write("back", member)
    case .checked(let roll, let answers):
      try word("check")
      try checkRoll(roll)
      try int(answers, in: 0...RoomLimits.numbers.upperBound)
    case .turned(let member, let turn):
      try write("turn", member)
      try self.turn(turn)
    case .advanced(let member): try write("march", member)
    case .noted(let number, let note):
      try write("note", number)
      try self.note(note)
    case .askedFor(let check, let members):
      try word("askfor")
      try askedCheck(check, members)
    case .metFoe(let foe):
      try word("foe")
      try self.foe(foe)
    case .hurtFoe(let number, let points):
      try write("hurtfoe", number)
      try int(points, in: FieldCoder.hurts)
    case .removedFoe(let number): try write("nofoe", number)
    case .revealedGuesses: try word("guesses")
    case .revealed(let number): try write("reveal", number)
    case .moved(let move, let answer) where !answer.isEmpty:
      try word("answered")
      try matchMove(move)
      try computersTurn(answer)
    case .moved(.roll(let value), _): try write("die", value)
    case .removed(let seat): try write("remove", seat)
    case .moved(.hold, _): try word("hold")
    case .paired(let round, let pairs):
      try write("round", round)
      try self.pairs(pairs)
    case .substituted(let game, let seat, let turn):
      try write("computer", game)
      try int(seat, in: 0...PigPairs.mostSeats)
      try computersTurn(turn)
    case .wrote(let strategy):
      try word("strategy")
      try self.strategy(strategy)
    case .ran(let result):
      try word("league")
      try leagueResult(result)
    case .playedAgain: try word("again")
    case .tookPlace: try word("place")
    case .startedOver(let settings):
      try word("over")
      if let settings { try experimentSettings(settings) }
    case .skippedGuess: try word("skip")
    }
  }

  /// Reads the number of another event, or of a round.
  private mutating func number() throws -> Int { try int(nil, in: RoomLimits.numbers) }

  private mutating func write(_ name: String, _ number: Int) throws {
    try word(name)
    try int(number, in: RoomLimits.numbers)
  }

  /// Reads the notes at the end of a roll, where one without notes has nothing.
  private mutating func notesAtEnd(dice count: Int) throws -> RollNotes {
    guard !isAtEnd else { return RollNotes() }
    let notes = try notes(nil, dice: count)
    guard !notes.isEmpty else { throw Unreadable() }
    return notes
  }

  private mutating func writeAtEnd(_ written: RollNotes) throws {
    if !written.isEmpty { try notes(written, dice: written.dice.count) }
  }

  /// Codes at least one switch, in their order.
  @discardableResult
  private mutating func switches(_ written: Set<RoomSwitch>?) throws -> Set<RoomSwitch> {
    let words = written.map { RoomSwitch.allCases.filter($0.contains) }
    let read = try each(words, most: RoomSwitch.allCases.count) { try $0.choice($1) }
    guard !read.isEmpty, RoomSwitch.allCases.filter(read.contains) == read else {
      throw Unreadable()
    }
    return Set(read)
  }

  @discardableResult
  mutating func settings(_ settings: RoomSettings?) throws -> RoomSettings {
    let (kind, goal, coach): (String?, Int?, Coach?) =
      switch settings {
      case .experiment: ("experiment", nil, nil)
      case .table: ("table", nil, nil)
      case .match(let goal, let coach): ("match", goal, coach)
      case .pairs: ("pairs", nil, nil)
      case .league(let goal): ("league", goal, nil)
      case nil: (nil, nil, nil)
      }
    switch try word(kind) {
    case "experiment":
      let written: ExperimentSettings? =
        if case .experiment(let all) = settings { all } else { nil }
      return .experiment(try experimentSettings(written))
    case "table": return .table
    case "match":
      return .match(goal: try int(goal, in: Pig.goalLimits), coach: try choice(coach))
    case "pairs":
      let written: PigPairs.Settings? = if case .pairs(let all) = settings { all } else { nil }
      return .pairs(try pairsSettings(written))
    case "league": return .league(goal: try int(goal, in: PigLeague.goals))
    default: throw Unreadable()
    }
  }
}
