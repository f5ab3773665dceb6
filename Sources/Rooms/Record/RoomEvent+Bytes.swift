import DiceLanguage
import Games

extension RoomEvent {
  /// The event in the record, without its number and time: a line of visible ASCII.
  ///
  /// It takes at most 64,000 bytes for a league or for each experiment that it rolls.
  package var bytes: [UInt8] {
    FieldCoder.bytes { coder in
      try coder.int(actor.number, in: 0...RoomLimits.seats)
      try coder.int(press, in: RoomLimits.presses)
      try coder.oneOf(FieldCoder.acts, act)
    }
  }

  /// Reads bytes that `bytes` wrote.
  /// - Returns: `nil` for any others.
  package init?(bytes: [UInt8], number: Int, time: Int) {
    let event = FieldCoder.value(of: bytes) { coder in
      let actor = try coder.int(nil, in: 0...RoomLimits.seats)
      let press = try coder.int(nil, in: RoomLimits.presses)
      return RoomEvent(
        number: number, time: time, actor: actor == 0 ? .host : .seat(actor), press: press,
        act: try coder.oneOf(FieldCoder.acts, nil))
    }
    guard let event, RoomLimits.numbers ~= number, RoomLimits.times ~= time else { return nil }
    self = event
  }
}

extension FieldCoder {
  static let acts: [Case<RoomAct>] = [
    Case("open") {
      if case .opened(let settings, let key, let off) = $0 { (settings, key, off) } else { nil }
    } fields: { coder, opened in
      .opened(
        try coder.settings(opened?.0), key: try coder.key(opened?.1),
        off: try coder.last(opened.flatMap { $0.2.isEmpty ? nil : $0.2 }) {
          try $0.switches($1)
        } ?? [])
    },
    Case("join") {
      if case .joined(let name, let key) = $0 { (name, key) } else { nil }
    } fields: { coder, joined in
      .joined(name: try coder.text(joined?.0, largest: 240), key: try coder.key(joined?.1))
    },
    Case("roll", { .rolled($0) }, { try $0.rolls($1) }) {
      if case .rolled(let rolls, let second) = $0, second.isEmpty { rolls } else { nil }
    },
    Case("pair") {
      if case .rolled(let first, let second) = $0, !second.isEmpty { (first, second) } else { nil }
    } fields: { coder, rolls in
      let (first, second) = (try coder.rolls(rolls?.0), try coder.rolls(rolls?.1))
      guard !second.isEmpty else { throw Unreadable() }
      return .rolled(first, second: second)
    },
    Case("guess", RoomAct.guessed, { try $0.guess($1) }) {
      if case .guessed(let guess) = $0 { guess } else { nil }
    },
    .only("guesses", .revealedGuesses),
    .only("skip", .skippedGuess),
    Case("throw") {
      if case .threw(let roll) = $0 { roll } else { nil }
    } fields: { coder, written in
      var roll = try coder.tableRoll(written)
      roll.notes = try coder.notesAtEnd(written?.notes, dice: roll.roll.dice.count)
      return .threw(roll)
    },
    Case("hide") {
      if case .rolledHidden(let roll, let commitment) = $0 { (roll, commitment) } else { nil }
    } fields: { coder, written in
      var roll = try coder.hiddenRoll(written?.0)
      let commitment = try coder.raw(written?.1, count: HiddenRoll.hashLength)
      roll.notes = try coder.notesAtEnd(written?.0.notes, dice: roll.roll.dice.count)
      return .rolledHidden(roll, commitment: commitment)
    },
    .number("reveal", RoomAct.revealed) {
      if case .revealed(let event) = $0 { event } else { nil }
    },
    Case("ask") {
      if case .asked(let expression, let seats) = $0 { (expression, seats) } else { nil }
    } fields: { coder, asked in
      .asked(try coder.rollExpression(asked?.0), seats: try coder.seats(asked?.1))
    },
    Case("bring", RoomAct.brought, { try $0.broughtCharacter($1) }) {
      if case .brought(let character) = $0 { character } else { nil }
    },
    .number("back", RoomAct.tookBack) {
      if case .tookBack(let member) = $0 { member } else { nil }
    },
    Case("check") {
      if case .checked(let roll, let answers) = $0 { (roll, answers) } else { nil }
    } fields: { coder, checked in
      .checked(
        try coder.checkRoll(checked?.0),
        answers: try coder.int(checked?.1, in: 0...RoomLimits.numbers.upperBound))
    },
    Case("turn") {
      if case .turned(let member, let turn) = $0 { (member, turn) } else { nil }
    } fields: { coder, turned in
      .turned(try coder.int(turned?.0, in: RoomLimits.numbers), try coder.turn(turned?.1))
    },
    .number("march", RoomAct.advanced) {
      if case .advanced(let member) = $0 { member } else { nil }
    },
    Case("note") {
      if case .noted(let number, let note) = $0 { (number, note) } else { nil }
    } fields: { coder, noted in
      .noted(try coder.int(noted?.0, in: RoomLimits.numbers), try coder.note(noted?.1))
    },
    Case("askfor") {
      if case .askedFor(let check, let members) = $0 { (check, members) } else { nil }
    } fields: { coder, asked in
      let (check, members) = try coder.askedCheck(asked?.0, asked?.1)
      return .askedFor(check, members: members)
    },
    Case("foe", RoomAct.metFoe, { try $0.foe($1) }) {
      if case .metFoe(let foe) = $0 { foe } else { nil }
    },
    Case("hurtfoe") {
      if case .hurtFoe(let number, let points) = $0 { (number, points) } else { nil }
    } fields: { coder, hurt in
      let most = Foe.hitPointLimits.upperBound
      return .hurtFoe(
        try coder.int(hurt?.0, in: RoomLimits.numbers),
        points: try coder.int(hurt?.1, in: -most...most))
    },
    .number("nofoe", RoomAct.removedFoe) {
      if case .removedFoe(let number) = $0 { number } else { nil }
    },
    .number("die", in: 1...6, { .moved(.roll($0)) }) {
      if case .moved(.roll(let value), let answer) = $0, answer.isEmpty { value } else { nil }
    },
    .only("hold", .moved(.hold)),
    Case("answered") {
      if case .moved(let move, let answer) = $0, !answer.isEmpty { (move, answer) } else { nil }
    } fields: { coder, moved in
      .moved(try coder.matchMove(moved?.0), answer: try coder.computersTurn(moved?.1, least: 1))
    },
    .only("again", .playedAgain),
    .only("place", .tookPlace),
    Case("round") {
      if case .paired(let round, let pairs) = $0 { (round, pairs) } else { nil }
    } fields: { coder, paired in
      .paired(round: try coder.int(paired?.0, in: RoomLimits.numbers), try coder.pairs(paired?.1))
    },
    Case("computer") {
      if case .substituted(let game, let seat, let turn) = $0 { (game, seat, turn) } else { nil }
    } fields: { coder, place in
      .substituted(
        game: try coder.int(place?.0, in: 0...PigPairs.mostGames - 1),
        seat: try coder.int(place?.1, in: 0...PigPairs.mostSeats),
        turn: try coder.computersTurn(place?.2))
    },
    Case("strategy", RoomAct.wrote, { try $0.strategy($1) }) {
      if case .wrote(let strategy) = $0 { strategy } else { nil }
    },
    Case("league", RoomAct.ran, { try $0.leagueResult($1) }) {
      if case .ran(let result) = $0 { result } else { nil }
    },
    Case("set") {
      if case .switched(let which, let isOn) = $0 { (which, isOn) } else { nil }
    } fields: { coder, switched in
      .switched(try coder.choice(switched?.0), try coder.flag(switched?.1))
    },
    .number("remove", in: 1...RoomLimits.seats, RoomAct.removed) {
      if case .removed(let seat) = $0 { seat } else { nil }
    },
    Case("over") {
      if case .startedOver(let settings) = $0 { .some(settings) } else { nil }
    } fields: { coder, settings in
      .startedOver(try coder.last(settings.flatMap { $0 }) { try $0.experimentSettings($1) })
    },
  ]

  /// Codes the notes at the end of a roll; one without notes has nothing there.
  private mutating func notesAtEnd(_ notes: RollNotes?, dice count: Int) throws -> RollNotes {
    let notes = try last(notes.flatMap { $0.isEmpty ? nil : $0 }) {
      try $0.notes($1, dice: count)
    }
    guard notes?.isEmpty != true else { throw Unreadable() }
    return notes ?? RollNotes()
  }

  /// Codes at least one switch, in their order.
  private mutating func switches(_ written: Set<RoomSwitch>?) throws -> Set<RoomSwitch> {
    let words = written.map { RoomSwitch.allCases.filter($0.contains) }
    let read = try each(words, most: RoomSwitch.allCases.count) { try $0.choice($1) }
    guard !read.isEmpty, RoomSwitch.allCases.filter(read.contains) == read else {
      throw Unreadable()
    }
    return Set(read)
  }

  mutating func settings(_ settings: RoomSettings?) throws -> RoomSettings {
    try oneOf(FieldCoder.settings, settings)
  }

  private static let settings: [Case<RoomSettings>] = [
    Case("experiment", RoomSettings.experiment, { try $0.experimentSettings($1) }) {
      if case .experiment(let settings) = $0 { settings } else { nil }
    },
    .only("table", .table),
    Case("match") {
      if case .match(let goal, let coach) = $0 { (goal, coach) } else { nil }
    } fields: { coder, match in
      .match(goal: try coder.int(match?.0, in: Pig.goalLimits), coach: try coder.choice(match?.1))
    },
    Case("pairs", RoomSettings.pairs, { try $0.pairsSettings($1) }) {
      if case .pairs(let settings) = $0 { settings } else { nil }
    },
    .number("league", in: PigLeague.goals, { .league(goal: $0) }) {
      if case .league(let goal) = $0 { goal } else { nil }
    },
  ]
}
