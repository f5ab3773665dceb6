import DiceLanguage

/// An event whose chance a class asks for: a total, a range of totals, or one of the words.
package struct ExperimentEvent: Equatable, Sendable {
  /// The most Unicode scalars of the text.
  package static let longest = 40
  /// The limits of typed numbers.
  private static let numbers = -1_000_000_000...1_000_000_000

  private enum Kind: Equatable, Sendable {
    case total(ClosedRange<Int>)
    case remainder(Int)
    /// Equal numbers on two dice with this many sides.
    case doubles(sides: Int)
    /// The word at this place, at least once.
    case word(Int)
  }

  /// `at least 10`, `at most 4`, `exactly 7`, `from 5 to 8`, `even`, `odd`, `doubles`, or a word of
  /// the experiment.
  package let text: String
  private let kind: Kind

  /// Reads a typed event.
  /// - Returns: `nil` for an event that isn't possible with this experiment.
  package init?(_ typed: String, of experiment: Experiment) {
    guard typed.unicodeScalars.count <= ExperimentEvent.longest else { return nil }
    let parts = typed.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    let words = experiment.words
    guard words.isEmpty else {
      let word = parts.joined(separator: " ")
      guard let place = words.firstIndex(where: { $0.lowercased() == word }) else { return nil }
      (kind, text) = (.word(place), words[place])
      return
    }
    let limits = ExperimentEvent.numbers
    func number(_ place: Int) -> Int? {
      Int(parts[place].replacing("−", with: "-")).flatMap { limits ~= $0 ? $0 : nil }
    }
    switch parts.map({ Int($0.replacing("−", with: "-")) == nil ? $0 : "n" }) {
    case ["at", "least", "n"]:
      guard let low = number(2) else { return nil }
      (kind, text) = (.total(low...Total.numeratorLimits.upperBound), "at least \(low)")
    case ["at", "most", "n"]:
      guard let high = number(2) else { return nil }
      (kind, text) = (.total(Total.numeratorLimits.lowerBound...high), "at most \(high)")
    case ["exactly", "n"], ["n"]:
      guard let total = number(parts.count - 1) else { return nil }
      (kind, text) = (.total(total...total), "exactly \(total)")
    case ["from", "n", "to", "n"], ["n", "to", "n"]:
      guard let low = number(parts.count - 3), let high = number(parts.count - 1), low <= high
      else { return nil }
      (kind, text) = (.total(low...high), "from \(low) to \(high)")
    case ["even"]: (kind, text) = (.remainder(0), "even")
    case ["odd"]: (kind, text) = (.remainder(1), "odd")
    case ["doubles"]:
      guard let sides = experiment.sidesOfPair else { return nil }
      (kind, text) = (.doubles(sides: sides), "doubles")
    default: return nil
    }
  }

  func contains(_ roll: PlayedRoll, of experiment: Experiment) -> Bool {
    if case .doubles = kind { return roll.dice.first == roll.dice.last }
    return contains(roll.total, of: experiment)
  }

  private func contains(_ total: Total, of experiment: Experiment) -> Bool {
    switch kind {
    case .total(let range):
      range.lowerBound * total.denominator <= total.numerator
        && total.numerator <= range.upperBound * total.denominator
    case .remainder(let rest): total.denominator == 1 && abs(total.numerator % 2) == rest
    case .doubles: false
    case .word(let place):
      experiment.tally.map { $0.tally(numbered: total.numerator)?[place] ?? 0 > 0 }
        ?? (total.numerator == place)
    }
  }

  /// Returns the chance, to the accuracy of the expectation.
  package func chance(in expectation: Expectation, of experiment: Experiment) -> Double {
    if case .doubles(let sides) = kind { return 1 / Double(sides) }
    // Small ones first, so that a sum of thousands loses little to rounding.
    let chances = zip(expectation.totals, expectation.chances).filter {
      contains($0.0, of: experiment)
    }
    return chances.map(\.1).sorted().reduce(0, +)
  }
}

extension Experiment {
  /// The outcomes that are words: the words of tallies, and the outcomes of Craps.
  package var words: [String] {
    switch self {
    case .tally(let tally, _): tally.words.map(\.text)
    case .crapsFirstRolls: ["lose", "win", "point"]
    case .crapsGames: ["lost", "won"]
    case .expression, .pigTurns, .ownDice: []
    }
  }

  /// The number of sides of each die in a sum of two equal dice; `nil` for anything else.
  fileprivate var sidesOfPair: Int? {
    guard case .expression(let expression) = self, expression.times == nil,
      case .dice(let dice) = expression.root, dice.count == .number(2), dice.modifiers.isEmpty,
      case .sides(let sides) = dice.die
    else { return nil }
    return sides
  }
}
