import Fakes
import Games
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

@Suite struct PartySharingTests {
  private let stores = FakeStorage()

  /// The address that shows the party to everybody.
  private func groupLink(_ visitor: inout Visitor, _ id: String) -> String? {
    visitor.get("/osr/parties/\(id)").text
      .firstMatch(of: /href="(\/osr\/cloud\/party\/[^"]*)"/).map { String($0.1) }
  }

  @Test func `one link shows everybody to somebody else, in marching order`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keepThree(stores)
    #expect(groupLink(&visitor, id) == nil)
    let answer = visitor.change(party: id, "cloud")
    #expect(answer.header("Location") == "/osr/parties/\(id)")
    let link = try #require(groupLink(&visitor, id))
    #expect(
      link
        == """
        /osr/cloud/party/\(People.hilda.id.text).\(People.nim.id.text).\(People.odo.id.text)
        """)
    var stranger = Visitor(stores)
    let page = stranger.get(link)
    #expect(page.status == .ok)
    #expect(page.marchers == ["Hilda", "Nim", "Odo"])
    #expect(page.text.contains("/osr/cloud/\(People.nim.id.text)\""))
    #expect(page.text.contains("<b>7</b> of <a"))
    #expect(stranger.session == Session())
  }

  @Test func `the app's list and every record stay as they were without parties`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keepThree(stores)
    _ = visitor.change(party: id, "cloud")
    #expect(
      stores.cloudBytes
        == [People.hilda, People.nim, People.odo].map {
          CharacterJSON.encode($0)
        })
  }

  @Test func `each new record's secret link is shown, for a while`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keepThree(stores)
    _ = visitor.change(party: id, "cloud")
    let page = visitor.get("/osr/parties/\(id)").text
    #expect(page.matches(of: /class="secret"/).count == 3)
    #expect(page.contains("/osr/cloud/\(People.odo.id.text)/delete#secret=secret2"))
    let odo = visitor.ids()[0]
    #expect(visitor.get("/osr/vault/\(odo)").text.contains("delete#secret=secret2"))
    visitor.now += 3_601
    #expect(!visitor.get("/osr/parties/\(id)").text.contains("class=\"secret\""))
  }

  @Test func `sharing twice is sharing once, and a changed member is shared anew`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keepThree(stores)
    _ = visitor.change(party: id, "cloud")
    let first = try #require(groupLink(&visitor, id))
    _ = visitor.change(party: id, "cloud")
    #expect(groupLink(&visitor, id) == first)
    #expect(stores.cloudBytes.count == 3)
    let odo = visitor.ids()[0]
    _ = visitor.change(odo, "play/hurt", "quick=1")
    #expect(groupLink(&visitor, id) == nil)
    _ = visitor.change(party: id, "cloud")
    let second = try #require(groupLink(&visitor, id))
    #expect(second != first)
    #expect(stores.cloudBytes.count == 4)
    #expect(visitor.get("/osr/parties/\(id)").marchers == ["Hilda", "Nim", "Odo"])
    var stranger = Visitor(stores)
    #expect(stranger.get(first).text.contains("<b>4</b> of <a"))
    #expect(stranger.get(second).text.contains("<b>3</b> of <a"))
  }

  @Test func `a member who is shared anew still has retainers`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keepParty([People.hilda], stores)
    let nim = try visitor.keep(People.nim, stores)
    _ = visitor.change(
      party: id, "retainers/hire",
      "character=\(nim)&employer=\(People.hilda.id.text)&wage=1&share=half")
    _ = visitor.change(party: id, "cloud")
    let hilda = try #require(visitor.kept(party: id, stores).places[People.hilda.id]).text
    _ = visitor.change(hilda, "play/hurt", "quick=1")
    _ = visitor.change(party: id, "cloud")
    let page = visitor.get("/osr/parties/\(id)")
    #expect(page.marchers == ["Hilda", "Nim"] || page.text.contains("follows <bdi>Hilda</bdi>"))
    #expect(try visitor.character(hilda, stores).id != People.hilda.id)
    let party = try visitor.kept(party: id, stores).party
    #expect(party.retainers.first?.service?.employer == party.played.first?.id)
  }

  @Test func `who has shared too much is told, and keeps the links so far`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keepThree(stores)
    stores.makeWait(30)
    let answer = visitor.change(party: id, "cloud")
    #expect(answer.status == .tooManyRequests)
    #expect(answer.header("Retry-After") == "30")
    stores.makeWait(nil)
    stores.makeWait(45, after: 2)
    _ = visitor.change(party: id, "cloud")
    let page = visitor.get("/osr/parties/\(id)").text
    #expect(page.contains("2 of 3 characters shared, and then: "))
    #expect(page.matches(of: /class="secret"/).count == 2)
    stores.makeWait(nil)
    _ = visitor.change(party: id, "cloud")
    #expect(groupLink(&visitor, id) != nil)
    #expect(visitor.get("/osr/parties/\(id)").text.matches(of: /class="secret"/).count == 3)
  }

  @Test func `a party with a gap is not shared`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keepThree(stores)
    _ = visitor.press("/osr/vault/\(visitor.ids()[0])/delete", "page=list")
    let answer = visitor.change(party: id, "cloud")
    #expect(answer.status == .unprocessable)
    #expect(stores.cloudBytes == [])
  }

  @Test func `everybody is copied by one press, into a party of the copier's`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keepThree(stores)
    _ = visitor.change(party: id, "cloud")
    let link = try #require(groupLink(&visitor, id))
    var stranger = Visitor(stores)
    let request = Request(.post, "\(link)/copy", body: "name=The+Lanterns")
    let address = try #require(stranger.ask(request).header("Location"))
    let first = stranger.get(address)
    #expect(first.marchers == ["Hilda", "Nim", "Odo"])
    #expect(first.text.contains("<h1>A party from Dragon Cloud</h1>"))
    #expect(first.text.contains("3 characters copied to your vault."))
    #expect(stranger.names().count == 3)
    // Whoever shared them has them twice then, too, and reads it.
    for var copier in [stranger, visitor] {
      // So that no two numbers are drawn alike.
      copier.faces = [1, 2, 3, 4, 5, 6, 1]
      let again = try #require(copier.ask(request).header("Location"))
      #expect(again != address)
      let page = copier.get(again)
      #expect(page.marchers == ["Hilda", "Nim", "Odo"])
      #expect(page.text.contains("3 were already there; these are other copies."))
      #expect(copier.names().count == 6)
    }
  }

  @Test func `the heading is who was shared, whatever the address says`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keepThree(stores)
    _ = visitor.change(party: id, "cloud")
    let link = try #require(groupLink(&visitor, id))
    for query in ["", "?name=Free+gold"] {
      let page = visitor.get(link + query)
      #expect(page.text.contains("<h1>Hilda, Nim and Odo</h1>"))
      #expect(page.pageTitle?.hasPrefix("Hilda, Nim and Odo – Dragon Cloud") == true)
      #expect(!page.text.contains("Free gold"))
    }
    let four = try visitor.keepParty(
      [People.aelindra, People.odo, People.nim, People.hilda], stores)
    _ = visitor.change(party: four, "cloud")
    let page = try visitor.get(#require(groupLink(&visitor, four)))
    #expect(page.text.contains("<h1>\(People.aelindra.name), Odo and 2 others</h1>"))
  }

  @Test func `a link says who is gone, and one to nobody is not found`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keepThree(stores)
    _ = visitor.change(party: id, "cloud")
    let link = try #require(groupLink(&visitor, id))
    let odo = People.odo.id.cloudID
    #expect(try stores.delete(odo, secret: "secret2"))
    let page = visitor.get(link)
    #expect(page.marchers == ["Hilda", "Nim"])
    #expect(page.text.contains("1 character no longer on Dragon Cloud."))
    let hilda = People.hilda.id.text
    let many = (0..<17).map { _ in hilda }.joined(separator: ".")
    for names in [
      "x", odo.text, "\(hilda).", ".\(hilda)", "\(hilda).x", "\(hilda).\(hilda)", many,
      String(repeating: "a", count: 4_000),
    ] {
      #expect(visitor.get("/osr/cloud/party/\(names)").status == .notFound, "\(names)")
      #expect(
        visitor.ask(Request(.post, "/osr/cloud/party/\(names)/copy", body: "")).status
          == .notFound)
    }
    #expect(visitor.get("/osr/cloud/party/\(hilda.lowercased())").marchers == ["Hilda"])
  }
}
