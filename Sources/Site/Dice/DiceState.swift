import DiceLanguage
import Games

/// What is rolled and what was thrown: the chosen dice or another expression, revision, notice, the
/// last throws, and how often each total of the last few expressions came up.
package struct DiceState: GameState, ShrinkingPart, Equatable {
  package static let tag: UInt8 = 1
  /// How many throws are kept; the oldest go first.
  static let historyLimit = 200
  /// How many bytes they may take; the oldest go first.
  static let historySize = 32 * 1_024
  /// How many expressions have a tally; the one not rolled for longest goes first.
  static let tallyLimit = 10
  /// How many bytes the tallies may take, more than one alone needs.
  static let tallySize = 6 * 1_024
  /// How many dice one move rolls before it stops, at the end of a roll.
  static let diceOfMove = 100_000

  /// The chosen dice; also the last ones while another expression is in force.
  var structure: DieStructure
  /// The expression in force if it isn't that of the chosen dice, as `Expression.text` has it.
  private(set) var expression: String?
  package var revision = 0
  package var notice: String?
  /// Oldest first.
  private(set) var history = PackedList<Throw>(tag: historyTag)
  /// How many of the oldest throws have gone.
  private(set) var forgotten = 0
  /// One for each expression, the one rolled last first.
  private(set) var tallies: [Tally] = []
  /// How many throws the last move made, so that the page shows them; 0 if the dice have changed
  /// since.
  private(set) var thrown = 0
  /// The dice of the last throw; `nil` if it was of chosen dice, or if they have changed since.
  private(set) var detail: RollDetail?
  /// What the throws of the last move came to; `nil` unless they were several of an expression.
  private(set) var series: Series?

  /// What is rolled, as people type it.
  var notation: String { expression ?? structure.notation }

  /// The throws of the last move, as far as they are kept; empty if the dice have changed since.
  var lastThrows: [Throw] { history.newest(thrown) }

  /// Whether the last move threw the dice that are on the table.
  var isThrown: Bool { thrown > 0 && !history.isEmpty }

  /// The tally of what is in force; `nil` before its first throw.
  var tally: Tally? { tallies.first(where: isInForce) }

  private func isInForce(_ tally: Tally) -> Bool {
    switch tally {
    case .dice(let tally): expression == nil && tally.structure == structure
    case .expression(let tally): expression == tally.expression
    }
  }

  /// Takes the dice off the table, so that the page no longer shows the last throws.
  mutating func pickUp() {
    thrown = 0
    detail = nil
    series = nil
  }

  /// Puts what is to be rolled in force.
  mutating func take(_ formula: Formula) {
    switch formula {
    case .dice(let structure):
      self.structure = structure
      expression = nil
    case .expression(let expression): self.expression = expression.text
    }
  }

  /// Puts the chosen dice in force.
  mutating func takeChosenDice() { expression = nil }

  /// Throws the chosen dice so many times, and adds the throws to history and tally.
  private mutating func roll(
    dice structure: DieStructure, _ times: Int, using random: inout some RandomNumberGenerator,
    at time: Int
  ) {
    let rolls = (0..<times).map { _ in structure.rollDie(using: &random) }
    for roll in rolls { history.append(Throw(.dice(roll), at: time)) }
    count { tally in
      guard case .dice(var counts) = tally else { return }
      for roll in rolls { counts.add(roll.total) }
      tally = .dice(counts)
    }
    thrown = times
  }

  /// Rolls an expression so many times or until there were too many dice, and adds the rolls to
  /// history and tally.
  private mutating func roll(
    _ expression: Yield, _ times: Int, using random: inout some RandomNumberGenerator,
    at time: Int
  ) {
    var rolls: [YieldRoll] = []
    var dice = 0
    while rolls.count < times, dice < DiceState.diceOfMove {
      let roll = expression.roll(using: &random)
      rolls.append(roll)
      dice += roll.dice.reduce(0) { $0 + $1.history.count }
      history.append(Throw(.expression(RollRecord(of: expression.text, roll)), at: time))
    }
    detail = rolls.last.flatMap { RollDetail($0) }
    count { tally in
      guard case .expression(var counts) = tally else { return }
      for roll in rolls { counts.add(roll) }
      tally = .expression(counts)
    }
    thrown = rolls.count
    series = rolls.count > 1 ? Series(rolls) : nil
    if rolls.count < times { notice = DiceWords.tooManyDice(rolls: rolls.count) }
  }

  /// Throws what is in force so many times, and adds the throws to history and tally.
  mutating func roll(
    _ times: Int, _ formula: Formula, using random: inout some RandomNumberGenerator, at time: Int
  ) {
    take(formula)
    pickUp()
    switch formula {
    case .dice(let structure): roll(dice: structure, times, using: &random, at: time)
    case .expression(let expression): roll(expression, times, using: &random, at: time)
    }
    forget(history.count - DiceState.historyLimit)
    forget(bytes: history.size - DiceState.historySize)
  }

  /// Forgets as many of the oldest throws as take so many bytes, but never the last one.
  mutating func forget(bytes: Int) {
    let size = history.size - bytes
    while history.count > 1, history.size > size { forget(1) }
  }

  private mutating func forget(_ count: Int) {
    guard count > 0 else { return }
    history.removeFirst(count)
    forgotten += count
  }

  /// Counts throws in the tally of what is in force.
  private mutating func count(_ add: (inout Tally) -> Void) {
    let index = tallies.firstIndex(where: isInForce)
    var tally = index.map { tallies.remove(at: $0) } ?? newTally
    add(&tally)
    tallies.insert(tally, at: 0)
    var size = 0
    let kept = tallies.prefix(DiceState.tallyLimit).prefix {
      size += $0.packedSize
      return size <= DiceState.tallySize
    }
    tallies.removeLast(tallies.count - max(1, kept.count))
  }

  /// Counts the throws of chosen dice that are kept, for sessions from before there were tallies.
  mutating func recount() {
    let inForce = (structure, expression)
    expression = nil
    for entry in history {
      guard case .dice(let roll) = entry.outcome else { continue }
      structure = roll.structure
      count { tally in
        guard case .dice(var counts) = tally else { return }
        counts.add(roll.total)
        tally = .dice(counts)
      }
    }
    (structure, expression) = inForce
  }

  private var newTally: Tally {
    expression.map { .expression(ExpressionTally(of: $0)) } ?? .dice(DiceTally(of: structure))
  }

  /// Forgets all throws and tallies.
  mutating func clearHistory() {
    history = PackedList(tag: DiceState.historyTag)
    forgotten = 0
    tallies = []
    pickUp()
  }
}

extension DiceState {
  package init() { self.init(structure: DieStructure()) }

  /// A throw and when it was made.
  struct Throw: Equatable {
    enum Outcome: Equatable {
      case dice(DiceRoll)
      case expression(RollRecord)
    }

    let outcome: Outcome
    /// Seconds since 1970, UTC.
    let time: Int

    init(_ outcome: Outcome, at time: Int) {
      self.outcome = outcome
      self.time = time
    }
  }

  /// How often the totals of one expression came up.
  enum Tally: Equatable {
    case dice(DiceTally)
    case expression(ExpressionTally)
  }

  /// What several rolls came to, as the page shows it.
  struct Series: Equatable {
    let mean, lowest, highest: String
  }
}

extension DiceState.Series {
  /// Of at least one roll, all of one expression.
  fileprivate init(_ rolls: [YieldRoll]) {
    let totals = rolls.compactMap(\.total)
    mean = totals.isEmpty ? DiceWords.mean(of: rolls) : DiceWords.mean(of: totals)
    lowest = (totals.min() ?? .zero).shortText
    highest = (totals.max() ?? .zero).shortText
  }
}
