/// What to do while a turn lasts.
package enum PigChoice: Equatable, Sendable {
  case roll, hold
}

/// The chances of winning after each choice when both play optimally from then on.
package struct PigAdvice: Equatable, Sendable {
  package let roll: Double
  /// `nil` at a turn total of 0, when there is nothing to hold.
  package let hold: Double?

  /// The better choice; where both are worth the same, holding.
  package var best: PigChoice { chance(of: .hold) >= roll ? .hold : .roll }
  /// The chance of winning with the better choice.
  package var chance: Double { max(roll, chance(of: .hold)) }

  /// What the choice loses against the better one, in chance of winning; 0 when it is the better.
  package func cost(of choice: PigChoice) -> Double { chance - chance(of: choice) }

  /// A hold that is not allowed is worse than anything.
  private func chance(of choice: PigChoice) -> Double {
    choice == .roll ? roll : hold ?? -1
  }
}
