import Fakes
import Games
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

@Suite struct SpellBookPageTests {
  private let stores = FakeStorage()

  @Test func `a caster learns, prepares and takes out spells`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.aelindra.atLevel(3), stores)
    var page = visitor.get("/osr/vault/\(id)/spells")
    #expect(page.text.contains("Spells a day: 2 of level 1, 1 of level 2."))
    #expect(page.text.contains("<optgroup label=\"Level 2\">"))
    #expect(!page.text.contains("<optgroup label=\"Level 3\">"))
    _ = visitor.change(id, "spells/learn", "spell=web")
    _ = visitor.change(id, "spells/learn", "spell=light")
    page = visitor.get("/osr/vault/\(id)/spells")
    #expect(page.text.contains("The book is full: it holds"))
    _ = visitor.change(id, "spells/prepare", "sleep=2&light=0&web=1")
    let elf = try visitor.character(id, stores)
    #expect(elf.record.prepared.map(\.spell.id) == ["sleep", "sleep", "web"])
    #expect(elf.spells.map(\.id) == ["sleep", "light"])
    // What it does stands wherever it is chosen, cast or looked up.
    let web = "hold those within until they break free or it burns."
    let sheet = visitor.get("/osr/vault/\(id)")
    for path in ["", "/spells", "/play", "/sheet.md", "/foundry.json"] {
      #expect(visitor.get("/osr/vault/\(id)\(path)").text.contains(web), "\(path)")
    }
    #expect(visitor.get("/reference/spells").text.contains(web))
    #expect(sheet.text.contains("<dt>Prepared</dt><dd>2 × Sleep, Web</dd>"))
    #expect(sheet.text.contains("<h3>Level 2</h3>") && sheet.text.contains("<dt>Web</dt>"))
    _ = visitor.change(id, "spells/forget", "spell=sleep")
    #expect(try visitor.character(id, stores).record.prepared.map(\.spell.id) == ["web"])
    #expect(
      visitor.story(id) == [
        "Taken out of the book: −Sleep; prepared: Web", "Prepared: Sleep, Sleep, Web",
        "Learned: +Light", "Learned: +Web",
      ])
  }

  @Test(arguments: [
    ("prepare", "sleep=3", "You can prepare only 2 spells of level 1 a day."),
    ("prepare", "sleep=-1", "You can prepare only 2 spells of level 1 a day."),
    ("learn", "spell=fly", "Fly: an elf of this level doesn’t cast that."),
    ("learn", "spell=sleep", "Sleep is in the book already."),
    ("learn", "spell=wish", "That spell isn’t on the list."),
    ("forget", "spell=light", "Light isn’t in the book."),
  ])
  func `a choice against the rules says which`(
    move: String, form: String, sentence: String
  ) throws {
    var visitor = Visitor(stores)
    let elf = try People.aelindra.atLevel(3)
    let id = try visitor.keep(elf, stores)
    let answer = visitor.change(id, "spells/\(move)", form)
    #expect(answer.status == .unprocessable)
    #expect(answer.text.contains(sentence))
    #expect(try visitor.character(id, stores) == elf)
  }

  /// An elf of level 3 prepares 2 spells of level 1 and 1 of level 2; of level 2, no more than 2.
  @Test func `a drain tells what is still prepared`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.aelindra.atLevel(3), stores)
    _ = visitor.change(id, "spells/learn", "spell=web")
    _ = visitor.change(id, "spells/prepare", "sleep=2&web=1")
    _ = visitor.change(id, "level/drain", "left=least")
    #expect(visitor.story(id).first?.hasSuffix("; prepared: Sleep, Sleep") == true)
    _ = visitor.change(id, "spells/forget", "spell=sleep")
    #expect(visitor.story(id).first == "Taken out of the book: −Sleep; nothing prepared")
  }

  @Test func `a cleric prays without a book, and a thief has no such page`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.odo.atLevel(2), stores)
    let page = visitor.get("/osr/vault/\(id)/spells")
    #expect(!page.text.contains("In the book"))
    #expect(page.text.contains("name=\"cureLightWounds\""))
    _ = visitor.change(id, "spells/prepare", "cureLightWounds=1")
    #expect(
      visitor.get("/osr/vault/\(id)").text
        .contains("<dt>Prepared</dt><dd>Cure Light Wounds</dd>"))
    let beginner = try visitor.keep(People.odo.named("Odo the Young"), stores)
    #expect(
      visitor.get("/osr/vault/\(beginner)/spells").text
        .contains("No spells yet at this level."))
    let thief = try visitor.keep(People.nim, stores)
    #expect(visitor.get("/osr/vault/\(thief)/spells").status == .notFound)
    #expect(!visitor.get("/osr/vault/\(thief)").text.contains(">Spells</a>"))
  }
}
