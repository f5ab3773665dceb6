import Testing

@testable import Web

@Suite struct PercentCodingTests {
  @Test(arguments: [
    ("", ""), ("abc", "abc"), ("%41%62", "Ab"), ("%c3%A9", "é"), ("a%2Fb%3f", "a/b?"),
    ("%252e", "%2e"), ("🎲", "🎲"), ("a%26b%3Dc", "a&b=c"), ("%0d%0a", "\r\n"),
  ])
  func `triplets are decoded once`(encoded: String, text: String) {
    #expect(PercentCoding.decode(encoded.utf8, plusIsSpace: false) == text)
    #expect(PercentCoding.decode(encoded.utf8, plusIsSpace: true) == text)
  }

  @Test func `plus is a space in forms only`() {
    #expect(PercentCoding.decode("a+b%2B".utf8, plusIsSpace: true) == "a b+")
    #expect(PercentCoding.decode("a+b%2B".utf8, plusIsSpace: false) == "a+b+")
  }

  @Test(arguments: ["%", "a%", "%4", "%zz", "%4g", "%u0041", "%+1", "%-1", "% 1", "%%41"])
  func `a broken triplet is refused`(encoded: String) {
    #expect(PercentCoding.decode(encoded.utf8, plusIsSpace: true) == nil)
  }

  @Test(arguments: [
    "%00", "a%00b", "%c0%ae", "%c0%af", "%e0%80%af", "%ff", "%c3", "%80", "%ed%a0%80",
    "%f4%90%80%80", "%f8%88%80%80%80",
  ])
  func `NUL, overlong forms, halves and surrogates are refused`(encoded: String) {
    #expect(PercentCoding.decode(encoded.utf8, plusIsSpace: false) == nil)
  }

  @Test(arguments: [
    ("%00", "\u{FFFD}"), ("a%00b", "a\u{FFFD}b"), ("a+%c3%a9", "a é"), ("%ff", "\u{FFFD}"),
    ("a\u{0}", "a\u{FFFD}"), ("%ed%a0%80", "\u{FFFD}\u{FFFD}\u{FFFD}"),
  ])
  func `invalid text that people enter is replaced by U+FFFD`(encoded: String, text: String) {
    #expect(PercentCoding.decodeInput(encoded.utf8) == text)
  }

  @Test func `a broken triplet is refused even as input`() {
    #expect(PercentCoding.decodeInput("a%4".utf8) == nil)
  }

  @Test func `a raw NUL and raw bytes beyond UTF-8 are refused`() {
    #expect(PercentCoding.decode([0x61, 0], plusIsSpace: false) == nil)
    #expect(PercentCoding.decode([0x61, 0xFE], plusIsSpace: false) == nil)
  }

  @Test func `everything except unreserved characters is encoded`() {
    let fields = [("name", "Zoë & Co=1+1"), ("after", "A-b_c.~9"), ("", "")]
    #expect(PercentCoding.encode(fields) == "name=Zo%C3%AB%20%26%20Co%3D1%2B1&after=A-b_c.~9&=")
    #expect(PercentCoding.encode([]) == "")
  }

  @Test func `encoded fields are decoded to the same values`() throws {
    let values = ["", "a b", "%41", "line\nbreak", "𝔯𓀀", "\"<>'&;/?#"]
    let text = PercentCoding.encode(values.map { ("v", $0) })
    #expect(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    #expect(try Form(urlencoded: text.utf8).fields.map(\.value) == values)
  }
}
