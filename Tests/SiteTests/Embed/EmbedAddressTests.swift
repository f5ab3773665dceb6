import Games
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

/// Which addresses below `/embed/` lead to a game, and which don't.
@Suite struct EmbedAddressTests {
  private static let key = FramedGame.key

  @Test(arguments: [
    ("/embed/craps", "/craps"), ("/embed/craps/", "/craps"), ("/embed/craps/roll", "/craps/roll"),
    ("/embed/craps/\(key)", "/craps"), ("/embed/craps/\(key)/", "/craps"),
    ("/embed/craps/\(key)/roll", "/craps/roll"),
    ("/embed/craps/start:ante=5/roll", "/craps/roll"), ("/embed/craps/start:", "/craps"),
    ("/embed/osr", "/osr/new/abilities"), ("/embed/osr/\(key)", "/osr/new"),
    ("/embed/osr/\(key)/new/class", "/osr/new/class"),
    ("/embed/craps/\(key)/\(key)", "/craps/\(key)"), ("/embed/craps/tab/\(key)", "/craps"),
    ("/embed/craps/tab/\(key)/roll", "/craps/roll"), ("/embed/craps/tab", "/craps"),
    ("/embed/craps/tab/start:ante=5/roll", "/craps/roll"),
  ])
  func `an address leads to one in the hall`(path: String, hall: String) throws {
    #expect(try #require(EmbedAddress(path, in: features)).path == hall)
  }

  @Test(arguments: [
    "/embed", "/embed/", "/embed/nothing", "/embed/Craps", "/embed/craps.html", "/craps",
    "/x/embed/craps", "/embed/../osr/vault", "//embed/craps",
  ])
  func `an address outside the games isn't a frame's`(path: String) {
    #expect(EmbedAddress(path, in: features) == nil)
  }

  @Test func `options as long as a key aren't a key`() throws {
    let start = "start:goal=10&seed=monday3"
    #expect(start.utf8.count == StorageLimits.keyLength)
    let address = try #require(EmbedAddress("/embed/pig/\(start)/roll", in: features))
    #expect(address.key == nil)
    #expect(address.start(Form()).text == "goal=10&seed=monday3")
  }

  @Test func `what is as long as a key is one, and is never shown as a path`() throws {
    #expect(try #require(EmbedAddress("/embed/dice/\(Self.key)", in: features)).key == Self.key)
    #expect(try #require(EmbedAddress("/embed/dice/\(Self.key)x", in: features)).key == nil)
    #expect(
      try #require(EmbedAddress("/embed/dice/\(Self.key.dropLast())", in: features)).key == nil)
    // No part of a route could be mistaken for a key, options or the tab mark.
    for route in features.routes {
      let parts = route.path.split(separator: "/")
      #expect(
        parts.allSatisfy { part in
          part.utf8.count != StorageLimits.keyLength && !part.hasPrefix("start:") && part != "tab"
        })
    }
  }

  @Test(arguments: [
    ("osr", "/vault"), ("osr", "/vault/abc"), ("osr", "/cloud"), ("osr", "/new/save"),
    ("osr", "/new/save/vault"), ("osr", "/new/save/cloud"), ("osr", "/new/save/both"),
    ("osr", "/skip"), ("osr", "/nothing"), ("osr", "/new/abandon"),
    ("osr", "/new/sheet.txt"), ("osr", "/new/review/continue"), ("dice", "/clear-history"),
    ("dice", "/vault"),
    ("craps", "/nothing"), ("pig", "/osr/vault"),
  ])
  func `a frame has no way to the vault, to the cloud or to what deletes`(
    slug: String, path: String
  )
    throws
  {
    var game = FramedGame()
    _ = try game.post(slug == "osr" ? "/embed/osr/new/surprise" : "/embed/\(slug)/roll")
    let before = try #require(game.session)
    let place = "/embed/\(slug)"
    for (prefix, new) in [
      (place, place), ("\(place)/\(Self.key)", place),
      ("\(place)/start:seed=a", "\(place)/start:seed=a"),
    ] {
      for answer in [try game.get(prefix + path), try game.post(prefix + path, "revision=1")] {
        #expect(answer.status == .notFound)
        #expect(answer.text.contains("\"\(new)\">New "))
        #expect(!answer.text.contains("href=\"/osr"))
      }
    }
    #expect(game.session == before)
  }

  @Test func `every link and form of every framed page stays in the frame or opens a tab`() throws {
    for game in features.games {
      var framed = FramedGame()
      let move = try #require(
        game.routes.first { $0.method == .post && game.offers($0.path) })
      var pages = [try framed.get("/embed/\(game.slug)")]
      _ = try framed.post("/embed/\(game.slug)\(move.path.dropFirst(game.root.count))")
      let home = "/embed/\(game.slug)/\(Self.key)"
      let paths =
        game.slug == "osr"
        ? Step.allCases.filter { $0 != .save }.map { "/new/\($0.slug)" } : [""]
      pages += try paths.map { try framed.get(home + $0) }
      for page in pages where page.status == .ok {
        for link in page.text.matches(of: /<a [^>]*href="([^"]*)"[^>]*>/) {
          let isInside =
            link.1.hasPrefix("/embed/\(game.slug)") || link.1.hasPrefix("#")
            || link.1.hasPrefix("?")
          #expect(isInside || link.0.contains("target=\"_blank\" rel=\"noopener\""), "\(link.0)")
        }
        for form in page.text.matches(of: /<form [^>]*action="([^"]*)"[^>]*>/) {
          #expect(
            form.1.hasPrefix("/embed/\(game.slug)") || form.0.contains("target=\"_top\""),
            "\(form.0)")
        }
        for move in page.text.matches(of: /formaction="([^"]*)"/) {
          #expect(move.1.hasPrefix("/embed/\(game.slug)"), "\(move.1)")
        }
      }
      #expect(pages.filter { $0.status == .ok }.count > 1)
    }
  }

  @Test func `a game in a tab stays in it, move for move`() throws {
    var game = FramedGame()
    _ = try game.post("/embed/craps/roll")
    let place = "/embed/craps/tab/\(Self.key)"
    let page = try game.get(place)
    #expect(page.text.contains("data-place=\"top\""))
    #expect(page.actions.contains("\(place)/roll"))
    #expect(page.actions.contains("/bring/\(Self.key)"))
    #expect(try game.post("\(place)/roll", "revision=1").location == place)
  }

  @Test func `another character begins at an address of its own, as the first one did`() throws {
    var game = FramedGame()
    _ = try game.post("/embed/osr/start:theme=dark/new/surprise")
    let page = try game.get("/embed/osr/\(Self.key)/new/class").text
    #expect(page.contains(#"href="/embed/osr/start:theme=dark/new/abilities">New character</a>"#))
    #expect(!page.contains("Abandon"))
    let tab = try game.get("/embed/osr/tab/\(Self.key)/new/class").text
    #expect(tab.contains(#"href="/embed/osr/tab/start:theme=dark/new/abilities">New"#))
    _ = try game.post("/embed/osr/\(Self.key)/new/abilities/reroll/wisdom", "revision=1")
    let question = try game.get("/embed/osr/\(Self.key)/new/surprise")
    #expect(question.actions.contains("/embed/osr/start:theme=dark/new/surprise"))
    #expect(question.text.contains(#"name="revision" value="0""#))
  }

  @Test func `only the whole plain address may lead to a game that is kept`() throws {
    for path in ["/embed/osr", "/embed/osr/", "/embed/osr/start:theme=dark"] {
      #expect(try #require(EmbedAddress(path, in: features)).isPlain)
    }
    for path in ["/embed/osr/new/abilities", "/embed/osr/\(Self.key)", "/embed/craps/roll"] {
      #expect(try !#require(EmbedAddress(path, in: features)).isPlain)
    }
  }

  @Test func `an unknown frame address gets a framed page that links to all games`() {
    var visitor = Visitor()
    let page = visitor.get("/embed/nothing")
    #expect(page.status == .notFound)
    for game in features.games { #expect(page.text.contains("/embed/\(game.slug)\">New ")) }
    #expect(!page.text.contains("<nav"))
    #expect(page.header("Referrer-Policy") == "no-referrer")
  }

  @Test func `an unreadable request gets an error page that suits its address`() {
    let refusal = Refusal(.badRequest, "The address can’t be read as text.")
    let framed = site.respond(to: refusal.naming("/embed/craps/start:%zz"))
    #expect(framed.status == .badRequest)
    #expect(framed.header("Content-Security-Policy")?.contains("frame-ancestors 'self' *") == true)
    #expect(!framed.text.contains("<nav"))
    for target in ["/craps/%zz", "/embedded/%zz", nil] {
      let page = site.respond(to: refusal.naming(target))
      #expect(page.header("Content-Security-Policy")?.contains("frame-ancestors 'none'") == true)
    }
  }

  @Test(arguments: [
    (nil, nil, "'self'"), (nil, "class.example:8080", "'self' http://class.example:8080"),
    ("https://dice.example", "other.example", "'self' https://dice.example"),
  ])
  func `a framed page's policy names the hall beside each 'self', and no other page's does`(
    publicURL: String?, host: String?, own: String
  ) throws {
    var visitor = Visitor(hall: makeSite(publicURL: publicURL))
    var request = Request(.get, "/embed/check")
    request.host = host
    let policy = try #require(visitor.ask(request).header("Content-Security-Policy"))
    let rules = policy.split(separator: "; ").filter { $0.contains("'self'") }
    #expect(rules.count == 8)
    #expect(rules.last == "frame-ancestors 'self' *")
    for rule in rules.dropLast() {
      #expect(rule.hasSuffix("-src \(own)") || rule == "form-action \(own)")
    }
    request.path = "/craps"
    #expect(visitor.ask(request).header("Content-Security-Policy")?.contains("example") == false)
  }

  @Test(arguments: [true, false])
  func `only what is for frames can be read by scripts of other sites, unless that is closed`(
    isReadable: Bool
  ) {
    var visitor = Visitor(hall: makeSite(frames: FramePolicy(isReadable: isReadable)))
    for path in ["/embed/craps", "/embed/craps/QQ", "/embed/nothing", "/embed/check"] {
      let answer = visitor.get(path)
      #expect((answer.header("Access-Control-Allow-Origin") == "*") == isReadable, "\(path)")
      #expect(answer.header("Access-Control-Allow-Credentials") == nil)
    }
    #expect(visitor.get("/embed/craps").text.contains(" data-readable") == isReadable)
    #expect(
      visitor.get("/embed/craps").headers.count { $0.name == "Access-Control-Allow-Origin" }
        == (isReadable ? 1 : 0))
    for path in ["/craps", "/embed", "/room", "/nothing"] {
      #expect(visitor.get(path).header("Access-Control-Allow-Origin") == nil, "\(path)")
    }
  }

  @Test func `a query that isn't text is refused in the hall and ignored in a frame`() throws {
    let query = try Form(urlencoded: "a=%ff".utf8, leavesOut: true)
    var request = Request(.get, "/craps")
    request.query = query
    var visitor = Visitor()
    let page = visitor.ask(request)
    #expect(page.status == .badRequest)
    #expect(page.text.contains("The address can’t be read as text."))
    #expect(query.isIncomplete && query.fields.isEmpty)
  }

  @Test func `a form of another site passes below and nowhere else`() throws {
    var game = FramedGame()
    #expect(try game.post("/embed/dice/roll").status == .seeOther)
    var request = Request(.post, "/dice/roll", body: "revision=0")
    request.fetchSite = "cross-site"
    var visitor = Visitor()
    #expect(visitor.ask(request).status == .forbidden)
  }

  @Test func `a stale form plays nothing and shows the current game in the frame`() throws {
    var game = FramedGame()
    _ = try game.post("/embed/craps/roll")
    let before = game.session
    let page = try game.post("/embed/craps/\(Self.key)/roll", "revision=0")
    #expect(page.status == .conflict)
    #expect(page.text.contains("Your page was out of date"))
    #expect(page.actions.contains("/embed/craps/\(Self.key)/roll"))
    #expect(page.fact("Total") == "7")
    #expect(game.session == before)
  }
}
