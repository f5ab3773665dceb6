import Games

extension FieldWriter {
  mutating func write(_ settings: PigPairs.Settings) {
    write(settings.goal)
    write(word: settings.coach.rawValue)
    write(settings.strategy.number)
  }

  mutating func write(_ pairs: [PigPairs.Pair]) {
    write(each: pairs) { writer, pair in
      writer.write(pair.first)
      writer.write(pair.second)
    }
  }

  /// All but the settings.
  mutating func write(_ pairs: PigPairs) {
    write(pairs.round)
    write(pairs.number)
    write(each: pairs.games) { writer, game in
      writer.write(game.number)
      writer.write(game.match.computer.map { $0 == .first ? 1 : 2 } ?? 0)
      writer.write(game.match.hadComputer)
      writer.write(game.match)
    }
    write(each: pairs.standings.sorted { $0.key < $1.key }) { writer, standing in
      writer.write(standing.key)
      writer.write(standing.value.played)
      writer.write(standing.value.won)
    }
    for number in pairs.tally.numbers { write(number) }
    write(each: pairs.met.sorted { $0.key < $1.key }) { writer, met in
      writer.write(met.key)
      writer.write(each: met.value.sorted()) { $0.write($1) }
    }
  }
}

extension FieldReader {
  mutating func matchMove() throws -> PigMatch.Move {
    PigMatch.Move(number: try int(in: 0...6))
  }

  mutating func computersTurn(least: Int) throws -> [PigMatch.Move] {
    // Each roll but the last brings 2 at least.
    let moves = try array(most: Pig.goalLimits.upperBound) { try $0.matchMove() }
    guard moves.count >= least else { throw Unreadable() }
    return moves
  }

  mutating func pairsSettings() throws -> PigPairs.Settings {
    let goal = try int(in: Pig.goalLimits)
    guard let coach = Coach(rawValue: try word()),
      let strategy = PigStrategy(number: try int(in: -3...PigStrategy.holdLimits.upperBound)),
      let settings = try? PigPairs.Settings(goal: goal, coach: coach, strategy: strategy)
    else { throw Unreadable() }
    return settings
  }

  mutating func pairs() throws -> [PigPairs.Pair] {
    try array(most: PigPairs.mostGames) { reader in
      let first = try reader.int(in: 1...PigPairs.mostSeats)
      return PigPairs.Pair(first: first, second: try reader.int(in: 0...PigPairs.mostSeats))
    }
  }

  mutating func pairs(
    _ new: PigPairs, among seats: [RoomSeat]
  ) throws -> PigPairs {
    guard
      let fresh = try? PigMatch(goal: new.settings.goal, coach: new.settings.coach)
    else { throw Unreadable() }
    var pairs = new
    pairs.round = try int(in: RoomLimits.numbers)
    pairs.number = try int(in: RoomLimits.numbers)
    pairs.games = try array(most: PigPairs.mostGames) { reader in
      let number = try reader.int(in: RoomLimits.numbers)
      let computer = [nil, Seat.first, .second][try reader.int(in: 0...2)]
      let hadComputer = try reader.bool()
      let match = try reader.match(fresh, among: seats, hasPlaces: true)
        .restored(computer: computer, hadComputer: hadComputer)
      guard match.isPossible else { throw Unreadable() }
      return PigPairs.Game(match: match, number: number)
    }
    let standings = try array(most: PigPairs.mostSeats) { reader in
      let seat = try reader.int(in: 1...PigPairs.mostSeats)
      let played = try reader.int(in: 0...RoomLimits.numbers.upperBound)
      let won = try reader.int(in: 0...played)
      return (seat, PigPairs.Standing(played: played, won: won))
    }
    pairs.tally = try tally()
    let met = try array(most: PigPairs.mostSeats) { reader in
      let seat = try reader.int(in: 1...PigPairs.mostSeats)
      let others = try reader.array(most: PigPairs.mostSeats) {
        try $0.int(in: 0...PigPairs.mostSeats)
      }
      return (seat, Set(others))
    }
    let players = pairs.games.flatMap { game in Seat.allCases.compactMap { game.match[$0] } }
    guard Set(players).count == players.count, Set(standings.map(\.0)).count == standings.count,
      Set(met.map(\.0)).count == met.count
    else { throw Unreadable() }
    pairs.standings = Dictionary(uniqueKeysWithValues: standings)
    pairs.met = Dictionary(uniqueKeysWithValues: met)
    return pairs
  }

  private mutating func tally() throws -> PigPairs.Tally {
    var numbers: [Int] = []
    for _ in 0..<6 { numbers.append(try int(in: 0...RoomLimits.numbers.upperBound)) }
    return PigPairs.Tally(
      games: numbers[0], beginnerWon: numbers[1], holds: numbers[2], banked: numbers[3],
      ones: numbers[4], lost: numbers[5])
  }
}

extension PigPairs.Tally {
  fileprivate var numbers: [Int] { [games, beginnerWon, holds, banked, ones, lost] }
}

extension PigStrategy {
  /// What to hold at, or a number of its own below 1.
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
  /// Whether the computer has no place of a person's, and isn't on turn.
  fileprivate var isPossible: Bool {
    guard let computer else { return true }
    return self[computer] == nil && hadComputer && !isComputersTurn
  }
}
