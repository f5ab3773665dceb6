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
  private let visit: EmbedVisit
  private let desk: EmbedDesk
  private let place: Place?
  /// Whether there is such a game at all.
  private let isThere: Bool
  /// With scheme and host, where these are known.
  private let address: String

  init(_ visit: EmbedVisit, _ session: Session, _ request: Request, _ addresses: FullAddresses?) {
    self.visit = visit
    prefix = visit.prefix
    isThere = session.embed != nil
    desk = session.embed ?? EmbedDesk(game: visit.address.game.slug)
    address = addresses?.page(visit.prefix) ?? request.mount + visit.prefix
    place =
      switch request.fetchDestination {
      case "document": .top
      case "iframe", "frame", "embed", "object": .frame
      default: nil
      }
  }

  var theme: EmbedDesk.Theme? { desk.theme }
  var hasMovesOnly: Bool { desk.hasMovesOnly }

  static func declare(_ field: inout Fields<EmbedView>) {
    field("theme") { $0.theme?.rawValue }
    field("place") { $0.place?.rawValue }
    field("noun") { $0.visit.address.game.noun }
    field("slug") { $0.visit.address.game.slug }
    field("isThere") { $0.isThere }
    field("key") { $0.isThere ? $0.visit.address.key : nil }
    field("address") { $0.address }
    field("isKept") { $0.visit.isKept }
    field("isSeeded") { $0.desk.dice != nil }
    field("remarks") { $0.visit.remarks }
  }
}
