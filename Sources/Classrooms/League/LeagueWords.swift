import Games
import Rooms
import Site

/// The sentences about a league of strategies.
enum LeagueWords {
  static let finished = """
    A league can be run \(StrategyLeague.mostRuns) times, and this one has been. Open a new room to go on.
    """
  static let changed = "You’ve changed your strategy since: it counts from the next run."
  static let noSlip = "Against optimal play it loses nothing."
  static let noSurprise = "No upsets: nobody beat a strategy that ranks higher."

  /// Returns a sentence on what a run would do, or why it can't.
  static func toRun(_ league: StrategyLeague) -> String {
    if league.isFinished { return finished }
    return league.isUpToDate
      ? "Nothing has changed since the last run."
      : "Every strategy meets every other, optimal play and Hold at 20."
  }

  /// Returns the number of seats with a strategy.
  static func written(_ league: StrategyLeague, _ room: Room) -> String {
    let seats = room.seats.count { !$0.isRemoved }
    let written = league.strategies.count
    return """
      \(written) of \(seats.counted("seat", "seats")) \(written == 1 ? "has" : "have") a strategy.
      """
  }

  /// The most names of equally good players in a sentence.
  private static let mostNames = 3

  /// Returns the news in one sentence; `nil` before there is any.
  static func said(_ league: StrategyLeague, _ opened: OpenRoom, onWall: Bool) -> String? {
    guard let result = league.result else {
      return league.strategies.isEmpty ? nil : written(league, opened.room)
    }
    let isHidden = opened.hidesNames(onWall: onWall)
    let most = result.league.shares.prefix(result.seats.count).max() ?? 0
    let best = result.seats.indices.filter { result.league.shares[$0] == most }
    let names =
      best.count > mostNames
      ? "\(best.count) seats"
      : best.map { name(of: $0, in: result, opened, isHidden: isHidden) }.listed()
    let (strategies, it) = best.count == 1 ? ("strategy", "it") : ("strategies", "each")
    return "\(names) had the best \(strategies) in the room: \(it) won \(share(most)) of its games."
  }

  /// Returns the name of a player in a run.
  static func name(
    of player: Int, in result: StrategyLeague.Result, _ opened: OpenRoom, isHidden: Bool
  ) -> String {
    if let seat = result.seat(of: player) { return opened.name(of: seat, isHidden: isHidden) }
    return PigLeague.standards[player - result.seats.count].name
  }

  /// A share of games as `52.31%`.
  static func share(_ share: Double) -> String { share.percent(places: 2) }

  /// Returns the distance from optimal play, in percentage points: `1.40`.
  static func gap(of player: Int, in league: PigLeague) -> String {
    ((league.shares[league.optimal] - league.shares[player]) * 100).fixed(places: 2)
  }

  static func surprise(_ result: StrategyLeague.Result, name: (Int) -> String) -> String {
    guard let (winner, loser) = result.league.surprise else { return noSurprise }
    let league = result.league
    return """
      The biggest upset: \(name(winner)), in place \(league.rank(of: winner)), beat \
      \(name(loser)), in place \(league.rank(of: loser)), in \
      \(share(league.share(of: winner, against: loser))) of their games.
      """
  }

  /// Returns the findings on a seat's strategy, a sentence each.
  static func own(_ player: Int, in league: PigLeague) -> [String] {
    let gap = league.shares[league.optimal] - league.shares[player]
    let points = (abs(gap) * 100).fixed(places: 2)
    let fewer = gap < 0 ? "more" : "fewer"
    let compared = points == "0.00" ? "as many as" : "\(points) percentage points \(fewer) than"
    return [
      "It won \(share(league.shares[player])) of its games, \(compared) optimal play.",
      league.slips[player].map(said) ?? noSlip,
    ]
  }

  private static func said(_ slip: PigSlip) -> String {
    let (done, chance, better, best) =
      slip.choice == .roll
      ? ("rolls", slip.roll, "holding", slip.hold) : ("holds", slip.hold, "rolling", slip.roll)
    // As many as tell them apart.
    let places = (2...10).first { chance.percent(places: $0) != best.percent(places: $0) } ?? 2
    return """
      Against optimal play it lost most at \(slip.own) to \(slip.other) with a turn total of \
      \(slip.turnTotal): it \(done), which wins \(chance.percent(places: places)) if both play \
      perfectly from there; \(better) wins \(best.percent(places: places)).
      """
  }
}

extension WrittenStrategy {
  /// The short name: `Hold at 20`.
  var name: String {
    switch form {
    case .holdAt: "Hold at \(numbers[0])"
    case .fourNumbers:
      "\(numbers[0]) behind, \(numbers[1]) level, \(numbers[2]) ahead, race at \(numbers[3])"
    case .table: "A table of \(numbers.min() ?? 0) to \(numbers.max() ?? 0)"
    }
  }
}

extension WrittenStrategy.Form {
  /// As a heading.
  var title: String {
    switch self {
    case .holdAt: "Hold at a number"
    case .fourNumbers: "Four numbers"
    case .table: "A table"
    }
  }

  var explanation: String {
    switch self {
    case .holdAt: "Hold as soon as the turn total is this or more."
    case .fourNumbers:
      "Where to hold by who has banked more. When the other needs few points, roll until you win."
    case .table: "Where to hold, by how far both have come with their banked points."
    }
  }

  /// Returns the name and the field of each number.
  func fields(goal: Int) -> [(name: String, label: String)] {
    switch self {
    case .holdAt: return [("holdAt", "Hold at")]
    case .fourNumbers:
      return [
        ("behind", "Hold at, when behind"), ("level", "Hold at, when level"),
        ("ahead", "Hold at, when ahead"),
        ("near", "Roll until you win when the other needs at most"),
      ]
    case .table:
      let fifths = WrittenStrategy.fifths(of: goal)
      return fifths.enumerated().flatMap { row, own in
        fifths.enumerated().map { column, other in
          (
            "cell\(row + 1)\(column + 1)",
            "Hold at, with \(own) of your own and \(other) of the other’s"
          )
        }
      }
    }
  }
}

extension WrittenStrategy {
  /// Returns the scores in each row of a table, such as `20–39`.
  static func fifths(of goal: Int) -> [String] {
    (0..<side).map { row in
      let first = (row * goal + side - 1) / side
      let last = ((row + 1) * goal + side - 1) / side - 1
      return first == last ? "\(first)" : "\(first)–\(last)"
    }
  }
}
