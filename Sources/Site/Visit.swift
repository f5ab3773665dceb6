import Storage
import Web

/// What a handler acts on: the request, the visitor's session, and what is no value.
struct Visit {
  let request: Request
  /// What stands in the address where the route has a `*`; empty elsewhere.
  let parameter: String
  /// The body's form; empty for a GET and for what is no form.
  let form: Form
  var session: Session
  var random: any RandomNumberGenerator
  /// Seconds since 1970, UTC.
  let now: Int
  /// The secret that leads to the browser's vault, from its cookie and back into it; `nil` while it
  /// has none.
  var vaultKey: VaultID?
  let storage: any StorageEngine
  /// How other sites find ours; `nil` where nobody names a host.
  let addresses: FullAddresses?
  /// Makes a text one for cameras; `nil` for one that is too long.
  let code: @Sendable (String) -> QRCode?

  /// Whether the form was drawn from that revision of a game; a first view has none, which is 0.
  func isFresh(_ revision: Int) -> Bool {
    form["revision"] ?? "0" == String(revision)
  }
}
