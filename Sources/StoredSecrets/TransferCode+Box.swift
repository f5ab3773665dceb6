import Crypto
import Storage

/// What is stored of a transfer code: a sealed box that only the code opens, under a name that
/// doesn't reveal it.
extension TransferCode {
  /// The name of the box: 32 bytes.
  package var hash: [UInt8] { derived(for: "name").withUnsafeBytes { Array($0) } }

  /// Seals a vault's key and the time when the code expires, in seconds since 1970.
  ///
  /// - Throws: `StorageError.unavailable`.
  package func seal(_ vault: VaultID, until end: Int) throws(StorageError) -> [UInt8] {
    let content = (0..<8).map { UInt8(truncatingIfNeeded: end >> (8 * $0)) } + vault.text.utf8
    guard let box = try? ChaChaPoly.seal(content, using: derived(for: "key")) else {
      throw .unavailable("Cannot seal a transfer code.")
    }
    return Array(box.combined)
  }

  /// The vault's key; `nil` if the box holds something else or the code has expired.
  package func open(_ box: [UInt8], now: Int) -> VaultID? {
    guard let sealed = try? ChaChaPoly.SealedBox(combined: box),
      let content = try? ChaChaPoly.open(sealed, using: derived(for: "key")), content.count > 8
    else { return nil }
    let end = content.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
    return end >= now ? VaultID(String(decoding: content.dropFirst(8), as: UTF8.self)) : nil
  }

  private func derived(for purpose: String) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: Array(signs.utf8)), info: Array(purpose.utf8),
      outputByteCount: 32)
  }
}
