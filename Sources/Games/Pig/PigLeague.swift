/// A league in which strategies meet each other and the standards, with exact chances.
///
/// Each begins half the time. Players are numbered in the order of the strategies, and then of
/// `standards`.
package struct PigLeague: Equatable, Sendable {
  /// The possible goals.
  package static let goals = Pig.goalLimits.lowerBound...100
  package static let mostStrategies = 60
  /// The strategies that play in every league.
  package static let standards: [PigStrategy] = [.optimal, .holdAt(20)]
  /// The scale of chances, which have twelve decimals so that a record has them in full.
  package static let scale = 1e12
  /// The smallest difference of shares: strategies that play alike may differ by rounding.
  private static let closeness = 1e-11

  package let goal: Int
  package let strategies: [WrittenStrategy]
  /// Each player's chance of winning against each when beginning, including against itself.
  package let chances: [[Double]]
  /// The position where each strategy loses most; `nil` for strategies that lose nothing.
  package let slips: [PigSlip?]
  /// Each player's share of wins against all others; equal for those that play alike.
  package let shares: [Double]
  /// The players, best first; of equals, the lower number first.
  package let ranking: [Int]

  /// Plays a league, which takes about a millisecond for each two strategies at a goal of 100.
  /// - Throws: `PigRefusal.goal` for a goal outside `goals`, `.strategy` for none or more than
  ///   `mostStrategies`.
  package init(of strategies: [WrittenStrategy], goal: Int) throws(PigRefusal) {
    guard PigLeague.goals ~= goal else { throw .goal }
    guard 1...PigLeague.mostStrategies ~= strategies.count else { throw .strategy }
    let players =
      strategies.map { PigPlans($0, goal: goal) }
      + PigLeague.standards.map { PigPlans($0, goal: goal) }
    var chances = Array(
      repeating: Array(repeating: 0.0, count: players.count), count: players.count)
    for one in players.indices {
      for other in one..<players.count {
        let contest = PigContest(players[one], players[other])
        chances[one][other] = PigLeague.rounded(contest.firstWins)
        chances[other][one] = PigLeague.rounded(contest.secondWins)
      }
    }
    let judge = PigJudge(goal: goal)
    let slips = players.prefix(strategies.count).map(judge.slip)
    self.init(goal: goal, strategies: strategies, chances: chances, slips: slips)
  }

  /// Restores a league.
  /// - Precondition: as many chances and slips as the players and strategies have.
  package init(goal: Int, strategies: [WrittenStrategy], chances: [[Double]], slips: [PigSlip?]) {
    (self.goal, self.strategies, self.chances, self.slips) = (goal, strategies, chances, slips)
    let players = chances.indices
    var shares = players.map { one in
      let sum = players.reduce(0) {
        $0 + (one == $1 ? 0 : PigLeague.share(of: one, against: $1, chances))
      }
      return PigLeague.rounded(sum / Double(players.count - 1))
    }
    var best: Int?
    for player in players.sorted(by: { shares[$0] > shares[$1] }) {
      if let best, shares[best] - shares[player] < PigLeague.closeness {
        shares[player] = shares[best]
      } else {
        best = player
      }
    }
    self.shares = shares
    ranking = players.sorted { [shares] in (-shares[$0], $0) < (-shares[$1], $1) }
  }

  /// Returns a chance with as many decimals as all chances of a league.
  package static func rounded(_ chance: Double) -> Double { (chance * scale).rounded() / scale }

  private static func share(of one: Int, against other: Int, _ chances: [[Double]]) -> Double {
    0.5 + (chances[one][other] - chances[other][one]) / 2
  }

  /// Returns the share of games that a player wins against another.
  package func share(of one: Int, against other: Int) -> Double {
    PigLeague.rounded(PigLeague.share(of: one, against: other, chances))
  }

  /// The number of the player `PigStrategy.optimal`.
  package var optimal: Int { strategies.count }

  /// Returns a player's rank: the number of better players, plus one.
  package func rank(of player: Int) -> Int { shares.count { $0 > shares[player] } + 1 }

  /// The meeting won most clearly by the lower-ranked player, if there is one.
  package var surprise: (winner: Int, loser: Int)? {
    var found: (winner: Int, loser: Int)?
    var most = 0.5 + PigLeague.closeness
    for winner in chances.indices {
      for loser in chances.indices where shares[winner] < shares[loser] {
        let share = share(of: winner, against: loser)
        if share > most { (found, most) = ((winner, loser), share) }
      }
    }
    return found
  }
}
