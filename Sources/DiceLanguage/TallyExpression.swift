/// What a text of the dice language makes.
package enum Yield: Equatable, Sendable {
  case number(Expression)
  case tally(TallyExpression)

  /// The text as it was written, without blanks but in words.
  package var text: String {
    switch self {
    case .number(let expression): expression.text
    case .tally(let tally): tally.text
    }
  }
}

extension Yield {
  /// Reads an expression of either kind; `work` limits the effort.
  ///
  /// - Throws: as `Expression.init(parsing:_:)`, but takes a tally, too.
  package init(parsing text: String, _ work: Work = .forReading()) throws(ExpressionError) {
    var parser = Parser(try Symbols(checking: text), work, takesTally: true)
    let expression = try parser.expression()
    self =
      parser.tally.map {
        .tally(TallyExpression(text: expression.text, dice: $0, remarks: expression.remarks))
      } ?? .number(expression)
  }
}

/// Dice with words or a draw from a bag: how many of each word come.
package struct TallyExpression: Equatable, Sendable {
  package let text: String
  /// Its die has words, and it has no modifiers.
  package let dice: Dice
  /// Remarks at the end of the text.
  package let remarks: [String]

  /// In the order given, in which tallies count them.
  package var words: [WordList.Word] { dice.die.words?.words ?? [] }
}

extension Die {
  /// Whether what is drawn isn't put back.
  var isBag: Bool { if case .bag = self { true } else { false } }
}

/// What a roll or draw with words brought.
package struct TallyRoll: Equatable, Sendable {
  /// Left to right: the dice of their number, if that is rolled, and those with words.
  package let terms: [DiceRolled]
  /// How many there are of each word.
  package let tally: [Int]

  package var words: [String] { terms.last?.term.die.words?.words.map(\.text) ?? [] }
}

/// A roll of either kind.
package enum YieldRoll: Equatable, Sendable {
  case number(ExpressionRoll)
  case tally(TallyRoll)

  /// The dice of all terms, left to right.
  package var dice: [RolledDie] {
    switch self {
    case .number(let roll): roll.dice
    case .tally(let roll): roll.terms.flatMap(\.dice)
    }
  }

  /// What it can be replayed from; empty for a tally.
  package var draws: [Int] {
    if case .number(let roll) = self { roll.draws } else { [] }
  }
}

extension Yield {
  /// Rolls, as `Expression.roll(using:cap:)` does.
  package func roll(using random: inout some RandomNumberGenerator) -> YieldRoll {
    switch self {
    case .number(let expression): .number(expression.roll(using: &random))
    case .tally(let tally): .tally(tally.roll(using: &random))
    }
  }
}

extension TallyExpression {
  /// Rolls or draws, one draw of chance each.
  package func roll(using random: inout some RandomNumberGenerator) -> TallyRoll {
    var chance = FairChance(random)
    defer { random = chance.random }
    return roll(
      with: &chance, cap: Expression.Limits.defaultCap, rerolls: Expression.Limits.rerolls)
  }

  func roll(with chance: inout some Chance, cap: Int, rerolls: Int) -> TallyRoll {
    let number = Expression(text: text, times: nil, root: .dice(dice), remarks: [])
    let terms = number.roll(with: &chance, cap: cap, rerolls: rerolls).rounds[0].terms
    var tally = Array(repeating: 0, count: words.count)
    for die in terms[terms.count - 1].dice { tally[die.value] += 1 }
    return TallyRoll(terms: terms, tally: tally)
  }
}
