import Games

/// When the coach of a match speaks.
package enum Coach: String, CaseIterable, Sendable {
  case off, afterGame, always
}

/// A match of Pig: two seats of a room have its places, and further seats watch.
///
/// If a player is removed, the place is free: the game waits, and whoever takes the place plays on
/// with its points.
/// Always true: no seat has both places, and there is a log once both places have been taken.
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
  /// The number of the seat that rolls first in the first game; `nil` while its place is free.
  private var first: Int?
  /// The number of the other player's seat; `nil` while its place is free.
  private var second: Int?
  /// `nil` until both players have come.
  package private(set) var log: PigLog?

  /// - Throws: `RoomRefusal.setting` for a goal outside its limits.
  package init(goal: Int = Pig.defaultGoal, coach: Coach = .off) throws(RoomRefusal) {
    guard Pig.goalLimits ~= goal else { throw .setting }
    (self.goal, self.coach) = (goal, coach)
  }

  package var game: Pig? { log?.game }

  /// The number of the seat that has a place; `nil` while the place is free.
  package private(set) subscript(place: Seat) -> Int? {
    get { place == .first ? first : second }
    set { if place == .first { first = newValue } else { second = newValue } }
  }

  /// The place of a seat; `nil` for who watches.
  package func place(of seat: Int) -> Seat? { Seat.allCases.first { self[$0] == seat } }

  /// In the order in which they are taken.
  package var freePlaces: [Seat] { Seat.allCases.filter { self[$0] == nil } }

  /// Whether there is a game in which a player is missing.
  package var isWaiting: Bool { game != nil && !freePlaces.isEmpty }

  /// The seat whose turn it is; `nil` before and after a game, and if its place is free.
  package var seatToMove: Int? {
    guard let game, !game.isOver else { return nil }
    return self[game.turn]
  }

  /// The same match with other names for players, for where theirs aren't shown.
  ///
  /// Names that differ must become names that differ.
  package func renamed(_ name: (String) -> String) -> PigMatch {
    guard let log else { return self }
    let start = log.start
    func player(_ player: Player) -> Player? {
      Player(name: name(player.name), score: player.score, scoringTurns: player.scoringTurns)
    }
    let moves = log.moves.map { move in
      guard case .rename(let place, let old) = move else { return move }
      return PigMove.rename(place, name(old))
    }
    var match = self
    match.log = nil
    if let first = player(start.first), let second = player(start.second),
      let other = Pig(
        goal: start.goal, first: first, second: second, opponent: .person,
        beginner: start.beginner, turn: start.turn, turnTotal: start.turnTotal,
        lastRoll: start.lastRoll, winner: start.winner)
    {
      match.log = PigLog(from: other, leftOut: log.leftOut, moves: moves)
    }
    return match
  }

  // MARK: Places

  /// Gives a free place to one of the room's seats, which plays on in a game that goes on; otherwise a
  /// game begins as soon as both places are taken.
  /// - Throws: `RoomRefusal.placeTaken`.
  mutating func seat(_ seat: RoomSeat, among seats: [RoomSeat]) throws(RoomRefusal) {
    guard place(of: seat.number) == nil, let place = freePlaces.first else { throw .placeTaken }
    self[place] = seat.number
    if game?.isOver == false {
      try? self.log?.play { game throws(PigRefusal) in try game.rename(place, to: seat.name) }
      return
    }
    func name(_ number: Int?) -> String? { seats.first { $0.number == number }?.name }
    guard let first = name(first), let second = name(second) else { return }
    begin(first: first, second: second)
  }

  /// Frees the place of a seat that is removed, if it has one; a game in which nobody has rolled is no
  /// more.
  mutating func free(_ seat: Int) {
    guard let place = place(of: seat) else { return }
    self[place] = nil
    if log?.isUnplayed == true { log = nil }
  }

  /// The first player begins the first game, and the players take turns after that.
  private mutating func begin(first: String, second: String) {
    let next = try? Pig(
      goal: goal, first: first, second: second, beginner: game?.beginner.other ?? .first)
    log = next.map { PigLog($0) }
  }

  // MARK: Moves

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
    guard place(of: seat) != nil else { throw .notYourTurn }
    guard let game, game.isOver, freePlaces.isEmpty else { throw .noGame }
    begin(first: game.first.name, second: game.second.name)
  }
}

extension PigMatch {
  /// The same match as a snapshot has it.
  func restored(_ log: PigLog?, first: Int?, second: Int?) -> PigMatch {
    var match = self
    (match.log, match.first, match.second) = (log, first, second)
    return match
  }
}
