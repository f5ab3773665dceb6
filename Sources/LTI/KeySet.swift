import Cryptography
import Web

/// The public keys of whoever signs tokens (RFC 7517), by their ids.
package struct KeySet: Equatable, Sendable {
  /// The most keys that a set may have.
  package static let most = 32

  package let keys: [(id: String, key: RSAPublicKey)]

  package init(_ keys: [(id: String, key: RSAPublicKey)]) { self.keys = keys }

  /// Reads `{"keys": […]}`, and leaves out what isn't an RSA key for signing.
  /// - Throws: `RegistryError` if that leaves none, or two with one id.
  package init(_ json: JSON) throws(RegistryError) {
    guard case .array(let items)? = json["keys"] else { throw .keys("it has no list of keys") }
    guard items.count <= KeySet.most else { throw .keys("it has more than \(KeySet.most) keys") }
    keys = items.compactMap { item in
      guard item["kty"]?.text == "RSA", (item["use"]?.text ?? "sig") == "sig",
        (item["alg"]?.text ?? SignedToken.algorithm) == SignedToken.algorithm,
        let id = item["kid"]?.text,
        let modulus = item["n"]?.text.flatMap({ Base64URL.decode($0) }),
        let exponent = item["e"]?.text.flatMap({ Base64URL.decode($0) }),
        let key = RSAPublicKey(modulus: modulus, exponent: exponent)
      else { return nil }
      return (id, key)
    }
    guard !keys.isEmpty else { throw .keys("it has no RSA key of 2,048 bits or more with a kid") }
    guard Set(keys.map(\.id)).count == keys.count else { throw .keys("two keys have one kid") }
  }

  package var json: JSON {
    let items = keys.map { id, key in
      [
        "kty": "RSA", "use": "sig", "alg": .string(SignedToken.algorithm), "kid": .string(id),
        "n": .string(Base64URL.encode(key.modulus)), "e": .string(Base64URL.encode(key.exponent)),
      ] as JSON
    }
    return ["keys": .array(items)]
  }

  subscript(id: String) -> RSAPublicKey? { keys.first { $0.id == id }?.key }

  package static func == (one: KeySet, other: KeySet) -> Bool { one.json == other.json }
}

extension JSON {
  /// The texts of a list of texts, or of one text alone; `nil` for anything else.
  package var texts: [String]? {
    switch self {
    case .string(let text): return [text]
    case .array(let items):
      let texts = items.compactMap(\.text)
      return texts.count == items.count ? texts : nil
    default: return nil
    }
  }

  /// Seconds since 1970, rounded down, as tokens have times (RFC 7519, 2).
  package var moment: Int? {
    guard case .number(let lexeme) = self, let value = Double(lexeme), abs(value) < 1e12 else {
      return nil
    }
    return Int(value.rounded(.down))
  }
}

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
