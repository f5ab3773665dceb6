/// A parsed text of the dice language: a number or a tally.
package enum RollExpression: Equatable, Sendable {
  case number(Expression)
  case tally(TallyExpression)

  /// The text as written, without blanks except in words.
  package var text: String {
    switch self {
    case .number(let expression): expression.text
    case .tally(let tally): tally.text
    }
  }
}

extension RollExpression {
  /// Reads an expression of either kind; `work` limits the effort.
  ///
  /// - Throws: as `Expression.init(parsing:_:)`, but takes a tally, too.
  package init(parsing text: String, _ work: Work = .forReading()) throws(ExpressionError) {
    var parser = Parser(symbols: try Symbols(checking: text), work: work, takesTally: true)
    let expression = try parser.expression()
    self =
      parser.tally.map {
        .tally(TallyExpression(text: expression.text, dice: $0, remarks: expression.remarks))
      } ?? .number(expression)
  }
}

/// A roll of dice with words or a draw from a bag, counted by word.
package struct TallyExpression: Equatable, Sendable {
  package let text: String
  /// The dice, which have words and no modifiers.
  package let dice: Dice
  /// The remarks at the end of the text.
  package let remarks: [String]

  /// The words in the order in which tallies count them.
  package var words: [WordList.Word] { dice.die.words?.words ?? [] }
}

extension Die {
  /// Whether things are drawn without being put back.
  var isBag: Bool { if case .bag = self { true } else { false } }
}

/// The result of rolling or drawing words.
package struct TallyRoll: Equatable, Sendable {
  /// The terms left to right: dice for the number of dice, if it is rolled, and those with words.
  package let terms: [DiceRolled]
  /// The count of each word.
  package let tally: [Int]

  package var words: [String] { terms.last?.term.die.words?.words.map(\.text) ?? [] }
}

/// A roll of either kind.
package enum RollResult: Equatable, Sendable {
  case number(ExpressionRoll)
  case tally(TallyRoll)

  /// The dice of all terms, left to right.
  package var dice: [RolledDie] {
    switch self {
    case .number(let roll): roll.dice
    case .tally(let roll): roll.terms.flatMap(\.dice)
    }
  }

  /// The draws to replay it from; empty for a tally.
  package var draws: [Int] {
    if case .number(let roll) = self { roll.draws } else { [] }
  }
}

extension RollExpression {
  /// Rolls, as `Expression.roll(using:cap:)` does.
  package func roll(using random: inout some RandomNumberGenerator) -> RollResult {
    switch self {
    case .number(let expression): .number(expression.roll(using: &random))
    case .tally(let tally): .tally(tally.roll(using: &random))
    }
  }
}

extension TallyExpression {
  /// Rolls or draws, with one random number each.
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
