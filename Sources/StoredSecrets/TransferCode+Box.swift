import Cryptography
import Storage

/// What is stored for a transfer code: a box that only the code opens, under a name that hides it.
extension TransferCode {
  /// The name of the box: 32 bytes.
  package var hash: [UInt8] { SealingKey(from: signs, for: "name").bytes }

  private var key: SealingKey { SealingKey(from: signs, for: "key") }

  /// Seals a vault's key and the time when the code expires, in seconds since 1970.
  package func seal(_ vault: VaultID, until end: Int) -> [UInt8] {
    key.seal((0..<8).map { UInt8(truncatingIfNeeded: end >> (8 * $0)) } + vault.text.utf8)
  }

  /// Returns the vault's key; `nil` if the box holds something else or the code has expired.
  package func open(_ box: [UInt8], now: Int) -> VaultID? {
    guard let content = key.open(box), content.count > 8 else { return nil }
    let end = content.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
    return end >= now ? VaultID(String(decoding: content.dropFirst(8), as: UTF8.self)) : nil
  }
}

/// Returns the SHA-256 of a secret, under which a thing is stored so that listings reveal nothing.
package func hashed(_ secret: String) -> [UInt8] { SHA256.hash(secret) }

/// Returns the SHA-256 of a client's report of a record.
///
/// The ID is included so that a hash doesn't reveal what else the same client reported.
package func hashedReport(of id: CloudID, by client: String) -> [UInt8] {
  hashed("\(id.text) \(client)")
}

/// Returns the SHA-256 of a secret in lowercase hexadecimal, for a file's name.
package func hashedName(of secret: String) -> String { hex(SHA256.hash(secret)) }
