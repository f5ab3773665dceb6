import CNettle

/// The public half of an RSA key, for signatures over SHA-256 by RSASSA-PKCS1-v1_5 (RFC 8017, 8.2),
/// which JSON Web Tokens call RS256.
package struct RSAPublicKey: Equatable, Sendable {
  /// The modulus in big-endian order without leading zeros: 2,048 to 8,192 bits.
  package let modulus: [UInt8]
  /// The public exponent in the same form: at most 64 bits.
  package let exponent: [UInt8]

  /// - Returns: `nil` for numbers that no common, safe key has.
  package init?(modulus: [UInt8], exponent: [UInt8]) {
    self.modulus = Array(modulus.drop { $0 == 0 })
    self.exponent = Array(exponent.drop { $0 == 0 })
    // No key has even numbers, and GMP aborts the program on a modulus of 0.
    guard 256...1024 ~= self.modulus.count, 1...8 ~= self.exponent.count,
      modulus.last.map({ $0 % 2 == 1 }) ?? false, exponent.last.map({ $0 % 2 == 1 }) ?? false,
      self.exponent != [1]
    else { return nil }
  }

  /// Returns whether the bytes were signed with the private half of this key.
  package func verifies(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
    guard signature.count == modulus.count else { return false }
    let hash = SHA256.hash(bytes.span)
    return rsa_verify_hash(
      modulus.count, modulus, exponent.count, exponent, hash, signature.count, signature) == 1
  }
}

/// A 2,048-bit RSA key with both halves.
package struct RSAPrivateKey: Equatable, Sendable {
  private static let longest = 4096

  /// The key as stored: an S-expression in nettle's format.
  package let bytes: [UInt8]
  package let publicKey: RSAPublicKey

  /// Generates a key, which takes a few tenths of a second.
  package init() {
    let drawn = [UInt8](unsafeUninitializedCapacity: Self.longest) { key, count in
      count = rsa_make_key(Self.longest, key.baseAddress)
    }
    guard let key = RSAPrivateKey(drawn) else { preconditionFailure("no RSA key could be drawn") }
    self = key
  }

  /// - Returns: `nil` for bytes that aren't such a key.
  package init?(_ bytes: [UInt8]) {
    let modulus = [UInt8](unsafeUninitializedCapacity: Self.longest) { modulus, count in
      count = rsa_use_key(bytes.count, bytes, modulus.baseAddress, nil, nil)
    }
    guard let publicKey = RSAPublicKey(modulus: modulus, exponent: [1, 0, 1]) else { return nil }
    self.bytes = bytes
    self.publicKey = publicKey
  }

  /// Returns the signature of these bytes.
  package func sign(_ bytes: [UInt8]) -> [UInt8] {
    let hash = SHA256.hash(bytes.span)
    return [UInt8](unsafeUninitializedCapacity: Self.longest) { signature, count in
      count = rsa_use_key(self.bytes.count, self.bytes, nil, hash, signature.baseAddress)
    }
  }
}
