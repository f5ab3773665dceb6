import Storage
import Web

/// A handler's context: the request, the visitor's session, and everything from outside.
package struct Visit {
  /// The hall's features.
  package let features: Features
  package let request: Request
  /// The parts of the address that matched the route's stars, in order.
  package let parameters: [String]
  /// The form of a POST; empty for other requests.
  package let form: Form
  /// The visitor’s session, saved if it changes.
  package var session: Session
  package var random: any RandomNumberGenerator
  /// The time in seconds since 1970, UTC.
  package let now: Int
  /// The secret key of the browser's vault, if any, read from its cookie and written back.
  package var vaultKey: VaultID?
  /// The storage of everything but the session.
  package let storage: any StorageEngine
  /// The site's absolute addresses; `nil` if no host is known.
  package let addresses: AbsoluteURLs?
  /// Makes a QR code; `nil` for a text that is too long.
  package let code: @Sendable (String) -> QRCode?
  /// The desk of the hall's shared game, for frames too.
  let sharedDesk: any AnyObject & Sendable
  /// The solver of odds for all clients; `odds` is for this client.
  let oddsSolver: OddsSolver
  /// The counter of clients' requests; `nil` if nothing is counted.
  package let limiter: RateLimiter?
  /// Whether Dragon Cloud accepts no new characters.
  package var isCloudReadOnly = false

  /// Returns the desk of the hall's shared game.
  ///
  /// - Precondition: the hall shares this game.
  package func desk<Shared: SharedGame>(of _: Shared.Type) -> Shared.Desk {
    guard let desk = sharedDesk as? Shared.Desk else {
      preconditionFailure("the hall shares another game")
    }
    return desk
  }

  /// The part of the address that matched the route's first star; empty for routes without one.
  package var parameter: String { parameters.first ?? "" }

  /// Whether the operator exempts the client from limits.
  package var isTrusted: Bool { limiter?.trusts(request.client) ?? false }
}
