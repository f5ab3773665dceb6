import DiceLanguage
import Games

/// A requested move, before dice are rolled.
package enum RoomMove: Equatable, Sendable {
  /// A roll in a class experiment or a match.
  case roll
  /// The face that one's own die showed.
  case report(face: Int)
  /// A roll at a table, with the label of a named roll, and the question that it answers or 0.
  case throwDice(RollExpression, label: String, answers: Int)
  /// An act without dice.
  case act(RoomAct)
}

extension Room {
  /// Plays a press: checks it, rolls, and applies the event, which must be recorded before anybody
  /// sees it.
  ///
  /// `press` is the number on the page, and `number` that of the event in the record, if not the
  /// next.
  /// - Throws: `RoomRefusal`; then nothing has changed, and no die was rolled unless its total is
  ///   beyond the limits of `Total`.
  package mutating func play(
    _ move: RoomMove, by actor: RoomEvent.Actor, press: Int, number: Int? = nil, at time: Int,
    using random: inout some RandomNumberGenerator
  ) throws(RoomRefusal) -> RoomEvent {
    try check(press: press, by: actor)
    guard actor == .host || !isPaused else { throw .paused }
    if actor != .host { try checkRate(at: time) }
    let act = try act(for: move, by: actor, using: &random)
    let event = RoomEvent(
      number: number ?? lastNumber + 1, time: time, actor: actor, press: press, act: act)
    try apply(event)
    return event
  }

  /// Adds a visitor.
  ///
  /// Somebody who has a seat keeps it, and somebody who was removed gets a new one. `key` is
  /// derived from the visitor's secret and has `RoomSeat.keyLength` bytes.
  /// - Returns: `nil` if the visitor has a seat, so there is nothing to record.
  /// - Throws: `RoomRefusal`; then nothing has changed.
  package mutating func join(
    _ name: String, key: [UInt8], number: Int? = nil, at time: Int
  ) throws(RoomRefusal) -> RoomEvent? {
    guard seat(key: key)?.isRemoved != false else { return nil }
    guard switches.contains(.joining) else { throw .notJoining }
    guard nextSeat <= settings.mostSeats else { throw .tooManySeats(settings.mostSeats) }
    try checkRate(at: time)
    let name = try SeatName.free(name, besides: takenNames)
    let event = RoomEvent(
      number: number ?? lastNumber + 1, time: time, actor: .seat(nextSeat), press: 0,
      act: .joined(name: name, key: key))
    try apply(event)
    return event
  }

  /// Records an act of a seat on the pages of a character, where presses aren't numbered.
  /// - Throws: `RoomRefusal`; then nothing has changed.
  package mutating func note(
    _ act: RoomAct, by seat: Int, number: Int? = nil, at time: Int
  ) throws(RoomRefusal) -> RoomEvent {
    try checkRate(at: time)
    let event = RoomEvent(
      number: number ?? lastNumber + 1, time: time, actor: .seat(seat), press: 0, act: act)
    try apply(event)
    return event
  }

  /// Rolls for the host alone.
  ///
  /// Once its commitment is known, `play(_:by:press:at:using:)` takes it as `.rolledHidden`.
  /// - Throws: `RoomRefusal.totalTooLarge`, `.noTallies`.
  package static func hiddenRoll(
    _ expression: RollExpression, secret: [UInt8], using random: inout some RandomNumberGenerator
  ) throws(RoomRefusal) -> HiddenRoll {
    let (roll, notes) = try expression.played(using: &random)
    var hidden = HiddenRoll(expression: expression, roll: roll, secret: secret)
    hidden.notes = notes
    return hidden
  }

  /// Checks whether a press may count, by its number.
  /// - Throws: `RoomRefusal.noSeat`, `.pressRepeated`, `.pressAhead`.
  package func check(press: Int, by actor: RoomEvent.Actor) throws(RoomRefusal) {
    guard let next = nextPress(of: actor) else { throw .noSeat }
    guard press >= next else { throw .pressRepeated }
    guard press == next || press / Room.pressSpan == (next - 1) / Room.pressSpan + 1 else {
      throw .pressAhead
    }
  }

  private func checkRate(at time: Int) throws(RoomRefusal) {
    guard time != second || pressesInSecond < RoomLimits.pressesInSecond else { throw .tooBusy }
  }

  private func act(
    for move: RoomMove, by actor: RoomEvent.Actor, using random: inout some RandomNumberGenerator
  ) throws(RoomRefusal) -> RoomAct {
    switch (move, play) {
    case (.roll, .experiment(let experiment)):
      return try roll(in: experiment, by: actor, using: &random)
    case (.roll, .match), (.roll, .pairs), (.act(.moved(.hold, answer: [])), .pairs),
      (.act(.paired), .pairs), (.act(.substituted), .pairs):
      return try actInGames(for: move, by: actor, using: &random)
    case (.report(let face), .experiment(let experiment)):
      guard !experiment.settings.experiment.isRolledHere else { throw .otherKind }
      guard Experiment.ownFaces.contains(face) || face == 1 else { throw .impossibleRoll }
      try checkGuess(of: actor, in: experiment)
      return .rolled([PlayedRoll(dice: [face], total: Total(small: face))])
    case (.throwDice(let expression, let label, let answers), .table(let table)):
      let label = try DiceTable.checked(label: label)
      guard rolls < RoomLimits.rolls else { throw .tooManyRolls }
      let answers =
        answers == 0 ? table.question(answeredBy: expression, of: actor.number) : answers
      try table.check(answers, by: actor.number)
      let (roll, notes) = try expression.played(using: &random)
      var entry = TableRoll(expression: expression, label: label, answers: answers, roll: roll)
      entry.notes = notes
      return .threw(entry)
    case (.act(.asked(.tally(let tally), _)), .table)
    where tally.count == nil || tally.tallies == nil:
      throw .noTallies
    // Visitors mustn't send such dice themselves.
    case (.act(.rolled), _), (.act(.threw), _), (.act(.moved(.roll, _)), _): throw .otherKind
    // Anybody who sees the expectation has nothing left to guess.
    case (.act(.guessed), _) where switches.contains(.expectation),
      (.act(.skippedGuess), _) where switches.contains(.expectation):
      throw .noGuesses
    case (.act(let act), _):
      // Records from before free places could be taken have such moves.
      if case .moved = act, case .match(let match) = play, match.isWaiting { throw .noGame }
      return act
    default: throw .otherKind
    }
  }

  /// Refuses a roll before the guess that must come first; recorded rolls needn't be checked.
  private func checkGuess(
    of actor: RoomEvent.Actor, in experiment: ClassExperiment
  ) throws(RoomRefusal) {
    if waitsForGuess(of: actor.number, in: experiment) { throw .guessFirst }
  }

  /// Rolls as often as the press asks, within the limits of the seat and the room.
  private func roll(
    in experiment: ClassExperiment, by actor: RoomEvent.Actor,
    using random: inout some RandomNumberGenerator
  ) throws(RoomRefusal) -> RoomAct {
    guard actor != .host else { throw .notYours }
    guard experiment.settings.experiment.isRolledHere else { throw .otherKind }
    try checkGuess(of: actor, in: experiment)
    guard rolls < RoomLimits.rolls else { throw .tooManyRolls }
    let left = min(experiment.rollsLeft(of: actor.number), RoomLimits.rolls - rolls)
    guard left > 0 else { throw .seatHasRolled }
    let settings = experiment.settings
    var (played, second): ([PlayedRoll], [PlayedRoll]) = ([], [])
    for _ in 0..<min(left, settings.rollsAtPress) {
      guard let roll = settings.experiment.roll(using: &random) else { throw .totalTooLarge }
      played.append(roll)
      guard let other = settings.second else { continue }
      guard let roll = other.roll(using: &random) else { throw .totalTooLarge }
      second.append(roll)
    }
    return .rolled(played, second: second)
  }

  /// Returns whether a seat must guess before it rolls; it needn't if it sees the expectation.
  package func waitsForGuess(of seat: Int, in experiment: ClassExperiment) -> Bool {
    !switches.contains(.expectation) && experiment.waitsForGuess(of: seat)
  }

  /// Returns whether this is the press that counted last: only then were chance and a die of one's
  /// own this press's.
  package func hasCountedLast(_ press: Int, of actor: RoomEvent.Actor) -> Bool {
    nextPress(of: actor).map { $0 - 1 } == press
  }

  /// Returns whether an uncounted press has nothing left to change, as after a double click; whether
  /// it made a roll at a table, only the record tells.
  package func hasDone(_ move: RoomMove, by actor: RoomEvent.Actor, press: Int) -> Bool {
    switch (move, play) {
    case (.act(.switched(let which, let isOn)), _): switches.contains(which) == isOn
    case (.act(.removed(let number)), _): seat(number) == nil
    case (.act(.startedOver(let settings)), .experiment(let experiment)):
      experiment.first.tally.rolls == 0 && settings ?? experiment.settings == experiment.settings
    case (.act(.revealedGuesses), .experiment(let experiment)): experiment.areGuessesRevealed
    case (.act(.guessed(let guess)), .experiment(let experiment)):
      experiment.guesses[actor.number] == guess
    case (.report(let face), .experiment(let experiment)):
      hasCountedLast(press, of: actor)
        && experiment.first.parts[actor.number]?.last.last?.dice == [face]
    case (.act(.skippedGuess), .experiment(let experiment)):
      experiment.skipped.contains(actor.number)
    // Nobody guesses after a roll, so the last press made it.
    case (.roll, .experiment(let experiment)):
      hasCountedLast(press, of: actor) && experiment.rolls(of: actor.number) > 0
    // It doesn't matter whose press it was.
    case (.act(.playedAgain), _), (.act(.tookPlace), _): true
    case (.act(.paired(let round, _)), .pairs(let pairs)): pairs.round == round
    case (.act(.wrote(let strategy)), .league(let league)):
      league.strategies[actor.number] == strategy
    case (.act(.ran), .league(let league)): league.isUpToDate
    case (.act(.substituted(let game, let seat, _)), .pairs(let pairs)):
      pairs.games.indices ~= game && pairs.games[game].match.computer != nil
        && (seat == 0 || pairs.index(of: seat) == nil)
    case (.act(.revealed(let number)), .table(let table)):
      !table.entries.contains { $0.number == number && $0.isHidden }
    case (.act(.noted(let number, let note)), .table(let table)):
      table.campaign?[number]?.note == note
        || table.campaign?.foes.contains { $0.number == number && $0.note == note } ?? false
    case (.act(.tookBack(let member)), .table(let table)): table.campaign?[member] == nil
    case (.act(.removedFoe(let number)), .table(let table)):
      !(table.campaign?.foes.contains { $0.number == number } ?? false)
    default: false
    }
  }
}

extension RollExpression {
  /// Returns a roll as a table keeps it.
  fileprivate func played(
    using random: inout some RandomNumberGenerator
  ) throws(RoomRefusal) -> (PlayedRoll, RollNotes) {
    switch self {
    case .number(let expression):
      let rolled = expression.roll(using: &random)
      guard let roll = PlayedRoll(rolled), let notes = RollNotes(rolled) else {
        throw .totalTooLarge
      }
      return (roll, notes)
    case .tally(let tally):
      guard let count = tally.count, tally.tallies != nil else { throw .noTallies }
      return (
        PlayedRoll(tally, tally.roll(using: &random)),
        RollNotes(unwritten: max(0, count - PlayedRoll.mostDice))
      )
    }
  }
}

extension RoomAct {
  /// Returns whether this is the result of a move, whatever the dice and the computer's answer
  /// were.
  package func comes(of move: RoomMove) -> Bool {
    switch (move, self) {
    case (.roll, .moved(.roll, _)), (.act(.moved(.hold, _)), .moved(.hold, _)): true
    case (.throwDice(let expression, let label, let answers), .threw(let roll)):
      roll.expression == expression && [0, roll.answers].contains(answers)
        && roll.label == (try? DiceTable.checked(label: label))
    case (.act(.rolledHidden(let sent, _)), .rolledHidden(let roll, _)):
      roll.expression == sent.expression
    case (.act(.checked(let sent, _)), .checked(let roll, _)):
      roll.member == sent.member && roll.what == sent.what
    case (.act(let act), _): act == self
    default: false
    }
  }
}

extension DiceTable {
  /// Returns a roll's label as it is stored; an empty one stays empty.
  fileprivate static func checked(label: String) throws(RoomRefusal) -> String {
    label.isEmpty ? "" : try SeatName.checked(label)
  }
}
