import DiceLanguage

/// What a roll's dice and total don't tell: what happened to each die, and the totals of `6x(…)`.
package struct RollNotes: Equatable, Sendable {
  /// What happened to a die.
  package struct Die: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let dropped = Die(rawValue: 1)
    package static let counted = Die(rawValue: 2)
    package static let failed = Die(rawValue: 4)
    package static let exploded = Die(rawValue: 8)
    package static let rerolled = Die(rawValue: 16)

    static let limits = 0...31
  }

  /// What happened to each recorded die; empty if nothing happened to any.
  package let dice: [Die]
  /// The totals of `6x(…)`; empty for a single one.
  package let totals: [Total]
  /// The number of dice that were rolled and counted, but not recorded; a million stands for more.
  package let unwritten: Int
  static let unwrittenLimits = 0...1_000_000

  /// Whether there is nothing to note.
  var isEmpty: Bool { dice.isEmpty && totals.isEmpty && unwritten == 0 }

  package init(dice: [Die] = [], totals: [Total] = [], unwritten: Int = 0) {
    self.dice = dice.contains { !$0.isEmpty } ? dice : []
    self.totals = totals
    self.unwritten = min(unwritten, RollNotes.unwrittenLimits.upperBound)
  }

  /// - Returns: `nil` if one of several totals is beyond the limits of `Total`.
  init?(_ roll: ExpressionRoll) {
    let totals = roll.rounds.compactMap { Total($0.total) }
    guard totals.count == roll.rounds.count else { return nil }
    let dice = roll.dice
    self.init(
      dice: dice.prefix(PlayedRoll.mostDice).map(Die.init), totals: totals.count > 1 ? totals : [],
      unwritten: max(0, dice.count - PlayedRoll.mostDice))
  }
}

extension RollNotes.Die {
  fileprivate init(_ die: RolledDie) {
    self = die.history.reduce(into: []) { notes, event in
      switch event {
      case .dropped, .droppedWithGroup: notes.insert(.dropped)
      case .counted: notes.insert(.counted)
      case .failed: notes.insert(.failed)
      case .exploded, .compounded: notes.insert(.exploded)
      case .rerolled, .settled: notes.insert(.rerolled)
      case .rolled, .extra, .penetrated, .added, .raised, .lowered: break
      }
    }
  }
}

extension FieldCoder {
  /// Codes the notes of a roll with `count` recorded dice.
  mutating func notes(_ notes: RollNotes?, dice count: Int) throws -> RollNotes {
    let dice = try ints(
      notes?.dice.map(\.rawValue), most: PlayedRoll.mostDice, in: RollNotes.Die.limits)
    let totals = try each(notes?.totals, most: Expression.Limits.times.upperBound) {
      try $0.total($1)
    }
    let unwritten = try int(notes?.unwritten, in: RollNotes.unwrittenLimits)
    if let notes { return notes }
    let read = RollNotes(dice: dice.map(RollNotes.Die.init), totals: totals, unwritten: unwritten)
    guard read.dice.count == dice.count, dice.isEmpty || dice.count == count, totals.count != 1,
      unwritten == 0 || count == PlayedRoll.mostDice
    else { throw Unreadable() }
    return read
  }
}
