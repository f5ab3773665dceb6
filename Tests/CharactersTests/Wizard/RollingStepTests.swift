import Games
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

/// Abilities and details: what dice decide.
@Suite struct RollingStepTests {
  private let dice = [6, 5, 5, 3, 3, 3, 1, 2, 3, 4, 4, 4, 6, 6, 6, 1, 1, 1]

  @Test func `all six are rolled in order, and their dice shown`() throws {
    var visitor = Visitor(faces: dice)
    let page = try visitor.make("abilities/roll")
    let scores = try Ability.allCases.map { ability in
      page.text.firstMatch(of: try Regex("\(ability.name)</dt>\\s*<dd class=\"score\">(\\d+)"))?[1]
        .substring.map(String.init)
    }
    #expect(scores == ["16", "9", "6", "12", "18", "3"])
    #expect(page.pageTitle?.hasPrefix("You rolled 16, 9, 6, 12, 18 and 3. – Step 1: ") == true)
    #expect(page.text.contains("All six rolled once."))
    #expect(page.text.matches(of: /<span class="die" role="img"/).count == 18)
    #expect(page.text.contains("melee +2, open doors 4-in-6"))
    for ability in Ability.allCases { #expect(page.offers("Reroll \(ability.name)")) }
  }

  @Test func `one is rolled again as often as wished, and how often is shown`() throws {
    var visitor = try Visitor.at(.characterClass)
    visitor.faces = [6, 6, 5]
    var page = try visitor.make("abilities/reroll/charisma")
    #expect(page.text.contains("Charisma: 6, 6 and 5 make 17; it was 13."))
    #expect(page.text.contains("rerolled once"))
    visitor.faces = [2, 2, 2]
    page = try visitor.make("abilities/reroll/charisma")
    #expect(page.text.contains("rerolled twice"))
    #expect(visitor.draft.scores?[.cha] == 6)
    #expect(visitor.draft.scores?[.str] == 13)
  }

  @Test func `nothing can be rolled again before all are rolled`() {
    let visitor = Visitor()
    #expect(visitor.isRefused("abilities/reroll/wisdom", saying: "Roll the abilities first."))
    #expect(visitor.isRefused("abilities/continue", saying: "Roll the abilities first."))
  }

  @Test func `the page warns what a reroll would clear, then says what it cleared`() throws {
    var visitor = try Visitor.at(
      .equipment, as: .dwarf, scores: [13, 13, 13, 13, 9, 13])
    visitor.session[DraftState.self] = try DraftState(visitor.draft.buying(.weapon(.sword)))
    #expect(
      visitor.get("/osr/new/abilities").text.contains(
        "If you roll again: You lose your class, hit points, languages and spell if the new scores")
    )
    visitor.faces = [1, 1, 1]
    let page = try visitor.make("abilities/reroll/constitution")
    #expect(
      page.text.contains(
        "Choose a class again. A dwarf needs Constitution 9 or more; yours is 3."))
    #expect(page.text.contains("Hit points need rolling again."))
    #expect(visitor.draft.characterClass == nil)
    #expect(visitor.get("/osr/new").location == "/osr/new/class")
  }

  @Test func `hit points are the die and constitution, at least one`() throws {
    var visitor = try Visitor.at(.details, as: .magicUser, scores: [9, 13, 9, 9, 3, 9])
    visitor.sides = 4
    visitor.faces = [2]
    let page = try visitor.make("details/hit-points")
    #expect(page.fact("Hit points") == nil)
    #expect(page.text.contains("You rolled 2: 1 hit point."))
    #expect(page.text.contains("2 on the die, Constitution −3; at least 1."))
    #expect(visitor.draft.hitPoints == 1)
  }

  @Test func `gold is three dice times ten, and is not rolled again once something is bought`()
    throws
  {
    var visitor = try Visitor.at(.details)
    visitor.faces = [3, 4, 5]
    let page = try visitor.make("details/gold")
    #expect(page.text.contains("3 + 4 + 5 = 12, times ten."))
    #expect(visitor.draft.goldRolled == 120)
    var buyer = try Visitor.at(.equipment)
    buyer.session[DraftState.self] = try DraftState(buyer.draft.buying(.weapon(.sword)))
    #expect(!buyer.get("/osr/new/details").offers("Roll gold"))
    #expect(
      buyer.isRefused(
        "details/gold",
        saying: "You can’t reroll gold after buying; return everything first."))
  }

  @Test func `the alignment goes along with every button of its form`() throws {
    var visitor = try Visitor.at(.details)
    _ = try visitor.make("details/hit-points", "alignment=chaos")
    #expect(visitor.draft.alignment == .chaos)
    _ = try visitor.make("details/gold", "alignment=neutrality")
    #expect(visitor.draft.alignment == .neutrality)
    _ = visitor.post("/osr/new/details/back", "alignment=law")
    #expect(visitor.draft.alignment == .law)
    _ = try visitor.make("details/alignment", "alignment=chaos")
    #expect(visitor.draft.alignment == .chaos)
    #expect(
      visitor.isRefused(
        "details/continue", "alignment=evil", saying: "There’s no such alignment."))
  }

  @Test func `whatever is missing is reported field by field`() throws {
    var visitor = try Visitor.at(.details)
    let page = visitor.post("/osr/new/details/continue")
    #expect(page.status == .unprocessable)
    #expect(page.wrongFields == ["hitPoints", "gold"])
    #expect(page.text.contains("<p>Roll hit points.</p>"))
    #expect(page.text.contains("<p>Roll starting gold.</p>"))
  }

  @Test func `forged dice and points change nothing`() throws {
    var visitor = try Visitor.at(.details)
    visitor.faces = [1]
    visitor.sides = 8
    _ = try visitor.make("details/hit-points", "hitPoints=8&hitDieRoll=8&gold=9999&str=18")
    #expect(visitor.draft.hitDieRoll == 1)
    #expect(visitor.draft.goldRolled == nil)
    #expect(visitor.draft.scores?[.str] == 13)
  }
}
