import Games

/// A class that plays Pig in pairs, round by round: each game is a match of its own.
///
/// Whoever joins takes the place of somebody who left, or else the computer's; or plays the computer
/// until somebody comes.
/// Always true: there are at most `mostGames`, no seat has two places, and nobody but a person is
/// on turn.
package struct PigPairs: Equatable, Sendable {
  /// What the host chose.
  package struct Settings: Equatable, Sendable {
    /// Points that win, in `Pig.goalLimits`.
    package let goal: Int
    package let coach: Coach
    /// How the computer plays.
    package let strategy: PigStrategy

    /// - Throws: `RoomRefusal.setting` for a goal outside its limits, or a strategy that isn't for it.
    package init(
      goal: Int = Pig.defaultGoal, coach: Coach = .off, strategy: PigStrategy = .holdAt(20)
    ) throws(RoomRefusal) {
      guard Pig.goalLimits ~= goal, strategy.isOffered(goal: goal) else { throw .setting }
      (self.goal, self.coach, self.strategy) = (goal, coach, strategy)
    }
  }

  /// Two seats that are to play, 0 for the computer as the second.
  package struct Pair: Equatable, Sendable {
    package let first, second: Int

    package init(first: Int, second: Int) { (self.first, self.second) = (first, second) }
  }

  package struct Game: Equatable, Sendable {
    package internal(set) var match: PigMatch
    /// The number of the last event in it.
    package internal(set) var number: Int
  }

  /// What a seat has done in games that are over.
  package struct Standing: Equatable, Sendable {
    package internal(set) var played = 0
    package internal(set) var won = 0
  }

  /// What a class can learn from its games; the computer's turns aren't in it.
  package struct Tally: Equatable, Sendable {
    /// Games that people alone have finished, and how many of these the one who began has won.
    package internal(set) var games = 0
    package internal(set) var beginnerWon = 0
    /// How often people have held, and the points that they have banked.
    package internal(set) var holds = 0
    package internal(set) var banked = 0
    /// How often a 1 has come, and the points that were lost to it.
    package internal(set) var ones = 0
    package internal(set) var lost = 0
  }

  package static let mostSeats = 100
  package static let mostGames = 50

  package let settings: Settings
  /// From 1.
  package internal(set) var round = 1
  /// Of this round, in the order of their tables.
  package internal(set) var games: [Game] = []
  /// By seat; one that has finished no game may be missing.
  package internal(set) var standings: [Int: Standing] = [:]
  package internal(set) var tally = Tally()
  /// Whom a seat has met in earlier rounds, and in this one before a place changed hands; 0 for the
  /// computer.
  var met: [Int: Set<Int>] = [:]
  /// The number of the last event that concerns everybody.
  package internal(set) var number = 1

  init(_ settings: Settings) { self.settings = settings }

  /// The index in `games` of the one that a seat plays in; `nil` if it has no place.
  package func index(of seat: Int) -> Int? {
    games.firstIndex { $0.match.place(of: seat) != nil }
  }

  package func standing(of seat: Int) -> Standing { standings[seat] ?? Standing() }

  /// The number of the last event that changes what a seat sees: others' games don't.
  package func number(for seat: Int) -> Int {
    max(number, index(of: seat).map { games[$0].number } ?? 0)
  }

  /// How many games of this round somebody has won.
  package var finished: Int { games.count { $0.match.game?.isOver == true } }

  /// How many games of this round somebody has yet to win; those whose players have all left don't
  /// count.
  package var unfinished: Int {
    games.count { $0.match.people > 0 && $0.match.game?.isOver != true }
  }

  /// Whom a seat has met, in this round too.
  private var metSoFar: [Int: Set<Int>] {
    var met = met
    for game in games { game.match.note(in: &met) }
    return met
  }

  private var freshMatch: PigMatch {
    get throws(RoomRefusal) { try PigMatch(goal: settings.goal, coach: settings.coach) }
  }

  // MARK: Places

  /// Gives a seat a place, with somebody who is waiting if there is one.
  /// - Throws: `RoomRefusal.placeTaken` for who has one.
  mutating func seat(
    _ seat: RoomSeat, among seats: [RoomSeat], number: Int
  ) throws(RoomRefusal) {
    guard index(of: seat.number) == nil else { throw .placeTaken }
    let waiting = games.indices.filter { games[$0].match.people == 1 }
    let index =
      waiting.first { games[$0].match.computer == nil } ?? waiting.first
      ?? games.firstIndex { $0.match.people == 0 } ?? games.count
    if !waiting.contains(index) {
      guard index < PigPairs.mostGames else { throw .tooManySeats(PigPairs.mostSeats) }
      var match = try freshMatch
      try match.giveToComputer(.second, among: seats)
      let game = Game(match: match, number: number)
      if index < games.count { games[index] = game } else { games.append(game) }
    }
    games[index].number = number
    noteMeeting(at: index)
    try games[index].match.seat(seat, among: seats)
  }

  /// Frees the place of a seat that is removed.
  mutating func free(_ seat: Int, number: Int) {
    guard let index = index(of: seat) else { return }
    games[index].match.free(seat)
    games[index].number = number
  }

  /// Lets the computer play at the place of a seat, or a free one for 0.
  /// - Throws: `RoomRefusal.noGame` if it is over, or `.placeTaken` for what isn't so any more.
  mutating func substitute(
    _ seat: Int, in index: Int, playing moves: [PigMatch.Move], among seats: [RoomSeat], number: Int
  ) throws(RoomRefusal) {
    var match = try substituted(seat, in: index, among: seats)
    try match.playComputersTurn(moves)
    noteMeeting(at: index)
    games[index] = Game(match: match, number: number)
    count(match)
  }

  /// Notes who have met in a game in which somebody has rolled, before a place in it changes hands.
  private mutating func noteMeeting(at index: Int) {
    guard games[index].match.log?.isUnplayed == false else { return }
    games[index].match.note(in: &met)
  }

  /// A game with the computer at the place of a seat, or a free one for 0, before it plays its turn.
  /// - Throws: as `substitute` does.
  func substituted(
    _ seat: Int, in index: Int, among seats: [RoomSeat]
  ) throws(RoomRefusal) -> PigMatch {
    guard games.indices ~= index else { throw .placeTaken }
    var match = games[index].match
    let place = seat == 0 ? match.freePlaces.first : match.place(of: seat)
    guard let place, match[place.other] != nil else { throw .placeTaken }
    try match.giveToComputer(place, among: seats)
    return match
  }

  // MARK: Moves

  /// A move of a seat and, if that gives the computer the turn, what it answers.
  /// - Throws: as `PigMatch.check(_:by:)` does; nothing has changed then.
  mutating func play(
    _ move: PigMatch.Move, answer: [PigMatch.Move], by seat: Int, number: Int
  ) throws(RoomRefusal) {
    guard let index = index(of: seat) else { throw .noGame }
    var match = games[index].match
    let total = match.game?.turnTotal ?? 0
    try match.play(move, by: seat)
    try match.playComputersTurn(answer)
    switch move {
    case .hold:
      tally.holds += 1
      tally.banked += total
    case .roll(1):
      tally.ones += 1
      tally.lost += total
    case .roll: break
    }
    games[index] = Game(match: match, number: number)
    count(match)
  }

  /// - Throws: as `PigMatch.check(_:by:)` does, `RoomRefusal.noGame` while a player is missing.
  func check(_ move: PigMatch.Move, by seat: Int) throws(RoomRefusal) {
    guard let index = index(of: seat), !games[index].match.isWaiting else { throw .noGame }
    try games[index].match.check(move, by: seat)
  }

  /// What the computer does after a move; nothing unless it's its turn then.
  /// - Throws: as `PigMatch.check(_:by:)` does.
  func answer(
    to move: PigMatch.Move, by seat: Int, using random: inout some RandomNumberGenerator
  ) throws(RoomRefusal) -> [PigMatch.Move] {
    guard let index = index(of: seat), games[index].match.computer != nil else { return [] }
    var match = games[index].match
    try match.play(move, by: seat)
    return match.computersTurn(settings.strategy, using: &random)
  }

  /// Counts a game that has just ended.
  private mutating func count(_ match: PigMatch) {
    guard let game = match.game, let winner = game.winner else { return }
    for place in Seat.allCases {
      guard let seat = match[place] else { continue }
      standings[seat, default: Standing()].played += 1
      if place == winner { standings[seat, default: Standing()].won += 1 }
    }
    guard !match.hadComputer else { return }
    tally.games += 1
    if winner == game.beginner { tally.beginnerWon += 1 }
  }

  // MARK: Rounds

  /// Draws who meets whom next.
  func nextPairs(
    of seats: [RoomSeat], using random: inout some RandomNumberGenerator
  ) -> [Pair] {
    let players = seats.filter { !$0.isRemoved }.map { seat in
      (number: seat.number, won: standings[seat.number]?.won ?? 0)
    }
    let met = metSoFar
    return Pairing.pairs(
      of: players, hasMet: { met[$0]?.contains($1) ?? met[$1]?.contains($0) ?? false },
      using: &random)
  }

  /// Begins the next round; games that aren't over end without a winner.
  ///
  /// It needn't be the next by number, as rounds may be lost to damage.
  /// - Throws: `RoomRefusal.outOfOrder` for an earlier round, `.noSeat` for seats that can't be.
  mutating func begin(
    round: Int, _ pairs: [Pair], among seats: [RoomSeat], number: Int
  ) throws(RoomRefusal) {
    guard round > self.round else { throw .outOfOrder }
    let players = pairs.flatMap { $0.second == 0 ? [$0.first] : [$0.first, $0.second] }
    guard pairs.count <= PigPairs.mostGames, Set(players).count == players.count else {
      throw .noSeat
    }
    var next: [Game] = []
    for pair in pairs {
      var match = try freshMatch
      for number in [pair.first, pair.second] {
        if number == 0, match.people == 1 {
          try match.giveToComputer(.second, among: seats)
        } else {
          guard let seat = seats.first(where: { $0.number == number && !$0.isRemoved }) else {
            throw .noSeat
          }
          try match.seat(seat, among: seats)
        }
      }
      next.append(Game(match: match, number: number))
    }
    met = metSoFar
    (self.round, games, self.number) = (round, next, number)
  }
}

extension PigMatch {
  /// Adds who play to whom each has met, 0 for the computer.
  fileprivate func note(in met: inout [Int: Set<Int>]) {
    let players = Seat.allCases.compactMap { $0 == computer ? 0 : self[$0] }
    for seat in players where seat > 0 {
      met[seat, default: []].formUnion(players.filter { $0 != seat })
    }
  }
}
