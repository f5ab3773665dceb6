import Fakes
import Foundation
import Games
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

@Suite struct SharedVersionTests {
  private let stores = FakeStorage()

  @Test func `the cloud keeps what was shared, and a new version links back`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    _ = visitor.press("/osr/vault/\(id)/cloud")
    _ = visitor.change(id, "level/award", "points=100")
    let page = visitor.get("/osr/vault/\(id)")
    #expect(page.text.contains(">Share this version</button>"))
    #expect(page.text.contains("stays as you shared it"))
    #expect(stores.cloudBytes == [CharacterJSON.encode(People.hilda)])

    #expect(visitor.press("/osr/vault/\(id)/cloud").status == .seeOther)
    #expect(stores.cloudBytes.count == 2)
    #expect(stores.cloudBytes[0] == CharacterJSON.encode(People.hilda))
    let shared = try #require(CharacterJSON.stored(stores.cloudBytes[1]))
    #expect(shared.earlierVersion == People.hilda.id)
    #expect(shared.id != People.hilda.id)
    #expect(shared.experience == 110)
    #expect(try visitor.character(id, stores).id == shared.id)
    let cloud = visitor.get("/osr/cloud/\(shared.id.text)")
    #expect(
      cloud.text.contains("href=\"/osr/cloud/\(People.hilda.id.text)\">An earlier version</a>"))
    #expect(visitor.get("/osr/vault/\(id)").text.contains("See it on Dragon Cloud"))
    #expect(visitor.press("/osr/vault/\(id)/cloud").status == .seeOther)
    #expect(stores.cloudBytes.count == 2)

    // The history goes on, and what it takes back is another version again.
    #expect(visitor.change(id, "history/undo", "change=1").status == .seeOther)
    #expect(visitor.get("/osr/vault/\(id)").text.contains(">Share this version</button>"))
  }

  @Test func `the older app can read a list with characters in play`() throws {
    var visitor = Visitor(stores)
    for person in [
      try People.hilda.atLevel(4),
      try People.aelindra.atLevel(5).learning(
        try #require(ListedSpell(id: "web", of: .arcane))),
    ] {
      let id = try visitor.keep(person, stores)
      _ = visitor.press("/osr/vault/\(id)/cloud")
    }
    let list = visitor.get("/api/v1/characters")
    let app = try JSONDecoder().decode([String: [AppCharacter]].self, from: Data(list.body))
    #expect(app["playerCharacters"]?.map(\.level) == [5, 4])
    #expect(app["playerCharacters"]?.first?.spells == [.sleep])
    let elf = try #require(CharacterJSON.stored(stores.cloudBytes[1]))
    let sheet = visitor.get("/api/v1/characters/\(elf.id.text)/sheet").text
    #expect(sheet.contains("\"higherSpells\":[\"Web\"]"))
    #expect(sheet.contains("\"spellsADay\":[2,2,1,0,0]"))
    #expect(sheet.contains("\"current\":32000"))
  }

  @Test func `a waiting cloud leaves the character with its history`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    _ = visitor.press("/osr/vault/\(id)/cloud")
    _ = visitor.change(id, "level/award", "points=100")
    stores.makeWait(60)
    #expect(visitor.press("/osr/vault/\(id)/cloud").status == .tooManyRequests)
    stores.makeWait(nil)
    #expect(visitor.press("/osr/vault/\(id)/cloud").status == .seeOther)
    #expect(stores.cloudBytes.count == 2)
    #expect(visitor.story(id).count == 1)
  }
}
