import DiceLanguage

extension YieldRoll {
  /// `nil` for a tally.
  var total: Rational? {
    guard case .number(let roll) = self else { return nil }
    return roll.total
  }

  /// As it is shown and kept: `7`, `-7/2`, `3 heads, 1 tails`.
  var outcome: String {
    switch self {
    case .number(let roll): roll.total.description
    case .tally(let roll): tallyText(roll.tally, roll.words)
    }
  }

  /// The rounds of `6x(…)`, or one, each with its dice, its groups and what it came to.
  var rounds: [(terms: [DiceRolled], groups: [GroupRolled], outcome: String)] {
    switch self {
    case .number(let roll):
      roll.rounds.map { ($0.terms, $0.groups, $0.total.description) }
    case .tally(let roll): [(roll.terms, [], outcome)]
    }
  }
}
