import Mustache
import Web

/// What pages show of the frame that they are in.
struct EmbedView: Fielded {
  /// Where the page is shown, as far as the browser tells.
  private enum Place: String {
    /// Alone in a tab.
    case top
    /// In a page of another site.
    case frame
  }

  /// What the addresses of the game begin with, below the mount.
  let prefix: String
  /// `nil` at an address below `/embed/` that is no game's.
  private let visit: EmbedVisit?
  private let desk: EmbedDesk?
  private let place: Place
  /// Whether there is such a game at all.
  private var isThere: Bool { visit != nil && desk != nil }
  /// With scheme and host, where these are known.
  private let address: String

  init(_ visit: EmbedVisit?, _ session: Session, _ request: Request, _ addresses: FullAddresses?) {
    self.visit = visit
    prefix = visit?.prefix ?? ""
    desk = session.embed
    // Only a secure connection tells whether a page stands in a tab.
    let mark = visit?.address.key == nil || request.isSecure ? "" : EmbedVisit.tabMark
    address = (addresses?.page(prefix) ?? request.mount + prefix) + mark
    place =
      switch request.fetchDestination {
      case "document": .top
      case "iframe", "frame", "embed", "object": .frame
      default: visit?.isTab == true ? .top : .frame
      }
  }

  var theme: EmbedDesk.Theme? { desk?.theme }
  var hasMovesOnly: Bool { desk?.hasMovesOnly ?? false }

  /// The address that others may pass on: the game before its first move, with its options.
  var plainAddress: String? {
    guard let visit, visit.address.isPlain else { return nil }
    return visit.start?.address(of: visit.address.game)
  }

  static func declare(_ field: inout Fields<EmbedView>) {
    field("theme") { $0.theme?.rawValue }
    field("place") { $0.place.rawValue }
    field("noun") { $0.visit?.address.game.noun ?? "game" }
    field("games") { $0.games }
    field("isThere") { $0.isThere }
    field("isGame") { $0.visit != nil }
    field("key") { $0.isThere ? $0.visit?.address.key : nil }
    field("address") { $0.address }
    field("isKept") { $0.visit?.isKept ?? false }
    field("isSeeded") { $0.desk?.dice != nil }
    field("remarks") { $0.visit?.remarks ?? [] }
  }

  /// What can be begun here: the same game again or, where there is none, any.
  private var games: [Opening] {
    (visit.map { [$0.address.game] } ?? Site.embeddable).map { Opening(game: $0) }
  }

  /// The way to a new game.
  private struct Opening: Fielded {
    let game: any Embeddable.Type

    static func declare(_ field: inout Fields<Opening>) {
      field("slug") { $0.game.slug }
      field("noun") { $0.game.noun }
    }
  }
}
