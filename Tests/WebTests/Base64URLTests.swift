import Testing
import Web

@Suite struct Base64URLTests {
  @Test(arguments: [
    // RFC 4648, 10, without padding, and RFC 7515, appendix C.
    ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
    ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
  ])
  func `bytes become text and bytes again`(bytes: String, text: String) {
    #expect(Base64URL.encode(Array(bytes.utf8)) == text)
    #expect(Base64URL.decode(text) == Array(bytes.utf8))
  }

  @Test func `every byte has its digits`() {
    #expect(Base64URL.encode([3, 236, 255, 224, 193]) == "A-z_4ME")
    let all = (0...255).map { UInt8($0) }
    #expect(Base64URL.decode(Base64URL.encode(all)) == all)
  }

  @Test(arguments: ["A", "Zm9vY", "Zg==", "Zm+v", "Zm/v", "Zh", "Zm9", " Zg", "Zg\n", "Zé"])
  func `what no bytes are encoded as is no text of theirs`(text: String) {
    #expect(Base64URL.decode(text) == nil)
  }
}
