import DiceLanguage
import Games

/// The chosen dice or expression, the last rolls, and tallies of the last few expressions.
///
/// A tally counts how often each total came up.
package struct DiceState: GameState, ShrinkingPart, Equatable {
  package static let tag: UInt8 = 1
  /// The most rolls kept; the oldest are dropped.
  static let historyLimit = 200
  /// The most bytes of rolls; the oldest are dropped.
  static let historySize = 32 * 1_024
  /// The most tallies; the one unused for longest is dropped.
  static let tallyLimit = 10
  /// The most bytes of tallies, more than a single one needs.
  static let tallySize = 6 * 1_024
  /// The number of dice after which a move stops, at the end of a roll.
  static let diceOfMove = 100_000

  /// The chosen dice, which stay while another expression is in use.
  var structure: DieStructure
  /// The expression in use, as `Expression.text`, unless it is that of the chosen dice.
  private(set) var expression: String?
  package var revision = 0
  package var notice: String?
  /// The rolls, oldest first.
  private(set) var history = PackedList<Throw>(tag: historyTag)
  /// The number of oldest rolls dropped.
  private(set) var forgotten = 0
  /// The tallies of expressions, the one rolled last first.
  private(set) var tallies: [Tally] = []
  /// The number of rolls by the last move, to show; 0 if the dice have changed since.
  private(set) var thrown = 0
  /// The dice of the last roll; `nil` if they were chosen dice or have changed since.
  private(set) var detail: RollDetail?
  /// The results of the last move's rolls, if they were several of an expression.
  private(set) var series: Series?

  /// The notation of the dice in use, as typed.
  var notation: String { expression ?? structure.notation }

  /// The rolls of the last move that are kept; empty if the dice have changed since.
  var lastThrows: [Throw] { history.newest(thrown) }

  /// Whether the last move rolled the dice that are on the table.
  var isThrown: Bool { thrown > 0 && !history.isEmpty }

  /// The tally of the dice in use; `nil` before their first roll.
  var tally: Tally? { tallies.first(where: isInForce) }

  private func isInForce(_ tally: Tally) -> Bool {
    switch tally {
    case .dice(let tally): expression == nil && tally.structure == structure
    case .expression(let tally): expression == tally.expression
    }
  }

  /// Takes the dice off the table, so that the page no longer shows the last rolls.
  mutating func pickUp() {
    thrown = 0
    detail = nil
    series = nil
  }

  /// Sets the dice to roll.
  mutating func take(_ formula: Formula) {
    switch formula {
    case .dice(let structure):
      self.structure = structure
      expression = nil
    case .expression(let expression): self.expression = expression.text
    }
  }

  mutating func takeChosenDice() { expression = nil }

  /// Rolls the chosen dice this many times, and adds the rolls to history and tally.
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

  /// Rolls an expression this many times, and adds the rolls to history and tally.
  ///
  /// It stops after too many dice.
  private mutating func roll(
    _ expression: RollExpression, _ times: Int, using random: inout some RandomNumberGenerator,
    at time: Int
  ) {
    var rolls: [RollResult] = []
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

  /// Rolls the dice in use this many times, and adds the rolls to history and tally.
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

  /// Drops oldest rolls of this many bytes, but never the last one.
  mutating func forget(bytes: Int) {
    let size = history.size - bytes
    while history.count > 1, history.size > size { forget(1) }
  }

  private mutating func forget(_ count: Int) {
    guard count > 0 else { return }
    history.removeFirst(count)
    forgotten += count
  }

  /// Counts rolls in the tally of the dice in use.
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

  /// Counts the kept rolls of chosen dice, for sessions older than tallies.
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

  /// Deletes all rolls and tallies.
  mutating func clearHistory() {
    history = PackedList(tag: DiceState.historyTag)
    forgotten = 0
    tallies = []
    pickUp()
  }
}

extension DiceState {
  package init() { self.init(structure: DieStructure()) }

  /// A roll and its time.
  struct Throw: Equatable {
    enum Outcome: Equatable {
      case dice(DiceRoll)
      case expression(RollRecord)
    }

    let outcome: Outcome
    /// The time in seconds since 1970, UTC.
    let time: Int

    init(_ outcome: Outcome, at time: Int) {
      self.outcome = outcome
      self.time = time
    }
  }

  /// The counts of one expression's totals.
  enum Tally: Equatable {
    case dice(DiceTally)
    case expression(ExpressionTally)
  }

  /// The results of several rolls, as the page shows them.
  struct Series: Equatable {
    let mean, lowest, highest: String
  }
}

extension DiceState.Series {
  /// Creates a series of at least one roll, all of one expression.
  fileprivate init(_ rolls: [RollResult]) {
    let totals = rolls.compactMap(\.total)
    mean = totals.isEmpty ? DiceWords.mean(of: rolls) : DiceWords.mean(of: totals)
    lowest = (totals.min() ?? .zero).shortText
    highest = (totals.max() ?? .zero).shortText
  }
}
