import Testing
import Web

@testable import Site

/// Whether a browser keeps the cookie of its first move.
@Suite struct CookieCheckTests {
  /// Where a move leads that redirects to that address and sets a cookie.
  private func destination(
    _ location: String, mount: String = "", cookies: String = "", isSet: Bool = true
  ) -> String? {
    var request = Request(.post, "/craps/roll", mount: mount)
    request.cookies = cookies
    var response = Response(.seeOther)
    if isSet { response.set("Set-Cookie", "dicehall=x") }
    response.set("Location", location)
    return site.checkingCookie(response, to: request).header("Location")
  }

  @Test(arguments: [
    ("/craps", "/cookies?to=%2Fcraps"), ("/craps#play", "/cookies?to=%2Fcraps#play"),
    ("/osr/new/class?a=b", "/cookies?to=%2Fosr%2Fnew%2Fclass%3Fa%3Db"),
  ])
  func `a first move goes by the check`(location: String, checked: String) {
    #expect(destination(location) == checked)
    #expect(destination("/games\(location)", mount: "/games") == "/games\(checked)")
  }

  @Test func `any other move goes straight to its page`() {
    #expect(destination("/craps", cookies: "dicehall=x") == "/craps")
    #expect(destination("/craps", isSet: false) == "/craps")
  }

  @Test(arguments: [
    ("/craps", "/craps"), ("/osr/new/class?a=b", "/osr/new/class?a=b"),
    ("/osr/vault", "/osr/vault"),
    ("//evil.example", "/"), ("//evil.example/craps", "/"), ("https://evil.example/craps", "/"),
    ("/craps\r\nSet-Cookie: a=b", "/"), ("/craps?\n", "/"), ("/\\evil.example", "/"),
    ("/craps/roll", "/"), ("/nothing", "/"), ("/../craps", "/"), ("", "/"),
  ])
  func `with a cookie the check leads to pages of ours and nowhere else`(to: String, page: String) {
    var request = Request(.get, "/cookies", mount: "/games")
    request.query = Form([.init(name: "to", value: to)])
    request.cookies = "dicehall=x"
    var visitor = Visitor()
    let answer = visitor.ask(request)
    #expect(answer.status == .seeOther)
    #expect(answer.header("Location") == "/games\(page)")
  }

  @Test(arguments: [
    ("/craps", ["/embed/craps/tab"]), ("/osr/new/class", ["/embed/osr/tab"]),
    ("/about", ["/embed/dice/tab", "/embed/craps/tab", "/embed/pig/tab", "/embed/osr/tab"]),
  ])
  func `without a cookie it says so and offers what was played`(to: String, offers: [String]) {
    var visitor = Visitor()
    let page = visitor.get("/cookies", [("to", to)])
    #expect(page.status == .ok)
    #expect(page.pageTitle == "Your browser isn’t keeping cookies – Dicehall")
    #expect(page.actions == Set(offers))
    #expect(page.text.contains("href=\"\(to)\">Try again with cookies"))
    #expect(page.text.contains("content=\"noindex\""))
  }
}
