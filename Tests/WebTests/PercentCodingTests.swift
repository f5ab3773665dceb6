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
  func `what people fill in has a sign in place of what is no text`(encoded: String, text: String) {
    #expect(PercentCoding.decodeInput(encoded.utf8) == text)
  }

  @Test func `a broken triplet is no input`() {
    #expect(PercentCoding.decodeInput("a%4".utf8) == nil)
  }

  @Test func `a raw NUL and raw bytes beyond UTF-8 are refused`() {
    #expect(PercentCoding.decode([0x61, 0], plusIsSpace: false) == nil)
    #expect(PercentCoding.decode([0x61, 0xFE], plusIsSpace: false) == nil)
  }
}
