/// Which of the two players.
package enum Seat: CaseIterable, Equatable, Sendable {
  /// Player 1, who begins.
  case first
  /// Player 2, a person or the computer.
  case second

  package var other: Seat { self == .first ? .second : .first }
}

/// Who plays for Player 2.
package enum Opponent: Equatable, Sendable {
  case person
  case computer(PigStrategy)
}
