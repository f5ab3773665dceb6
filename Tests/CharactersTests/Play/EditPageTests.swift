import Fakes
import Games
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

@Suite struct EditPageTests {
  private let stores = FakeStorage()

  @Test func `the form has what is kept, and saving changes just that`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.nim, stores)
    let page = visitor.get("/osr/vault/\(id)/edit")
    #expect(page.status == .ok)
    #expect(page.pageTitle == "Edit – Nim – Dicehall")
    #expect(page.text.contains("name=\"name\" value=\"Nim\""))
    #expect(page.text.contains("value=\"neutrality\" checked"))
    #expect(page.text.contains("value=\"goblin\" checked"))
    visitor.now += 100
    let answer = visitor.change(
      id, "edit",
      "name=+Nimue+&title=&alignment=chaos&languages=orcish&biography=Born+poor.%0D%0ADied+rich.")
    #expect(answer.status == .seeOther)
    #expect(answer.header("Location") == "/osr/vault/\(id)/edit")
    var expected = People.nim
    expected.name = "Nimue"
    expected.title = ""
    expected.alignment = .chaos
    expected.additionalLanguages = [.orcish]
    expected.biography = "Born poor.\nDied rich."
    #expect(try visitor.character(id, stores) == expected)
    let after = visitor.get("/osr/vault/\(id)/edit")
    #expect(after.pageTitle?.hasPrefix("Edited: name Nim → Nimue; title the Quick → none;") == true)
    #expect(visitor.ids() == [id])
    #expect(visitor.get("/osr/vault/\(id)").text.contains("<p>Died rich.</p>"))
    #expect(visitor.get("/osr/vault").text.contains("00:41:40Z"))
  }

  @Test func `every broken rule is said at its field, and the input is kept`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.nim, stores)
    let answer = visitor.change(
      id, "edit",
      "name=+&title=%3Cb%3E&biography=\(String(repeating: "x", count: 2_001))"
        + "&languages=orcish&languages=elvish&languages=klingon&alignment=evil")
    #expect(answer.status == .unprocessable)
    #expect(answer.pageTitle?.hasPrefix("Error: ") == true)
    for sentence in [
      "A character needs a name.", "A biography can have at most 2,000 characters.",
      "Intelligence allows 1 additional language; 2 are chosen.",
      "This isn’t one of the twenty languages you can learn.",
      "There’s no such alignment. Choose one of the three.",
    ] {
      #expect(answer.text.contains(sentence), "\(sentence)")
    }
    #expect(answer.text.contains("value=\"&lt;b&gt;\""))
    #expect(answer.text.contains(String(repeating: "x", count: 2_001)))
    #expect(answer.text.contains("value=\"elvish\" checked"))
    #expect(answer.text.contains("id=\"name-wrong\""))
    #expect(try visitor.character(id, stores) == People.nim)
  }

  @Test func `of two tabs the second loses nothing and sees both`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.nim, stores)
    let stale = visitor.version(of: id)
    _ = visitor.change(id, "edit", "name=First&title=the+Quick&languages=goblin")
    let answer = visitor.change(
      id, "edit", "name=Second&title=&languages=goblin&biography=Mine", version: stale)
    #expect(answer.status == .conflict)
    #expect(answer.pageTitle?.hasPrefix("Nothing was changed") == true)
    #expect(answer.text.contains("this character has changed since your page was loaded"))
    #expect(
      answer.text.contains(
        "<th scope=\"row\">Name</th><td class=\"lines\">Second</td>"
          + "<td class=\"lines\">First</td>"))
    #expect(answer.text.contains("<td class=\"lines\">nothing</td>"))
    #expect(answer.text.contains("name=\"name\" value=\"Second\""))
    #expect(answer.text.contains("\nMine</textarea>"))
    #expect(!answer.text.contains("<th scope=\"row\">Languages"))
    #expect(try visitor.character(id, stores).name == "First")
    // Sent again, it takes the other's place.
    let form = "name=Second&title=&languages=goblin&biography=Mine"
    let again = visitor.change(id, "edit", form, version: answer.version ?? "")
    #expect(again.status == .seeOther)
    #expect(try visitor.character(id, stores).name == "Second")
  }

  @Test func `somebody who is faster by a moment is not overwritten`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.nim, stores)
    var other = People.nim
    other.name = "Other"
    stores.outrun(replacingWith: CharacterJSON.encode(other, withOrigin: true))
    let answer = visitor.change(id, "edit", "name=Mine&languages=goblin")
    #expect(answer.status == .conflict)
    #expect(answer.text.contains("name=\"name\" value=\"Mine\""))
    #expect(try visitor.character(id, stores).name == "Other")
  }

  @Test func `saving what is there already is no change`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.nim, stores)
    let answer = visitor.change(id, "edit", "name=Nim&title=the+Quick&languages=goblin")
    #expect(answer.status == .seeOther)
    #expect(visitor.get("/osr/vault/\(id)/edit").text.contains("Edited: nothing changed."))
    #expect(visitor.story(id) == [])
  }

  @Test(arguments: ["edit", "equipment", "level", "history"])
  func `another's character has no pages here`(end: String) throws {
    var other = Visitor(stores)
    let id = try other.keep(People.hilda, stores)
    #expect(other.get("/osr/vault/\(id)/\(end)").status == .ok)
    var visitor = Visitor(stores)
    _ = try visitor.keep(People.nim, stores)
    #expect(visitor.get("/osr/vault/\(id)/\(end)").status == .notFound)
    #expect(visitor.change(id, "edit", "name=Mine", version: "1").status == .conflict)
    #expect(try other.character(id, stores) == People.hilda)
  }

  @Test func `a vault that can't be reached says so, and nothing is lost`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.nim, stores)
    let version = visitor.version(of: id)
    stores.fail(with: .unavailable("gone"))
    #expect(visitor.change(id, "edit", "name=Mine", version: version).status == .unavailable)
    stores.fail(with: nil)
    #expect(try visitor.character(id, stores) == People.nim)
  }
}
