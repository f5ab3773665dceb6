/// An event in a game of Pig; a game's events in order are its history.
package enum PigEvent: Equatable, Sendable {
  /// A game begins.
  case started(goal: Int, first: String, second: String, opponent: Opponent)
  /// A roll, with the turn total after it: 0 after a 1.
  case rolled(Seat, value: Int, turnTotal: Int)
  /// A 1 ended the turn, which scores nothing.
  case piggedOut(Seat)
  /// A hold, with the total that was banked and the new score.
  case held(Seat, turnTotal: Int, score: Int)
  /// A win, with the winning score.
  case won(Seat, score: Int)
  case renamed(Seat, name: String)
  /// The players swapped names; the scores stayed.
  case namesSwapped
  case opponentChanged(Opponent)

  /// The move that led to it; `nil` for an event that follows from another.
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

/// A list to which moves append what happened, in order.
protocol PigEventList {
  mutating func append(_ event: PigEvent)
}

extension [PigEvent]: PigEventList {}

/// A move, which is enough to replay a game; the rules know what follows from it.
package enum PigMove: Equatable, Sendable {
  /// A roll of the die, `1...6`.
  case roll(Int)
  case hold
  case rename(Seat, String)
  case swapNames
  /// A change of who plays Player 2.
  case choose(Opponent)
}
