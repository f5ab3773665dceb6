extension PigStrategy {
  /// As people call it: `Hold at 20`.
  package var name: String {
    switch self {
    case .rollOnce: "Roll once"
    case .holdAt(let turnTotal): "Hold at \(turnTotal)"
    case .fourScoringTurns: "Four scoring turns"
    case .keepPaceEndRace: "Keep pace, end race"
    case .optimal: "Optimal"
    }
  }

  /// As programs call it: `hold-at-20`.
  package var word: String {
    switch self {
    case .rollOnce: "roll-once"
    case .holdAt(let turnTotal): "hold-at-\(turnTotal)"
    case .fourScoringTurns: "four-scoring-turns"
    case .keepPaceEndRace: "keep-pace-end-race"
    case .optimal: "optimal"
    }
  }

  /// - Returns: `nil` for a word that is no strategy's, and for `hold-at-0` or `hold-at-007`.
  package init?(word: String) {
    let holding = "hold-at-"
    if word.hasPrefix(holding) {
      guard let total = Int(word.dropFirst(holding.count)) else { return nil }
      self = .holdAt(total)
    } else {
      let named: [PigStrategy] = [.rollOnce, .fourScoringTurns, .keepPaceEndRace, .optimal]
      guard let strategy = named.first(where: { $0.word == word }) else { return nil }
      self = strategy
    }
    guard self.word == word, isOffered(goal: Pig.usualGoal) else { return nil }
  }
}
