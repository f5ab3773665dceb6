import Games
import Web

/// A request for a framed game: which one, how it begins where it has not begun, and whether the
/// browser keeps it.
package struct EmbedVisit {
  package let address: EmbedAddress
  /// How the game begins; `nil` where it has.
  let start: StartOptions?
  /// The key that a first move begins the game under.
  private let newKey: String?
  /// Whether the browser finds the game again at the plain address, or nobody knows whether.
  let isKept: Bool

  /// A game that has begun.
  package init(_ address: EmbedAddress, isKept: Bool) {
    self.address = address
    self.isKept = isKept
    start = nil
    newKey = nil
  }

  /// A game that has not; options stand in the address or, at a plain one, in its query.
  package init(_ address: EmbedAddress, beginningBy query: Form, newKey: String? = nil) {
    self.address = address
    self.newKey = newKey
    start = address.start(query)
    isKept = false
  }

  /// The session as the address has it, before the first move.
  package var opening: Session { start?.session ?? Session() }
  /// What of the options was moved or left out.
  var remarks: [String] { start?.remarks ?? [] }
  /// The options as far as they are legal.
  private var startText: String { start?.text ?? "" }

  /// What all addresses of the game begin with, below the mount.
  var prefix: String { address.prefix(start: startText) }

  /// Where a move leads that would lead to an address of the hall.
  func destination(_ path: String) -> String {
    newKey.map { address.begun($0).framed(path) } ?? address.framed(path, start: startText)
  }
}

extension EmbedVisit {
  /// - Throws: `Refusal` 404 for an address of the hall that a frame does not have.
  func checkPath() throws(Refusal) {
    guard address.game.offers(address.path) else { throw .notFramed }
  }
}

extension Visit {
  /// Answers for a framed game, whose dice may be repeatable: they go on from where the last move
  /// that was accepted left them.
  mutating func handleFramed(_ route: Route) throws -> Answer {
    guard let dice = session[FrameState.self]?.dice else { return try route.handler(&self) }
    let before = session
    random = dice
    let answer = try route.handler(&self)
    if session != before { session[FrameState.self]?.dice = random as? SeededGenerator }
    return answer
  }
}

extension Refusal {
  /// An address below `/embed/` that leads to no game.
  package static let noSuchEmbed = Refusal(
    .notFound,
    """
    There is no such game here. Its address may be mistyped, or nobody played it for a long time. \
    Nothing else is lost; load the page around this one again, or start a new one.
    """, heading: "This game is not here")

  /// A page that only the hall has.
  static let notFramed = Refusal(
    .notFound,
    "There is no such page in a frame. Saving, the vault and Dragon Cloud are in Dicehall itself.",
    heading: "This is not in the frame")

  /// A key below the address of a game that it does not lead to.
  package static func anotherGame(_ address: EmbedAddress) -> Refusal {
    Refusal(
      .notFound,
      "This is a \(address.game.noun). Nothing is lost: it goes on at its own address.",
      heading: "This is another game")
  }
}
