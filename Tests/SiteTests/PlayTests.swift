import Classrooms
import Testing
import Visitors
import Web

@testable import Site

/// What all games share: revisions, refusals, errors, addresses.
@Suite struct PlayTests {
  @Test func `a form from an older page plays nothing and says why`() {
    var visitor = Visitor(faces: [4, 5])
    _ = visitor.post("/craps/roll", revision: 0)
    let session = visitor.session
    let again = visitor.post("/craps/roll", revision: 0)
    #expect(again.status == .conflict)
    #expect(again.text.contains("Your page was out of date"))
    #expect(again.pageTitle == "Your page was out of date – Craps – Dicehall")
    #expect(again.fact("Total") == "9")
    #expect(visitor.session == session)
    _ = visitor.post("/dice/roll", revision: 0)
    let dice = visitor.post("/dice/roll", revision: 0)
    #expect(dice.text.contains("date, so nothing was rolled. Here are the dice as they are now."))
    #expect(dice.pageTitle == "Your page was out of date – Dice – Dicehall")
  }

  @Test func `a form for a game that is no longer kept plays nothing and says so`() {
    var visitor = Visitor()
    let page = visitor.post("/craps/roll", revision: 7)
    #expect(page.status == .conflict)
    #expect(page.text.contains("date, so nothing was played. Here’s a new table."))
    #expect(visitor.session == Session())
  }

  @Test func `a form without a revision counts as one of the first view`() {
    var visitor = Visitor(faces: [4, 5])
    #expect(visitor.ask(Request(.post, "/craps/roll")).status == .seeOther)
    #expect(visitor.ask(Request(.post, "/craps/roll")).status == .conflict)
  }

  @Test func `one game's moves make no other game's page stale`() {
    var visitor = Visitor()
    _ = visitor.post("/dice/roll")
    _ = visitor.post("/dice/roll")
    #expect(visitor.post("/craps/roll", revision: 0).status == .seeOther)
  }

  @Test func `a visitor whose session was lost sees a notice and plays nothing`() {
    var visitor = Visitor(session: .replacement)
    for route in features.routes
    where route.method == .get && features.needs(at: route.path).session && !route.hasParameter {
      var page = visitor.get(route.path)
      // A wizard step that can't be opened yet redirects to one that says so.
      if let address = page.header("Location") { page = visitor.get(address) }
      #expect(page.text.contains("so we put"), "\(route.path)")
    }
    #expect(visitor.post("/craps/roll").status == .conflict)
    #expect(visitor.session == .replacement)
  }

  @Test(arguments: ["cross-site", "same-site", "nonsense"])
  func `a form from another site is refused`(site: String) {
    var request = Request(.post, "/craps/roll")
    request.fetchSite = site
    var visitor = Visitor()
    #expect(visitor.ask(request).status == .forbidden)
    #expect(visitor.session == Session())
  }

  @Test(arguments: ["text/plain", "application/json", "", "multipart/form-data"])
  func `a body that isn't one of our forms is refused`(type: String) {
    var request = Request(.post, "/craps/roll", body: "revision=0")
    request.contentType = type
    var visitor = Visitor()
    #expect(visitor.ask(request).status == .unsupportedMediaType)
  }

  @Test func `an unknown address gets a page that escapes it`() {
    var visitor = Visitor()
    let page = visitor.get("/<script>alert(1)</script>")
    #expect(page.status == .notFound)
    #expect(page.header("Content-Type") == "text/html; charset=utf-8")
    #expect(!page.text.contains("alert(1)"))
  }

  @Test(
    arguments: [
      (Method.post, "/", "GET, HEAD, OPTIONS"), (.post, "/craps", "GET, HEAD, OPTIONS"),
      (.get, "/craps/roll", "POST, OPTIONS"), (.other, "/craps", "GET, HEAD, OPTIONS"),
      (.get, "/dice/clear", "POST, OPTIONS"),
      (.other, "/craps/start-over", "GET, HEAD, POST, OPTIONS"),
    ])
  func `a method that an address does not take is refused with those that it takes`(
    method: Method, path: String, allowed: String
  ) {
    var visitor = Visitor()
    let page = visitor.ask(Request(method, path))
    #expect(page.status == .methodNotAllowed)
    #expect(page.header("Allow") == allowed)
  }

  @Test(
    arguments: [
      ("/craps/roll", "/craps", "Craps"), ("/dice/clear", "/dice", "Dice"),
      ("/pig/hold", "/pig", "Pig"), ("/osr/skip", "/osr", "the character hall"),
      ("/osr/new/abilities/continue", "/osr/new/abilities", "your character"),
      ("/osr/new/equipment/buy", "/osr/new/equipment", "your character"),
      ("/osr/vault/import", "/osr/vault", "your vault"),
      ("/osr/vault/a%22b/delete", "/osr/vault", "your vault"),
      ("/osr/cloud/x/copy", "/osr/cloud", "Dragon Cloud"),
    ])
  func `the address of a button leads back to its page`(path: String, page: String, name: String) {
    var visitor = Visitor()
    let answer = visitor.get(path)
    #expect(answer.status == .methodNotAllowed)
    #expect(
      answer.text.contains(
        "<a class=\"button\" href=\"\(page)\">Back to \(name)</a>"))
  }

  @Test func `every address that only takes forms has a page to go back to`() {
    var visitor = Visitor()
    let getters = Set(features.routes.filter { $0.method == .get }.map(\.path))
    let forms = features.routes.filter {
      $0.method == .post && !getters.contains($0.path) && Audience(of: $0.path) != .programs
        // Only learning platforms send anything there.
        && $0.path != launchPath
    }
    #expect(forms.count > 40)
    for route in forms {
      #expect(visitor.get(route.path).text.contains(">Back to "), "\(route.path)")
    }
  }

  @Test func `OPTIONS lists the methods`() {
    var visitor = Visitor()
    let answer = visitor.ask(Request(.options, "/craps/start-over"))
    #expect(answer.status == .noContent)
    #expect(answer.header("Allow") == "GET, HEAD, POST, OPTIONS")
  }

  @Test func `an extra slash leads to the page, on this site only`() {
    var visitor = Visitor()
    let answer = visitor.get("/craps/")
    #expect(answer.status == .movedPermanently)
    #expect(answer.header("Location") == "/craps")
    #expect(answer.header("X-Content-Type-Options") == "nosniff")
    #expect(visitor.get("//evil.example/craps/").status == .notFound)
    #expect(visitor.get("//craps").status == .notFound)
  }

  @Test func `links and redirects stay below the mount`() {
    var visitor = Visitor()
    let page = visitor.ask(Request(.get, "/craps", mount: "/games"))
    #expect(page.text.contains("action=\"/games/craps/roll\""))
    #expect(!page.text.contains("href=\"/craps"))
    let answer = visitor.ask(Request(.post, "/craps/roll", mount: "/games"))
    #expect(answer.header("Location") == "/games/craps")
  }

  @Test func `the health check answers with one word`() {
    var visitor = Visitor()
    #expect(visitor.get("/healthz").text == "ok\n")
  }

  @Test func `every page keeps its own scripts and styles only, and stays out of frames`() {
    var visitor = Visitor()
    for route in features.routes
    where route.method == .get && Audience(of: route.path) != .frames
      && !["/oembed", codePath, "/odds.csv", "/odds.json"].contains(route.path)
    {
      let page = visitor.get(route.path)
      let isClosedStep = page.header("Location") == "/osr/new/abilities"
      #expect(
        isClosedStep || page.status == .movedPermanently
          || page.status == (route.hasParameter || route.needsPublicURL ? .notFound : .ok),
        "\(route.path)")
      let policy = page.header("Content-Security-Policy") ?? ""
      #expect(policy.hasPrefix("default-src 'none'"))
      #expect(policy.contains("frame-ancestors 'none'"))
      #expect(page.header("X-Content-Type-Options") == "nosniff")
      #expect(!page.text.contains(" style="))
      #expect(!page.text.contains(" onclick="))
    }
  }
}
