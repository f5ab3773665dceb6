import Cryptography
import Web

/// The public keys of a signer of tokens (RFC 7517), by ID.
package struct KeySet: Equatable, Sendable {
  /// The most keys that a set may have.
  package static let most = 32

  package let keys: [(id: String, key: RSAPublicKey)]

  package init(_ keys: [(id: String, key: RSAPublicKey)]) { self.keys = keys }

  /// Reads `{"keys": […]}`, ignoring anything but RSA keys for signing.
  /// - Throws: `RegistryError` if no keys are left, or two have one ID.
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
  /// The texts in a list, or a single text; `nil` for anything else.
  package var texts: [String]? {
    switch self {
    case .string(let text): return [text]
    case .array(let items):
      let texts = items.compactMap(\.text)
      return texts.count == items.count ? texts : nil
    default: return nil
    }
  }

  /// The time in seconds since 1970, rounded down, as tokens have it (RFC 7519, 2).
  package var moment: Int? {
    guard case .number(let lexeme) = self, let value = Double(lexeme), abs(value) < 1e12 else {
      return nil
    }
    return Int(value.rounded(.down))
  }
}

/// A key of the hall, which signs teachers' choices.
package struct ToolKey: Equatable, Sendable {
  /// The seconds for which a key is still published after it was replaced.
  package static let rest = 7 * 86_400

  package let key: RSAPrivateKey
  /// The time when it was replaced, in seconds since 1970; `nil` for the current key.
  var retired: Int?

  /// The key's ID, which follows from its content.
  package var id: String {
    Base64URL.encode(Array(SHA256.hash(key.publicKey.modulus.span).prefix(12)))
  }

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
