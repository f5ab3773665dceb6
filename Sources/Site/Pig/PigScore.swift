import Games
import Mustache

/// A row of scores for a player of Pig, with a bar as long as the way to the goal.
package struct PigScore: Fielded {
  let name: String
  let game: Pig
  let place: Seat
  /// Whether the next visitor may take the place.
  let isFree: Bool
  /// Whether the game only continues when somebody has come.
  let isWaiting: Bool
  /// The points to go in words, if the row shows them.
  let missing: Text?

  package init(
    name: String, game: Pig, place: Seat, isFree: Bool = false, isWaiting: Bool = false,
    missing: Text? = nil
  ) {
    self.name = name
    self.game = game
    self.place = place
    self.isFree = isFree
    self.isWaiting = isWaiting
    self.missing = missing
  }

  package static func declare(_ field: inout Fields<PigScore>) {
    field("name") { $0.name }
    field("score") { $0.game[$0.place].score }
    field("isPlaying") {
      !$0.isFree && !$0.isWaiting && !$0.game.isOver && $0.game.turn == $0.place
    }
    // Parts of the way to the goal in percent: the banked score, the turn, and both.
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
  /// Returns a player's points to go in words; `nil` for the winner.
  package func missing(_ place: Seat) -> Text? {
    winner == place ? nil : "\(goal - self[place].score) to go"
  }
}
