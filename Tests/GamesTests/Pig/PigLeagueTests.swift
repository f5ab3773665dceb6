import Testing

@testable import Games

@Suite struct PigLeagueTests {
  private static let written: [WrittenStrategy] = [
    written(.holdAt, [5]), written(.fourNumbers, [9, 6, 3, 4]),
    written(.fourNumbers, [2, 7, 12, 0]), written(.table, (1...25).map { $0 % 9 + 2 }),
  ].compactMap(\.self)

  private static func written(
    _ form: WrittenStrategy.Form, _ numbers: [Int]
  ) -> WrittenStrategy? {
    try? WrittenStrategy(form, numbers)
  }

  /// Sweeps all positions with their turn totals until nothing moves, as slow as it is simple.
  private static func beginnerWins(
    _ holds: (_ own: Int, _ other: Int, _ total: Int) -> Bool,
    _ otherHolds: (_ own: Int, _ other: Int, _ total: Int) -> Bool, goal: Int
  ) -> Double {
    // By who is on turn, own score, other score and turn total.
    let scores = goal * goal * goal
    var chances = Array(repeating: Array(repeating: 0.0, count: scores), count: 2)
    func at(_ own: Int, _ other: Int, _ total: Int) -> Int { (own * goal + other) * goal + total }
    var moved = 1.0
    while moved > 1e-14 {
      moved = 0
      for player in 0...1 {
        for own in 0..<goal {
          for other in 0..<goal {
            for total in 0..<(goal - own) {
              let isHeld =
                total > 0 && (player == 0 ? holds : otherHolds)(own, other, total)
              var chance = 1 - chances[1 - player][at(other, own + (isHeld ? total : 0), 0)]
              if !isHeld {
                for face in 2...6 {
                  chance +=
                    own + total + face >= goal ? 1 : chances[player][at(own, other, total + face)]
                }
                chance /= 6
              }
              moved = max(moved, abs(chance - chances[player][at(own, other, total)]))
              chances[player][at(own, other, total)] = chance
            }
          }
        }
      }
    }
    return chances[0][0]
  }

  @Test func `all chances of a league agree with sweeping, and shares are their means`() throws {
    let goal = 10
    let league = try PigLeague(of: Self.written, goal: goal)
    func holds(_ player: Int) -> (Int, Int, Int) -> Bool {
      { own, other, total in
        let position = PigPosition(goal: goal, own: own, other: other, turnTotal: total)
        guard player < Self.written.count else {
          return PigLeague.standards[player - Self.written.count].holds(at: position)
        }
        let (form, numbers) = (Self.written[player].form, Self.written[player].numbers)
        switch form {
        case .holdAt: return total >= numbers[0]
        case .fourNumbers:
          return goal - other > numbers[3]
            && total >= (own < other ? numbers[0] : own > other ? numbers[2] : numbers[1])
        case .table: return total >= numbers[own * 5 / goal * 5 + other * 5 / goal]
        }
      }
    }
    let players = league.chances.indices
    #expect(players.count == 6)
    let exact = players.map { one in
      players.map { Self.beginnerWins(holds(one), holds($0), goal: goal) }
    }
    for one in players {
      var sum = 0.0
      for other in players where other != one {
        let share = (exact[one][other] + 1 - exact[other][one]) / 2
        #expect(abs(league.chances[one][other] - exact[one][other]) < 2e-12)
        #expect(abs(league.share(of: one, against: other) - share) < 2e-12)
        sum += share
      }
      #expect(abs(league.shares[one] - sum / 5) < 2e-12)
    }
    // To so low a goal, optimal play and holding at 20 are the same: they roll until they win.
    #expect(league.ranking.prefix(2) == [4, 5])
    #expect(league.ranking.map { league.rank(of: $0) } == [1, 1, 3, 4, 5, 6])
    // Against optimal play nothing does better than that, whoever begins.
    for player in players {
      #expect(league.share(of: player, against: league.optimal) <= 0.5 + 1e-12)
    }
  }

  /// The contests of `PigContestTests`, which were published or found by another program.
  @Test func `a form that comes to the same has the same chances`() throws {
    let league = try PigLeague(
      of: [
        WrittenStrategy(.holdAt, [20]), WrittenStrategy(.fourNumbers, [20, 20, 20, 0]),
        WrittenStrategy(.table, Array(repeating: 25, count: 25)),
      ], goal: 100)
    let optimal = league.optimal
    #expect(abs(league.chances[optimal][optimal] - 0.530592725274) < 2e-12)
    for player in [0, 1, 4] {
      #expect(abs(league.chances[player][optimal] - 0.491657935453) < 2e-12)
      #expect(abs(league.chances[player][2] - 0.520033915842) < 2e-12)
      #expect(league.share(of: player, against: 0) == 0.5)
      #expect(league.rank(of: player) == 3)
    }
    #expect(abs(league.chances[2][optimal] - 0.509135274314) < 2e-12)
    #expect(league.ranking == [3, 2, 0, 1, 4])
    #expect(league.surprise == nil)
  }

  /// Twins are solved in another order, and so differ in the last place.
  @Test func `strategies that differ by rounding alone share a place`() throws {
    let one = try WrittenStrategy(.holdAt, [20])
    let league = PigLeague(
      goal: 100, strategies: [one, one],
      chances: [
        [0.5, 0.5, 0.3, 0.6], [0.5, 0.5, 0.300_000_000_002, 0.6], [0.7, 0.7, 0.5, 0.7],
        [0.4, 0.4, 0.3, 0.5],
      ], slips: [nil, nil])
    #expect(league.ranking.map { league.rank(of: $0) } == [1, 2, 2, 4])
    #expect(league.ranking == [2, 0, 1, 3])
    #expect(league.shares[0] == league.shares[1])
  }

  /// What a strategy loses in all positions together is what optimal play leads it by.
  @Test(arguments: written)
  func `losses add up to the gap, and the slip is the greatest`(strategy: WrittenStrategy) throws {
    let goal = 20
    let league = try PigLeague(of: [strategy], goal: goal)
    var sum = 0.0
    var greatest: (lost: Double, slip: PigSlip)?
    PigJudge(goal: goal).forEachLoss(of: PigPlans(strategy, goal: goal)) { lost, slip in
      sum += lost
      if lost > greatest?.lost ?? 0 { greatest = (lost, slip) }
    }
    #expect(abs(sum - (0.5 - league.share(of: 0, against: league.optimal))) < 1e-11)
    let slip = try #require(league.slips[0])
    #expect(slip == greatest?.slip)
    let advice = OptimalPig.hundred.advice(
      at: PigPosition(goal: goal, own: slip.own, other: slip.other, turnTotal: slip.turnTotal))
    #expect(abs(slip.roll - advice.roll) < 1e-12)
    #expect(abs(slip.hold - (advice.hold ?? 0)) < 1e-12)
    #expect(advice.best != slip.choice)
  }

  @Test func `who beats a better one is the surprise`() throws {
    let league = try PigLeague(of: Self.written + [WrittenStrategy(.holdAt, [200])], goal: 30)
    var found: [(Int, Int, Double)] = []
    for (place, loser) in league.ranking.enumerated() {
      for winner in league.ranking[(place + 1)...] {
        found.append((winner, loser, league.share(of: winner, against: loser)))
      }
    }
    let most = try #require(found.max { $0.2 < $1.2 })
    #expect(most.2 > 0.5)
    #expect(league.surprise?.winner == most.0 && league.surprise?.loser == most.1)
  }

  @Test(
    arguments: [
      (.holdAt, [0]), (.holdAt, [201]), (.holdAt, []), (.holdAt, [20, 20]),
      (.fourNumbers, [20, 20, 20]), (.fourNumbers, [20, 20, 20, 201]),
      (.fourNumbers, [20, 20, 0, 0]), (.fourNumbers, [20, 20, 20, -1]),
      (.table, Array(repeating: 20, count: 24)), (.table, Array(repeating: 0, count: 25)),
    ] as [(WrittenStrategy.Form, [Int])])
  func `numbers out of range are refused`(form: WrittenStrategy.Form, numbers: [Int]) {
    #expect(throws: PigRefusal.strategy) { try WrittenStrategy(form, numbers) }
  }

  @Test func `a league has limits`() throws {
    let strategy = try WrittenStrategy(.holdAt, [20])
    for (count, goal, refusal) in [
      (0, 100, PigRefusal.strategy), (61, 100, .strategy), (1, 9, .goal), (1, 101, .goal),
    ] {
      #expect(throws: refusal) {
        try PigLeague(of: Array(repeating: strategy, count: count), goal: goal)
      }
    }
  }
}
