import Games

/// The exact chances of the strategies against each other at the default goal.
///
/// They are computed on first use, which takes a twentieth of a second for `optimal`.
enum PigOdds {
  static let strategies = PigStrategy.offered(goal: Pig.defaultGoal)

  /// The chances of the best strategy as the first player, by the strategy of the second.
  static let optimal = firstWins(.optimal)

  /// The chances of the first player, by the strategies of the first and the second.
  static let table = strategies.map { $0 == .optimal ? optimal : firstWins($0) }

  private static func firstWins(_ strategy: PigStrategy) -> [Double] {
    strategies.map { second in
      do {
        return try PigContest(first: strategy, second: second).firstWins
      } catch {
        preconditionFailure("strategies on offer are refused: \(error)")
      }
    }
  }
}
