import Testing

@testable import Web

@Suite struct RequestIDTests {
  @Test(arguments: ["5f3a", "b1946ac92492d2347c6235b4d2611184", "1700000000-a.B_9"])
  func `a web server's number is taken as it is`(text: String) {
    #expect(RequestID(text)?.text == text)
    let longest = String(repeating: "x", count: 64)
    #expect(RequestID(longest)?.text == longest)
  }

  @Test(arguments: ["", " ", "a b", "a\nb", "<b>", "a\"", "é", "a=b", "a/b", "%00"])
  func `what could forge a line or a page is no number`(text: String) {
    #expect(RequestID(text) == nil)
    #expect(RequestID(String(repeating: "x", count: 65)) == nil)
  }

  @Test func `a drawn number has sixteen hexadecimal digits`() {
    #expect(RequestID.drawn(0).text == "0000000000000000")
    #expect(RequestID.drawn(0x0123_4567_89AB_CDEF).text == "0123456789abcdef")
  }

  @Test func `numbers are drawn as SplitMix64 gives them, and no two are the same`() {
    // The first values for the state 1234567, from the reference implementation.
    var known = RequestIDs(state: 1_234_567)
    #expect(known.next() == .drawn(6_457_827_717_110_365_317))
    #expect(known.next() == .drawn(3_203_168_211_198_807_973))
    var ids = RequestIDs()
    #expect(Set((0..<1000).map { _ in ids.next().text }).count == 1000)
  }
}
