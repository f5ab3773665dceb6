import Storage
import StoredSecrets
import Testing

@Suite struct StoredSecretsTests {
  private let now = 1_800_000_000

  @Test func `a secret is stored as its SHA-256`() {
    // FIPS 180-4, an example of NIST.
    let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    #expect(hashedName(of: "abc") == digest)
    #expect(hex(hashed("abc")) == digest)
  }

  @Test func `only its code opens a box, and only in time`() throws {
    let code = try #require(TransferCode("0123-4567-89AV"))
    let vault = try #require(VaultID("abcdefghijklmnopqrstuvwxyz"))
    let box = code.seal(vault, until: now)
    #expect(code.open(box, now: now) == vault)
    #expect(code.open(box, now: now + 1) == nil)
    #expect(TransferCode("0123-4567-89AW")?.open(box, now: now) == nil)
    #expect(code.seal(vault, until: now) != box)
  }

  @Test func `a box of the first release opens`() {
    // ChaCha20-Poly1305 of OpenSSL, with the key by HKDF from the code.
    let box: [UInt8] = [
      0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0a, 0x0b, 0x80, 0xc8, 0xbc,
      0x7a, 0xe4, 0x1b, 0x7e, 0xbe, 0x65, 0x4e, 0x12, 0x4b, 0x69, 0x1c, 0xf8, 0x22, 0xf7, 0x78,
      0xf8, 0x15, 0x39, 0x16, 0x62, 0x2e, 0x9c, 0xc6, 0x4d, 0xba, 0x4c, 0x8e, 0x87, 0x29, 0xea,
      0x6a, 0x3f, 0x83, 0x95, 0x48, 0x53, 0xa7, 0x2b, 0x90, 0xe4, 0x44, 0x6b, 0x51, 0x2b, 0xb8,
      0xa9, 0x34,
    ]
    let code = TransferCode("0123-4567-89AV")
    #expect(code?.open(box, now: now) == VaultID("abcdefghijklmnopqrstuvwxyz"))
    #expect(
      code.map { hex($0.hash) }
        == "916c29dc33f63d22d01d0adf1c46011300a658f7e17f08125455baaaabac914d")
  }

  @Test func `what is stored reveals neither the code nor the vault`() throws {
    let code = try #require(TransferCode("0123-4567-89AV"))
    let vault = try #require(VaultID("abcdefghijklmnopqrstuvwxyz"))
    let box = String(decoding: code.seal(vault, until: now), as: UTF8.self)
    #expect(!box.contains("abcdef") && !box.contains("012345"))
    #expect(code.hash.count == 32 && hex(code.hash) != hashedName(of: code.signs))
    #expect(code.hash != TransferCode("0123-4567-89AW")?.hash)
  }
}
