import CNettle

/// A key, derived from a secret, that encrypts and authenticates with ChaCha20-Poly1305 (RFC 8439).
package struct SealingKey {
  private static let nonceLength = Int(CHACHA_POLY1305_NONCE_SIZE)
  private static let tagLength = Int(CHACHA_POLY1305_DIGEST_SIZE)

  /// The key's 32 bytes, which reveal nothing about the secret.
  package let bytes: [UInt8]

  /// Derives the key for one purpose by HKDF (RFC 5869) over SHA-256.
  package init(from secret: String, for purpose: String) {
    let secret = Array(secret.utf8)
    let purpose = Array(purpose.utf8)
    bytes = [UInt8](unsafeUninitializedCapacity: SHA256.length) { key, count in
      hkdf_sha256(secret.count, secret, purpose.count, purpose, key.baseAddress)
      count = SHA256.length
    }
  }

  /// Returns a box: a random nonce of 12 bytes, the encrypted content, and a tag of 16 bytes.
  package func seal(_ content: [UInt8]) -> [UInt8] {
    var random = SystemRandomNumberGenerator()
    let nonce = (0..<Self.nonceLength).map { _ in
      UInt8.random(in: .min ... .max, using: &random)
    }
    var context = context(nonce: nonce)
    var sealed = [UInt8](repeating: 0, count: content.count)
    nettle_chacha_poly1305_encrypt(&context, content.count, &sealed, content)
    return nonce + sealed + tag(&context)
  }

  /// Returns a box's content, or `nil` if the box was changed or sealed with another key.
  package func open(_ box: [UInt8]) -> [UInt8]? {
    guard box.count >= Self.nonceLength + Self.tagLength else { return nil }
    var context = context(nonce: Array(box.prefix(Self.nonceLength)))
    let sealed = Array(box.dropFirst(Self.nonceLength).dropLast(Self.tagLength))
    var content = [UInt8](repeating: 0, count: sealed.count)
    nettle_chacha_poly1305_decrypt(&context, sealed.count, &content, sealed)
    let tag = Array(box.suffix(Self.tagLength))
    return nettle_memeql_sec(tag, self.tag(&context), Self.tagLength) == 1 ? content : nil
  }

  private func context(nonce: [UInt8]) -> chacha_poly1305_ctx {
    var context = chacha_poly1305_ctx()
    nettle_chacha_poly1305_set_key(&context, bytes)
    nettle_chacha_poly1305_set_nonce(&context, nonce)
    return context
  }

  private func tag(_ context: inout chacha_poly1305_ctx) -> [UInt8] {
    var tag = [UInt8](repeating: 0, count: Self.tagLength)
    nettle_chacha_poly1305_digest(&context, Self.tagLength, &tag)
    return tag
  }
}
