import Testing
import Visitors
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
    return site.checkingCookie(response, to: request, Session()).header("Location")
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

  /// A first move, and the options of the game that the page without cookies offers after it.
  @Test(arguments: [
    ("/dice/roll", "", ""), ("/craps/roll", "ante=5", ""),
    ("/dice/roll-d20", "dice=3&modifier=2", "die=d20&dice=3&modifier=2"),
    ("/dice/expression", "expression=2d6-1", "die=d6&dice=2&modifier=-1"),
    // Two ones lose everything.
    ("/craps/roll", "ante=200", "ante=200"), ("/craps/ante", "chip=25", "ante=25"),
    ("/craps/start-over", "", ""),
    (
      "/pig/roll", "opponent=computer&strategy=hold-at-25&goal=50&coach=on",
      "goal=50&opponent=computer&strategy=hold-at-25&coach=on"
    ),
    (
      "/pig/players", "player1=Ada+%26+%22Bo%22&player2=Eve&beginner=player2",
      "beginner=player2&player1=Ada+%26+%22Bo%22&player2=Eve"
    ),
    (
      "/pig/new-game", "goal=150&opponent=computer&beginner=player2",
      "goal=150&beginner=player2&opponent=computer"
    ),
    ("/osr/new/abilities/roll", "", ""),
  ])
  func `what was chosen for a game goes along to the one without cookies`(
    move: String, form: String, options: String
  ) throws {
    var visitor = Visitor()
    let request = Request(.post, move, body: "revision=0&\(form)")
    var response = visitor.ask(request)
    #expect(response.status == .seeOther)
    let home = try #require(response.header("Location"))
    response.set("Set-Cookie", "dicehall=x")
    let location = site.checkingCookie(response, to: request, visitor.session).header("Location")
    let (to, chosen) = try (Form(urlencoded: "to=\(home)".utf8), Form(urlencoded: options.utf8))
    let query = try Form(
      urlencoded: #require(location).split(separator: "?")[1].prefix { $0 != "#" }.utf8)
    #expect(query.fields.dropFirst() == chosen.fields[...])
    #expect(query["to"] == to["to"]?.prefix { $0 != "#" }.description)

    let page = visitor.get(try #require(location).prefix { $0 != "#" }.description)
    let fields = page.text.matches(of: /<input type="hidden" name="(\w+)" value="([^"]*)">/)
    #expect(fields.map { "\($0.1)" } == chosen.fields.map(\.name))
    #expect(page.text.contains("What you chose") == !options.isEmpty)
    // The game there begins with them.
    let slug = try #require(features.games.first { move.hasPrefix($0.root) }).slug
    let start = try #require(EmbedAddress("/embed/\(slug)/tab", in: features)).start(chosen)
    #expect(start.remarks.isEmpty && start.text == PercentCoding.encode(start.granted))
    #expect(start.granted.map(\.value) == chosen.fields.map(\.value))
  }

  @Test func `no address makes the page offer what the game doesn't know`() {
    var visitor = Visitor()
    let page = visitor.get("/cookies?to=%2Fpig&goal=500&x=1&player1=%3Cb%3E&opponent=dog").text
    #expect(page.contains(#"name="goal" value="200""#))
    #expect(page.contains(#"name="player1" value="&lt;b&gt;""#))
    #expect(!page.contains(#"name="x""#) && !page.contains(#"name="opponent""#))
    #expect(!visitor.get("/cookies?to=%2Fabout&goal=50").text.contains("name=\"goal\""))
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
