/// A turn of Pig.
///
/// Where the computer takes over from a person, the person's turn ends without a result and the
/// computer's begins.
package struct PigTurn: Equatable, Sendable {
  package enum End: Sendable {
    case piggedOut, held, won
  }

  package let seat: Seat
  /// The turn total at its beginning: 0 unless the computer took over, or the log begins later.
  package let takenOver: Int
  /// Who played for Player 2 at the last roll or hold, whoever does so now.
  package private(set) var opponent: Opponent
  /// Its dice in order, as far as the log has them.
  package private(set) var dice: [Int] = []
  /// How the turn ended; `nil` while it lasts.
  package private(set) var end: End?
  /// What it gained or, with a 1, lost.
  package private(set) var total = 0

  init(from game: Pig) {
    seat = game.turn
    takenOver = game.turnTotal
    opponent = game.opponent
  }

  /// Whether it has a roll or a hold.
  package var isPlayed: Bool { end != nil || !dice.isEmpty }
  /// The computer ended it.
  package var isComputers: Bool { seat == .second && opponent != .person && end != nil }

  /// Whether a move belongs to a turn with this end, so far, and not to a new one; `before` is the
  /// game before it.
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
  /// How it ends the turn, if it does.
  var endOfTurn: PigTurn.End? {
    switch self {
    case .piggedOut: .piggedOut
    case .held: .held
    case .won: .won
    case .started, .rolled, .renamed, .namesSwapped, .opponentChanged: nil
    }
  }
}
