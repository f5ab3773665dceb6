import Games
import Mustache

/// A player of a game of Pig as a row of its scores, with a bar as long as the way to the goal.
struct PigScore: Fielded {
  let name: String
  let game: Pig
  let place: Seat
  /// Whether whoever comes next may take the place.
  var isFree = false
  /// Whether the game goes on only when somebody has come.
  var isWaiting = false
  /// The way to go in words, if the row tells it.
  var missing: Text?

  static func declare(_ field: inout Fields<PigScore>) {
    field("name") { $0.name }
    field("score") { $0.game[$0.place].score }
    field("isPlaying") {
      !$0.isFree && !$0.isWaiting && !$0.game.isOver && $0.game.turn == $0.place
    }
    // Parts of the way to the goal in percent: what is banked, what the turn may add, and both.
    field("banked") { $0.banked }
    field("risk") { $0.reached - $0.banked }
    field("reached") { $0.reached }
    field("isWinner") { $0.game.winner == $0.place }
    field("missing") { $0.missing }
    field("isFree") { $0.isFree }
  }

  private var banked: Int { min(100, 100 * game[place].score / game.goal) }

  private var reached: Int { min(100, banked + 100 * game.turnTotal / game.goal) }
}

extension Pig {
  /// What a player still needs in words; `nil` for whoever has won.
  func missing(_ place: Seat) -> Text? {
    winner == place ? nil : "\(goal - self[place].score) to go"
  }
}
