import Testing

@testable import Web

/// JSON as it is typed in programs.
@Suite struct JSONLiteralTests {
  @Test func `literals are what they look like, members in order`() {
    let value: JSON = ["b": ["x", -1, true], "a": [:], "c": []]
    #expect(value.bytes == Array(#"{"b":["x",-1,true],"a":{},"c":[]}"#.utf8))
  }
}
