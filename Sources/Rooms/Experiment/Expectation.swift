import DiceLanguage
import Games

/// The exact distribution of an experiment: every outcome with its chance.
package struct Expectation: Equatable, Sendable {
  /// The totals in ascending order.
  package let totals: [Total]
  /// The chance of each total, as the nearest double or to 13 significant digits; their sum is 1.
  package let chances: [Double]
  package let mean: Double

  /// The most likely totals; several if they are equally likely.
  package var mostFrequent: [Total] {
    let highest = chances.max() ?? 0
    return zip(totals, chances).filter { $0.1 >= highest * (1 - 1e-12) }.map(\.0)
  }

  /// Returns the chances of a higher and of a lower total than another experiment's, rolled
  /// separately.
  package func chances(against other: Expectation) -> (more: Double, less: Double) {
    (more(than: other), other.more(than: self))
  }

  private func more(than other: Expectation) -> Double {
    var (more, below, place) = (0.0, 0.0, 0)
    for (total, chance) in zip(totals, chances) {
      while place < other.totals.count, other.totals[place] < total {
        below += other.chances[place]
        place += 1
      }
      more += chance * below
    }
    return more
  }
}

extension Experiment {
  /// Returns the exact distribution; that of an expression may take a third of a second.
  /// - Throws: `RoomRefusal.noExactOdds` or `.tooManyOutcomes` for an expression.
  package func expectation() throws(RoomRefusal) -> Expectation {
    switch self {
    case .expression(let expression): return try Expectation(of: expression)
    case .tally(let tally, _): return try Expectation(of: tally)
    case .crapsFirstRolls: return .crapsFirstRolls
    case .crapsGames: return .crapsGames
    case .pigTurns(let holdAt): return .pigTurns(holdAt: holdAt)
    case .ownDice(let faces):
      return Expectation(
        totals: (1...faces).map(Total.init(small:)),
        chances: Array(repeating: 1 / Double(faces), count: faces), mean: Double(faces + 1) / 2)
    }
  }
}

extension Expectation {
  fileprivate init(of expression: Expression) throws(RoomRefusal) {
    guard let distribution = try? expression.odds().total else { throw .noExactOdds }
    guard distribution.values.count <= Experiment.mostOutcomes else { throw .tooManyOutcomes }
    totals = distribution.values.compactMap { Total($0) }
    guard totals.count == distribution.values.count else { throw .totalTooLarge }
    chances = distribution.ways.map(distribution.double)
    mean = distribution.mean.double
  }

  fileprivate init(of tally: TallyExpression) throws(RoomRefusal) {
    guard let tallies = tally.tallies, tallies <= Experiment.mostOutcomes else {
      throw .tooManyOutcomes
    }
    guard let odds = try? tally.odds() else { throw .noExactOdds }
    let outcomes = zip(odds.tallies.map(tally.number), odds.chances.ways.map(odds.chances.double))
      .sorted { $0.0 < $1.0 }
    totals = outcomes.map { Total(small: $0.0) }
    chances = outcomes.map(\.1)
    mean = outcomes.reduce(0) { $0 + Double($1.0) * $1.1 }
  }

  fileprivate static let crapsFirstRolls: Expectation = {
    var ways = [0, 0, 0]
    for first in 1...6 {
      for second in 1...6 {
        switch CrapsOutcome(total: first + second, point: 0) {
        case .loss, .nothing: ways[0] += 1
        case .win: ways[1] += 1
        case .point: ways[2] += 1
        }
      }
    }
    return Expectation(
      totals: (0...2).map(Total.init(small:)), chances: ways.map { Double($0) / 36 },
      mean: Double(ways[1] + 2 * ways[2]) / 36)
  }()

  /// The chance to win is 244/495.
  fileprivate static let crapsGames: Expectation = {
    let win = CrapsOdds.win.value
    return Expectation(totals: [.zero, Total(small: 1)], chances: [1 - win, win], mean: win)
  }()

  /// Returns the points that a turn of Pig banks: 0, or the number to hold at and up to five more.
  ///
  /// A turn total below `holdAt` is reached with a sixth of the sum of the chances of the totals 2
  /// to 6 below it, and each is lost with a chance of one sixth (Neller and Presser, *Optimal Play
  /// of the Dice Game Pig*, UMAP Journal 25(1), 2004). `holdAt` is in `PigStrategy.holdLimits`.
  package static func pigTurns(holdAt: Int) -> Expectation {
    var reached = [1.0] + Array(repeating: 0, count: holdAt + 5)
    for total in 0..<holdAt {
      for value in 2...6 { reached[total + value] += reached[total] / 6 }
    }
    let lost = reached[..<holdAt].reduce(0, +) / 6
    let banked = (holdAt...holdAt + 5).filter { reached[$0] > 0 }
    return Expectation(
      totals: [.zero] + banked.map(Total.init(small:)),
      chances: [lost] + banked.map { reached[$0] },
      mean: banked.reduce(0) { $0 + Double($1) * reached[$1] })
  }
}
