import Cryptography
import Web

/// A key of the hall's own, which signs what teachers have chosen.
package struct ToolKey: Equatable, Sendable {
  /// How long a key is still published after another has taken its place, in seconds.
  package static let rest = 7 * 86_400

  package let key: RSAPrivateKey
  /// When another took its place, in seconds since 1970; `nil` for the one in use.
  var retired: Int?

  /// Its name, which follows from the key.
  package var id: String {
    Base64URL.encode(Array(SHA256.hash(key.publicKey.modulus.span).prefix(12)))
  }

  /// Draws a new key.
  package init() { key = RSAPrivateKey() }

  func isPublished(_ now: Int) -> Bool { retired.map { now - $0 < ToolKey.rest } ?? true }

  var json: JSON {
    ["key": .string(Base64URL.encode(key.bytes)), "retired": retired.map { .whole($0) } ?? .null]
  }

  init(_ json: JSON) throws(RegistryError) {
    guard let key = json["key"]?.text.flatMap({ Base64URL.decode($0) }).flatMap(RSAPrivateKey.init)
    else { throw .damaged }
    self.key = key
    retired = json["retired"]?.moment
  }
}
