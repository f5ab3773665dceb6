import Storage
import Web

/// What a handler works with: the request, the visitor's session, and everything from outside.
package struct Visit {
  /// What the hall offers.
  package let features: Features
  package let request: Request
  /// The parts of the address that matched the route's stars, in order.
  package let parameters: [String]
  /// The form that a POST brings; empty for anything else.
  package let form: Form
  /// The visitor’s session; saved if it has changed.
  package var session: Session
  package var random: any RandomNumberGenerator
  /// Seconds since 1970, UTC.
  package let now: Int
  /// The secret key of the browser's vault, read from its cookie and written back; `nil` without
  /// one.
  package var vaultKey: VaultID?
  /// What is kept beside the session.
  package let storage: any StorageEngine
  /// The site's absolute addresses; `nil` if nobody names a host.
  package let addresses: AbsoluteURLs?
  /// Makes a QR code; `nil` for a text that is too long.
  package let code: @Sendable (String) -> QRCode?
  /// Everything about rooms, in frames too.
  let rooms: RoomDesk
  /// Works out odds, for anybody; `odds` is for this client.
  let oddsDesk: OddsDesk
  /// Counts what clients do; `nil` where nobody is counted.
  package let limiter: RateLimiter?
  /// Nobody adds anything to Dragon Cloud.
  package var isCloudReadOnly = false
}

extension Visit {
  /// The part of the address that matched the route's first star; empty for routes without one.
  package var parameter: String { parameters.first ?? "" }

  /// Whether the client is one of those that the operator never counts.
  package var isTrusted: Bool { limiter?.trusts(request.client) ?? false }
}
