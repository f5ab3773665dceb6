import Fakes
import Games
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

@Suite struct LevelPageTests {
  private let stores = FakeStorage()

  @Test func `one point is one point`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda.awarded(1_999, isAdjusted: false), stores)
    #expect(
      visitor.get("/osr/vault/\(id)/level").text.contains("You need 1 more experience point."))
  }

  @Test func `a level with room in the book offers to learn a spell`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.aelindra.awarded(4_000), stores)
    let offer = "<a href=\"/osr/vault/\(id)/spells#learn\">Learn a spell</a>"
    #expect(!visitor.get("/osr/vault/\(id)/level").text.contains(offer))
    _ = visitor.change(id, "level/rise")
    #expect(visitor.get("/osr/vault/\(id)/level").text.contains(offer))
  }

  @Test func `experience is adjusted, and the next level is shown before it is taken`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    var page = visitor.get("/osr/vault/\(id)/level")
    #expect(page.fact("Experience") == "0")
    #expect(page.fact("Next level at") == "2,000")
    #expect(page.fact("Experience adjustment") == "+10%")
    #expect(page.text.contains("You need 2,000 more experience points."))
    #expect(!page.text.contains("Rise to level"))
    #expect(visitor.change(id, "level/rise").status == .unprocessable)
    _ = visitor.change(id, "level/award", "points=1%2C900")
    page = visitor.get("/osr/vault/\(id)/level")
    #expect(page.text.contains("1,900 points + 190 (+10%) = 2,090: experience 0 → 2,090."))
    #expect(
      page.text.contains("<button class=\"primary\" id=\"level-up\">Rise to level 2</button>"))
    #expect(page.text.contains("Hit points: 1d8+1 more, at least 1."))
    #expect(
      page.text.contains(
        "<th scope=\"row\">Level title</th><td>Veteran</td><td>Warrior</td>"))
    visitor.faces = [5]
    visitor.sides = 8
    _ = visitor.change(id, "level/rise")
    let hilda = try visitor.character(id, stores)
    #expect(hilda.level == 2)
    #expect(hilda.hitPoints == 13)
    #expect(visitor.get("/osr/vault/\(id)").fact("Level") == "2 (Warrior)")
    #expect(visitor.get("/osr/vault").fact("Level") == "2")
    #expect(
      visitor.story(id).first
        == "Level up: level 1 → 2; maximum hit points 7 → 13; current hit points 7 → 13")
  }

  @Test func `points may be added as they are`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    _ = visitor.change(id, "level/award", "points=1900&exact=on")
    #expect(try visitor.character(id, stores).experience == 1_900)
    for points in ["", "0", "-5", "1.5", "lots", "1000000"] {
      let answer = visitor.change(id, "level/award", "points=\(points)&exact=on")
      #expect(answer.status == .unprocessable)
      #expect(answer.text.contains("Experience must be 1 to 999,999."))
      #expect(answer.text.contains("value=\"\(points)\""))
      #expect(answer.text.contains("value=\"on\" checked"))
    }
  }

  /// Hilda's strength adds a tenth.
  @Test func `large points have marks between thousands`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda.atLevel(14), stores)
    _ = visitor.change(id, "level/award", "points=99999")
    #expect(
      visitor.get("/osr/vault/\(id)/level").text
        .contains("99,999 points + 9,999 (+10%) = 109,998"))
  }

  @Test func `a beginner may start higher, and nobody else`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.nim, stores)
    let page = visitor.get("/osr/vault/\(id)/level")
    #expect(page.text.contains("<option value=\"14\">Level 14, 760,000 experience points</option>"))
    #expect(visitor.change(id, "level/start", "level=15").status == .unprocessable)
    visitor.faces = [4]
    visitor.sides = 4
    _ = visitor.change(id, "level/start", "level=10")
    let nim = try visitor.character(id, stores)
    #expect(nim.level == 10)
    #expect(nim.hitPoints == 3 + 8 * 4 + 2)
    let after = visitor.get("/osr/vault/\(id)/level")
    #expect(!after.text.contains("Start at a higher level"))
    #expect(after.text.contains("Hit points: 2 more."))
    #expect(
      after.text.contains("<th scope=\"row\">Open locks</th><td>85%</td><td>95%</td>"))
    #expect(after.text.contains("<th scope=\"row\">Hear noise</th><td>4-in-6</td><td>5-in-6</td>"))
    #expect(visitor.change(id, "level/start", "level=12").status == .unprocessable)
    let why = visitor.get("/osr/vault/\(id)")
    #expect(why.text.contains("<b>+4</b> Level 9 <i>(hit die d4 and Constitution)</i>"))
    #expect(why.text.contains("<b>+2</b> Level 10 <i>(fixed hit points)</i>"))
  }

  @Test func `a drained level is shown, taken, and given back by an undo`() throws {
    var visitor = Visitor(stores)
    let wizard = try People.odo.atLevel(5)
    let id = try visitor.keep(wizard, stores)
    let page = visitor.get("/osr/vault/\(id)/level")
    #expect(page.text.contains("You drop to level 4 and lose 1 hit point, and these change too."))
    #expect(page.text.contains("<th scope=\"row\">Turning 1 HD</th><td>D</td>") == false)
    #expect(
      page.text.contains(
        "<th scope=\"row\">Turning 2 HD</th><td>destroyed</td><td>turned</td>"))
    #expect(
      page.text.contains("<th scope=\"row\">Level 2 spells a day</th><td>2</td><td>1</td>"))
    _ = visitor.change(id, "level/drain", "left=halfway")
    let drained = try visitor.character(id, stores)
    #expect(drained.level == 4)
    #expect(drained.experience == 9_000)
    #expect(visitor.change(id, "history/undo", "change=1").status == .seeOther)
    #expect(try visitor.character(id, stores) == wizard)
    #expect(
      visitor.get("/osr/vault/\(id)/history").text.contains("Level drain undone: level 5 again"))
    _ = visitor.change(id, "level/drain", "left=least")
    #expect(try visitor.character(id, stores).experience == 6_000)
  }

  @Test func `at the limit of the class the page says so`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.aelindra.atLevel(10), stores)
    let page = visitor.get("/osr/vault/\(id)/level")
    #expect(page.text.contains("Level 10 is the highest for this class."))
    #expect(page.fact("Next level at") == nil)
    #expect(visitor.change(id, "level/rise").text.contains("Level 10 is the highest for an elf."))
  }
}
