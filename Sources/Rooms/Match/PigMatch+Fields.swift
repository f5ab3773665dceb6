import Games

extension FieldCoder {
  /// Codes the players' seats, 0 for a free place, and the log: its first game and the moves since.
  ///
  /// The settings are those of `new`. Older formats don't tell who plays (`hasPlaces` is false):
  /// there, seats 1 and 2 do.
  mutating func match(
    _ new: PigMatch, among seats: [RoomSeat], hasPlaces: Bool = true
  ) throws -> PigMatch {
    let written = given(new)
    var players = [1, 2]
    if hasPlaces {
      players = try Seat.allCases.map { place in
        try int(written.map { $0[place] ?? 0 }, in: 0...RoomLimits.seats)
      }
    }
    let log = try optional(written?.log) { try $0.pigLog($1, goal: new.goal) }
    if let written { return written }
    let present = seats.filter { !$0.isRemoved }.map(\.number)
    let there = players.map { present.contains($0) ? $0 : nil }
    guard !hasPlaces || zip(players, there).allSatisfy({ $0 == 0 || $1 != nil }),
      there[0] == nil || there[0] != there[1], log != nil || there.contains(nil)
    else { throw Unreadable() }
    return new.restored(log, first: there[0], second: there[1])
  }

  private mutating func pigLog(_ log: PigLog?, goal: Int) throws -> PigLog {
    let start = log?.start
    let beginner = try place(start?.beginner)
    let turn = try place(start?.turn)
    let turnTotal = try int(start?.turnTotal, in: 0...Pig.highestRestoredTotal)
    let lastRoll = try int(start.map { $0.lastRoll ?? 0 }, in: 0...6)
    let first = try player(start?.first)
    let second = try player(start?.second)
    let leftOut = try int(log?.leftOut, in: 0...RoomLimits.numbers.upperBound)
    let moves = try each(log?.moves, most: PigLog.eventsLimit) { try $0.pigMove($1) }
    if let log { return log }
    guard
      let start = Pig(
        goal: goal, first: first, second: second, opponent: .person, beginner: beginner,
        turn: turn, turnTotal: turnTotal, lastRoll: lastRoll == 0 ? nil : lastRoll, winner: nil),
      let log = PigLog(from: start, leftOut: leftOut, moves: moves)
    else { throw Unreadable() }
    return log
  }

  private mutating func place(_ place: Seat?) throws -> Seat {
    try flag(place.map { $0 == .first }) ? .first : .second
  }

  private mutating func player(_ player: Player?) throws -> Player {
    let name = try text(player?.name, largest: Player.largestName)
    let score = try int(player?.score, in: 0...Pig.goalLimits.upperBound)
    let turns = try int(player?.scoringTurns, in: 0...Pig.goalLimits.upperBound)
    guard let player = player ?? Player(name: name, score: score, scoringTurns: turns) else {
      throw Unreadable()
    }
    return player
  }

  /// Codes a die, 0 for a hold, or 7 or 8 and the name of the new first or second player.
  private mutating func pigMove(_ move: PigMove?) throws -> PigMove {
    let (number, name): (Int?, String?) =
      switch move {
      case nil: (nil, nil)
      case .roll(let value): (value, nil)
      case .rename(let place, let name): (place == .first ? 7 : 8, name)
      // People don't swap names in a match, and nobody plays against the computer.
      case .hold, .swapNames, .choose: (0, nil)
      }
    return switch try int(number, in: 0...8) {
    case 0: .hold
    case 7: .rename(.first, try text(name, largest: Player.largestName))
    case 8: .rename(.second, try text(name, largest: Player.largestName))
    case let value: .roll(value)
    }
  }
}
