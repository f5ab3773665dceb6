import Games

/// Exact chances of the strategies against each other at the usual goal, reckoned once.
enum PigOdds {
  /// One strategy against each of those on offer.
  struct Row: Sendable {
    let strategy: PigStrategy
    /// The chances of winning of the one who begins, in the order of the offer.
    let firstWins: [Double]
  }

  static let strategies = PigStrategy.offered(goal: Pig.usualGoal)

  /// The best one as the first player: what remains to the others as the second.
  static let optimal = row(.optimal)

  static let table = strategies.map { $0 == .optimal ? optimal : row($0) }

  private static func row(_ strategy: PigStrategy) -> Row {
    Row(
      strategy: strategy,
      firstWins: strategies.map { second in
        do {
          return try PigContest(first: strategy, second: second).firstWins
        } catch {
          preconditionFailure("strategies on offer are refused: \(error)")
        }
      })
  }
}
