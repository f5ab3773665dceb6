/// What happened in a game of Pig; a game's events in order are its history.
package enum PigEvent: Equatable, Sendable {
  /// A game begins.
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

  /// The move that led to it; `nil` for an event that only follows from another.
  package var move: PigMove? {
    switch self {
    case .rolled(_, let value, _): .roll(value)
    case .held: .hold
    case .renamed(let seat, let name): .rename(seat, name)
    case .namesSwapped: .swapNames
    case .opponentChanged(let opponent): .choose(opponent)
    case .started, .piggedOut, .won: nil
    }
  }
}

/// Where moves write down what happened, in order.
protocol PigEventList {
  mutating func append(_ event: PigEvent)
}

extension [PigEvent]: PigEventList {}

/// All that it takes to play a game again: what follows from a move, the rules know.
package enum PigMove: Equatable, Sendable {
  /// A die that fell, `1...6`.
  case roll(Int)
  case hold
  case rename(Seat, String)
  case swapNames
  /// Who plays for Player 2 from now on.
  case choose(Opponent)
}
