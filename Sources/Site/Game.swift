import Mustache
import Storage

/// A game, with everything that the rest of the site needs.
///
/// Navigation, home cards, shortcuts, links on error pages, previews, frames and the form at
/// `/embed` all follow from its entry in `Features.games`.
package protocol Game: SendableMetatype {
  /// The game's part of a session.
  associatedtype State: RevisedPart

  /// Its name in addresses: `craps` for `/craps` and `/embed/craps`.
  static var slug: String { get }
  /// Its name in headings: `Craps`.
  static var name: String { get }
  /// Its name in sentences: `game of Craps`.
  static var noun: String { get }
  /// Its card on the home page.
  static var card: GameCard { get }
  /// A sentence for teachers who are choosing a game for their page.
  static var summary: String { get }
  /// The link from its page that invites teachers to the form at `/embed`.
  static var classInvitation: String { get }
  /// The picture in previews of links to it.
  static var picture: PreviewPicture { get }

  static var routes: [Route] { get }
  static var pages: [any Page.Type] { get }
  /// Its templates that need no head, with the fields that each has beside the layout's.
  static var documents: [(template: String, fields: any Fielded.Type)] { get }
  /// Its path in the hall; frames offer only addresses at or below it.
  static var root: String { get }
  /// Names of its pages for "Back to …" links, by the paths that their addresses begin with.
  static var placeNames: [String: String] { get }
  /// The path of its rules, a tab beside those of the other games, if it has any.
  static var rules: String? { get }
  /// Shortcuts for a phone's home screen, besides the game itself.
  static var shortcuts: [Shortcut] { get }
  /// A file in `Public` with additional styles for its pages, if any.
  static var stylesheet: String? { get }
  /// A file in `Public` with an additional script for its pages, if any.
  static var script: String? { get }
  /// The footer of its framed pages, if any.
  static var footnote: String? { get }

  /// The path of the game in progress in the hall.
  static var home: String { get }
  /// The path in the hall of what a frame shows before the first move.
  static var opening: String { get }
  /// The options that only this game takes in a frame, in the order of the form at `/embed`.
  static var options: [EmbedOption] { get }
  /// Returns whether frames offer this path of the hall, which is below `root`.
  static func offers(_ path: String) -> Bool

  /// Returns whether other sites frame an address with this end.
  static func isEntrance(_ rest: String) -> Bool

  /// Sets up a new game from the options of a frame's address, as far as the rules allow.
  static func begin(_ state: inout State, _ options: inout OptionReader)
  /// Returns the values of the game's options that would begin a game like this.
  static func settings(of state: State) -> [String: String]
  /// Returns whether there is progress that would be lost if another game replaced this one.
  static func isInPlay(_ state: State) -> Bool
  /// Gives a copied game its own number, if games have numbers.
  static func renumber(_ state: inout State, using random: inout any RandomNumberGenerator)
}

/// A game that many play together, so no session of the hall holds it.
package protocol SharedGame: Game {
  /// What it keeps at hand for all visitors.
  associatedtype Desk: AnyObject & Sendable

  static func desk(
    _ storage: any StorageEngine, pause: @escaping Pause, background: @escaping Background
  ) -> Desk
  /// Returns what frames show for a path of the game's own besides its root; `nil` for nothing.
  static func pasted(_ path: String) -> PastedAddress.Kind?
}

extension Game {
  package static var classInvitation: String { "Put this in your class page" }
  package static var documents: [(template: String, fields: any Fielded.Type)] { [] }
  package static var root: String { "/\(slug)" }
  package static var placeNames: [String: String] { [root: name] }
  package static var rules: String? { nil }
  package static var shortcuts: [Shortcut] { [] }
  package static var stylesheet: String? { nil }
  package static var script: String? { nil }
  package static var footnote: String? { nil }
  package static var home: String { root }
  package static var opening: String { home }
  package static func offers(_ path: String) -> Bool { true }
  package static func isEntrance(_ rest: String) -> Bool { rest.isEmpty }
  package static func settings(of state: State) -> [String: String] { [:] }
  package static func isInPlay(_ state: State) -> Bool { state.revision > 0 }
  package static func renumber(_ state: inout State, using random: inout any RandomNumberGenerator)
  {}

  /// Creates the session of a new game from the options of an address.
  package static func session(_ options: inout OptionReader) -> Session {
    var state = State()
    begin(&state, &options)
    var session = Session()
    session[State.self] = state
    return session
  }

  /// Returns the options, apart from defaults, that begin a game like the session's.
  package static func choices(in session: Session) -> [(name: String, value: String)] {
    let settings = session[State.self].map { self.settings(of: $0) } ?? [:]
    return options.compactMap { option in
      settings[option.name].flatMap { $0 == option.defaultValue ? nil : (option.name, $0) }
    }
  }

  /// Returns whether the session's game has progress that would be lost if another replaced it.
  package static func isInPlay(_ session: Session) -> Bool {
    session[State.self].map { isInPlay($0) } ?? false
  }

  /// Replaces this session's game for good with a copy of another session's.
  ///
  /// Forms drawn for either game are stale afterwards.
  package static func copy(
    from other: Session, to session: inout Session, using random: inout any RandomNumberGenerator
  ) {
    guard var state = other[State.self] else { return }
    renumber(&state, using: &random)
    state.revision = max(state.revision, session[State.self]?.revision ?? 0) + 1
    session[State.self] = state
  }
}
