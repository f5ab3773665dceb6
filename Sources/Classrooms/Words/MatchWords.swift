import Games
import Rooms
import Site

/// The sentences of a match besides those of a game of Pig: who is missing, and how a game ended.
enum MatchWords {
  static let yours = "It’s your turn."
  static let again = "Press Play again for another game."
  static let over = "This game is over."

  /// Returns what a match is waiting for if it hasn't begun, or lost a player before the first
  /// roll.
  static func beginning(_ match: PigMatch, hasWatchers: Bool, takesSeats: Bool) -> String {
    let isOne = match.freePlaces.count == 1
    if hasWatchers {
      return isOne
        ? "The match starts as soon as somebody takes the free place."
        : "The match starts as soon as both places are taken."
    }
    guard takesSeats else { return "Nobody new can join, so the match can’t start." }
    let begins = "The match starts as soon as two have joined."
    // The player in the first place rolls first, even after joining second.
    return match.freePlaces == [.first] ? begins : "\(begins) Whoever joined first rolls first."
  }

  /// Returns a sentence for somebody who is about to join.
  static func invitation(_ match: PigMatch) -> String {
    switch (match.game, match.freePlaces.isEmpty) {
    case (nil, _):
      match.freePlaces.count == 1
        ? "Somebody is waiting for you: join, and the game begins."
        : "The first two who join play; everybody else watches."
    case (_, true): "Two people are playing already: whoever joins now watches."
    case (let game?, false):
      game.isOver
        ? "A place is free: whoever joins now plays the next game."
        : "A place in the game is free: whoever joins now plays on with its points."
    }
  }

  /// Returns the name of the missing player, if any.
  static func missing(_ match: PigMatch) -> String? {
    match.freePlaces.first.map { $0 == .first ? "Player 1" : "Player 2" }
  }

  /// Returns the last event for a seat, or who is missing.
  static func headline(_ match: PigMatch, for seat: Int = 0) -> String {
    guard let log = match.log else {
      return match.freePlaces.count == 2
        ? "Waiting for two players" : "Waiting for the second player"
    }
    if let winner = log.game.winner {
      let scores = "\(log.game[winner].score) to \(log.game[winner.other].score)"
      return hasWon(match, seat)
        ? "You win \(scores)" : "\(log.game.name(winner)) wins \(scores)"
    }
    if let free = free(match) { return free }
    if let newcomer = newcomer(log) { return newcomer }
    return PigWords(log).headline
  }

  /// Returns `Ann’s place is free`; `nil` if no place is, and before the first game.
  static func free(_ match: PigMatch) -> String? {
    guard let game = match.game, let place = match.freePlaces.first else { return nil }
    return match.freePlaces.count == 2
      ? "Both places are free" : "\(game.name(place))’s place is free"
  }

  /// Returns what happens with a free place.
  static func whoPlaysOn(_ match: PigMatch, takesSeats: Bool) -> String {
    guard let game = match.game, let place = match.freePlaces.first else { return "" }
    guard !game.isOver else {
      return takesSeats
        ? "Whoever joins next plays the next game." : "It takes another player to play again."
    }
    guard takesSeats else { return "The game waits for another player." }
    let points = match.freePlaces.count == 1 ? game[place].score : 0
    return points > 0
      ? "The game waits: whoever joins next plays on with \(points) points."
      : "The game waits: whoever joins next plays on."
  }

  /// Returns `Cleo plays on for Ann` or `The computer plays on for Ann`, until somebody moves.
  private static func newcomer(_ log: PigLog) -> String? {
    guard let entry = log.entries.last, case .renamed(let place, let name) = entry.event else {
      return nil
    }
    let newcomer = name == Pig.computerName ? "The computer" : name.isolated
    return "\(newcomer) plays on for \(entry.before.predecessor(at: place))"
  }

  /// Returns the end of the game for a player, or of the last turn, in a word or two.
  static func verdict(_ match: PigMatch, for seat: Int) -> String? {
    guard let log = match.log else { return nil }
    guard log.game.isOver else {
      return match.isWaiting || newcomer(log) != nil ? nil : PigWords(log).verdict
    }
    guard match.place(of: seat) != nil else { return nil }
    return hasWon(match, seat) ? "Won" : "Lost"
  }

  private static func hasWon(_ match: PigMatch, _ seat: Int) -> Bool {
    seat > 0 && match.game?.winner.flatMap { match[$0] } == seat
  }
}

extension Pig {
  /// Returns the former player of a place that somebody takes over.
  fileprivate func predecessor(at place: Seat) -> String {
    self[place].name == Pig.computerName ? "the computer" : name(place)
  }
}

extension PigLog {
  /// Returns the newest lines of a match, in which a new name is another player.
  func matchLines(newest count: Int) -> [PigLine] {
    entries.suffix(count).reversed().map { entry in
      guard case .renamed(let place, let name) = entry.event else { return PigLine(entry) }
      return PigLine(
        player: name.isolated, event: "plays on for \(entry.before.predecessor(at: place))",
        score: entry.before[place].score)
    }
  }
}
