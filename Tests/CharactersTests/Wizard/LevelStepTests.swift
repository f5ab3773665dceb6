import Fakes
import Games
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

/// A start above the first level, in the wizard.
@Suite struct LevelStepTests {
  @Test func `each level of the class is offered with the experience that it needs`() throws {
    var visitor = try Visitor.at(.details, as: .halfling)
    let page = visitor.get("/osr/new/details").text
    #expect(page.contains("<option value=\"1\" selected>1</option>"))
    #expect(page.contains("<option value=\"8\">8, 120,000 XP</option>"))
    #expect(!page.contains("<option value=\"9\""))
    #expect(page.contains("Beginners start at 1."))
  }

  @Test func `the dice of all levels are rolled at once and shown`() throws {
    var visitor = try Visitor.at(.details)
    let page = try visitor.make("details/level", "level=3").text
    #expect(page.contains("Level 3. Now roll its hit points."))
    #expect(page.contains("3d8, Constitution +1 on each die; at least 1 a level."))
    #expect(
      page.contains(
        "You get the 4,000 experience points the level needs, and roll gold like a beginner."))
    visitor.sides = 8
    visitor.faces = [8, 1, 5]
    let rolled = try visitor.make("details/hit-points", "level=3")
    #expect(rolled.text.contains("You rolled 8, 1, 5: 17 hit points."))
    #expect(rolled.text.contains("8 + 1 + 5, Constitution +1 on each die, at least 1 a level."))
    #expect(visitor.draft.hitPoints == 17)
  }

  @Test func `Continue with another level rolls nothing and loses nothing`() throws {
    var visitor = try Visitor.at(.biography)
    let answer = visitor.post("/osr/new/details/continue", "level=4&alignment=chaos")
    #expect(answer.location == "/osr/new/details")
    let page = visitor.get("/osr/new/details")
    #expect(page.pageTitle?.hasPrefix("Level 4. Now roll its hit points.") == true)
    #expect(page.text.contains("Hit points need rolling again."))
    #expect(visitor.draft.level == 4)
    #expect(visitor.draft.alignment == .chaos)
    #expect(visitor.isRefused("details/continue", "level=4", saying: "Roll hit points."))
  }

  @Test(arguments: ["0", "15", "-1", "x", "", "2.5", "99999999999999999999"])
  func `a level that the class doesn't have is refused at its field`(level: String) throws {
    let visitor = try Visitor.at(.details)
    #expect(
      visitor.isRefused(
        "details/level", "level=\(level)", saying: "The level to start at must be 1 to 14."))
  }

  private func mage(level: Int) throws -> Visitor {
    var visitor = try Visitor.at(.details, as: .magicUser)
    visitor.sides = 4
    visitor.faces = Array(repeating: 3, count: min(level, 9))
    _ = try visitor.make("details/hit-points", "level=\(level)")
    visitor.sides = 6
    visitor.faces = [4, 4, 4]
    _ = try visitor.make("details/gold", "level=\(level)")
    _ = try visitor.make("details/continue", "level=\(level)")
    _ = try visitor.make("biography/continue", "name=Nim")
    return visitor
  }

  @Test func `a higher caster fills a book, level by level`() throws {
    var visitor = try mage(level: 4)
    let page = visitor.get("/osr/new/spells").text
    #expect(page.contains("<legend>Level 1, up to 2</legend>"))
    #expect(page.contains("<legend>Level 2, up to 2</legend>"))
    #expect(!page.contains("<legend>Level 3"))
    #expect(
      visitor.isRefused(
        "spells/continue", "book=sent", saying: "A magic-user needs a spell in the book."))
    let many = visitor.post(
      "/osr/new/spells/continue", "book=sent&spells=web&spells=knock&spells=levitate&spells=sleep")
    #expect(many.status == .unprocessable)
    #expect(many.text.matches(of: /\schecked>/).count == 4)
    #expect(
      visitor.isRefused(
        "spells/continue", "book=sent&spells=sleep&spells=fireBall", saying: "doesn’t cast that."))
    #expect(
      visitor.isRefused(
        "spells/continue", "book=sent&spells=wish", saying: "That spell isn’t on the list."))
    let next = try visitor.make(
      "spells/continue", "book=sent&spells=sleep&spells=light&spells=web")
    #expect(next.status == .ok)
    #expect(visitor.draft.book.map(\.name) == ["Sleep", "Light", "Web"])
  }

  @Test func `all spells ticked at the highest level are a mistake to mend, not a broken form`()
    throws
  {
    var visitor = try mage(level: 14)
    let all = Magic.arcane.spells.map { "&spells=\($0.id)" }.joined()
    let answer = visitor.post("/osr/new/spells/continue", "book=sent\(all)")
    #expect(answer.status == .unprocessable)
    #expect(answer.text.matches(of: /\schecked>/).count == Magic.arcane.spells.count)
  }

  @Test func `the character is saved with its level, book and experience`() throws {
    let stores = FakeStorage()
    var visitor = try mage(level: 4)
    visitor.hall = makeSite(stores)
    _ = try visitor.make("spells/continue", "book=sent&spells=sleep&spells=web")
    _ = try visitor.make("equipment/continue")
    let review = visitor.get("/osr/new/review").text
    #expect(review.contains("4 (Magician)"))
    #expect(review.contains("10,000"))
    let save = try visitor.make("review/continue")
    #expect(save.text.contains("Level 4 magic-user"))
    _ = try visitor.make("save/both")
    let character = try #require(CharacterJSON.stored(stores.cloudBytes[0]))
    #expect(character.level == 4)
    #expect(character.experience == 10_000)
    #expect(character.record.hitDieRolls == [3, 3, 3])
    #expect(character.spellBook.map(\.name) == ["Sleep", "Web"])
    #expect(character.hitPoints == 16)
    #expect(character.brokenRules().isEmpty)
    let sheet = visitor.get("/api/v1/characters/\(character.id.text)/sheet")
    #expect(sheet.text.contains("\"level\":4"))
  }
}
