import Games

extension FieldWriter {
  mutating func write(_ strategy: WrittenStrategy) {
    write(word: strategy.form.rawValue)
    for number in strategy.numbers { write(number) }
  }

  /// At most 64,000 bytes.
  mutating func write(_ result: StrategyLeague.Result) {
    let league = result.league
    write(league.goal)
    write(each: zip(result.seats, league.strategies).map { $0 }) { writer, entry in
      writer.write(entry.0)
      writer.write(entry.1)
    }
    for chance in league.chances.joined() { write(chance: chance) }
    for slip in league.slips {
      write(slip != nil)
      guard let slip else { continue }
      for number in [slip.own, slip.other, slip.turnTotal] { write(number) }
      write(slip.choice == .roll)
      write(chance: slip.roll)
      write(chance: slip.hold)
    }
  }

  /// All but the goal.
  mutating func write(_ league: StrategyLeague) {
    write(each: league.strategies.sorted { $0.key < $1.key }) { writer, entry in
      writer.write(entry.key)
      writer.write(entry.value)
    }
    write(league.runs)
    if let result = league.result { write(result) }
    write(each: league.numbers.sorted { $0.key < $1.key }) { writer, entry in
      writer.write(entry.key)
      writer.write(entry.value)
    }
  }

  private mutating func write(chance: Double) { write(Int((chance * PigLeague.scale).rounded())) }
}

extension FieldReader {
  mutating func strategy() throws -> WrittenStrategy {
    guard let form = WrittenStrategy.Form(rawValue: try word()) else { throw Unreadable() }
    var numbers: [Int] = []
    for limits in form.limits { numbers.append(try int(in: limits)) }
    guard let strategy = try? WrittenStrategy(form, numbers) else { throw Unreadable() }
    return strategy
  }

  mutating func leagueResult() throws -> StrategyLeague.Result {
    let goal = try int(in: PigLeague.goals)
    let entries = try entries(most: PigLeague.mostStrategies)
    guard !entries.isEmpty else { throw Unreadable() }
    let players = entries.count + PigLeague.standards.count
    var chances: [[Double]] = []
    for _ in 0..<players {
      var row: [Double] = []
      for _ in 0..<players { row.append(try chance()) }
      chances.append(row)
    }
    var slips: [PigSlip?] = []
    for _ in entries { slips.append(try bool() ? try slip(goal) : nil) }
    return StrategyLeague.Result(
      seats: entries.map(\.seat),
      league: PigLeague(
        goal: goal, strategies: entries.map(\.strategy), chances: chances, slips: slips))
  }

  mutating func league(_ new: StrategyLeague) throws -> StrategyLeague {
    var league = new
    for (seat, strategy) in try entries(most: RoomLimits.seats) {
      league.strategies[seat] = strategy
    }
    league.runs = try int(in: 0...StrategyLeague.mostRuns)
    if league.runs > 0 {
      let result = try leagueResult()
      guard result.league.goal == league.goal else { throw Unreadable() }
      league.result = result
    }
    let numbers = try array(most: RoomLimits.seats + 1) { reader in
      (
        actor: try reader.int(in: 0...RoomLimits.seats),
        number: try reader.int(in: RoomLimits.numbers)
      )
    }
    for (actor, number) in numbers { league.numbers[actor] = number }
    return league
  }

  /// Seats in ascending order with their strategies.
  private mutating func entries(
    most: Int
  ) throws -> [(seat: Int, strategy: WrittenStrategy)] {
    let entries = try array(most: most) { reader in
      (seat: try reader.int(in: 1...RoomLimits.seats), strategy: try reader.strategy())
    }
    guard zip(entries, entries.dropFirst()).allSatisfy({ $0.seat < $1.seat }) else {
      throw Unreadable()
    }
    return entries
  }

  private mutating func slip(_ goal: Int) throws -> PigSlip {
    let own = try int(in: 0...goal - 1)
    let other = try int(in: 0...goal - 1)
    let total = try int(in: 2...max(2, goal - own - 1))
    let choice = try bool() ? PigChoice.roll : .hold
    return PigSlip(
      own: own, other: other, turnTotal: total, choice: choice, roll: try chance(),
      hold: try chance())
  }

  private mutating func chance() throws -> Double {
    Double(try int(in: 0...Int(PigLeague.scale))) / PigLeague.scale
  }
}
