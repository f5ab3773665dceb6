import Games
import Rooms

/// What is said of a league of strategies.
enum LeagueWords {
  static let upToDate = "Nothing has changed since the last run."
  static let toRun = "Every strategy meets every other, optimal play and Hold at 20."
  static let changed = "You’ve changed your strategy since: it counts from the next run."
  static let noSlip = "Your strategy gives nothing away: nobody can play better than this."
  static let noSurprise = "No meeting surprised: nobody beat a strategy that ranks higher."

  /// How many have written a strategy.
  static func written(_ league: StrategyLeague, _ room: Room) -> String {
    let seats = room.seats.count { !$0.isRemoved }
    return "\(league.strategies.count) of \(seats.counted("seat has", "seats have")) a strategy."
  }

  /// The news in one sentence; `nil` before there is any.
  static func said(_ league: StrategyLeague, _ opened: OpenRoom, onWall: Bool) -> String? {
    guard let result = league.result else {
      return league.strategies.isEmpty ? nil : written(league, opened.room)
    }
    let isHidden = opened.hidesNames(onWall: onWall)
    let best = result.league.ranking.first { result.seat(of: $0) != nil } ?? 0
    return """
      \(name(of: best, in: result, opened, isHidden: isHidden)) won the most of all of you: \
      \(share(result.league.shares[best])).
      """
  }

  /// What a player of a run is called.
  static func name(
    of player: Int, in result: StrategyLeague.Result, _ opened: OpenRoom, isHidden: Bool
  ) -> String {
    if let seat = result.seat(of: player) { return opened.name(of: seat, isHidden: isHidden) }
    return PigLeague.standards[player - result.seats.count].name
  }

  /// A share of games as `52.31%`.
  static func share(_ share: Double) -> String { share.percent(places: 2) }

  /// How far a player is behind optimal play: `1.40`, in points of a hundred.
  static func gap(of player: Int, in league: PigLeague) -> String {
    ((league.shares[league.optimal] - league.shares[player]) * 100).fixed(places: 2)
  }

  static func surprise(_ result: StrategyLeague.Result, name: (Int) -> String) -> String {
    guard let (winner, loser) = result.league.surprise else { return noSurprise }
    let league = result.league
    return """
      The meeting that surprised: \(name(winner)), in place \(league.rank(of: winner)), beat \
      \(name(loser)), in place \(league.rank(of: loser)), in \
      \(share(league.share(of: winner, against: loser))) of their games.
      """
  }

  /// What a run has found about a seat's strategy, a sentence each.
  static func own(_ player: Int, in league: PigLeague) -> [String] {
    let gap = league.shares[league.optimal] - league.shares[player]
    let points = (abs(gap) * 100).fixed(places: 2)
    return [
      """
      It won \(share(league.shares[player])) of its games, \(points) points \
      \(gap < 0 ? "more" : "fewer") than optimal play.
      """,
      league.slips[player].map(said) ?? noSlip,
    ]
  }

  private static func said(_ slip: PigSlip) -> String {
    let (done, chance, better, best) =
      slip.choice == .roll
      ? ("rolls", slip.roll, "holding", slip.hold) : ("holds", slip.hold, "rolling", slip.roll)
    return """
      It lost most at \(slip.own) to \(slip.other) with a turn total of \(slip.turnTotal): it \(done), \
      which wins \(share(chance)); \(better) wins \(share(best)).
      """
  }
}

extension WrittenStrategy {
  /// In short: `Hold at 20`.
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

  /// What each number is called, and its field.
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
  /// The scores of each row of a table, such as `20–39`.
  static func fifths(of goal: Int) -> [String] {
    (0..<side).map { row in
      let first = (row * goal + side - 1) / side
      let last = ((row + 1) * goal + side - 1) / side - 1
      return first == last ? "\(first)" : "\(first)–\(last)"
    }
  }
}
