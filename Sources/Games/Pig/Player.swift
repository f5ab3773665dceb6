/// A player of Pig: a name and the points banked so far.
package struct Player: Equatable, Sendable {
  /// The longest name, in characters as people count them.
  package static let longestName = 30
  /// The most bytes of a name in UTF-8, so that a pile of accents can't fill a session.
  package static let largestName = 240

  /// The name: trimmed, 1 to 30 visible characters.
  package private(set) var name: String
  /// The points of completed turns.
  package private(set) var score = 0
  /// The number of turns that scored.
  package private(set) var scoringTurns = 0

  /// - Parameter name: spaces around it are dropped.
  /// - Throws: `PigRefusal.name`.
  package init(name: String) throws(PigRefusal) {
    self.name = try Player.checked(name)
  }

  /// Restores a stored player.
  /// - Returns: `nil` for values that no game leads to.
  package init?(name: String, score: Int, scoringTurns: Int) {
    guard let player = try? Player(name: name), player.name == name else { return nil }
    self = player
    // A turn scores at least 2.
    guard scoringTurns > 0 ? scoringTurns <= score / 2 : scoringTurns == 0 && score == 0 else {
      return nil
    }
    self.score = score
    self.scoringTurns = scoringTurns
  }

  /// - Throws: as `init(name:)` does; the name stays then.
  mutating func rename(to name: String) throws(PigRefusal) {
    self.name = try Player.checked(name)
  }

  /// Takes the other player's name.
  mutating func take(name: String) { self.name = name }

  /// Adds the total of a turn.
  mutating func bank(_ turnTotal: Int) {
    score += turnTotal
    scoringTurns += 1
  }

  /// Starts again at 0; the name stays.
  mutating func clear() {
    score = 0
    scoringTurns = 0
  }

  /// Returns whether people would read both names as one, ignoring case and invisible characters.
  func isNamedLike(_ other: Player) -> Bool {
    GivenText.look(of: name) == GivenText.look(of: other.name)
  }

  private static func checked(_ text: String) throws(PigRefusal) -> String {
    do throws(GivenText.Fault) {
      return try GivenText.name(text, longest: longestName, largest: largestName)
    } catch {
      throw .name(error)
    }
  }
}

/// One of the two players.
package enum Seat: CaseIterable, Equatable, Sendable {
  /// Player 1.
  case first
  /// Player 2, a person or the computer.
  case second

  package var other: Seat { self == .first ? .second : .first }
}

/// The one who plays Player 2.
package enum Opponent: Equatable, Sendable {
  case person
  case computer(PigStrategy)
}
