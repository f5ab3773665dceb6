import Games

extension FieldCoder {
  mutating func matchMove(_ move: PigMatch.Move?) throws -> PigMatch.Move {
    PigMatch.Move(number: try int(move?.number, in: 0...6))
  }

  mutating func computersTurn(_ turn: [PigMatch.Move]?, least: Int = 0) throws -> [PigMatch.Move] {
    // Each roll but the last adds at least 2.
    let moves = try each(turn, most: Pig.goalLimits.upperBound) { try $0.matchMove($1) }
    guard moves.count >= least else { throw Unreadable() }
    return moves
  }

  mutating func pairsSettings(_ settings: PigPairs.Settings?) throws -> PigPairs.Settings {
    let goal = try int(settings?.goal, in: Pig.goalLimits)
    let coach = try choice(settings?.coach)
    let number = try int(settings?.strategy.number, in: -3...PigStrategy.holdLimits.upperBound)
    guard let strategy = settings?.strategy ?? PigStrategy(number: number) else {
      throw Unreadable()
    }
    return try settings ?? PigPairs.Settings(goal: goal, coach: coach, strategy: strategy)
  }

  mutating func pairs(_ pairs: [PigPairs.Pair]?) throws -> [PigPairs.Pair] {
    try each(pairs, most: PigPairs.mostGames) { coder, pair in
      PigPairs.Pair(
        first: try coder.int(pair?.first, in: 1...PigPairs.mostSeats),
        second: try coder.int(pair?.second, in: 0...PigPairs.mostSeats))
    }
  }

  /// Codes a room of pairs without its settings, which are those of `new`.
  mutating func pairs(_ new: PigPairs, among seats: [RoomSeat]) throws -> PigPairs {
    let written = given(new)
    let fresh = try PigMatch(goal: new.settings.goal, coach: new.settings.coach)
    var pairs = new
    pairs.round = try int(written?.round, in: RoomLimits.numbers)
    pairs.number = try int(written?.number, in: RoomLimits.numbers)
    pairs.games = try each(written?.games, most: PigPairs.mostGames) { coder, game in
      let number = try coder.int(game?.number, in: RoomLimits.numbers)
      let places = [nil, Seat.first, .second]
      let place = game.flatMap { places.firstIndex(of: $0.match.computer) }
      let computer = places[try coder.int(place, in: 0...2)]
      let hadComputer = try coder.flag(game?.match.hadComputer)
      let match = try coder.match(game?.match ?? fresh, among: seats)
      if let game { return game }
      let read = match.restored(computer: computer, hadComputer: hadComputer)
      guard read.isPossible else { throw Unreadable() }
      return PigPairs.Game(match: read, number: number)
    }
    let standings = try each(
      written?.standings.sorted { $0.key < $1.key }, most: PigPairs.mostSeats
    ) { coder, standing in
      let seat = try coder.int(standing?.key, in: 1...PigPairs.mostSeats)
      let played = try coder.int(standing?.value.played, in: 0...RoomLimits.numbers.upperBound)
      let won = try coder.int(standing?.value.won, in: 0...played)
      return (key: seat, value: PigPairs.Standing(played: played, won: won))
    }
    for number in [
      \PigPairs.Tally.games, \.beginnerWon, \.holds, \.banked, \.ones, \.lost,
    ] {
      pairs.tally[keyPath: number] = try int(
        written?.tally[keyPath: number], in: 0...RoomLimits.numbers.upperBound)
    }
    let met = try each(
      written?.met.sorted { $0.key < $1.key }, most: PigPairs.mostSeats
    ) { coder, met in
      let seat = try coder.int(met?.key, in: 1...PigPairs.mostSeats)
      let others = try coder.ints(
        met?.value.sorted(), most: PigPairs.mostSeats, in: 0...PigPairs.mostSeats)
      return (key: seat, value: Set(others))
    }
    if let written { return written }
    let players = pairs.games.flatMap { game in Seat.allCases.compactMap { game.match[$0] } }
    guard Set(players).count == players.count,
      Set(standings.map(\.key)).count == standings.count, Set(met.map(\.key)).count == met.count
    else { throw Unreadable() }
    pairs.standings = Dictionary(uniqueKeysWithValues: standings.map { ($0.key, $0.value) })
    pairs.met = Dictionary(uniqueKeysWithValues: met.map { ($0.key, $0.value) })
    return pairs
  }
}

extension PigStrategy {
  /// The number to hold at; below 1 for other strategies.
  fileprivate var number: Int {
    switch self {
    case .holdAt(let total): total
    case .rollOnce: 0
    case .fourScoringTurns: -1
    case .keepPaceEndRace: -2
    case .optimal: -3
    }
  }

  fileprivate init?(number: Int) {
    let others: [PigStrategy] = [.rollOnce, .fourScoringTurns, .keepPaceEndRace, .optimal]
    guard let strategy = number > 0 ? .holdAt(number) : others.first(where: { $0.number == number })
    else { return nil }
    self = strategy
  }
}

extension PigMatch {
  /// Whether the computer has no person's place, and it isn't the computer's turn.
  fileprivate var isPossible: Bool {
    guard let computer else { return true }
    return self[computer] == nil && hadComputer && !isComputersTurn
  }
}
