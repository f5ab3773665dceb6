import Testing

@testable import Web

@Suite struct RequestTests {
  private func status(_ variables: [String: String]) throws -> Status {
    let refusal = try #require(throws: Refusal.self) { try Request.read("/", variables) }
    return refusal.status
  }

  @Test(
    arguments: [
      ("GET", .get), ("HEAD", .head), ("POST", .post), ("OPTIONS", .options), ("get", .other),
      ("BREW", .other), ("TRACE", .other), ("", .other), ("GET ", .other),
      (String(repeating: "G", count: 5_000), .other),
    ] as [(String, Web.Method)])
  func `methods are recognised by their exact names`(name: String, method: Web.Method) throws {
    #expect(try Request.read("/", ["REQUEST_METHOD": name]).method == method)
  }

  @Test func `the browser's headers are kept`() throws {
    let request = try Request.read(
      "/craps",
      [
        "HTTP_COOKIE": "id=1", "CONTENT_TYPE": "text/plain", "HTTP_ORIGIN": "https://a.example",
        "HTTP_SEC_FETCH_SITE": "same-origin", "HTTP_HOST": "a.example:8080",
        "HTTP_IF_NONE_MATCH": "\"a\"",
      ])
    #expect(request.cookies == "id=1")
    #expect(request.contentType == "text/plain")
    #expect(request.origin == "https://a.example")
    #expect(request.fetchSite == "same-origin")
    #expect(request.ifNoneMatch == "\"a\"")
    #expect(request.host == "a.example:8080")
  }

  @Test(arguments: [
    "HTTP_X_ORIGINAL_URL", "HTTP_X_REWRITE_URL", "HTTP_X_HTTP_METHOD_OVERRIDE", "HTTP_PROXY",
    "HTTP_X_FORWARDED_HOST", "HTTP_X_FORWARDED_PROTO", "HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED",
  ])
  func `headers that would move a request elsewhere are ignored`(name: String) throws {
    #expect(try Request.read("/craps", [name: "https"]) == Request.read("/craps"))
  }

  @Test(arguments: ["", " ", "a b", "a:99999", "a,b", "a\r\nX: y"])
  func `an impossible host gets 400`(host: String) throws {
    #expect(try status(["HTTP_HOST": host]) == .badRequest)
  }

  @Test func `a request without a host is read`() throws {
    let variables = ["REQUEST_METHOD": "GET", "REQUEST_URI": "/"]
    #expect(try Request(variables: { variables["\($0.name)"] }, gateway: Gateway()).host == nil)
  }

  @Test func `no variables at all are refused`() {
    #expect(throws: Refusal.self) { try Request(variables: { _ in nil }, gateway: Gateway()) }
  }

  @Test(arguments: [
    ("", 0), ("0", 0), ("5", 5), ("0005", 5), ("65536", 65_536),
  ])
  func `the length of a POST is a number up to 64 KB`(text: String, length: Int) throws {
    let variables = ["REQUEST_METHOD": "POST", "CONTENT_LENGTH": text]
    #expect(try Request.read("/", variables).bodyLength == length)
  }

  @Test(arguments: [
    (["-1", "+5", "0x10", "5, 5", " 5", "5 ", "1e3", "٥", "5\u{301}", "5.0"], Status.badRequest),
    (["65537", "8388608", "1000000000", "99999999999999999999"], .contentTooLarge),
  ])
  func `a length that is no number gets 400, a longer one 413`(
    lengths: [String], refusal: Status
  ) throws {
    for length in lengths {
      #expect(try status(["REQUEST_METHOD": "POST", "CONTENT_LENGTH": length]) == refusal)
    }
  }

  @Test(arguments: ["GET", "HEAD", "OPTIONS", "BREW"])
  func `only a POST has a body`(method: String) throws {
    let variables = ["REQUEST_METHOD": method, "CONTENT_LENGTH": "1000000000"]
    #expect(try Request.read("/", variables).bodyLength == 0)
  }

  @Test(arguments: [
    "application/x-www-form-urlencoded", "application/x-www-form-urlencoded; charset=utf-8",
    "Application/X-WWW-Form-Urlencoded ;charset=utf-8", " application/x-www-form-urlencoded",
  ])
  func `a form is read from its media type`(type: String) throws {
    var request = Request(.post, "/craps", body: "ante=25")
    request.contentType = type
    #expect(try request.form()["ante"] == "25")
  }

  @Test(arguments: [
    "", ";", "text/plain", "application/json", "multipart/form-data", "multipart/form-data; x",
    "application/x-www-form-urlencodedx", "text/plain; application/x-www-form-urlencoded",
  ])
  func `any other media type gets 415`(type: String) throws {
    var request = Request(.post, "/craps", body: "ante=25")
    request.contentType = type
    let refusal = try #require(throws: Refusal.self) { try request.form() }
    #expect(refusal.status == .unsupportedMediaType)
  }

  @Test func `a POST made by the program is a form`() throws {
    #expect(try Request(.post, "/dice", body: "a=1").form()["a"] == "1")
    #expect(Request(.get, "/dice").contentType.isEmpty)
  }

  @Test(arguments: [
    ("", ""), ("  ", ""), (" a b\t", "a b"), ("\t\ta", "a"), ("a", "a"), ("\na ", "\na"),
  ])
  func `blanks at both ends are trimmed`(text: String, trimmed: String) {
    #expect(text.trimmingBlanks == trimmed)
  }
}
