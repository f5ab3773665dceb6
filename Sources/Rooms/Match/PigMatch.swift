import Games

/// When the coach of a match gives advice.
package enum Coach: String, CaseIterable, Sendable {
  case off, afterGame, always
}

/// A match of Pig: two seats of a room play, and the others watch.
///
/// If a player is removed, the place becomes free: the game waits, and the seat that takes the
/// place continues it with the same points. In a room of pairs the computer may play. Its turns are
/// not moves of their own: each is part of the act before it, so between acts it is never the
/// computer's turn. Always true: no seat has both places, and there is a log once both places have
/// been taken.
package struct PigMatch: Equatable, Sendable {
  /// A move of the player whose turn it is.
  package enum Move: Equatable, Sendable {
    /// A roll of the die, `1...6`.
    case roll(Int)
    case hold
  }

  /// The points that win, in `Pig.goalLimits`.
  package let goal: Int
  package let coach: Coach
  /// The number of the seat that rolls first in the first game; `nil` while its place is free.
  private var first: Int?
  /// The number of the other player's seat; `nil` while its place is free.
  private var second: Int?
  /// The place that the computer plays, if any.
  package private(set) var computer: Seat?
  /// Whether the computer has played in this game, if there is one.
  package private(set) var hadComputer = false
  /// The log; `nil` until both players have come.
  package private(set) var log: PigLog?

  /// - Throws: `RoomRefusal.setting` for a goal outside its limits.
  package init(goal: Int = Pig.defaultGoal, coach: Coach = .off) throws(RoomRefusal) {
    guard Pig.goalLimits ~= goal else { throw .setting }
    (self.goal, self.coach) = (goal, coach)
  }

  package var game: Pig? { log?.game }

  /// The number of the seat that has a place; `nil` if the place is free.
  package private(set) subscript(place: Seat) -> Int? {
    get { place == .first ? first : second }
    set { if place == .first { first = newValue } else { second = newValue } }
  }

  /// Returns the place of a seat; `nil` if it watches.
  package func place(of seat: Int) -> Seat? { Seat.allCases.first { self[$0] == seat } }

  /// The free places, in the order in which they are taken.
  package var freePlaces: [Seat] { Seat.allCases.filter { self[$0] == nil && $0 != computer } }

  /// The number of places that people have.
  package var people: Int { Seat.allCases.count { self[$0] != nil } }

  /// Whether there is a game in which a player is missing.
  package var isWaiting: Bool { game != nil && !freePlaces.isEmpty }

  /// The seat whose turn it is; `nil` before and after a game, and if the player is missing.
  package var seatToMove: Int? {
    guard let game, !game.isOver else { return nil }
    return self[game.turn]
  }

  /// Returns the match with other names for its players, for pages that don't show theirs.
  ///
  /// Different names must become different names.
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

  /// Gives a seat a free place, or else the computer's; the seat continues the game there, or a new
  /// one begins once both places are taken.
  /// - Throws: `RoomRefusal.placeTaken`.
  mutating func seat(_ seat: RoomSeat, among seats: [RoomSeat]) throws(RoomRefusal) {
    guard place(of: seat.number) == nil, let place = freePlaces.first ?? computer else {
      throw .placeTaken
    }
    self[place] = seat.number
    if computer == place {
      computer = nil
      // A game that hasn't begun isn't continued.
      if log?.isUnplayed == true { log = nil }
    }
    fill(place, seat.name, among: seats)
  }

  /// Gives a place to the computer, whoever has it; the game goes on as in `seat(_:among:)`.
  /// - Throws: `RoomRefusal.noGame` after a game, `.placeTaken` if the computer has the other
  ///   place.
  mutating func giveToComputer(_ place: Seat, among seats: [RoomSeat]) throws(RoomRefusal) {
    guard game?.isOver != true else { throw .noGame }
    guard computer == nil else { throw .placeTaken }
    self[place] = nil
    computer = place
    hadComputer = true
    fill(place, Pig.computerName, among: seats)
  }

  private mutating func fill(_ place: Seat, _ newName: String, among seats: [RoomSeat]) {
    if game?.isOver == false {
      try? log?.play { game throws(PigRefusal) in try game.rename(place, to: newName) }
      return
    }
    func name(_ place: Seat) -> String? {
      place == computer
        ? Pig.computerName : seats.first { $0.number == self[place] }?.name
    }
    guard let first = name(.first), let second = name(.second) else { return }
    begin(first: first, second: second)
  }

  /// Frees the place of a removed seat, if it has one, and drops a game in which nobody has rolled.
  mutating func free(_ seat: Int) {
    guard let place = place(of: seat) else { return }
    self[place] = nil
    if log?.isUnplayed == true { log = nil }
  }

  /// Begins the first game with the first player, and each later one with the other player.
  private mutating func begin(first: String, second: String) {
    let next = try? Pig(
      goal: goal, first: first, second: second, beginner: game?.beginner.other ?? .first)
    log = next.map { PigLog($0) }
    hadComputer = computer != nil
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
    try take(move)
  }

  var isComputersTurn: Bool {
    guard let game, let computer, freePlaces.isEmpty else { return false }
    return !game.isOver && game.turn == computer
  }

  /// Returns the computer's whole turn; empty if it isn't the computer's turn.
  func computersTurn(
    _ strategy: PigStrategy, using random: inout some RandomNumberGenerator
  ) -> [Move] {
    guard isComputersTurn, var game else { return [] }
    var moves: [Move] = []
    while !game.isOver, game.turn == computer {
      let holds = strategy.holds(at: game.position)
      let move = holds ? Move.hold : .roll(DieType.d6.roll(using: &random))
      moves.append(move)
      guard (try? move.play(in: &game)) != nil else { break }
    }
    return moves
  }

  /// Plays the computer's whole turn from the record; empty unless it is the computer's turn.
  /// - Throws: `RoomRefusal.notYourTurn` for more or fewer moves, or what `check(_:by:)` throws;
  ///   then part of it may have been played.
  mutating func playComputersTurn(_ moves: [Move]) throws(RoomRefusal) {
    for move in moves {
      guard isComputersTurn else { throw .notYourTurn }
      if case .roll(let value) = move, !(1...6 ~= value) { throw .impossibleRoll }
      try take(move)
    }
    guard !isComputersTurn else { throw .notYourTurn }
  }

  private mutating func take(_ move: Move) throws(RoomRefusal) {
    do throws(PigRefusal) {
      try log?.play { game throws(PigRefusal) in try move.play(in: &game) }
    } catch {
      throw .noGame
    }
  }

  /// Begins another game after one is over; the other player begins.
  /// - Throws: `RoomRefusal.noGame`, `.notYourTurn` for a watcher.
  mutating func playAgain(by seat: Int) throws(RoomRefusal) {
    guard place(of: seat) != nil else { throw .notYourTurn }
    guard let game, game.isOver, freePlaces.isEmpty else { throw .noGame }
    begin(first: game.first.name, second: game.second.name)
  }

  /// Returns the match as a snapshot has it.
  func restored(_ log: PigLog?, first: Int?, second: Int?) -> PigMatch {
    var match = self
    (match.log, match.first, match.second) = (log, first, second)
    return match
  }

  /// Returns the match with the computer in a place, or in none.
  func restored(computer: Seat?, hadComputer: Bool) -> PigMatch {
    var match = self
    (match.computer, match.hadComputer) = (computer, hadComputer)
    return match
  }
}

extension PigMatch.Move {
  fileprivate func play(in game: inout Pig) throws(PigRefusal) -> [PigEvent] {
    switch self {
    case .roll(let value): try game.take(value)
    case .hold: try game.hold()
    }
  }

  /// The move in records: the die, or 0 for holding.
  var number: Int {
    switch self {
    case .roll(let value): value
    case .hold: 0
    }
  }

  init(number: Int) { self = number == 0 ? .hold : .roll(number) }
}
