import CNettle

/// A SHA-256 hash (FIPS 180-4) of bytes that may arrive in parts.
package struct SHA256 {
  /// The length of a hash in bytes.
  package static let length = Int(SHA256_DIGEST_SIZE)

  private var context = sha256_ctx()

  package init() { nettle_sha256_init(&context) }

  package mutating func update(_ bytes: Span<UInt8>) {
    bytes.withUnsafeBufferPointer { nettle_sha256_update(&context, $0.count, $0.baseAddress) }
  }

  /// Returns the hash of everything so far and resets the state.
  package mutating func finish() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Self.length) { hash, count in
      nettle_sha256_digest(&context, Self.length, hash.baseAddress)
      count = Self.length
    }
  }

  package static func hash(_ bytes: Span<UInt8>) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finish()
  }

  /// Returns the hash of a text's UTF-8 bytes.
  package static func hash(_ text: String) -> [UInt8] { hash(text.utf8.span) }
}
