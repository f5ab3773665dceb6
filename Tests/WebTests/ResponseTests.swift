import Testing

@testable import Web

@Suite struct ResponseTests {
  private func head(_ response: Response) -> String {
    var bytes: [UInt8] = []
    response.writeHead(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `the head is status, headers in order, length and a blank line`() {
    var response = Response(.notFound, body: Array("gone".utf8))
    response.set("Content-Type", "text/plain; charset=utf-8")
    response.set("Set-Cookie", "a=1")
    response.set("Set-Cookie", "b=2")
    #expect(
      head(response) == """
        Status: 404 Not Found\r
        Content-Type: text/plain; charset=utf-8\r
        Set-Cookie: a=1\r
        Set-Cookie: b=2\r
        Content-Length: 4\r
        \r

        """)
  }

  @Test func `the length counts bytes, and a status without content has none`() {
    #expect(head(Response()) == "Status: 200 OK\r\nContent-Length: 0\r\n\r\n")
    #expect(head(Response(body: Array("é🎲".utf8))).contains("Content-Length: 6\r\n"))
    #expect(head(Response(.noContent)) == "Status: 204 No Content\r\n\r\n")
    #expect(head(Response(.notModified)) == "Status: 304 Not Modified\r\n\r\n")
  }

  @Test func `the head is appended`() {
    var bytes = Array("before".utf8)
    Response().writeHead(to: &bytes)
    #expect(bytes.starts(with: "beforeStatus: 200".utf8))
  }

  @Test func `the first header of a name is found`() {
    var response = Response(.seeOther)
    response.set("Location", "/craps")
    response.set("Location", "/pig")
    #expect(response.header("Location") == "/craps")
    #expect(response.header("location") == nil)
  }

  @Test func `a line break in a header stops the program instead of the visitor writing headers`()
    async
  {
    for value in ["/craps\r\nSet-Cookie: id=evil", "/craps\nX: y"] {
      await #expect(processExitsWith: .failure) { [value = value as String] in
        var response = Response(.seeOther)
        response.set("Location", value)
      }
    }
  }

  @Test(
    arguments: [
      (.ok, 200, "OK"), (.noContent, 204, "No Content"),
      (.movedPermanently, 301, "Moved Permanently"),
      (.seeOther, 303, "See Other"), (.badRequest, 400, "Bad Request"),
      (.forbidden, 403, "Forbidden"),
      (.notFound, 404, "Not Found"), (.methodNotAllowed, 405, "Method Not Allowed"),
      (.conflict, 409, "Conflict"), (.contentTooLarge, 413, "Content Too Large"),
      (.uriTooLong, 414, "URI Too Long"), (.unsupportedMediaType, 415, "Unsupported Media Type"),
      (.unprocessable, 422, "Unprocessable Content"),
      (.headersTooLarge, 431, "Request Header Fields Too Large"),
      (.serverError, 500, "Internal Server Error"), (.unavailable, 503, "Service Unavailable"),
    ] as [(Status, Int, String)])
  func `each status has its registered reason phrase`(status: Status, code: Int, reason: String) {
    #expect(status.code == code)
    #expect(status.reason == reason)
  }

  @Test func `tags tell texts apart as the hash's inventors say`() {
    // From the list of test vectors of FNV-1a, 64 bits.
    #expect(EntityTag([]).text == "\"cbf29ce484222325\"")
    #expect(EntityTag(Array("a".utf8)).text == "\"af63dc4c8601ec8c\"")
    #expect(EntityTag(Array("foobar".utf8)).text == "\"85944171f73967e8\"")
  }
}
