import Games

/// When the coach of a match speaks.
package enum Coach: String, CaseIterable, Sendable {
  case off, afterGame, always
}

/// A match of Pig between seats 1 and 2; further seats watch.
package struct PigMatch: Equatable, Sendable {
  /// A move of the seat whose turn it is.
  package enum Move: Equatable, Sendable {
    /// A die that fell, `1...6`.
    case roll(Int)
    case hold
  }

  /// Points that win, in `Pig.goalLimits`.
  package let goal: Int
  package let coach: Coach
  /// `nil` until both players have come.
  package private(set) var log: PigLog?

  /// - Throws: `RoomRefusal.setting` for a goal outside its limits.
  package init(goal: Int = Pig.usualGoal, coach: Coach = .off) throws(RoomRefusal) {
    guard Pig.goalLimits ~= goal else { throw .setting }
    (self.goal, self.coach) = (goal, coach)
  }

  package var game: Pig? { log?.game }

  /// The seat whose turn it is; `nil` before and after a game.
  package var seatToMove: Int? {
    guard let game, !game.isOver else { return nil }
    return game.turn == .first ? 1 : 2
  }

  /// The same match between players of other names, for where those of the two aren't shown.
  package func renamed(_ first: String, _ second: String) -> PigMatch {
    guard let log else { return self }
    let start = log.start
    var match = self
    match.log = nil
    if let first = Player(
      name: first, score: start.first.score, scoringTurns: start.first.scoringTurns),
      let second = Player(
        name: second, score: start.second.score, scoringTurns: start.second.scoringTurns),
      let other = Pig(
        goal: start.goal, first: first, second: second, opponent: .person,
        beginner: start.beginner, turn: start.turn, turnTotal: start.turnTotal,
        lastRoll: start.lastRoll, winner: start.winner)
    {
      match.log = PigLog(
        from: other, leftOut: log.leftOut, moves: log.entries.compactMap(\.event.move))
    }
    return match
  }

  /// Begins a game; seat 1 rolls first, and in the next game seat 2.
  mutating func begin(first: String, second: String, beginner: Seat = .first) {
    let game = try? Pig(goal: goal, first: first, second: second, beginner: beginner)
    log = game.map { PigLog($0) }
  }

  /// - Throws: `RoomRefusal.noGame`, `.notYourTurn`, `.nothingToHold` or `.impossibleRoll`.
  func check(_ move: Move, by seat: Int) throws(RoomRefusal) {
    guard let game, !game.isOver else { throw .noGame }
    guard seat == seatToMove else { throw .notYourTurn }
    switch move {
    case .roll(let value): guard 1...6 ~= value else { throw .impossibleRoll }
    case .hold: guard game.canHold else { throw .nothingToHold }
    }
  }

  /// - Throws: as `check(_:by:)` does.
  mutating func play(_ move: Move, by seat: Int) throws(RoomRefusal) {
    try check(move, by: seat)
    do throws(PigRefusal) {
      try log?.play { game throws(PigRefusal) in
        switch move {
        case .roll(let value): try game.take(value)
        case .hold: try game.hold()
        }
      }
    } catch {
      throw .noGame
    }
  }

  /// Plays again once a game is over; the other player begins.
  /// - Throws: `RoomRefusal.noGame`, `.notYourTurn` for a watcher.
  mutating func playAgain(by seat: Int) throws(RoomRefusal) {
    guard 1...2 ~= seat else { throw .notYourTurn }
    guard let game, game.isOver else { throw .noGame }
    begin(first: game.first.name, second: game.second.name, beginner: game.beginner.other)
  }
}

extension FieldWriter {
  /// The log, as its first game and the moves since.
  mutating func write(_ match: PigMatch) {
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
      writer.write(each: log.entries.compactMap(\.event.move)) { $0.write($1) }
    }
  }

  mutating func write(_ move: PigMove) {
    if case .roll(let value) = move { write(value) } else { write(0) }
  }
}

extension FieldReader {
  mutating func match(_ settings: PigMatch) throws(Unreadable) -> PigMatch {
    var match = settings
    let logs = try array(most: 1) { reader throws(Unreadable) in
      try reader.pigLog(goal: settings.goal)
    }
    match.restore(logs.first)
    return match
  }

  private mutating func pigLog(goal: Int) throws(Unreadable) -> PigLog {
    let beginner: Seat = try bool() ? .first : .second
    let turn: Seat = try bool() ? .first : .second
    let turnTotal = try int(in: 0...Pig.highestRestoredTotal)
    let lastRoll = try int(in: 0...6)
    let first = try player()
    let second = try player()
    let leftOut = try int(in: 0...RoomLimits.numbers.upperBound)
    let moves = try array(most: PigLog.eventsLimit) { reader throws(Unreadable) in
      let value = try reader.int(in: 0...6)
      return value == 0 ? PigMove.hold : .roll(value)
    }
    guard
      let start = Pig(
        goal: goal, first: first, second: second, opponent: .person, beginner: beginner,
        turn: turn, turnTotal: turnTotal, lastRoll: lastRoll == 0 ? nil : lastRoll, winner: nil),
      let log = PigLog(from: start, leftOut: leftOut, moves: moves)
    else { throw Unreadable() }
    return log
  }

  private mutating func player() throws(Unreadable) -> Player {
    let name = try text(largest: Player.largestName)
    let score = try int(in: 0...Pig.goalLimits.upperBound)
    let turns = try int(in: 0...Pig.goalLimits.upperBound)
    guard let player = Player(name: name, score: score, scoringTurns: turns) else {
      throw Unreadable()
    }
    return player
  }
}

extension PigMatch {
  fileprivate mutating func restore(_ log: PigLog?) { self.log = log }
}
