/// A player's choice in the middle of a turn.
package enum PigChoice: Equatable, Sendable {
  case roll, hold
}

/// The chances of winning after each choice when both play optimally from then on.
package struct PigAdvice: Equatable, Sendable {
  package let roll: Double
  /// The chance after a hold; `nil` at a turn total of 0, when there is nothing to hold.
  package let hold: Double?

  /// The better choice; to hold if both are worth the same.
  package var best: PigChoice { chance(of: .hold) >= roll ? .hold : .roll }
  /// The chance of winning with the better choice.
  package var chance: Double { max(roll, chance(of: .hold)) }

  /// Returns the chance of winning that the choice gives away; 0 for the better one.
  package func cost(of choice: PigChoice) -> Double { chance - chance(of: choice) }

  /// Returns the chance after a choice; a hold that isn't allowed is worse than anything.
  private func chance(of choice: PigChoice) -> Double {
    choice == .roll ? roll : hold ?? -1
  }
}

extension OptimalPig {
  /// Returns the chances after a roll and after a hold, for a goal of at most `reach`.
  package func advice(at position: PigPosition) -> PigAdvice {
    let total = position.turnTotal
    let need = position.need
    let roll = turn(need: need, otherNeed: position.otherNeed).roll(at: total)
    guard total > 0 else { return PigAdvice(roll: roll, hold: nil) }
    guard total < need else { return PigAdvice(roll: roll, hold: 1) }
    let reply = chance(need: position.otherNeed, otherNeed: need - total)
    return PigAdvice(roll: roll, hold: 1 - reply)
  }

  /// Returns the lowest turn total to hold at, for a goal of at most `reach`.
  ///
  /// It is the one that wins if it is best to roll until then.
  package func leastHold(goal: Int, own: Int, other: Int) -> Int {
    let need = goal - own
    let rolls = turn(need: need, otherNeed: goal - other).rolls(need: need)
    // No turn total is 1.
    return max(2, rolls.dropFirst(2).firstIndex(of: false) ?? rolls.count)
  }
}
