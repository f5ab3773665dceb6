import Testing

@testable import Web

@Suite struct TargetTests {
  private func path(_ target: String, mount: String = "") throws -> String {
    try Request.read(target, gateway: Gateway(mount: mount)).path
  }

  private func status(_ target: String, mount: String = "") throws -> Status {
    let refusal = try #require(throws: Refusal.self) { try path(target, mount: mount) }
    return refusal.status
  }

  @Test(arguments: [
    ("/", "/"), ("/craps", "/craps"), ("/craps/", "/craps/"), ("/craps?a=1", "/craps"),
    ("/?", "/"), ("/a%20b", "/a b"), ("/a+b", "/a+b"), ("/%63raps", "/craps"), ("/é", "/é"),
    ("/...", "/..."), ("/a..b", "/a..b"), ("/%252e%252e/x", "/%2e%2e/x"), ("/a?b?c", "/a"),
    ("/<b>{{7*7}}", "/<b>{{7*7}}"), ("//evil.example/x", "//evil.example/x"),
  ])
  func `the path is decoded up to the question mark`(target: String, expected: String) throws {
    #expect(try path(target) == expected)
  }

  @Test(arguments: [
    "/../../etc/passwd", "/a/../b", "/..", "/.", "/./a", "/%2e%2e/x", "/%2E%2e", "/.%2e/x", "/%2e",
    "/%c0%ae%c0%ae/x", "/%00", "/a%00b", "/%ff", "/%", "/%zz", "/%u0041", "/a%0d%0aSet-Cookie:x",
    "/a%0ab", "/a%09b", "/a%7fb", "", "*", "craps", "http://evil.example/", "\\", "?a=1",
  ])
  func `an address with dot segments or invalid text gets 400`(target: String) throws {
    #expect(try status(target) == .badRequest)
  }

  @Test(arguments: [
    "/%2e%2e%2f%2e%2e%2fetc", "/..%2f..%2fsecret", "/static/..%2f..%2fsecret", "/..%5c..%5cx",
    "/a\\b", "/a%2fb", "/a%5Cb",
  ])
  func `an encoded slash never starts a segment`(target: String) throws {
    #expect(try status(target) == .notFound)
  }

  @Test func `eight kilobytes of address are read and more get 414`() throws {
    let longest = "/" + String(repeating: "a", count: 8_191)
    #expect(try path(longest) == longest)
    #expect(try status(longest + "a") == .uriTooLong)
    #expect(try status("/" + String(repeating: "a", count: 65_536)) == .uriTooLong)
  }

  @Test(arguments: [
    ("/games", "/"), ("/games/", "/"), ("/games/craps", "/craps"), ("/games?a=1", "/"),
    ("/g%61mes/craps", "/craps"), ("/games/games", "/games"),
  ])
  func `the mount is removed`(target: String, expected: String) throws {
    #expect(try path(target, mount: "/games") == expected)
  }

  @Test(arguments: ["/", "/gamesx/craps", "/game", "/craps", "/Games/craps", "//games/craps"])
  func `outside the mount there is no page`(target: String) throws {
    #expect(try status(target, mount: "/games") == .notFound)
  }

  @Test func `a mount of two parts is removed as a whole`() throws {
    #expect(try path("/a/b/craps", mount: "/a/b/") == "/craps")
    #expect(try status("/a/craps", mount: "/a/b") == .notFound)
  }

  @Test(
    arguments: [
      ("/?a=1&b=2", [["a", "1"], ["b", "2"]]), ("/?", []), ("/x", []),
      ("/x?a+b=%2B", [["a b", "+"]]),
      ("/?\u{301}=1", [["\u{301}", "1"]]), ("/?next=https%3Aevil", [["next", "https:evil"]]),
      ("/?a=..%2f..", [["a", "../.."]]),
    ] as [(String, [[String]])])
  func `the query is a form`(target: String, expected: [[String]]) throws {
    let query = try Request.read(target).query
    #expect(query.fields.map { [$0.name, $0.value] } == expected)
  }

  @Test(arguments: ["/?a=%00", "/?a=%zz", "/?a=%ff", "/?%"])
  func `invalid text in a query is left out, and noted`(target: String) throws {
    #expect(try Request.read(target).query.isIncomplete)
    let query = try Request.read("\(target)&b=1").query
    #expect(query.isIncomplete && query.fields.map(\.name) == ["b"])
    #expect(try !Request.read("/?a=1").query.isIncomplete)
  }
}
