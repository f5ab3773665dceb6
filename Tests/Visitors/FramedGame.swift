import Site
import Storage
import Testing
import Web

/// A game in a frame, with the session behind its key and dice with given faces.
package struct FramedGame {
  /// The key of every game that has begun.
  package static let key = String(repeating: "k", count: StorageLimits.keyLength)

  package private(set) var session: Session?
  package var faces: [Int]
  package var hall: Site
  private var noVault: VaultID?

  package init(faces: [Int] = [3, 4], hall: Site = site) {
    self.faces = faces
    self.hall = hall
  }

  /// Gets an address below `/embed/`, which may have a query.
  package mutating func get(_ address: String) throws -> Response {
    try ask(.get, address, "")
  }

  package mutating func post(_ address: String, _ form: String = "revision=0") throws -> Response {
    try ask(.post, address, form)
  }

  private mutating func ask(_ method: Method, _ text: String, _ form: String) throws -> Response {
    let parts = text.split(separator: "?", maxSplits: 1)
    var request = Request(method, String(parts[0]), body: form)
    if parts.count == 2 { request.query = try Form(urlencoded: parts[1].utf8) }
    request.fetchSite = "cross-site"
    request.origin = "null"
    let address = try #require(EmbedAddress(request.path, in: features))
    let visit =
      address.key == nil
      ? EmbedVisit(address, beginningBy: request.query, newKey: FramedGame.key)
      : EmbedVisit(address, isKept: false)
    let before = address.key == nil ? visit.opening : try #require(session)
    var after = before
    let response = hall.respond(
      to: request, session: &after, vaultKey: &noVault, random: Fixed(faces: faces, sides: 6),
      now: 1_795_221_600, embed: visit)
    if after != before { session = after }
    return response
  }
}

extension Response {
  /// The notices about the options in the address, and about seeded dice.
  package var remarks: [String] {
    text.matches(of: /<p class="notice[^>]*>([^<]*)<\/p>/).map { String($0.1) }
  }

  /// The addresses of its forms, without repeats.
  package var actions: Set<String> {
    Set(text.matches(of: /action="([^"]*)"/).map { String($0.1).replacing("&amp;", with: "&") })
  }
}
