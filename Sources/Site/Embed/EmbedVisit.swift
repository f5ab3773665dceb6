import Games
import Web

/// A request for a framed game: which one, how it begins where it has not begun, and whether the
/// browser keeps it.
package struct EmbedVisit {
  package let address: EmbedAddress
  /// How the game begins; `nil` where it has.
  let start: EmbedStart?
  /// The key that a first move begins the game under.
  private let newKey: String?
  /// Whether the browser finds the game again at the plain address, or nobody knows whether.
  let isKept: Bool
  /// Whether the address says that it is opened in a tab, as not all browsers tell.
  let isTab: Bool

  /// A game that has begun.
  package init(_ address: EmbedAddress, isKept: Bool, isTab: Bool = false) {
    self.address = address
    self.isKept = isKept
    self.isTab = isTab
    start = nil
    newKey = nil
  }

  /// A game that has not; options stand in the address or, at a plain one, in its query.
  package init(_ address: EmbedAddress, beginningBy query: Form, newKey: String? = nil) {
    self.address = address
    self.newKey = newKey
    start = address.start(query)
    isKept = false
    isTab = false
  }

  /// Ends the address of a game that is to be opened in a tab.
  static let tabMark = "?tab"

  /// The session as the address has it, before the first move.
  package var opening: Session { start?.session ?? Session() }
  /// What of the options was moved or left out.
  var remarks: [String] { start?.remarks ?? [] }
  /// The options as far as they are legal, which with the game tell one beginning from another.
  package var startText: String { start?.text ?? "" }

  /// What all addresses of the game begin with, below the mount.
  var prefix: String { address.prefix(start: startText) }

  /// Where a move leads that would lead to an address of the hall.
  func destination(_ path: String) -> String {
    if isTab { return address.framed(path) + EmbedVisit.tabMark }
    return newKey.map { address.begun($0).framed(path) } ?? address.framed(path, start: startText)
  }
}

extension EmbedVisit {
  /// - Throws: `Refusal` 404 for an address of the hall that a frame does not have.
  func checkPath() throws(Refusal) {
    guard address.game.offers(address.path) else { throw .noSuchEmbed }
  }
}

extension Visit {
  /// Answers for a framed game, whose dice may be repeatable: they go on from where the last move
  /// that was accepted left them.
  mutating func handleFramed(_ route: Route) throws -> Answer {
    guard let dice = session.embed?.dice else { return try route.handler(&self) }
    let before = session
    random = dice
    let answer = try route.handler(&self)
    if session != before { session.embed?.dice = random as? SeededGenerator }
    return answer
  }
}

extension Refusal {
  /// An address below `/embed/` that leads to no game.
  package static let noSuchEmbed = Refusal(
    .notFound,
    """
    There is no such game here. Its address may be mistyped, or nobody played it for a long time. \
    Nothing else is lost; start a new one.
    """)

  /// A key below the address of a game that it does not lead to.
  package static func anotherGame(_ session: Session, _ key: String) -> Refusal {
    guard let game = Site.embeddable.first(where: session.isFramed) else { return .noSuchEmbed }
    return Refusal(
      .notFound,
      "At this address is a \(game.noun). Nothing is lost: it is at /embed/\(game.slug)/\(key).")
  }
}
