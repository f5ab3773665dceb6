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

  @Test func `a signature of RFC 7515 is right, and no other`() throws {
    // Its example A.2.
    let key = try #require(RSAPublicKey(modulus: bytes(modulus), exponent: [0, 1, 0, 1]))
    let text = Array(
      "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
        .utf8)
    let right = bytes(signature)
    #expect(key.verifies(right, of: text))
    #expect(!key.verifies(right, of: text + [0]))
    #expect(
      !key.verifies(right + [0], of: text) && !key.verifies(Array(right.dropLast()), of: text))
    for place in stride(from: 0, to: right.count, by: 17) {
      var wrong = right
      wrong[place] ^= 1
      #expect(!key.verifies(wrong, of: text))
    }
    #expect(!key.verifies([UInt8](repeating: 0xff, count: 256), of: text))
    #expect(!key.verifies([UInt8](repeating: 0, count: 256), of: text))
  }

  @Test func `a key of our own signs, and is the same after it was kept`() throws {
    let key = RSAPrivateKey()
    #expect(key.publicKey.modulus.count == 256 && key.publicKey.exponent == [1, 0, 1])
    let kept = try #require(RSAPrivateKey(key.bytes))
    #expect(kept == key)
    for content in [[], [7], Array(repeating: 7, count: 3000)] as [[UInt8]] {
      #expect(key.publicKey.verifies(kept.sign(content), of: content))
      #expect(!RSAPrivateKey.other.publicKey.verifies(kept.sign(content), of: content))
    }
    #expect(RSAPrivateKey([]) == nil && RSAPrivateKey([1, 2, 3]) == nil)
    #expect(RSAPrivateKey(Array(key.bytes.dropLast(9))) == nil)
  }

  @Test func `numbers that are no safe key are refused`() {
    let modulus = bytes(modulus)
    let even = Array(modulus.dropLast()) + [2]
    for (modulus, exponent): ([UInt8], [UInt8]) in [
      ([], [1, 0, 1]), (Array(modulus.dropFirst()), [1, 0, 1]), (even, [1, 0, 1]),
      ([UInt8](repeating: 255, count: 1025), [1, 0, 1]), (modulus, []), (modulus, [0]),
      (modulus, [1]), (modulus, [2]), (modulus, [UInt8](repeating: 255, count: 9)),
    ] { #expect(RSAPublicKey(modulus: modulus, exponent: exponent) == nil) }
  }
}

extension RSAPrivateKey {
  fileprivate static let other = RSAPrivateKey()
}

private let modulus =
  "a1f8160ae2e3c9b465ce8d2d656263362b927dbe29e1f02477fc1625cc90a136e38bd93497c5b6ea63dd7711"
  + "e67c7429f956b0fb8a8f089adc4b69893cc1333f53edd019b87784252fec914fe4857769594bea4280d32c0f"
  + "55bf62944f130396bc6e9bdf6ebdd2bda3678eeca0c668f701b38dbffb38c8342ce2fe6d27fade4a5a487497"
  + "9dd4b9cf9adec4c75b05852c2c0f5ef8a5c1750392f944e8ed64c110c6b647609aa4783aeb9c6c9ad7553130"
  + "50638b83665c6f6f7a82a396702a1f641b82d3ebf2392219491fb686872c5716f50af8358d9a8b9d17c34072"
  + "8f7f87d89a18d8fcab67ad84590c2ecf759339363c07034d6f606f9e21e05456cae5e9a1"

private let signature =
  "702e218943e88fd11eb5d82dbf7845f34106ae1b81fff7731116add1717d83656d420afd3c96eedd73a2663e"
  + "5166687b000b87226e0187ed1073f945e582adfcef16d85a798ee8c66ddb3db8975b17d09402beedd5d9d970"
  + "07108db28160d5f8040ca7445762b81fbe7ff9d92e0ae76f24f25b33bbe6f44ae61eb1040acb20044d3ef912"
  + "8ed40130795bd4bd3b41eecad066ab651981fde48df77f372dc38b9fafdd3befb18b5da3cc3c2eb02f9e3a41"
  + "d612caad15911273a05f23b9e838faaf849d698429ef5a1e88798236c3d40e604522a544c8f27a7a2db80663"
  + "d16cf7caea56de405cb2215a45b2c25566b55ac1a748a070dfc8a32a469543d019eefb47"

private func bytes(_ digits: String) -> [UInt8] {
  let digits = Array(digits)
  return stride(from: 0, to: digits.count, by: 2).compactMap {
    UInt8(String(digits[$0..<$0 + 2]), radix: 16)
  }
}
