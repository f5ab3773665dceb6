/// One who plays Pig: a name and what was banked.
package struct Player: Equatable, Sendable {
  /// In characters as people count them.
  package static let longestName = 30
  /// In bytes of UTF-8, so that no pile of accents on one letter fills a session.
  package static let largestName = 240

  /// Trimmed, 1 to 30 visible characters.
  package private(set) var name: String
  /// Points of completed turns.
  package private(set) var score = 0
  /// How many turns brought them.
  package private(set) var scoringTurns = 0

  /// - Parameter name: blanks around it do not count.
  /// - Throws: `PigRefusal.nameEmpty`, `.nameTooLong`, `.nameTooLarge` or `.nameUnprintable`.
  package init(name: String) throws(PigRefusal) {
    self.name = try Player.checked(name)
  }

  /// A player written down earlier.
  /// - Returns: `nil` for what no play leads to.
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
  mutating func rename(_ wish: String) throws(PigRefusal) {
    name = try Player.checked(wish)
  }

  /// Takes over a name that was a player's before.
  mutating func take(name: String) { self.name = name }

  /// Adds the total of a turn.
  mutating func bank(_ turnTotal: Int) {
    score += turnTotal
    scoringTurns += 1
  }

  /// Back to nothing; the name stays.
  mutating func clear() {
    score = 0
    scoringTurns = 0
  }

  /// Whether people would take both names for one: case and what cannot be seen do not count.
  func isNamedLike(_ other: Player) -> Bool {
    GivenText.look(of: name) == GivenText.look(of: other.name)
  }

  private static func checked(_ wish: String) throws(PigRefusal) -> String {
    let name = GivenText.trimmed(wish)
    guard GivenText.isVisible(name) else { throw .nameEmpty }
    guard name.count <= longestName else { throw .nameTooLong }
    guard name.utf8.count <= largestName, !GivenText.isPiled(name) else { throw .nameTooLarge }
    guard GivenText.isPrintable(name) else { throw .nameUnprintable }
    return name
  }
}
