import DiceLanguage
import Games

/// What a class rolls or draws.
package enum Experiment: Equatable, Sendable {
  /// The total of a dice expression.
  case expression(Expression)
  /// The counts of words, as the number of the tally; with colours, they come from a spinner or are
  /// marbles, even if they are heads and tails.
  case tally(TallyExpression, isColoured: Bool = false)
  /// The first roll of a game of Craps: 0 loses, 1 wins, 2 makes a point.
  case crapsFirstRolls
  /// A whole game of Craps: 0 is lost, 1 is won.
  case crapsGames
  /// A turn of Pig: the points banked by a player who holds at this turn total, in
  /// `PigStrategy.holdLimits`.
  case pigTurns(holdAt: Int)
  /// A die of one's own with this many faces, in `ownFaces`; pupils type what it showed.
  case ownDice(faces: Int)

  package static let ownFaces = 2...20

  package init(_ expression: RollExpression) {
    self =
      switch expression {
      case .number(let expression): .expression(expression)
      case .tally(let tally): .tally(tally)
      }
  }

  /// The most different totals of an experiment: `10d6!` has 6,051 and `d100!` exactly 10,000.
  ///
  /// A chart groups neighbours; the limit is for the time that a page takes to go through them.
  package static let mostOutcomes = 10_000

  /// Whether the totals have a meaningful mean.
  package var hasMean: Bool { self != .crapsFirstRolls && tally == nil }
  /// The expression, if it makes a tally.
  package var tally: TallyExpression? {
    if case .tally(let tally, _) = self { tally } else { nil }
  }
  /// The most tallies from which somebody can choose.
  package static let mostChoices = 60
  /// Whether a seat can say what it expects.
  package var isGuessable: Bool { tally?.tallies ?? 0 <= Experiment.mostChoices }
  /// Whether Dicehall rolls the dice.
  package var isRolledHere: Bool { if case .ownDice = self { false } else { true } }

  /// The number of dice in a sum of plain dice, or 1 for a die of one's own; `nil` for anything
  /// else.
  package var plainDice: Int? {
    switch self {
    case .expression(let expression):
      expression.times == nil ? expression.root.plainDice.flatMap { $0 > 0 ? $0 : nil } : nil
    case .crapsFirstRolls: 2
    case .ownDice: 1
    case .tally, .crapsGames, .pigTurns: nil
    }
  }

  /// Whether the settings are within their limits.
  var isAllowed: Bool {
    switch self {
    case .pigTurns(let holdAt): PigStrategy.holdLimits ~= holdAt
    case .ownDice(let faces): Experiment.ownFaces ~= faces
    case .tally(let tally, _): tally.tallies != nil
    case .expression, .crapsFirstRolls, .crapsGames: true
    }
  }

  /// Rolls once.
  /// - Returns: `nil` for a die of one's own, and for a total beyond the limits of `Total`.
  func roll(using random: inout some RandomNumberGenerator) -> PlayedRoll? {
    switch self {
    case .expression(let expression): return PlayedRoll(expression.roll(using: &random))
    case .tally(let tally, _): return PlayedRoll(tally, tally.roll(using: &random))
    case .crapsFirstRolls: return CrapsRolls(first: CrapsRolls.pair(using: &random)).firstRoll
    case .crapsGames:
      var rolls = CrapsRolls(first: CrapsRolls.pair(using: &random))
      while !rolls.isDecided { rolls.add(CrapsRolls.pair(using: &random)) }
      return rolls.game
    case .pigTurns(let holdAt):
      var dice: [Int] = []
      while dice.last != 1, dice.reduce(0, +) < holdAt {
        dice.append(DieType.d6.roll(using: &random))
      }
      return PlayedRoll(dice: dice, total: Experiment.banked(dice))
    case .ownDice: return nil
    }
  }

  func isPossible(_ roll: PlayedRoll) -> Bool {
    let dice = roll.dice
    switch self {
    case .expression(let expression):
      let bounds = expression.bounds()
      guard let lowest = Total(bounds.lowest), let highest = Total(bounds.highest) else {
        return true
      }
      return lowest...highest ~= roll.total
    case .tally(let tally, _):
      guard roll.total.denominator == 1, let count = tally.count,
        let came = tally.tally(numbered: roll.total.numerator)
      else { return false }
      // Further dice aren't recorded.
      return dice.count == min(count, PlayedRoll.mostDice)
        && came.enumerated().allSatisfy { place, count in
          let seen = dice.count { $0 == place }
          return dice.count == came.reduce(0, +) ? seen == count : seen <= count
        }
    case .crapsFirstRolls:
      guard dice.count == 2, Experiment.areSixSided(dice) else { return false }
      return CrapsRolls(first: (dice[0], dice[1])).firstRoll == roll
    case .crapsGames: return isPossibleGame(roll)
    case .pigTurns(let holdAt):
      guard let last = dice.last, Experiment.areSixSided(dice), !dice.dropLast().contains(1) else {
        return false
      }
      let sum = dice.reduce(0, +)
      return (last == 1 || sum >= holdAt) && sum - last < holdAt
        && roll.total == Experiment.banked(dice)
    case .ownDice(let faces):
      return dice.count == 1 && 1...faces ~= dice[0] && roll.total == Total(small: dice[0])
    }
  }

  /// Returns whether a recorded roll can be a whole game, of which not all dice may be recorded.
  private func isPossibleGame(_ roll: PlayedRoll) -> Bool {
    let dice = roll.dice
    guard dice.count >= 2, dice.count % 2 == 0, Experiment.areSixSided(dice) else { return false }
    var rolls = CrapsRolls(first: (dice[0], dice[1]))
    for index in stride(from: 2, to: dice.count, by: 2) {
      guard !rolls.isDecided else { return false }
      rolls.add((dice[index], dice[index + 1]))
    }
    guard rolls.isDecided else {
      return dice.count == PlayedRoll.mostDice && Total.zero...Total(small: 1) ~= roll.total
        && roll.total.denominator == 1
    }
    return rolls.game == roll
  }

  private static func areSixSided(_ dice: [Int]) -> Bool { dice.allSatisfy { 1...6 ~= $0 } }

  private static func banked(_ dice: [Int]) -> Total {
    Total(small: dice.last == 1 ? 0 : dice.reduce(0, +))
  }
}

private struct CrapsRolls {
  private(set) var dice: [Int]
  private let first: CrapsOutcome
  private var last: CrapsOutcome

  init(first pair: (Int, Int)) {
    dice = [pair.0, pair.1]
    first = CrapsOutcome(total: pair.0 + pair.1, point: 0)
    last = first
  }

  var isDecided: Bool { last == .win || last == .loss }

  mutating func add(_ pair: (Int, Int)) {
    guard case .point(let point) = first else { return }
    dice += [pair.0, pair.1]
    last = CrapsOutcome(total: pair.0 + pair.1, point: point)
  }

  var firstRoll: PlayedRoll {
    let total =
      switch first {
      case .loss, .nothing: 0
      case .win: 1
      case .point: 2
      }
    return PlayedRoll(dice: Array(dice.prefix(2)), total: Total(small: total))
  }

  var game: PlayedRoll { PlayedRoll(dice: dice, total: Total(small: last == .win ? 1 : 0)) }

  static func pair(using random: inout some RandomNumberGenerator) -> (Int, Int) {
    let first = DieType.d6.roll(using: &random)
    return (first, DieType.d6.roll(using: &random))
  }
}

extension Node {
  /// The number of plain dice, at most `PlayedRoll.mostDice`.
  fileprivate var plainDice: Int? {
    switch self {
    case .number: return 0
    case .dice(let dice):
      guard case .number(let count) = dice.count, dice.modifiers.isEmpty, dice.die.words == nil
      else { return nil }
      return count <= PlayedRoll.mostDice ? count : nil
    case .operation(.add, let left, let right), .operation(.subtract, let left, let right):
      guard let left = left.plainDice, let right = right.plainDice else { return nil }
      return left + right <= PlayedRoll.mostDice ? left + right : nil
    case .group, .negative, .operation, .function: return nil
    }
  }
}

extension PlayedRoll {
  init(_ tally: TallyExpression, _ roll: TallyRoll) {
    self.init(
      dice: roll.terms.flatMap { $0.dice.map(\.value) },
      total: Total(small: tally.number(of: roll.tally)))
  }

  /// - Returns: `nil` for a total beyond the limits of `Total`.
  package init?(_ roll: ExpressionRoll) {
    guard let total = Total(roll.total) else { return nil }
    self.init(dice: roll.dice.map(\.value), total: total)
  }
}
