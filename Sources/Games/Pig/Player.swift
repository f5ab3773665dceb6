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
    Player.look(of: name) == Player.look(of: other.name)
  }

  private static func checked(_ wish: String) throws(PigRefusal) -> String {
    var trimmed = wish[...]
    while trimmed.first?.isBlank == true { trimmed.removeFirst() }
    while trimmed.last?.isBlank == true { trimmed.removeLast() }
    let name = String(trimmed)
    guard !look(of: name).isEmpty else { throw .nameEmpty }
    guard name.count <= longestName else { throw .nameTooLong }
    guard name.utf8.count <= largestName else { throw .nameTooLarge }
    guard !name.unicodeScalars.contains(where: \.isDisturbing) else { throw .nameUnprintable }
    return name
  }

  /// What is left for the eye, in one case: through capitals, as ß and SS are the same; a page shows
  /// several blanks in a row as one.
  private static func look(of name: String) -> String {
    var visible = String.UnicodeScalarView()
    visible.append(contentsOf: name.unicodeScalars.lazy.filter { !$0.isInvisible })
    let words = String(visible).split(whereSeparator: \.isBlank)
    return words.joined(separator: " ").uppercased().lowercased()
  }
}

extension Character {
  /// Shows as nothing: white space, and the Braille pattern without a dot.
  fileprivate var isBlank: Bool { isWhitespace || self == "\u{2800}" }
}

extension Unicode.Scalar {
  /// Takes no room on the screen.
  fileprivate var isInvisible: Bool {
    properties.isDefaultIgnorableCodePoint || properties.generalCategory == .control
  }

  /// Breaks the line, commands a terminal, turns the direction of the text after it, or stands for
  /// what could not be read.
  fileprivate var isDisturbing: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: properties.isBidiControl || self == "\u{FFFD}"
    }
  }
}
