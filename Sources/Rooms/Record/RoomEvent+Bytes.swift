import DiceLanguage
import Games

extension RoomEvent {
  /// The event in the record, without its number and time: a line of visible ASCII, at most 64,000
  /// bytes for a league or for each experiment that it rolls.
  package var bytes: [UInt8] {
    var writer = FieldWriter()
    writer.write(actor.number)
    writer.write(press)
    writer.write(act)
    return writer.bytes
  }

  /// Reads what `bytes` wrote.
  /// - Returns: `nil` for what no event writes.
  package init?(bytes: [UInt8], number: Int, time: Int) {
    var reader = FieldReader(bytes)
    guard RoomLimits.numbers ~= number, RoomLimits.times ~= time,
      let event = try? reader.event(number: number, time: time)
    else { return nil }
    self = event
  }
}

extension FieldReader {
  fileprivate mutating func event(number: Int, time: Int) throws -> RoomEvent {
    let actor = try int(in: 0...RoomLimits.seats)
    let press = try int(in: RoomLimits.presses)
    let act = try act()
    try end()
    return RoomEvent(
      number: number, time: time, actor: actor == 0 ? .host : .seat(actor), press: press, act: act)
  }

  private mutating func act() throws -> RoomAct {
    switch try word() {
    case "open":
      let settings = try settings()
      let key = try raw(count: RoomSeat.keyLength)
      return .opened(settings, key: key, off: isAtEnd ? [] : try switches())
    case "join":
      let name = try text(largest: 240)
      return .joined(name: name, key: try raw(count: RoomSeat.keyLength))
    case "roll":
      return .rolled(try rolls())
    case "pair":
      let rolls = try rolls()
      let second = try self.rolls()
      guard !second.isEmpty else { throw Unreadable() }
      return .rolled(rolls, second: second)
    case "guess": return .guessed(try guess())
    case "guesses": return .revealedGuesses
    case "throw":
      var roll = try tableRoll()
      roll.notes = try notesAtEnd(dice: roll.roll.dice.count)
      return .threw(roll)
    case "hide":
      var roll = try hiddenRoll()
      let commitment = try raw(count: HiddenRoll.hashLength)
      roll.notes = try notesAtEnd(dice: roll.roll.dice.count)
      return .rolledHidden(roll, commitment: commitment)
    case "reveal": return .revealed(try int(in: RoomLimits.numbers))
    case "ask":
      let expression = try yield()
      return .asked(expression, seats: try seats())
    case "bring": return .brought(try broughtCharacter())
    case "back": return .tookBack(try int(in: RoomLimits.numbers))
    case "check":
      let roll = try checkRoll()
      return .checked(roll, answers: try int(in: 0...RoomLimits.numbers.upperBound))
    case "turn":
      let member = try int(in: RoomLimits.numbers)
      return .turned(member, try turn())
    case "march": return .advanced(try int(in: RoomLimits.numbers))
    case "note":
      let number = try int(in: RoomLimits.numbers)
      return .noted(number, try note())
    case "askfor":
      let (check, members) = try askedCheck()
      return .askedFor(check, members: members)
    case "foe": return .metFoe(try foe())
    case "hurtfoe":
      let number = try int(in: RoomLimits.numbers)
      return .hurtFoe(
        number, points: try int(in: -Foe.hitPointLimits.upperBound...Foe.hitPointLimits.upperBound))
    case "nofoe": return .removedFoe(try int(in: RoomLimits.numbers))
    case "die": return .moved(.roll(try int(in: 1...6)))
    case "hold": return .moved(.hold)
    case "answered":
      let move = try matchMove()
      return .moved(move, answer: try computersTurn(least: 1))
    case "round":
      let round = try int(in: RoomLimits.numbers)
      return .paired(round: round, try pairs())
    case "computer":
      let game = try int(in: 0...PigPairs.mostGames - 1)
      let seat = try int(in: 0...PigPairs.mostSeats)
      return .substituted(game: game, seat: seat, turn: try computersTurn(least: 0))
    case "strategy": return .wrote(try strategy())
    case "league": return .ran(try leagueResult())
    case "again": return .playedAgain
    case "place": return .tookPlace
    case "set":
      guard let which = RoomSwitch(rawValue: try word()) else { throw Unreadable() }
      return .switched(which, try bool())
    case "remove": return .removed(try int(in: 1...RoomLimits.seats))
    case "over": return .startedOver(isAtEnd ? nil : try experimentSettings())
    case "skip": return .skippedGuess
    default: throw Unreadable()
    }
  }

  private mutating func rolls() throws -> [PlayedRoll] {
    try array(most: 50) { try $0.roll() }
  }

  /// Rolls without notes have nothing there.
  private mutating func notesAtEnd(dice count: Int) throws -> RollNotes {
    guard !isAtEnd else { return RollNotes() }
    let notes = try notes(dice: count)
    guard !notes.isEmpty else { throw Unreadable() }
    return notes
  }

  /// At least one, in their order.
  private mutating func switches() throws -> Set<RoomSwitch> {
    let words = try array(most: RoomSwitch.allCases.count) { try $0.word() }
    let switches = RoomSwitch.allCases.filter { words.contains($0.rawValue) }
    guard !words.isEmpty, switches.map(\.rawValue) == words else { throw Unreadable() }
    return Set(switches)
  }

  mutating func settings() throws -> RoomSettings {
    switch try word() {
    case "experiment": return .experiment(try experimentSettings())
    case "table": return .table
    case "match":
      let goal = try int(in: 10...200)
      guard let coach = Coach(rawValue: try word()) else { throw Unreadable() }
      return .match(goal: goal, coach: coach)
    case "pairs": return .pairs(try pairsSettings())
    case "league": return .league(goal: try int(in: PigLeague.goals))
    default: throw Unreadable()
    }
  }
}

extension FieldWriter {
  fileprivate mutating func write(_ act: RoomAct) {
    switch act {
    case .opened(let settings, let key, let off):
      write(word: "open")
      write(settings)
      write(raw: key)
      if !off.isEmpty {
        write(each: RoomSwitch.allCases.filter(off.contains)) { $0.write(word: $1.rawValue) }
      }
    case .joined(let name, let key):
      write(word: "join")
      write(text: name)
      write(raw: key)
    case .rolled(let rolls, let second):
      write(word: second.isEmpty ? "roll" : "pair")
      write(each: rolls) { $0.write($1) }
      if !second.isEmpty { write(each: second) { $0.write($1) } }
    case .guessed(let guess):
      write(word: "guess")
      write(guess)
    case .threw(let roll):
      write(word: "throw")
      write(roll)
      if !roll.notes.isEmpty { write(roll.notes) }
    case .rolledHidden(let roll, let commitment):
      write(word: "hide")
      write(roll)
      write(raw: commitment)
      if !roll.notes.isEmpty { write(roll.notes) }
    case .asked(let expression, let seats):
      write(word: "ask")
      write(text: expression.text)
      write(each: seats) { $0.write($1) }
    case .switched(let which, let isOn):
      write(word: "set")
      write(word: which.rawValue)
      write(isOn)
    case .brought(let act):
      write(word: "bring")
      write(act)
    case .tookBack(let member): write("back", member)
    case .checked(let roll, let answers):
      write(word: "check")
      write(roll)
      write(answers)
    case .turned(let member, let turn):
      write("turn", member)
      write(turn)
    case .advanced(let member): write("march", member)
    case .noted(let number, let note):
      write("note", number)
      write(text: note)
    case .askedFor(let check, let members):
      write(word: "askfor")
      write(word: check.rawValue)
      write(each: members) { $0.write($1) }
    case .metFoe(let foe):
      write(word: "foe")
      write(foe)
    case .hurtFoe(let number, let points):
      write("hurtfoe", number)
      write(points)
    case .removedFoe(let number): write("nofoe", number)
    case .revealedGuesses: write(word: "guesses")
    case .revealed(let number): write("reveal", number)
    case .moved(let move, let answer) where !answer.isEmpty:
      write("answered", move.number)
      write(each: answer) { $0.write($1.number) }
    case .moved(.roll(let value), _): write("die", value)
    case .removed(let seat): write("remove", seat)
    case .moved(.hold, _): write(word: "hold")
    case .paired(let round, let pairs):
      write("round", round)
      write(pairs)
    case .substituted(let game, let seat, let turn):
      write("computer", game)
      write(seat)
      write(each: turn) { $0.write($1.number) }
    case .wrote(let strategy):
      write(word: "strategy")
      write(strategy)
    case .ran(let result):
      write(word: "league")
      write(result)
    case .playedAgain: write(word: "again")
    case .tookPlace: write(word: "place")
    case .startedOver(let settings):
      write(word: "over")
      if let settings { write(settings) }
    case .skippedGuess: write(word: "skip")
    }
  }

  private mutating func write(_ name: String, _ number: Int) {
    write(word: name)
    write(number)
  }

  mutating func write(_ settings: RoomSettings) {
    switch settings {
    case .experiment(let settings):
      write(word: "experiment")
      write(settings)
    case .table: write(word: "table")
    case .match(let goal, let coach):
      write(word: "match")
      write(goal)
      write(word: coach.rawValue)
    case .pairs(let settings):
      write(word: "pairs")
      write(settings)
    case .league(let goal): write("league", goal)
    }
  }
}
