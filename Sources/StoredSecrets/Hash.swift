import Crypto
import Storage

/// The SHA-256 of a secret, under which things are stored so that a listing reveals no secrets.
package func hashed(_ secret: String) -> [UInt8] {
  digest(of: secret).withUnsafeBytes { Array($0) }
}

/// The SHA-256 of a secret in lowercase hexadecimal digits, for a file's name.
package func hashedName(of secret: String) -> String {
  digest(of: secret).withUnsafeBytes { hex($0) }
}

private func digest(of secret: String) -> SHA256.Digest {
  var hasher = SHA256()
  secret.utf8.span.withUnsafeBytes { hasher.update(bufferPointer: $0) }
  return hasher.finalize()
}
