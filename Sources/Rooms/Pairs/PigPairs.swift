import Games

/// A class that plays Pig in pairs, round by round; each game is a match.
///
/// A newcomer takes the place of somebody who left, or else the computer's, or plays the computer
/// until somebody comes. Always true: there are at most `mostGames`, no seat has two places, and it
/// is never the computer's turn.
package struct PigPairs: Equatable, Sendable {
  package struct Settings: Equatable, Sendable {
    /// The points that win, in `Pig.goalLimits`.
    package let goal: Int
    package let coach: Coach
    package let strategy: PigStrategy

    /// - Throws: `RoomRefusal.setting` for a goal outside its limits, or a strategy that doesn't
    ///   suit it.
    package init(
      goal: Int = Pig.defaultGoal, coach: Coach = .off, strategy: PigStrategy = .holdAt(20)
    ) throws(RoomRefusal) {
      guard Pig.goalLimits ~= goal, strategy.isOffered(goal: goal) else { throw .setting }
      (self.goal, self.coach, self.strategy) = (goal, coach, strategy)
    }
  }

  /// Two seats that will play; the second is 0 for the computer.
  package struct Pair: Equatable, Sendable {
    package let first, second: Int

    package init(first: Int, second: Int) { (self.first, self.second) = (first, second) }
  }

  package struct Game: Equatable, Sendable {
    package internal(set) var match: PigMatch
    /// The number of the last event in it.
    package internal(set) var number: Int
  }

  /// A seat's results in finished games.
  package struct Standing: Equatable, Sendable {
    package internal(set) var played = 0
    package internal(set) var won = 0
  }

  /// What a class can learn from its games, without the computer's turns.
  package struct Tally: Equatable, Sendable {
    /// The number of games finished between people, and how many of them the beginner won.
    package internal(set) var games = 0
    package internal(set) var beginnerWon = 0
    /// The number of people's holds, and the points that they banked.
    package internal(set) var holds = 0
    package internal(set) var banked = 0
    /// The number of 1s rolled, and the points lost to them.
    package internal(set) var ones = 0
    package internal(set) var lost = 0
  }

  package static let mostSeats = 100
  package static let mostGames = 50

  package let settings: Settings
  /// The number of the round, from 1.
  package internal(set) var round = 1
  /// The games of this round, in the order of their tables.
  package internal(set) var games: [Game] = []
  /// The results by seat; a seat that hasn't finished a game may be missing.
  package internal(set) var standings: [Int: Standing] = [:]
  package internal(set) var tally = Tally()
  /// The seats that each seat has met in earlier rounds, and in this one before a place changed
  /// hands; 0 for the computer.
  var met: [Int: Set<Int>] = [:]
  /// The number of the last event that concerns everybody.
  package internal(set) var number = 1

  init(_ settings: Settings) { self.settings = settings }

  /// Returns the index in `games` of a seat's game; `nil` if it has no place.
  package func index(of seat: Int) -> Int? {
    games.firstIndex { $0.match.place(of: seat) != nil }
  }

  package func standing(of seat: Int) -> Standing { standings[seat] ?? Standing() }

  /// Returns the number of the last event that changes a seat's page, which others' games don't.
  package func number(for seat: Int) -> Int {
    max(number, index(of: seat).map { games[$0].number } ?? 0)
  }

  /// The number of games won in this round.
  package var finished: Int { games.count { $0.match.game?.isOver == true } }

  /// The number of games in this round still to be won, without those that all people have left.
  package var unfinished: Int {
    games.count { $0.match.people > 0 && $0.match.game?.isOver != true }
  }

  /// The seats that each seat has met, including this round.
  private var metSoFar: [Int: Set<Int>] {
    var met = met
    for game in games { game.match.note(in: &met) }
    return met
  }

  private var freshMatch: PigMatch {
    get throws(RoomRefusal) { try PigMatch(goal: settings.goal, coach: settings.coach) }
  }

  // MARK: Places

  /// Gives a seat a place, with a waiting player if there is one.
  /// - Throws: `RoomRefusal.placeTaken` if it has one.
  mutating func seat(_ seat: RoomSeat, among seats: [RoomSeat], number: Int) throws(RoomRefusal) {
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

  /// Frees the place of a removed seat.
  mutating func free(_ seat: Int, number: Int) {
    guard let index = index(of: seat) else { return }
    games[index].match.free(seat)
    games[index].number = number
  }

  /// Lets the computer play for a seat, or at a free place for 0.
  /// - Throws: `RoomRefusal.noGame` if the game is over, or `.placeTaken` if that has changed.
  mutating func substitute(
    _ seat: Int, in index: Int, playing moves: [PigMatch.Move], among seats: [RoomSeat], number: Int
  ) throws(RoomRefusal) {
    var match = try substituted(seat, in: index, among: seats)
    try match.playComputersTurn(moves)
    noteMeeting(at: index)
    games[index] = Game(match: match, number: number)
    count(match)
  }

  /// Records that two have met, if a game has begun, before a place in it changes hands.
  private mutating func noteMeeting(at index: Int) {
    guard games[index].match.log?.isUnplayed == false else { return }
    games[index].match.note(in: &met)
  }

  /// Returns a game with the computer in place of a seat, or at a free place for 0, before its
  /// turn.
  /// - Throws: what `substitute` throws.
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

  /// Plays a seat's move and the computer's answer, if it is the computer's turn then.
  /// - Throws: what `PigMatch.check(_:by:)` throws; then nothing has changed.
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

  /// - Throws: what `PigMatch.check(_:by:)` throws, or `RoomRefusal.noGame` while a player is
  ///   missing.
  func check(_ move: PigMatch.Move, by seat: Int) throws(RoomRefusal) {
    guard let index = index(of: seat), !games[index].match.isWaiting else { throw .noGame }
    try games[index].match.check(move, by: seat)
  }

  /// Returns the computer's turn after a move; empty if it isn't the computer's turn then.
  /// - Throws: what `PigMatch.check(_:by:)` throws.
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

  func nextPairs(of seats: [RoomSeat], using random: inout some RandomNumberGenerator) -> [Pair] {
    let players = seats.filter { !$0.isRemoved }.map { seat in
      (number: seat.number, won: standings[seat.number]?.won ?? 0)
    }
    let met = metSoFar
    return Pairing.pairs(
      of: players, hasMet: { met[$0]?.contains($1) ?? met[$1]?.contains($0) ?? false },
      using: &random)
  }

  /// Begins a round; unfinished games end without a winner.
  ///
  /// Rounds may be lost to damage, so its number may be higher than the next.
  /// - Throws: `RoomRefusal.outOfOrder` for an earlier round, `.noSeat` for impossible seats.
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
  /// Adds the players to those whom each has met; 0 stands for the computer.
  fileprivate func note(in met: inout [Int: Set<Int>]) {
    let players = Seat.allCases.compactMap { $0 == computer ? 0 : self[$0] }
    for seat in players where seat > 0 {
      met[seat, default: []].formUnion(players.filter { $0 != seat })
    }
  }
}
