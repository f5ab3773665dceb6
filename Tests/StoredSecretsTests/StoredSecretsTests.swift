import Storage
import StoredSecrets
import Testing

@Suite struct StoredSecretsTests {
  private let now = 1_800_000_000

  @Test(arguments: [
    // FIPS 180-4, the examples of NIST.
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `a secret is stored as its SHA-256`(secret: String, digest: String) {
    #expect(hashedName(of: secret) == digest)
    #expect(hex(hashed(secret)) == digest)
  }

  @Test func `only its code opens a box, and only in time`() throws {
    let code = try #require(TransferCode("0123-4567-89AV"))
    let vault = try #require(VaultID("abcdefghijklmnopqrstuvwxyz"))
    let box = try code.seal(vault, until: now)
    #expect(code.open(box, now: now) == vault)
    #expect(code.open(box, now: now + 1) == nil)
    #expect(TransferCode("0123-4567-89AW")?.open(box, now: now) == nil)
    #expect(try code.seal(vault, until: now) != box)
    for index in box.indices {
      var damaged = box
      damaged[index] ^= 1
      #expect(code.open(damaged, now: now) == nil)
      #expect(code.open(Array(box[..<index]), now: now) == nil)
    }
  }

  @Test func `what is stored reveals neither the code nor the vault`() throws {
    let code = try #require(TransferCode("0123-4567-89AV"))
    let vault = try #require(VaultID("abcdefghijklmnopqrstuvwxyz"))
    let box = String(decoding: try code.seal(vault, until: now), as: UTF8.self)
    #expect(!box.contains("abcdef") && !box.contains("012345"))
    #expect(code.hash.count == 32 && hex(code.hash) != hashedName(of: code.signs))
    #expect(code.hash != TransferCode("0123-4567-89AW")?.hash)
  }
}
