/// A roll of an expression: all dice with their history, and the totals.
package struct ExpressionRoll: Equatable, Sendable {
  /// The rounds: one, or as many as `6x(…)` says.
  package let rounds: [Round]
  /// The draws in order, each the place of a face among those of its die, from 1.
  ///
  /// It is empty if there were more than `Expression.Limits.draws`.
  package let draws: [Int]

  /// One value of the expression's root, with the dice rolled for it.
  package struct Round: Equatable, Sendable {
    /// The terms in the order in which they were rolled.
    package internal(set) var terms: [DiceRolled] = []
    package internal(set) var groups: [GroupRolled] = []
    package internal(set) var total = Rational.zero
  }

  package var total: Rational { rounds.reduce(.zero) { $0 + $1.total } }
  /// The dice of all terms, left to right.
  package var dice: [RolledDie] { rounds.flatMap { $0.terms.flatMap(\.dice) } }
}

/// The dice of one term.
package struct DiceRolled: Equatable, Sendable {
  package let term: Dice
  /// The dice in display order: extra dice directly after the die that brought them, or sorted.
  package internal(set) var dice: [RolledDie]
  /// The value of the term.
  package internal(set) var value: Int
}

/// The totals of a group's members, in the order in which they were written.
package struct GroupRolled: Equatable, Sendable {
  package struct Member: Equatable, Sendable {
    package let value: Rational
    package internal(set) var isDropped = false
    package internal(set) var isCounted = false
    package internal(set) var isFailure = false
    /// The range of its terms among those of the round.
    let terms: Range<Int>
  }

  package internal(set) var members: [Member]
  package internal(set) var value: Rational
}

/// A die and what happened to it.
package struct RolledDie: Equatable, Sendable {
  package enum Event: Equatable, Sendable {
    /// It was rolled with this face.
    case rolled(Int)
    /// An exploding die brought it.
    case extra
    /// It exploded and brought another die.
    case exploded
    /// It exploded, and this face was added to it.
    case compounded(Int)
    /// It lost one point, as an extra die of penetrating dice.
    case penetrated
    case rerolled(Int)
    /// It was rerolled so often that the face was drawn from those allowed.
    case settled(Int)
    case added(Int)
    case raised(Int)
    case lowered(Int)
    case dropped
    case counted
    case failed
    /// It was dropped with the whole total of its group.
    case droppedWithGroup
  }

  package let die: Die
  package internal(set) var value: Int
  package internal(set) var history: [Event]

  package var isDropped: Bool {
    history.contains { $0 == .dropped || $0 == .droppedWithGroup }
  }
}
