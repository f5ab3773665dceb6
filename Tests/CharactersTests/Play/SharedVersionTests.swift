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
  private let hildas = "record=\(People.hilda.id.text)"

  @Test func `the cloud keeps what was shared, and a new version links back`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    _ = visitor.press("/osr/vault/\(id)/cloud")
    _ = visitor.change(id, "level/award", "points=100")
    let page = visitor.get("/osr/vault/\(id)")
    #expect(page.text.contains(">Share as a second copy</button>"))
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
    _ = visitor.change(id, "level/award", "points=200")
    #expect(visitor.get("/osr/vault/\(id)").text.contains(">Share as a second copy</button>"))
  }

  @Test func `each shared copy has its own buttons, and deleting tells of them`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    visitor.sides = 20
    for number in 1...VaultCharacter.mostShared {
      visitor.faces = [number]
      #expect(visitor.press("/osr/vault/\(id)/cloud").status == .seeOther)
      _ = visitor.change(id, "level/award", "points=10")
    }
    let page = visitor.get("/osr/vault/\(id)").text
    #expect(page.matches(of: />Take down from Dragon Cloud<\/button>/).count == 8)
    #expect(page.matches(of: />Update the shared copy<\/button>/).count == 8)
    #expect(!page.contains("id=\"cloud\""))
    let refused = visitor.press("/osr/vault/\(id)/cloud")
    #expect(refused.status == .conflict)
    #expect(refused.text.contains("You’ve shared 8 versions of this character"))
    #expect(stores.cloudBytes.count == 8)
    // Each is updated where it is, under its own number and after its own earlier one.
    let before = stores.cloudBytes.compactMap(CharacterJSON.stored)
    try #require(before.count == 8)
    for shared in before.prefix(2) {
      #expect(visitor.change(id, "cloud/update", "record=\(shared.id.text)").status == .seeOther)
    }
    let after = stores.cloudBytes.compactMap(CharacterJSON.stored)
    #expect(after.map(\.id) == before.map(\.id))
    #expect(after.map(\.earlierVersion) == before.map(\.earlierVersion))
    #expect(Set(after.prefix(2).map(\.experience)).count == 1)
    #expect(after[0].experience > before[7].experience)
    #expect(
      visitor.change(id, "cloud/take-down", "record=\(after[1].id.text)").status == .seeOther)
    #expect(stores.cloudBytes.count == 7)
    #expect(visitor.press("/osr/vault/\(id)/delete").status == .seeOther)
    let list = visitor.get("/osr/vault").text
    #expect(list.contains("It’s still on Dragon Cloud"))
    let links = list.matches(of: /cloud\/([^\/]+)\/delete#secret=([^"]+)">Take down copy/)
    #expect(links.count == 7)
    let (record, secret) = try (#require(links.first).1, #require(links.first).2)
    #expect(visitor.post("/osr/cloud/\(record)/delete", "secret=\(secret)").status == .seeOther)
    #expect(stores.cloudBytes.count == 6)
  }

  @Test func `a copy on the cloud that can’t be read now keeps its buttons`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    visitor.sides = 20
    for number in 1...3 {
      visitor.faces = [number]
      stores.lose(number == 3 ? People.hilda.id.cloudID : nil)
      #expect(visitor.press("/osr/vault/\(id)/cloud").status == .seeOther)
      _ = visitor.change(id, "level/award", "points=10")
    }
    func buttons() -> Int {
      visitor.get("/osr/vault/\(id)").text.matches(of: />Take down from Dragon Cloud</).count
    }
    #expect(buttons() == 2)
    stores.lose(nil)
    #expect(buttons() == 3)
  }

  @Test func `who shared it takes it down as long as the vault lives, and nobody else`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    let version = visitor.version(of: id)
    _ = visitor.press("/osr/vault/\(id)/cloud")
    // Sharing changes nothing of the character, so no form gets stale by it.
    #expect(visitor.version(of: id) == version)
    _ = visitor.change(id, "play/hurt", "quick=1")
    _ = visitor.change(id, "play/heal", "quick=1")
    visitor.now += 40 * 86_400
    visitor.session = Session()
    let page = visitor.get("/osr/vault/\(id)").text
    #expect(page.contains(">Take down from Dragon Cloud</button>"))
    for path in [
      "/\(id)/character.json", "s.json", "/\(id)/sheet.json", "/\(id)/foundry.json",
      "/\(id)/sheet.txt", "/\(id)/sheet.md",
    ] {
      let file = visitor.get("/osr/vault\(path == "s.json" ? "/characters.json" : path)").text
      #expect(file.contains("Hilda") && !file.contains("secret0"))
    }
    var other = Visitor(stores)
    let copy = try other.keep(People.hilda, stores)
    #expect(!other.get("/osr/vault/\(copy)").text.contains("Take down"))
    #expect(other.change(copy, "cloud/take-down", hildas).status == .conflict)
    #expect(stores.cloudBytes.count == 1)
    #expect(visitor.change(id, "cloud/take-down", version: "1").status == .conflict)
    #expect(visitor.change(id, "cloud/take-down", hildas).status == .seeOther)
    #expect(stores.cloudBytes.isEmpty)
    let after = visitor.get("/osr/vault/\(id)").text
    #expect(after.contains("Hilda is no longer on Dragon Cloud."))
    #expect(after.contains(">Save to Dragon Cloud</button>"))
    #expect(visitor.story(id).count == 2)
  }

  @Test func `secrets have a line of their own, whatever becomes of the history`() throws {
    let hilda = VaultCharacter(People.hilda)
    var kept = hilda
    let ids = try (0...8).map { try #require(CloudID("\($0)" + People.hilda.id.text.dropFirst())) }
    for id in ids { kept.keep("key", of: id) }
    #expect(kept.sharedIDs == ids)
    #expect(VaultCharacter.withoutSecrets(kept.bytes) == hilda.bytes)
    #expect(kept.fileBytes == hilda.fileBytes)
    let text = String(decoding: kept.bytes, as: UTF8.self)
    let damaged = try #require(VaultCharacter(Array(text.replacing("\n[]", with: "\n[").utf8)))
    for read in [try #require(VaultCharacter(kept.bytes)), damaged] {
      for id in ids { #expect(read.secret(of: id) == "key") }
      #expect(read.character == People.hilda)
    }
    #expect(damaged.isHistoryLost)
    #expect(VaultCharacter(damaged.bytes)?.secret(of: ids[8]) == "key")
    for id in ids { kept.keep(nil, of: id) }
    #expect(kept.bytes == hilda.bytes)
  }

  @Test func `who shared it updates it in its place`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    _ = visitor.press("/osr/vault/\(id)/cloud")
    let odo = try visitor.keep(People.odo, stores)
    _ = visitor.press("/osr/vault/\(odo)/cloud")
    #expect(!visitor.get("/osr/vault/\(id)").text.contains(">Update the"))
    _ = visitor.change(id, "level/award", "points=100")
    let page = visitor.get("/osr/vault/\(id)").text
    #expect(page.contains(">Update the shared copy</button>"))
    #expect(visitor.change(id, "cloud/update", hildas).status == .seeOther)
    #expect(visitor.get("/osr/vault/\(id)").text.contains("Hilda is up to date on Dragon Cloud."))
    let shared = stores.cloudBytes.compactMap(CharacterJSON.stored)
    #expect(shared.map(\.id) == [People.hilda.id, People.odo.id])
    #expect(shared.first?.experience == 110)
    #expect(
      stores.cloudBytes.allSatisfy { !String(decoding: $0, as: UTF8.self).contains("secret") })
    stores.makeWait(30)
    _ = visitor.change(id, "level/award", "points=100")
    #expect(visitor.change(id, "cloud/update", hildas).status == .tooManyRequests)
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
