/// A way to play, which decides from the position alone whether to roll or hold.
///
/// Every strategy holds when that wins, and rolls when the turn total is 0.
package enum PigStrategy: Equatable, Sendable {
  /// Holds after the first roll.
  case rollOnce
  /// Holds at this turn total or above. At 20 a roll gains on average what it risks (Neller and
  /// Presser, *Optimal Play of the Dice Game Pig*, UMAP Journal 25(1), 2004); 25 is the best such
  /// number against optimal play (*Practical Play of the Dice Game Pig*, UMAP Journal 31(1), 2010).
  case holdAt(Int)
  /// Divides missing points evenly among the rest of four scoring turns (*Practical Play*, 2010).
  case fourScoringTurns
  /// Races when either player is near the goal, and keeps pace with the other until then
  /// (*Practical Play*, 2010, there "score base, keep pace, and end race").
  case keepPaceEndRace
  /// Maximises the chance of winning (*Optimal Play*, 2004).
  case optimal

  /// The usual name: `Hold at 20`.
  package var name: String {
    switch self {
    case .rollOnce: "Roll once"
    case .holdAt(let turnTotal): "Hold at \(turnTotal)"
    case .fourScoringTurns: "Four scoring turns"
    case .keepPaceEndRace: "Keep pace, end race"
    case .optimal: "Optimal"
    }
  }

  /// The turn totals that a strategy may hold at.
  package static let holdLimits = 1...Pig.goalLimits.upperBound

  /// Returns the strategies for a game to this goal, from the simplest to the best.
  package static func offered(goal: Int) -> [PigStrategy] {
    let all: [PigStrategy] = [
      .rollOnce, .holdAt(20), .holdAt(25), .fourScoringTurns, .keepPaceEndRace, .optimal,
    ]
    return all.filter { $0.isOffered(goal: goal) }
  }

  /// Returns whether it suits a goal: two strategies are only for 100, holding at a number for any.
  package func isOffered(goal: Int) -> Bool {
    switch self {
    case .rollOnce, .optimal: true
    case .holdAt(let turnTotal): PigStrategy.holdLimits ~= turnTotal
    case .fourScoringTurns, .keepPaceEndRace: goal == Pig.defaultGoal
    }
  }

  package func holds(at position: PigPosition) -> Bool {
    guard position.turnTotal > 0 else { return false }
    guard let total = holdingTotal(at: position) else {
      return OptimalPig.shared(goal: position.goal).advice(at: position).best == .hold
    }
    return position.turnTotal >= min(total, position.need)
  }

  /// Returns the lowest turn total to hold at, whatever the turn total is now.
  /// - Returns: `nil` for `optimal`, which has no such number.
  func holdingTotal(at position: PigPosition) -> Int? {
    switch self {
    case .rollOnce: 1
    case .holdAt(let turnTotal): turnTotal
    case .fourScoringTurns: position.need / max(4 - position.scoringTurns, 1)
    case .keepPaceEndRace:
      // The shift divides by 8 and rounds down, which with the 4 added before rounds halves up.
      max(position.own, position.other) >= 71
        ? position.need : 21 + (position.other - position.own + 4) >> 3
    case .optimal: nil
    }
  }

  /// The number of counts of scoring turns that it tells apart: 0, 1, 2, and 3 or more.
  var turnsTold: Int { self == .fourScoringTurns ? 4 : 1 }
}
