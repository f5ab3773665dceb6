import Games
import Rooms

/// What a match says before two players are there, and at the end of a game.
enum MatchWords {
  static func waiting(_ seats: Int) -> String {
    seats == 0 ? "Waiting for two players" : "Waiting for the second player"
  }

  static let invitation =
    "The match begins as soon as two have joined. Whoever joined first rolls first."
  static let again = "Press Play again for another game."
  static let over = "This game is over."

  /// What happened last, for somebody with a seat; `nil` before two players are there.
  static func headline(_ match: PigMatch, for seat: Int = 0) -> String? {
    guard let log = match.log, let winner = log.game.winner else {
      return match.log.map { PigWords($0).headline }
    }
    let scores = "\(log.game[winner].score) to \(log.game[winner.other].score)"
    return hasWon(match, seat)
      ? "You win \(scores)" : "\(log.game.name(winner)) wins \(scores)"
  }

  /// How it ended for one of the players, or how the last turn did, in a word or two.
  static func verdict(_ match: PigMatch, for seat: Int) -> String? {
    guard let log = match.log, log.game.isOver else {
      return match.log.flatMap { PigWords($0).verdict }
    }
    guard 1...2 ~= seat else { return nil }
    return hasWon(match, seat) ? "Won" : "Lost"
  }

  private static func hasWon(_ match: PigMatch, _ seat: Int) -> Bool {
    match.game?.winner.map { $0 == .first ? 1 : 2 } == seat
  }
}
