import Games

extension FieldWriter {
  /// Who plays, 0 for a free place, and the log, as its first game and the moves since.
  mutating func write(_ match: PigMatch) {
    for place in Seat.allCases { write(match[place] ?? 0) }
    write(each: match.log.map { [$0] } ?? []) { writer, log in
      let start = log.start
      writer.write(start.beginner == .first)
      writer.write(start.turn == .first)
      writer.write(start.turnTotal)
      writer.write(start.lastRoll ?? 0)
      for player in [start.first, start.second] {
        writer.write(text: player.name)
        writer.write(player.score)
        writer.write(player.scoringTurns)
      }
      writer.write(log.leftOut)
      writer.write(each: log.moves) { $0.write($1) }
    }
  }

  /// A die, 0 for holding, or 7 or 8 and the name for who took the first or second place.
  mutating func write(_ move: PigMove) {
    switch move {
    case .roll(let value): write(value)
    case .rename(let place, let name):
      write(place == .first ? 7 : 8)
      write(text: name)
    // People don't swap names in a match, and nobody plays against the computer.
    case .hold, .swapNames, .choose: write(0)
    }
  }
}

extension FieldReader {
  /// `hasPlaces` is whether the bytes tell who plays; before they did, it was seats 1 and 2.
  mutating func match(
    _ settings: PigMatch, among seats: [RoomSeat], hasPlaces: Bool
  ) throws -> PigMatch {
    let present = seats.filter { !$0.isRemoved }.map(\.number)
    var players: [Int?] = []
    for usual in 1...2 {
      let number = hasPlaces ? try int(in: 0...RoomLimits.seats) : usual
      guard number == 0 || !hasPlaces || present.contains(number) else { throw Unreadable() }
      players.append(present.contains(number) ? number : nil)
    }
    guard players[0] == nil || players[0] != players[1] else { throw Unreadable() }
    let logs = try array(most: 1) { try $0.pigLog(goal: settings.goal) }
    guard !logs.isEmpty || players.contains(nil) else { throw Unreadable() }
    return settings.restored(logs.first, first: players[0], second: players[1])
  }

  private mutating func pigLog(goal: Int) throws -> PigLog {
    let beginner: Seat = try bool() ? .first : .second
    let turn: Seat = try bool() ? .first : .second
    let turnTotal = try int(in: 0...Pig.highestRestoredTotal)
    let lastRoll = try int(in: 0...6)
    let first = try player()
    let second = try player()
    let leftOut = try int(in: 0...RoomLimits.numbers.upperBound)
    let moves = try array(most: PigLog.eventsLimit) { reader in
      switch try reader.int(in: 0...8) {
      case 0: return PigMove.hold
      case 7: return .rename(.first, try reader.text(largest: Player.largestName))
      case 8: return .rename(.second, try reader.text(largest: Player.largestName))
      case let value: return .roll(value)
      }
    }
    guard
      let start = Pig(
        goal: goal, first: first, second: second, opponent: .person, beginner: beginner,
        turn: turn, turnTotal: turnTotal, lastRoll: lastRoll == 0 ? nil : lastRoll, winner: nil),
      let log = PigLog(from: start, leftOut: leftOut, moves: moves)
    else { throw Unreadable() }
    return log
  }

  private mutating func player() throws -> Player {
    let name = try text(largest: Player.largestName)
    let score = try int(in: 0...Pig.goalLimits.upperBound)
    let turns = try int(in: 0...Pig.goalLimits.upperBound)
    guard let player = Player(name: name, score: score, scoringTurns: turns) else {
      throw Unreadable()
    }
    return player
  }
}
