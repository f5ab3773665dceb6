/// What happened in a game of Pig; a game's events in order are its history.
package enum PigEvent: Equatable, Sendable {
  /// A game begins, with Player 1 to roll.
  case started(goal: Int, first: String, second: String, opponent: Opponent)
  /// The total is that of the turn after the roll: 0 after a 1.
  case rolled(Seat, value: Int, turnTotal: Int)
  /// A 1 ended the turn, which scores nothing.
  case piggedOut(Seat)
  /// The total that was banked, and the score with it.
  case held(Seat, turnTotal: Int, score: Int)
  /// The score that won.
  case won(Seat, score: Int)
  case renamed(Seat, name: String)
  /// Each took the other's name; the scores stayed.
  case namesSwapped
  case opponentChanged(Opponent)

  /// Whom it is about: of a game that started the player who begins.
  package var seat: Seat {
    switch self {
    case .started, .namesSwapped: .first
    case .rolled(let seat, _, _), .piggedOut(let seat), .held(let seat, _, _), .won(let seat, _),
      .renamed(let seat, _):
      seat
    case .opponentChanged: .second
    }
  }
}
