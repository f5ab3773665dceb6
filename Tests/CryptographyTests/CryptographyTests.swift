import Cryptography
import Storage
import Testing

@Suite struct CryptographyTests {
  @Test(arguments: [
    // FIPS 180-4, the examples of NIST.
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `a hash is SHA-256, in one part or in several`(text: String, digest: String) {
    #expect(hex(SHA256.hash(text)) == digest)
    var parts = SHA256()
    for byte in text.utf8 { parts.update([byte].span) }
    #expect(hex(parts.finish()) == digest)
  }

  @Test func `a key is derived by HKDF`() {
    // RFC 5869, test case 3: no salt, no purpose.
    let secret = String(repeating: "\u{0b}", count: 22)
    #expect(
      hex(SealingKey(from: secret, for: "").bytes)
        == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d")
  }

  @Test func `a box sealed by OpenSSL opens`() {
    let key = SealingKey(from: "a secret", for: "a purpose")
    let box =
      "000102030405060708090a0b8464789194ee9fb7ccaa22f7f3f4a26c9a783f0881e8b6a25c947ade07fa3bee5e"
      + "c5e5bacbc82754ebb6e12272b5a020f51fef0e41365a4d182d2d9068dc4a95f8fec1971964a2b7894824bddea9"
      + "20b5eeac07d34fae04cfe4613a1f409a0c29f4815de4ad405e41c001620842f202612dd0a3b28d0dd8f14d81aa"
      + "7f443fdb478c07cb05ae0cd88331d553684538db9e7b77dd5e8a6c0356f645c5798b5d66d5e47df70f1ee3"
    #expect(key.open(bytes(box)) == (0..<150).map { UInt8($0) })
  }

  @Test func `a box can be neither read without its key nor changed`() {
    let key = SealingKey(from: "a secret", for: "a purpose")
    for content in [[], [7], Array(repeating: 7, count: 300)] as [[UInt8]] {
      let box = key.seal(content)
      #expect(key.open(box) == content)
      #expect(box.count == content.count + 28 && key.seal(content) != box)
      #expect(SealingKey(from: "a secret", for: "another").open(box) == nil)
      for index in box.indices {
        var damaged = box
        damaged[index] ^= 1
        #expect(key.open(damaged) == nil)
        #expect(key.open(Array(box[..<index])) == nil)
      }
    }
  }
}

private func bytes(_ digits: String) -> [UInt8] {
  let digits = Array(digits)
  return stride(from: 0, to: digits.count, by: 2).compactMap {
    UInt8(String(digits[$0..<$0 + 2]), radix: 16)
  }
}
