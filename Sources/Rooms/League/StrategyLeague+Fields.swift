import Games

extension FieldCoder {
  mutating func strategy(_ strategy: WrittenStrategy?) throws -> WrittenStrategy {
    let form = try choice(strategy?.form)
    let numbers = try form.limits.enumerated().map { index, limits in
      try int(strategy?.numbers[index], in: limits)
    }
    return try strategy ?? WrittenStrategy(form, numbers)
  }

  /// Codes the result of a league in at most 64,000 bytes.
  mutating func leagueResult(_ result: StrategyLeague.Result?) throws -> StrategyLeague.Result {
    let league = result?.league
    let goal = try int(league?.goal, in: PigLeague.goals)
    let entries = try entries(
      result.map { zip($0.seats, $0.league.strategies).map { (key: $0, value: $1) } },
      most: PigLeague.mostStrategies)
    let players = 0..<entries.count + PigLeague.standards.count
    let chances = try players.map { player in
      try players.map { try chance(league?.chances[player][$0]) }
    }
    let slips = try entries.indices.map { index in
      try optional(league?.slips[index]) { try $0.slip($1, goal) }
    }
    if let result { return result }
    guard !entries.isEmpty else { throw Unreadable() }
    return StrategyLeague.Result(
      seats: entries.map(\.key),
      league: PigLeague(
        goal: goal, strategies: entries.map(\.value), chances: chances, slips: slips))
  }

  /// Codes a league without its goal, which is that of `new`.
  mutating func league(_ new: StrategyLeague) throws -> StrategyLeague {
    let written = given(new)
    var league = new
    let strategies = written?.strategies.sorted { $0.key < $1.key }
    for (seat, strategy) in try entries(strategies, most: RoomLimits.seats) {
      league.strategies[seat] = strategy
    }
    league.runs = try int(written?.runs, in: 0...StrategyLeague.mostRuns)
    if league.runs > 0 { league.result = try leagueResult(written?.result) }
    let numbers = written?.numbers.sorted { $0.key < $1.key }
    try each(numbers, most: RoomLimits.seats + 1) { coder, number in
      let actor = try coder.int(number?.key, in: 0...RoomLimits.seats)
      let value = try coder.int(number?.value, in: RoomLimits.numbers)
      league.numbers[actor] = value
      return (key: actor, value: value)
    }
    guard league.result?.league.goal ?? league.goal == league.goal else { throw Unreadable() }
    return league
  }

  /// Codes seats in ascending order with their strategies.
  private mutating func entries(
    _ entries: [(key: Int, value: WrittenStrategy)]?, most: Int
  ) throws -> [(key: Int, value: WrittenStrategy)] {
    let read = try each(entries, most: most) { coder, entry in
      let seat = try coder.int(entry?.key, in: 1...RoomLimits.seats)
      return (key: seat, value: try coder.strategy(entry?.value))
    }
    guard entries != nil || zip(read, read.dropFirst()).allSatisfy({ $0.key < $1.key }) else {
      throw Unreadable()
    }
    return read
  }

  private mutating func slip(_ slip: PigSlip?, _ goal: Int) throws -> PigSlip {
    let own = try int(slip?.own, in: 0...goal - 1)
    let other = try int(slip?.other, in: 0...goal - 1)
    let total = try int(slip?.turnTotal, in: 2...max(2, goal - own - 1))
    let choice = try flag(slip.map { $0.choice == .roll }) ? PigChoice.roll : .hold
    return PigSlip(
      own: own, other: other, turnTotal: total, choice: choice, roll: try chance(slip?.roll),
      hold: try chance(slip?.hold))
  }

  private mutating func chance(_ chance: Double?) throws -> Double {
    let scaled = chance.map { Int(($0 * PigLeague.scale).rounded()) }
    return Double(try int(scaled, in: 0...Int(PigLeague.scale))) / PigLeague.scale
  }
}
