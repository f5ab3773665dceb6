import Games

/// The games of Pig in a room: a match, or the games of pairs.
extension Room {
  /// Gives a newcomer a place; without a free one, the newcomer watches.
  mutating func enterGame(_ number: Int, at event: Int) {
    guard let seat = seat(number) else { return }
    try? changeGames { [seats] match throws(RoomRefusal) in
      try match.seat(seat, among: seats)
    } or: { [seats] pairs throws(RoomRefusal) in
      try pairs.seat(seat, among: seats, number: event)
    }
  }

  /// Frees the place of a removed seat.
  mutating func leaveGame(_ number: Int, at event: Int) {
    try? changeGames {
      $0.free(number)
    } or: {
      $0.free(number, number: event)
    }
  }

  /// Records that an event concerns all pairs.
  mutating func tellAll(at event: Int) {
    guard case .pairs = play else { return }
    try? changeGames { _ in
    } or: {
      $0.number = event
    }
  }

  mutating func performInGames(_ event: RoomEvent) throws(RoomRefusal) {
    let dice = event.act.dice
    guard dice == 0 || rolls + dice <= RoomLimits.rolls else { throw .tooManyRolls }
    let (seats, number) = (seats, event.actor.number)
    func newcomer() throws(RoomRefusal) -> RoomSeat {
      guard let seat = seats.first(where: { $0.number == number }) else { throw .noSeat }
      return seat
    }
    try changeGames { match throws(RoomRefusal) in
      switch event.act {
      case .moved(let move, answer: []): try match.play(move, by: number)
      case .tookPlace: try match.seat(try newcomer(), among: seats)
      case .playedAgain: try match.playAgain(by: number)
      default: throw .otherKind
      }
    } or: { pairs throws(RoomRefusal) in
      switch event.act {
      case .moved(let move, let answer):
        try pairs.play(move, answer: answer, by: number, number: event.number)
      case .tookPlace: try pairs.seat(try newcomer(), among: seats, number: event.number)
      case .paired(let round, let next):
        try pairs.begin(round: round, next, among: seats, number: event.number)
      case .substituted(let game, let seat, let turn):
        try pairs.substitute(seat, in: game, playing: turn, among: seats, number: event.number)
      default: throw .otherKind
      }
    }
    rolls += dice
  }

  /// Returns the act that a press leads to, with its dice and the computer's.
  func actInGames(
    for move: RoomMove, by actor: RoomEvent.Actor, using random: inout some RandomNumberGenerator
  ) throws(RoomRefusal) -> RoomAct {
    let seat = actor.number
    switch (move, play) {
    case (.roll, .match(let match)):
      guard rolls < RoomLimits.rolls else { throw .tooManyRolls }
      guard !match.isWaiting else { throw .noGame }
      try match.check(.roll(1), by: seat)
      return .moved(.roll(DieType.d6.roll(using: &random)))
    case (.roll, .pairs(let pairs)):
      guard rolls < RoomLimits.rolls else { throw .tooManyRolls }
      try pairs.check(.roll(1), by: seat)
      let roll = PigMatch.Move.roll(DieType.d6.roll(using: &random))
      return .moved(roll, answer: try pairs.answer(to: roll, by: seat, using: &random))
    case (.act(.moved(let hold, _)), .pairs(let pairs)):
      try pairs.check(hold, by: seat)
      return .moved(hold, answer: try pairs.answer(to: hold, by: seat, using: &random))
    case (.act(.paired(let round, _)), .pairs(let pairs)):
      guard round == pairs.round + 1 else { throw .outOfOrder }
      return .paired(round: round, pairs.nextPairs(of: seats, using: &random))
    case (.act(.substituted(let game, let seat, _)), .pairs(let pairs)):
      let match = try pairs.substituted(seat, in: game, among: seats)
      let turn = match.computersTurn(pairs.settings.strategy, using: &random)
      return .substituted(game: game, seat: seat, turn: turn)
    default: throw .otherKind
    }
  }

  /// Changes the games in place, while uniquely referenced; of pairs, at most one game is copied.
  private mutating func changeGames(
    _ changeMatch: (inout PigMatch) throws(RoomRefusal) -> Void,
    or changePairs: (inout PigPairs) throws(RoomRefusal) -> Void
  ) throws(RoomRefusal) {
    switch play {
    case .match(var match):
      play = .table(DiceTable())
      defer { play = .match(match) }
      try changeMatch(&match)
    case .pairs(var pairs):
      play = .table(DiceTable())
      defer { play = .pairs(pairs) }
      try changePairs(&pairs)
    default: throw .otherKind
    }
  }
}

extension RoomAct {
  /// The number of dice that it adds to a game of Pig.
  fileprivate var dice: Int {
    switch self {
    case .moved(let move, let answer): ([move] + answer).count { $0 != .hold }
    case .substituted(_, _, let turn): turn.count { $0 != .hold }
    default: 0
    }
  }
}
