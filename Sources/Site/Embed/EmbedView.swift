import Mustache
import Web

/// The view of a framed page on its frame.
struct EmbedView: Fielded {
  /// The place where the page is shown, as far as the browser says.
  private enum Place: String {
    /// The page is alone in a tab.
    case top
    /// The page is in another site's page.
    case frame
  }

  private let features: Features
  /// The start of the game's addresses, below the mount.
  let prefix: String
  /// The visit; `nil` at an address below `/embed/` that isn't a game's.
  private let visit: EmbedVisit?
  private let frame: FrameState?
  /// The fixed colours; `nil` for the preference of the reader's device.
  let theme: FrameState.Theme?
  private let ground: FrameState.Ground?
  private let place: Place
  /// Whether the page's script may read the hall where the page has no site.
  private let isReadable: Bool
  /// Whether the page tells where else it can be had.
  ///
  /// It does for a game that exists, or a seat in a room that only its own address leads back to.
  private var isThere: Bool {
    guard frame != nil, let visit else { return false }
    return canBring || visit.address.key != nil && !visit.isKept
  }
  /// Whether the hall can take over the game; a room is in the hall already.
  private var canBring: Bool { visit?.address.game != features.shared }
  /// The address that opens the game in a tab; absolute if the host is known.
  private let address: String
  private let isAddressFull: Bool
  /// The start of the addresses of a new game with the same options, below the mount.
  let begin: String

  init(
    _ visit: EmbedVisit?, _ session: Session, _ request: Request, _ addresses: AbsoluteURLs?,
    _ features: Features, isReadable: Bool
  ) {
    self.features = features
    self.isReadable = isReadable
    self.visit = visit
    prefix = visit?.prefix ?? ""
    let frame = session[FrameState.self]
    self.frame = frame
    // Without a game, the address itself has the option.
    theme = visit == nil ? request.query["theme"].flatMap(FrameState.Theme.init) : frame?.theme
    ground = visit == nil ? request.query["ground"].flatMap(FrameState.Ground.init) : frame?.ground
    let start = frame?.start ?? ""
    begin = visit?.address.anew.prefix(start: start) ?? ""
    // Some browsers, and all over plain http, don't tell whether a page is in a tab.
    let tellsPlace = request.fetchDestination != nil
    let path =
      if let visit {
        tellsPlace
          ? visit.address.entrance(start: visit.startText)
          : visit.address.inTab.entrance(start: start)
      } else {
        EmbedView.path(of: request)
      }
    address = addresses?.page(path) ?? request.mount + path
    isAddressFull = addresses != nil
    // An answer without a game is the same for everybody, wherever it is shown.
    place =
      switch visit == nil ? nil : request.fetchDestination {
      case "document": .top
      case "iframe", "frame", "embed", "object": .frame
      default: visit?.address.isTab == true ? .top : .frame
      }
  }

  /// Returns the path of the request, below the mount.
  private static func path(of request: Request) -> String {
    let query = PercentCoding.encode(request.query.fields.map { ($0.name, $0.value) })
    return query.isEmpty ? request.path : "\(request.path)?\(query)"
  }

  var hasNoGame: Bool { visit == nil }
  var hasMovesOnly: Bool { frame?.hasMovesOnly ?? false }

  /// The address to share: a room, or the game before its first move, with its options.
  var plainAddress: String? {
    guard let visit, visit.address.isEntrance else { return nil }
    guard visit.address.isPlain else { return visit.address.entrance() }
    return visit.start?.address(of: visit.address.game)
  }

  static func declare(_ field: inout Fields<EmbedView>) {
    field("theme") { $0.theme?.rawValue }
    field("place") { $0.place.rawValue }
    field("isReadable") { $0.isReadable }
    field("ground") { $0.ground?.rawValue }
    // Needed by addresses of a frame without a game, which must repeat the options.
    field("looks") { frame in
      [("theme", frame.theme?.rawValue), ("ground", frame.ground?.rawValue)].compactMap { look in
        look.1.map { Form.Field(name: look.0, value: $0) }
      }
    }
    field("noun") { $0.visit?.address.game.noun ?? "game" }
    // The games to begin here: the same one again or, if there is none, any.
    field.rows(
      "games", { frame in frame.visit.map { [$0.address.game] } ?? frame.features.games }
    ) { game in
      game("place") { $1.hasNoGame ? "/embed/\($0.slug)" : $1.begin }
      game("noun") { $0.noun }
    }
    field("isThere") { $0.isThere }
    field("canBring") { $0.canBring }
    field("hasBegun") { $0.visit?.address.key != nil }
    field("isTab") { $0.visit?.address.isTab ?? false }
    field("key") { $0.isThere ? $0.visit?.address.key : nil }
    field("address") { $0.address }
    field("isAddressFull") { $0.visit?.address.key != nil && $0.isAddressFull }
    field("isKept") { $0.visit?.isKept ?? false }
    field("isSeeded") { $0.frame?.dice != nil }
    field("remarks") { $0.visit?.remarks ?? [] }
  }
}
