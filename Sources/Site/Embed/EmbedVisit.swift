import Games
import Web

/// The additional parts of a request for a framed game.
///
/// They are its address, the options of a game that hasn't begun, and whether the browser remembers
/// it.
package struct EmbedVisit {
  package let address: EmbedAddress
  /// The way in which the game begins; `nil` after it has begun.
  let start: StartOptions?
  /// The key that the game gets with its first move.
  private let newKey: String?
  /// Whether a cookie leads from the plain address back to the game; also `true` if unknown.
  let isKept: Bool

  /// Creates a visit to a game that has begun.
  package init(_ address: EmbedAddress, isKept: Bool) {
    self.address = address
    self.isKept = isKept
    start = nil
    newKey = nil
  }

  /// Creates a visit to a game that hasn't begun.
  ///
  /// Its options are in the address or, if that is plain, in the query.
  package init(_ address: EmbedAddress, beginningBy query: Form, newKey: String? = nil) {
    self.address = address
    self.newKey = newKey
    start = address.start(query)
    isKept = false
  }

  /// The session with the address's options, before the first move.
  package var opening: Session { start?.session ?? Session() }
  /// Sentences about options that were corrected or left out.
  var remarks: [String] { start?.remarks.map(\.sentence) ?? [] }
  /// The accepted options, as a query.
  var startText: String { start?.text ?? "" }

  /// The start of all the game's addresses, below the mount.
  var prefix: String { address.prefix(start: startText) }

  /// Returns where a move redirects to in the frame, given the address in the hall.
  func destination(_ path: String) -> String {
    newKey.map { address.begun($0).framed(path) } ?? address.framed(path, start: startText)
  }

  /// Checks that frames offer this address.
  /// - Throws: `Refusal` 404 if only the hall does.
  func checkPath() throws(Refusal) {
    guard address.game.offers(address.path) else { throw .notFramed }
  }
}

extension Visit {
  /// Answers for a framed game, whose dice may be seeded.
  ///
  /// Seeded dice continue from where the last accepted move left them.
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
    There’s no such game here. Its address may be mistyped, or nobody has played it for a long \
    time. Nothing else is lost; reload the page around this one, or start a new game.
    """, heading: "This game isn't here")

  /// A page exists only in the hall.
  static let notFramed = Refusal(
    .notFound,
    "There’s no such page in a frame. Saving, the vault and Dragon Cloud are in Dicehall itself.",
    heading: "This isn’t in the frame")

  /// Returns the refusal of a key that belongs to another game.
  package static func anotherGame(_ address: EmbedAddress) -> Refusal {
    Refusal(
      .notFound,
      "This is a \(address.game.noun). Nothing is lost: it’s still at its own address.",
      heading: "This is another game")
  }
}
