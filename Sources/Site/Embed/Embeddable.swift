import Web

/// A game that pages of other sites can show in a frame, by being in `Site.embeddable`: its routes,
/// its page and its template are those of the hall.
package protocol Embeddable: SendableMetatype {
  /// As addresses have it: `/embed/craps`.
  static var slug: String { get }
  /// As headings have it: `Craps`.
  static var name: String { get }
  /// As sentences have it: `game of Craps`.
  static var noun: String { get }
  /// What it is, for teachers who choose: one sentence.
  static var summary: String { get }
  /// What an address may ask of it besides what it may ask of all games, in the form's order.
  static var options: [EmbedOption] { get }
  /// What stands for it where its address is passed on.
  static var picture: PreviewPicture { get }
  /// Where the hall has it; a frame has all addresses below.
  static var root: String { get }
  /// The hall's address of the game as it stands.
  static var home: String { get }
  /// The hall's address of what a frame shows before anything was done.
  static var opening: String { get }

  /// Sets up a session by what an address asks for.
  static func begin(_ session: inout Session, _ wish: inout OptionReader)
  /// Whether a session has one that would be lost if another took its place.
  static func isInPlay(_ session: Session) -> Bool
  /// Puts another session's game in the place of this one's, for good.
  static func copy(
    from other: Session, to session: inout Session, using random: inout any RandomNumberGenerator)
  /// Whether a frame has this address of the hall, which is below `root`.
  static func offers(_ path: String) -> Bool
}

extension Embeddable {
  package static var root: String { "/\(slug)" }
  package static var home: String { root }
  package static var opening: String { home }

  package static func offers(_ path: String) -> Bool { true }
}

/// The usual case: the game is one part of a session, which alone begins by an address.
protocol EmbeddableState: Embeddable, SessionPart {
  static var part: WritableKeyPath<Session, Self?> { get }

  /// Takes what the address asks for, where the rules allow it.
  mutating func begin(_ wish: inout OptionReader)
}

extension EmbeddableState {
  package static func begin(_ session: inout Session, _ wish: inout OptionReader) {
    var table = Self()
    table.begin(&wish)
    session[keyPath: part] = table
  }

  package static func isInPlay(_ session: Session) -> Bool {
    (session[keyPath: part]?.revision ?? 0) > 0
  }

  package static func copy(
    from other: Session, to session: inout Session, using _: inout any RandomNumberGenerator
  ) {
    session.adopt(other[keyPath: part], as: part)
  }
}

extension Session {
  /// Puts a game in the place of the one that is there, so that forms of both are stale.
  mutating func adopt<Part: SessionPart>(_ game: Part?, as part: WritableKeyPath<Session, Part?>) {
    guard var game else { return }
    game.revision = max(game.revision, self[keyPath: part]?.revision ?? 0) + 1
    self[keyPath: part] = game
  }
}

extension Site {
  /// The games that a frame can show, in the order in which teachers choose.
  package static let embeddable: [any Embeddable.Type] = [
    DiceState.self, CrapsState.self, PigState.self, DraftState.self,
  ]
}
