import Fakes
import Games
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

@Suite struct HistoryPageTests {
  private let stores = FakeStorage()

  @Test func `changes are listed, newest first, and each is undone once`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    #expect(visitor.get("/osr/vault/\(id)/history").text.contains("No changes yet."))
    _ = visitor.change(id, "edit", "name=Hild")
    _ = visitor.change(id, "equipment/add", "coin=goldPieces&amount=6")
    let lines = ["Coins: gold pieces 4 → 10", "Edited: name Hilda → Hild"]
    #expect(visitor.story(id) == lines)

    let answer = visitor.change(id, "history/undo", "change=1")
    #expect(answer.status == .seeOther)
    let page = visitor.get("/osr/vault/\(id)/history")
    #expect(page.text.contains("Edit undone: name Hilda again."))
    #expect(page.text.matches(of: />Undo<\/button>/).count == 1)
    #expect(visitor.story(id) == [lines[0], "\(lines[1]) Undone."])
    let again = visitor.change(id, "history/undo", "change=1")
    #expect(again.status == .unprocessable)
    #expect(again.text.contains("That change has been undone already."))
    for number in ["0", "3", "99", "", "x"] {
      #expect(
        visitor.change(id, "history/undo", "change=\(number)").text
          .contains("That change isn’t in the history any more."))
    }
    _ = visitor.change(id, "history/undo", "change=2")
    #expect(try visitor.character(id, stores) == People.hilda)
  }

  @Test func `the last change is undone from its notice, where it was made`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    let undo = "<form class=\"notice undo\" method=\"post\" action=\"/osr/vault/\(id)/play/undo\">"
    _ = visitor.change(id, "play/hurt", "quick=1&ac=4")
    let page = visitor.get("/osr/vault/\(id)/play?ac=4").text
    #expect(page.contains(undo))
    #expect(page.contains("<button name=\"change\" value=\"1\">Undo</button>"))
    let answer = visitor.change(id, "play/undo", "change=1&ac=4")
    #expect(answer.header("Location") == "/osr/vault/\(id)/play?ac=4")
    #expect(try visitor.character(id, stores) == People.hilda)
    #expect(!visitor.get("/osr/vault/\(id)/play?ac=4").text.contains(undo))

    // A roll changes nothing that could be undone, and a notice is gone with its page.
    _ = visitor.change(id, "play/hurt", "quick=1")
    #expect(!visitor.get("/osr/vault/\(id)/history").text.contains("notice undo"))
    _ = visitor.change(id, "play/roll", "turn=0&roll=ability-strength")
    let rolled = visitor.get("/osr/vault/\(id)/play").text
    #expect(rolled.contains("data-announce>Strength: rolled "))
    #expect(!rolled.contains(undo))
  }

  @Test func `an undo that would break a rule or a later change says why`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    _ = visitor.change(id, "edit", "name=Ada")
    _ = visitor.change(id, "edit", "name=Bea")
    let answer = visitor.change(id, "history/undo", "change=1")
    #expect(answer.status == .unprocessable)
    #expect(
      answer.text.contains("The name has changed again since then. Undo the later change first."))
    #expect(try visitor.character(id, stores).name == "Bea")
  }

  @Test func `a duplicate begins a history of its own`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    _ = visitor.change(id, "edit", "name=Hild")
    _ = visitor.press("/osr/vault/\(id)/duplicate")
    #expect(visitor.names() == ["Hild", "Hild"])
    let copy = try #require(visitor.ids().first { $0 != id })
    #expect(visitor.story(copy) == [])
    #expect(visitor.story(id).count == 1)
    #expect(try visitor.character(copy, stores).id != People.hilda.id)
  }

  @Test func `a file takes the history along, and a damaged one only the character`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    _ = visitor.change(id, "edit", "name=Hild")
    _ = visitor.change(id, "level/award", "points=100")
    let file = visitor.get("/osr/vault/\(id)/character.json").body
    _ = visitor.press("/osr/vault/\(id)/delete")
    #expect(visitor.upload(file).status == .seeOther)
    let new = try #require(visitor.ids().first)
    #expect(visitor.story(new).count == 2)
    #expect(try visitor.character(new, stores).experience == 110)
    let damaged = String(decoding: file, as: UTF8.self)
      .replacing("\"before\":{", with: "\"befor\":{")
    #expect(visitor.upload(Array(damaged.utf8)).status == .seeOther)
    let other = try #require(visitor.ids().first { $0 != new })
    #expect(visitor.story(other) == [])
    #expect(try visitor.character(other, stores).name == "Hild")
  }

  @Test func `every page says that the history is gone, until there is a new one`() throws {
    var visitor = Visitor(stores)
    let bytes = CharacterJSON.encode(People.hilda, withOrigin: true) + "\n".utf8
    let added = try stores.add(bytes, to: nil, holding: nil, now: visitor.now)
    visitor.vaultKey = added.vault
    let id = added.entry.text
    let loss = "This character’s history was damaged and is gone. The character itself is fine."
    for end in ["", "/play", "/edit", "/history"] {
      let page = visitor.get("/osr/vault/\(id)\(end)")
      #expect(page.status == .ok)
      #expect(page.text.contains("<p class=\"notice\">\(loss)</p>"), "\(end)")
      #expect(!page.text.contains("No changes yet."))
    }
    #expect(visitor.get("/osr/vault/\(id)/character.json").body == bytes.dropLast())
    #expect(visitor.change(id, "edit", "name=Hild").status == .seeOther)
    #expect(visitor.story(id) == ["Edited: name Hilda → Hild"])
    let kept = try #require(try visitor.kept(id, stores))
    #expect(!visitor.get("/osr/vault/\(id)/history").text.contains(loss))
    let number = try #require(kept.lastNumber)
    #expect(visitor.change(id, "history/undo", "change=\(number)").status == .seeOther)
    #expect(try visitor.character(id, stores) == People.hilda)
  }

  @Test func `files of a character from before there was any history open`() throws {
    var visitor = Visitor(stores)
    #expect(visitor.upload(Array(People.hildaText.utf8)).status == .seeOther)
    #expect(visitor.upload(Array(People.hildaTextWithOrigin.utf8)).status == .seeOther)
    #expect(visitor.names() == ["Hilda", "Hilda"])
    let id = try #require(visitor.ids().first)
    #expect(visitor.change(id, "level/award", "points=10").status == .seeOther)
  }

  @Test func `a file with a level that its experience doesn't give is refused`() throws {
    var visitor = Visitor(stores)
    let text = String(
      decoding: CharacterJSON.encode(try People.hilda.atLevel(3), withOrigin: true), as: UTF8.self)
    let answer = visitor.upload(
      Array(text.replacing("\"experience\":4000", with: "\"experience\":3999").utf8))
    #expect(answer.status == .unprocessable)
    #expect(answer.text.contains("That level needs 4,000 experience points; you have 3,999."))
    #expect(visitor.upload(Array(text.utf8)).status == .seeOther)
  }
}
