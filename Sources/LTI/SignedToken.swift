import Cryptography
import Web

/// A JSON Web Token in compact form (RFC 7515 and 7519), signed by RS256.
package struct SignedToken: Sendable {
  package static let algorithm = "RS256"
  /// The longest text that is read, in bytes.
  package static let longest = 16 * 1024

  /// The signer's name for the key.
  let keyID: String
  package let claims: JSON
  private let signed, signature: [UInt8]

  /// Reads a token without trusting anything in it.
  package init(_ text: String) throws(LaunchRefusal) {
    guard text.utf8.count <= SignedToken.longest else { throw .tooLong }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    var limits = JSON.Limits()
    limits.depth = 16
    guard parts.count == 3, let signature = Base64URL.decode(parts[2]),
      let head = Base64URL.decode(parts[0]).flatMap({ try? JSON($0, limits: limits) }),
      let claims = Base64URL.decode(parts[1]).flatMap({ try? JSON($0, limits: limits) })
    else { throw .unreadable }
    // We support no extension that must be understood (RFC 7515, 4.1.11).
    guard head["alg"]?.text == SignedToken.algorithm, head["crit"] == nil else { throw .algorithm }
    guard let keyID = head["kid"]?.text else { throw .unknownKey }
    self.keyID = keyID
    self.claims = claims
    self.signature = signature
    signed = Array("\(parts[0]).\(parts[1])".utf8)
  }

  func isSigned(by key: RSAPublicKey) -> Bool { key.verifies(signature, of: signed) }

  package static func sign(_ claims: JSON, with key: ToolKey) -> String {
    let head: JSON = ["alg": .string(algorithm), "typ": "JWT", "kid": .string(key.id)]
    let signed = [head, claims].map { Base64URL.encode($0.bytes) }.joined(separator: ".")
    return "\(signed).\(Base64URL.encode(key.key.sign(Array(signed.utf8))))"
  }
}
