import Testing
import Web

@testable import Site

@Suite struct HallPageTests {
  private let skip = "Skip the introduction</button>"
  private let doors = [
    "<a href=\"/osr/new\">Create a new character</a>",
    "<a href=\"/osr/vault\">View local character vault</a>",
    "<a href=\"/osr/cloud\">View characters on Dragon Cloud</a>",
  ]

  @Test func `a first visit is introduced, with the doors below`() {
    var visitor = Visitor()
    let page = visitor.get("/osr").text
    #expect(page.contains("class=\"goblin\""))
    #expect(page.matches(of: /<li class="card">/).count == 5)
    #expect(page.contains("action=\"/osr/skip\""))
    #expect(page.contains(skip))
    #expect(!page.contains("Show the introduction"))
    for door in doors { #expect(page.contains(door)) }
    #expect(visitor.session == Session())
  }

  @Test func `a stranger gets the very bytes that are generated, and so does who never came here`()
  {
    let generated = site.respond(toStranger: Request(.get, "/osr"), now: 0)
    var stranger = Visitor()
    #expect(stranger.get("/osr") == generated)
    var player = Visitor(faces: [3, 4])
    _ = player.post("/craps/roll")
    #expect(player.get("/osr") == generated)
    #expect(Site.routes.contains { $0.path == "/osr" && $0.presence == .generatedFirstView })
  }

  @Test func `who skips the introduction sees the doors alone from then on`() {
    var visitor = Visitor()
    let answer = visitor.post("/osr/skip")
    #expect(answer.status == .seeOther)
    #expect(answer.header("Location") == "/osr")
    for _ in 1...2 {
      let page = visitor.get("/osr").text
      #expect(!page.contains("class=\"goblin\""))
      #expect(!page.contains(skip))
      #expect(page.contains("<a href=\"/osr?introduction=show\">Show the introduction</a>"))
      for door in doors { #expect(page.contains(door)) }
    }
  }

  @Test func `the session remembers it, beside its games`() throws {
    var visitor = Visitor(faces: [3, 4])
    _ = visitor.post("/craps/roll")
    _ = visitor.post("/osr/skip")
    let reopened = try #require(Session(visitor.session.bytes))
    #expect(reopened[Welcome.self] == Welcome())
    #expect(reopened[CrapsState.self] == visitor.session[CrapsState.self])
    var again = Visitor(session: reopened)
    #expect(!again.get("/osr").text.contains(skip))
  }

  @Test func `it can be read again, and put away without a trace`() throws {
    var visitor = Visitor()
    _ = visitor.post("/osr/skip")
    let session = visitor.session
    var request = Request(.get, "/osr")
    request.query = try Form(urlencoded: "introduction=show".utf8)
    let page = visitor.ask(request).text
    #expect(page.contains("class=\"goblin\""))
    #expect(page.contains("<form action=\"/osr\"><button id=\"skip\">\(skip)"))
    #expect(!page.contains("action=\"/osr/skip\""))
    #expect(visitor.session == session)
    #expect(!visitor.get("/osr").text.contains(skip))
  }

  @Test func `who has begun a character is no newcomer`() {
    var visitor = Visitor()
    #expect(visitor.post("/osr/new/abilities/roll").status == .seeOther)
    let page = visitor.get("/osr").text
    #expect(!page.contains(skip))
    #expect(page.contains("Show the introduction"))
  }

  @Test func `a character that was abandoned is told of until another is begun`() {
    var visitor = Visitor()
    _ = visitor.post("/osr/new/abilities/roll")
    _ = visitor.post("/osr/new/abandon")
    let page = visitor.get("/osr")
    #expect(page.pageTitle == "The character was abandoned – Characters – Dicehall")
    #expect(page.text.contains("data-announce>The character was abandoned.</p>"))
    _ = visitor.post("/osr/new/abilities/roll")
    #expect(visitor.get("/osr").pageTitle == "Characters – Dicehall")
  }

  @Test func `skipping twice does what skipping once does`() {
    var visitor = Visitor()
    _ = visitor.post("/osr/skip")
    let session = visitor.session
    #expect(visitor.post("/osr/skip", revision: 99).status == .seeOther)
    #expect(visitor.session == session)
  }

  @Test func `who lost a session is told here too`() {
    var visitor = Visitor(session: .replacement)
    #expect(visitor.get("/osr").text.contains("could not be read any more"))
    let answer = visitor.post("/osr/skip")
    #expect(answer.status == .conflict)
    #expect(answer.text.contains("could not be read any more"))
  }
}
