import Fakes
import Games
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

/// Deleting, undoing, duplicating and sharing: once, or not at all.
@Suite struct VaultMoveTests {
  private let stores = FakeStorage()

  @Test func `delete asks nothing, and undo brings back what was there`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    let answer = visitor.press("/osr/vault/\(id)/delete")
    #expect(answer.status == .seeOther)
    #expect(answer.header("Location") == "/osr/vault")
    var page = visitor.get("/osr/vault")
    #expect(page.pageTitle == "Hilda was deleted – Your vault – Dicehall")
    #expect(page.text.contains("<button id=\"undo\">Undo</button>"))
    #expect(visitor.names() == [])
    #expect(visitor.get("/osr/vault/\(id)").status == .notFound)

    #expect(visitor.press("/osr/vault/\(id)/undo").status == .seeOther)
    page = visitor.get("/osr/vault")
    #expect(page.pageTitle == "Hilda is back in your vault. – Your vault – Dicehall")
    #expect(!page.text.contains("Undo"))
    #expect(visitor.names() == ["Hilda"])
    #expect(visitor.get("/osr/vault/\(id)/character.json").text == People.hildaTextWithOrigin)
  }

  @Test func `what a move did stands on the page it led to, until another is opened`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    _ = visitor.change(id, "play/hurt", "quick=1")
    let news = "Lost 1 hit point: 6 of 7."
    for _ in 1...2 { #expect(visitor.get("/osr/vault/\(id)/play").text.contains(news)) }
    #expect(!visitor.get("/osr/vault/\(id)/edit").text.contains(news))
    #expect(!visitor.get("/osr/vault/\(id)/play").text.contains(news))
    _ = visitor.press("/osr/vault/\(id)/delete")
    _ = visitor.press("/osr/vault/\(id)/undo")
    #expect(!visitor.get("/osr/parties").text.contains("is back in your vault"))
  }

  @Test func `deleting twice and undoing twice is doing it once`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    _ = try visitor.keep(People.nim, stores)
    #expect(visitor.press("/osr/vault/\(id)/delete").status == .seeOther)
    let after = visitor.session
    #expect(visitor.press("/osr/vault/\(id)/delete").status == .seeOther)
    #expect(visitor.session == after)
    #expect(visitor.names() == ["Nim"])
    #expect(visitor.press("/osr/vault/\(id)/undo").status == .seeOther)
    #expect(visitor.press("/osr/vault/\(id)/undo").status == .seeOther)
    #expect(visitor.names().sorted() == ["Hilda", "Nim"])
    // And once more from the beginning: a removal that was taken back is none.
    #expect(visitor.press("/osr/vault/\(id)/delete").status == .seeOther)
    #expect(visitor.names() == ["Nim"])
  }

  @Test func `several deletions can each be taken back, the newest by Undo alone`() throws {
    var visitor = Visitor(stores)
    let hilda = try visitor.keep(People.hilda, stores)
    let nim = try visitor.keep(People.nim, stores)
    _ = visitor.press("/osr/vault/\(hilda)/delete")
    _ = visitor.press("/osr/vault/\(nim)/delete")
    let page = visitor.get("/osr/vault")
    #expect(page.pageTitle == "Nim was deleted – Your vault – Dicehall")
    #expect(page.text.contains("<button id=\"undo\">Undo</button>"))
    #expect(page.text.contains("<button aria-label=\"Undo deleting Hilda\">Undo</button>"))
    _ = visitor.press("/osr/vault/\(hilda)/undo")
    #expect(visitor.names() == ["Hilda"])
    #expect(visitor.get("/osr/vault").text.contains("Nim was deleted."))
  }

  @Test func `undo is offered for ten minutes and then no more`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    _ = visitor.press("/osr/vault/\(id)/delete")
    visitor.now += 600
    #expect(visitor.get("/osr/vault").text.contains(">Undo</button>"))
    visitor.now += 1
    #expect(!visitor.get("/osr/vault").text.contains(">Undo</button>"))
  }

  @Test func `the page says when a deleted character can't be brought back`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    _ = visitor.press("/osr/vault/\(id)/delete")
    stores.forgetRemovals()
    let answer = visitor.press("/osr/vault/\(id)/undo")
    #expect(answer.status == .unprocessable)
    #expect(answer.text.contains("you can only undo deleting for ten minutes"))
  }

  @Test func `a duplicate has all but the number, and both stay`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.nim, stores)
    let answer = visitor.press("/osr/vault/\(id)/duplicate")
    #expect(answer.status == .seeOther)
    #expect(visitor.names() == ["Nim", "Nim"])
    #expect(visitor.get("/osr/vault").text.contains("There are now two of Nim."))
    let copies = visitor.ids().compactMap { id in
      CharacterJSON.stored(visitor.get("/osr/vault/\(id)/character.json").body)
    }
    #expect(copies.count == 2)
    #expect(copies.filter { $0 == People.nim }.count == 1)
    #expect(Set(copies.map(\.id)).count == 2)
    var copy = try #require(copies.first { $0 != People.nim })
    copy.id = People.nim.id
    #expect(copy == People.nim)
  }

  @Test func `a double click on Duplicate makes one copy`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.nim, stores)
    let form = "revision=\(visitor.vaultRevision())"
    let request = Request(.post, "/osr/vault/\(id)/duplicate", body: form)
    #expect(visitor.ask(request).status == .seeOther)
    // The second has no session either: only the vault itself can tell them apart.
    visitor.session = Session()
    let second = visitor.ask(request)
    #expect(second.status == .conflict)
    #expect(second.text.contains("your vault has changed"))
    #expect(visitor.names().count == 2)
  }

  @Test func `when two duplicate at once, one learns that the vault has changed`()
    throws
  {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.nim, stores)
    let before = visitor.session
    let other = VaultEntry.others(CharacterJSON.encode(People.nim))
    stores.outrun(with: other)
    let answer = visitor.press("/osr/vault/\(id)/duplicate")
    #expect(answer.status == .conflict)
    #expect(answer.text.contains("your vault has changed"))
    #expect(visitor.ids() == [other.id.text, id])
    #expect(visitor.session == before)
  }

  @Test func `a file that comes in while the vault changes is asked for again`() throws {
    var visitor = Visitor(stores)
    _ = try visitor.keep(People.nim, stores)
    stores.outrun(with: .others(People.hildaText.utf8))
    #expect(visitor.upload(People.hildaText.utf8).status == .conflict)
    #expect(visitor.names() == ["Hilda", "Nim"])
  }

  @Test func `a form from before another browser's change does nothing`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.nim, stores)
    let stale = visitor.vaultRevision()
    _ = try visitor.keep(People.hilda, stores)
    let answer = visitor.ask(
      Request(.post, "/osr/vault/\(id)/duplicate", body: "revision=\(stale)"))
    #expect(answer.status == .conflict)
    #expect(visitor.names().count == 2)
  }

  @Test func `sharing shows the link that deletes, on the character's page`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    let answer = visitor.press("/osr/vault/\(id)/cloud")
    #expect(answer.header("Location") == "/osr/vault/\(id)")
    let page = visitor.get("/osr/vault/\(id)")
    #expect(page.pageTitle?.hasPrefix("Hilda is now on Dragon Cloud.") == true)
    #expect(page.text.contains("Send this link to your group"))
    #expect(page.text.contains("/osr/cloud/\(People.hilda.id.text)/delete#secret=secret"))
    #expect(stores.cloudBytes == [Array(People.hildaText.utf8)])

    // A reload shows it still; so does the answer to a double click.
    #expect(visitor.press("/osr/vault/\(id)/cloud").status == .seeOther)
    #expect(visitor.get("/osr/vault/\(id)").text.contains("Send this link to your group"))
    let shared = visitor.get("/osr/vault/\(id)").text
    #expect(shared.contains("already on Dragon Cloud"))
    #expect(shared.contains(#"href="/osr/cloud/\#(People.hilda.id.text)">See it on Dragon Cloud"#))
    #expect(!shared.contains(">Save to Dragon Cloud</button>"))
    #expect(stores.cloudBytes.count == 1)
    let other = try visitor.keep(People.nim, stores)
    let links = visitor.get("/osr/vault").text.matches(of: /href="([^"]*)"[^>]*>Shared</)
    #expect(links.map { $0.1 } == ["/osr/cloud/\(People.hilda.id.text)"])
    _ = visitor.change(id, "play/hurt", "quick=1")
    #expect(visitor.get("/osr/vault").text.contains(">Shared (older version)</a>"))
    #expect(!visitor.get("/osr/vault/\(other)").text.contains("Send this link to your group"))
    visitor.now += 3_601
    #expect(!visitor.get("/osr/vault/\(id)").text.contains("Send this link to your group"))
  }

  @Test(arguments: [
    (nil, false, "http://dice.example:8080/games"), (nil, true, "https://dice.example:8080/games"),
    ("https://hall.example", false, "https://hall.example/games"),
  ])
  func `the link that deletes is shown as it can be copied elsewhere`(
    publicURL: String?, isSecure: Bool, start: String
  ) throws {
    var visitor = Visitor(stores)
    visitor.hall = makeSite(stores, publicURL: publicURL)
    let id = try visitor.keep(People.hilda, stores)
    _ = visitor.press("/osr/vault/\(id)/cloud")
    var request = Request(.get, "/osr/vault/\(id)", mount: "/games")
    request.host = "dice.example:8080"
    request.isSecure = isSecure
    let path = "\(start)/osr/cloud/\(People.hilda.id.text)/delete#secret=secret"
    let page = visitor.ask(request).text
    #expect(page.contains("href=\"\(path)"))
    #expect(page.contains(">\(path)"))
  }

  @Test func `the page says when another character has the same number`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    var other = People.hilda
    other.name = "Hulda"
    _ = try stores.add(CloudRecord(other, saved: 1))
    let answer = visitor.press("/osr/vault/\(id)/cloud")
    #expect(answer.status == .conflict)
    #expect(answer.text.contains("Duplicate this one"))
    #expect(answer.text.contains("<h1>Hilda</h1>"))
  }

  @Test func `sharing too much means waiting`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    stores.makeWait(30)
    let answer = visitor.press("/osr/vault/\(id)/cloud")
    #expect(answer.status == .tooManyRequests)
    #expect(answer.header("Retry-After") == "30")
    #expect(answer.text.contains("in 30 seconds"))
  }

  @Test func `news is shown for two minutes`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.nim, stores)
    _ = visitor.press("/osr/vault/\(id)/duplicate")
    visitor.now += 121
    #expect(visitor.get("/osr/vault").pageTitle == "Your vault – Dicehall")
  }
}
