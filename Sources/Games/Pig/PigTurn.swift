/// A turn of Pig.
///
/// If the computer takes over from a person, the person's turn ends without a result and the
/// computer's begins.
package struct PigTurn: Equatable, Sendable {
  package enum End: Sendable {
    case piggedOut, held, won
  }

  package let seat: Seat
  /// The turn total at the beginning: 0 unless the computer took over or the log begins later.
  package let takenOver: Int
  /// The opponent who played Player 2 at the last roll or hold.
  package private(set) var opponent: Opponent
  /// The dice in order, as far as the log has them.
  package private(set) var dice: [Int] = []
  /// The way in which the turn ended; `nil` while it lasts.
  package private(set) var end: End?
  /// The points gained or, with a 1, lost.
  package private(set) var total = 0

  init(from game: Pig) {
    seat = game.turn
    takenOver = game.turnTotal
    opponent = game.opponent
  }

  /// Whether it has a roll or a hold.
  package var isPlayed: Bool { end != nil || !dice.isEmpty }
  /// Whether the computer ended it.
  package var isComputers: Bool { seat == .second && opponent != .person && end != nil }

  /// Returns whether a move continues a turn with this end, rather than beginning a new one.
  ///
  /// `before` is the game before the move.
  static func goesOn(after end: End?, with move: PigMove, before: Pig) -> Bool {
    switch (end, move) {
    case (.won, _): true
    case (.held, _), (.piggedOut, _): false
    case (nil, .choose(.computer)):
      before.turn == .first || before.turnTotal == 0
    case (nil, _): true
    }
  }

  mutating func add(_ event: PigEvent, before: Pig) {
    switch event {
    case .started, .renamed, .namesSwapped, .opponentChanged: return
    case .rolled(_, let value, _):
      dice.append(value)
      if value > 1 { total += value }
    case .held(_, let banked, _): total = banked
    case .piggedOut, .won: break
    }
    end = event.endOfTurn ?? end
    opponent = before.opponent
  }
}

extension PigEvent {
  /// The way in which it ends the turn, if it does.
  var endOfTurn: PigTurn.End? {
    switch self {
    case .piggedOut: .piggedOut
    case .held: .held
    case .won: .won
    case .started, .rolled, .renamed, .namesSwapped, .opponentChanged: nil
    }
  }
}
