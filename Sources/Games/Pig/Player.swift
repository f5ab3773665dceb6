/// A player of Pig: a name and the points banked so far.
package struct Player: Equatable, Sendable {
  /// In characters as people count them.
  package static let longestName = 30
  /// In bytes of UTF-8, so that a pile of accents on one letter cannot fill a session.
  package static let largestName = 240

  /// Trimmed, 1 to 30 visible characters.
  package private(set) var name: String
  /// Points of completed turns.
  package private(set) var score = 0
  /// How many turns scored.
  package private(set) var scoringTurns = 0

  /// - Parameter name: spaces around it are dropped.
  /// - Throws: `PigRefusal.nameEmpty`, `.nameTooLong`, `.nameTooLarge` or `.nameUnprintable`.
  package init(name: String) throws(PigRefusal) {
    self.name = try Player.checked(name)
  }

  /// A player restored from storage.
  /// - Returns: `nil` for values that no game leads to.
  package init?(name: String, score: Int, scoringTurns: Int) {
    guard let player = try? Player(name: name), player.name == name else { return nil }
    self = player
    // A turn scores 2 at least.
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

  /// Takes a name that a player already has.
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

  /// Whether people would read both names as one, ignoring case and what cannot be seen.
  func isNamedLike(_ other: Player) -> Bool {
    GivenText.look(of: name) == GivenText.look(of: other.name)
  }

  private static func checked(_ text: String) throws(PigRefusal) -> String {
    do throws(GivenText.Fault) {
      return try GivenText.name(text, longest: longestName, largest: largestName)
    } catch {
      switch error {
      case .empty: throw .nameEmpty
      case .tooLong: throw .nameTooLong
      case .tooLarge: throw .nameTooLarge
      case .unprintable: throw .nameUnprintable
      }
    }
  }
}

/// Which of the two players.
package enum Seat: CaseIterable, Equatable, Sendable {
  /// Player 1.
  case first
  /// Player 2, a person or the computer.
  case second

  package var other: Seat { self == .first ? .second : .first }
}

/// Who plays for Player 2.
package enum Opponent: Equatable, Sendable {
  case person
  case computer(PigStrategy)
}
