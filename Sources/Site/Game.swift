/// A game of the hall: all that the rest of the site knows of it.
///
/// Navigation, the home page's card, shortcuts, the links of error pages, previews, frames and the
/// form at `/embed` follow from its place in `Site.games`.
protocol Game: SendableMetatype {
  /// What a session keeps of it.
  associatedtype State: RevisedPart

  /// As addresses have it: `craps` for `/craps` and `/embed/craps`.
  static var slug: String { get }
  /// As headings have it: `Craps`.
  static var name: String { get }
  /// As sentences have it: `game of Craps`.
  static var noun: String { get }
  /// The home page's button: `Play Craps`.
  static var invitation: String { get }
  /// The home page's card.
  static var card: GameCard { get }
  /// One sentence for teachers who choose a game for their page.
  static var summary: String { get }
  /// What stands for it where its address is passed on.
  static var picture: PreviewPicture { get }

  /// Every address it has.
  static var routes: [Route] { get }
  /// Every kind of page it has.
  static var pages: [any Page.Type] { get }
  /// Where the hall has it; a frame has the addresses below.
  static var root: String { get }
  /// What visitors call its pages, by the beginnings of their addresses.
  static var placeNames: [String: String] { get }
  /// What a phone's home screen offers besides the game itself.
  static var shortcuts: [Shortcut] { get }
  /// The file of `Public` that its pages are styled by besides the hall's; `nil` for none.
  static var stylesheet: String? { get }
  /// The files of `Public` with the pictures on its pages.
  static var drawings: [String] { get }
  /// What the foot of a framed page says; `nil` for nothing.
  static var footnote: String? { get }

  /// The hall's address of the game as it stands.
  static var home: String { get }
  /// The hall's address of what a frame shows before anything was done.
  static var opening: String { get }
  /// What an address may ask of a framed game besides what it may ask of all, in the form's order.
  static var options: [EmbedOption] { get }
  /// Whether a frame has this address of the hall, which is below `root`.
  static func offers(_ path: String) -> Bool

  /// Takes what a frame's address asks for, as far as the rules allow it.
  static func begin(_ state: inout State, _ options: inout OptionReader)
  /// Whether the game would be a loss if another took its place.
  static func isInPlay(_ state: State) -> Bool
  /// Makes a copy of a game one of its own.
  static func renumber(_ state: inout State, using random: inout any RandomNumberGenerator)

  /// Computes what would keep the first visitor waiting.
  static func prepare()
}

extension Game {
  static var invitation: String { "Play \(name)" }
  static var root: String { "/\(slug)" }
  static var placeNames: [String: String] { [root: name] }
  static var shortcuts: [Shortcut] { [] }
  static var stylesheet: String? { nil }
  static var drawings: [String] { ["dice.svg"] }
  static var footnote: String? { nil }
  static var home: String { root }
  static var opening: String { home }
  static func offers(_ path: String) -> Bool { true }
  static func isInPlay(_ state: State) -> Bool { state.revision > 0 }
  static func renumber(_ state: inout State, using random: inout any RandomNumberGenerator) {}
  static func prepare() {}

  /// The session of a game that begins as an address asks.
  static func session(_ options: inout OptionReader) -> Session {
    var state = State()
    begin(&state, &options)
    var session = Session()
    session[State.self] = state
    return session
  }

  /// Whether a session has a game that would be lost if another took its place.
  static func isInPlay(_ session: Session) -> Bool {
    session[State.self].map { isInPlay($0) } ?? false
  }

  /// Puts a copy of another session's game in the place of this one's, for good; forms of both are
  /// stale from then on.
  static func copy(
    from other: Session, to session: inout Session, using random: inout any RandomNumberGenerator
  ) {
    guard var state = other[State.self] else { return }
    renumber(&state, using: &random)
    state.revision = max(state.revision, session[State.self]?.revision ?? 0) + 1
    session[State.self] = state
  }
}
