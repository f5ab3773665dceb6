import Fakes
import Games
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

/// When storage fails, the page says why and nothing is lost.
@Suite struct VaultTroubleTests {
  private let stores = FakeStorage()

  @Test(arguments: [StorageError.full, .busy, .damaged, .unavailable("")])
  func `the page says when a vault can't be read`(error: StorageError) throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    let key = visitor.vaultKey
    stores.fail(with: error)
    for path in ["/osr/vault", "/osr/vault/\(id)", "/osr/vault/\(id)/character.json"] {
      #expect(visitor.get(path).status == .unavailable)
    }
    #expect(visitor.vaultKey == key)
    stores.fail(with: nil)
    #expect(visitor.names() == ["Hilda"])
  }

  @Test(arguments: [StorageError.full, .busy, .damaged, .unavailable("")])
  func `a move that fails changes nothing`(error: StorageError) throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    let before = visitor
    let revision = visitor.vaultRevision()
    stores.fail(with: error)
    for move in [
      "\(id)/delete", "\(id)/undo", "\(id)/duplicate", "\(id)/cloud", "transfer", "bring",
    ] {
      let answer = visitor.ask(
        Request(.post, "/osr/vault/\(move)", body: "revision=\(revision)&code=ABCD-EFGH-JKMN"))
      #expect(answer.status == .unavailable, "\(move)")
      #expect(!answer.text.contains("StorageError"))
    }
    #expect(visitor.upload(People.hildaText.utf8, revision: revision).status == .unavailable)
    #expect(visitor.session == before.session)
    #expect(visitor.vaultKey == before.vaultKey)
    stores.fail(with: nil)
    #expect(visitor.names() == ["Hilda"])
  }

  @Test func `a full vault says how many it holds, and keeps them`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    stores.fillVaults()
    let copy = visitor.press("/osr/vault/\(id)/duplicate")
    #expect(copy.status == .unprocessable)
    #expect(copy.text.contains("Your vault is full: it holds 500 characters"))
    #expect(copy.text.contains("<h1>Hilda</h1>"))
    let file = visitor.upload(People.nim.named("Nim").jsonForTest)
    #expect(file.status == .unprocessable)
    #expect(file.text.contains("Your vault is full: it holds 500 characters"))
    #expect(visitor.names() == ["Hilda"])
  }

  @Test func `an entry that isn't a character is listed and can be deleted`() throws {
    var visitor = Visitor(stores)
    let kept = try stores.add(
      Array("what is this".utf8), to: nil, holding: nil, now: visitor.now)
    visitor.vaultKey = kept.vault
    #expect(visitor.names() == ["A character that can’t be read"])
    #expect(visitor.get("/osr/vault").text.contains("It’s kept as it is."))
    #expect(visitor.get("/osr/vault/\(kept.entry.text)").status == .unavailable)
    #expect(visitor.press("/osr/vault/\(kept.entry.text)/duplicate").status == .unavailable)
    #expect(visitor.press("/osr/vault/\(kept.entry.text)/delete").status == .seeOther)
    #expect(visitor.names() == [])
    #expect(!visitor.get("/osr/vault").text.contains("It’s kept as it is."))
  }

  @Test func `what is left of an entry that was put aside says whom to ask`() throws {
    var visitor = Visitor(stores)
    let kept = try stores.add([], to: nil, holding: nil, now: visitor.now)
    visitor.vaultKey = kept.vault
    #expect(visitor.get("/osr/vault").text.contains("so we put it aside. Ask whoever"))
  }

  @Test func `where the session could not be read the vault stays as it is`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    visitor.session = .replacement
    let answer = visitor.press("/osr/vault/\(id)/delete")
    #expect(answer.status == .conflict)
    #expect(answer.text.contains("Your vault hasn’t changed."))
    #expect(visitor.get("/osr/vault/\(id)").text.contains("Your vault hasn’t changed."))
    visitor.session = Session()
    #expect(visitor.names() == ["Hilda"])
  }

  @Test func `what a session knows of the vault survives being packed`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    _ = visitor.press("/osr/vault/\(id)/cloud")
    _ = visitor.press("/osr/vault/transfer")
    let opened = try #require(Session(visitor.session.bytes))
    #expect(opened[VaultState.self] == visitor.session[VaultState.self])
    #expect(opened[VaultState.self]?.code != nil && opened[VaultState.self]?.links.isEmpty == false)
  }

  @Test func `what was deleted comes back without the session that deleted it`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    let revision = visitor.vaultRevision()
    let answer = visitor.ask(
      Request(.post, "/osr/vault/\(id)/delete", body: "revision=\(revision)"))
    #expect(answer.status == .seeOther)
    #expect(visitor.session == Session())
    #expect(visitor.get("/osr/vault").text.contains("<button id=\"undo\">Undo</button>"))
    #expect(visitor.press("/osr/vault/\(id)/undo").status == .seeOther)
    #expect(visitor.names() == ["Hilda"])
  }

  @Test func `no number of deletions makes a session or a page grow without end`() throws {
    var visitor = Visitor(stores)
    for number in 0..<40 {
      let name = String(repeating: "\u{1F409}", count: 60)
      let id = try visitor.keep(People.hilda.named(name, number: UInt64(number)), stores)
      _ = visitor.press("/osr/vault/\(id)/delete")
    }
    #expect(visitor.get("/osr/vault").text.matches(of: /was deleted\. You can/).count == 20)
    #expect(visitor.session.bytes.count < 1_000)
  }
}

extension PlayerCharacter {
  fileprivate var jsonForTest: [UInt8] { CharacterJSON.encode(self) }
}
