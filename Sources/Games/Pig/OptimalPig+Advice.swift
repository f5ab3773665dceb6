extension OptimalPig {
  /// The chances after a roll and after a hold, for a goal of at most `reach`.
  package func advice(at position: PigPosition) -> PigAdvice {
    let total = position.turnTotal
    let need = position.need
    let roll = turn(need: need, otherNeed: position.otherNeed).roll(at: total)
    guard total > 0 else { return PigAdvice(roll: roll, hold: nil) }
    guard total < need else { return PigAdvice(roll: roll, hold: 1) }
    let reply = chance(need: position.otherNeed, otherNeed: need - total)
    return PigAdvice(roll: roll, hold: 1 - reply)
  }

  /// The least turn total at which to hold, for a goal of at most `reach`; where one rolls for the
  /// goal, what wins.
  package func leastHold(goal: Int, own: Int, other: Int) -> Int {
    let need = goal - own
    let rolls = turn(need: need, otherNeed: goal - other).rolls(need: need)
    // No turn total is 1.
    return max(2, rolls.dropFirst(2).firstIndex(of: false) ?? rolls.count)
  }
}
