import Testing

@testable import Web

@Suite struct FormTests {
  private func fields(_ text: String) throws -> [[String]] {
    try Form(urlencoded: text.utf8).fields.map { [$0.name, $0.value] }
  }

  @Test(
    arguments: [
      ("", []), ("&&&", []), ("a=1", [["a", "1"]]), ("a", [["a", ""]]), ("a=", [["a", ""]]),
      ("=1", [["", "1"]]), ("=", [["", ""]]), ("a=1&b=2&", [["a", "1"], ["b", "2"]]),
      ("a=b=c", [["a", "b=c"]]), ("n%61me=x+y%2B", [["name", "x y+"]]),
      ("a%3Db=c%26d", [["a=b", "c&d"]]), ("text=a%0D%0Ab", [["text", "a\r\nb"]]),
      ("next=//evil.example", [["next", "//evil.example"]]),
      ("a=1;b=2", [["a", "1;b=2"]]),
    ] as [(String, [[String]])])
  func `pairs are decoded in order`(text: String, expected: [[String]]) throws {
    #expect(try fields(text) == expected)
  }

  @Test(
    arguments: [
      ("ante", "5"), ("name", ""), ("title", nil), ("a", nil), ("a[b]", "1"), ("a[]", "2"),
      ("__proto__", "3"),
    ] as [(String, String?)])
  func `the first value of exactly that name counts, also an empty one`(
    name: String, value: String?
  ) throws {
    let form = try Form(urlencoded: "ante=5&ante=500&name=&a[b]=1&a[]=2&__proto__=3".utf8)
    #expect(form[name] == value)
  }

  /// Invalid text, and whether it may be what people enter.
  @Test(arguments: [
    ("a=%zz", false), ("a=%", false), ("%zz=1", false), ("%00=1", false), ("%ff=1", false),
    ("a=%u0041", false), ("%c0%ae=1", false), ("a=1&b=%4", false), ("a=%00", true), ("a=%ff", true),
  ])
  func `names and triplets must be valid, and values unless people enter them`(
    text: String, isInput: Bool
  ) throws {
    let refusal = Refusal(.badRequest, "The form has a field that can’t be read as text.")
    #expect(throws: refusal) { try Form(urlencoded: text.utf8) }
    if isInput {
      #expect(try Form(urlencoded: text.utf8, isInput: true)["a"] == "\u{FFFD}")
    } else {
      #expect(throws: refusal) { try Form(urlencoded: text.utf8, isInput: true) }
    }
  }

  @Test func `ninety-six fields are read, but no more`() throws {
    let most = Array(repeating: "a=1", count: 96).joined(separator: "&")
    #expect(try fields(most).count == 96)
    #expect(throws: Refusal(.contentTooLarge, "The form has more fields than any of our pages.")) {
      try Form(urlencoded: (most + "&b=1").utf8)
    }
  }

  @Test func `a name may have 128 bytes, but no more`() throws {
    let longest = String(repeating: "n", count: 128)
    #expect(try fields(longest + "=1") == [[longest, "1"]])
    #expect(throws: Refusal(.contentTooLarge, "The form has a field with an overlong name.")) {
      try Form(urlencoded: "n\(longest)=1".utf8)
    }
  }

  @Test func `a hundred thousand fields are refused when they are counted, before one is read`() {
    var looks = 0
    let body = (0..<200_000).lazy.map { place in
      looks += 1
      return UInt8(ascii: place.isMultiple(of: 2) ? "a" : "&")
    }
    #expect(throws: Refusal(.contentTooLarge, "The form has more fields than any of our pages.")) {
      try Form(urlencoded: body)
    }
    #expect(looks <= body.count)
  }

  @Test func `a megabyte as a name is refused`() {
    let body = Array(repeating: UInt8(ascii: "n"), count: 1_000_000)
    #expect(throws: Refusal(.contentTooLarge, "The form has a field with an overlong name.")) {
      try Form(urlencoded: body)
    }
  }
}
