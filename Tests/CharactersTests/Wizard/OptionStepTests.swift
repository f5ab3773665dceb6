import Fakes
import Games
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

/// What a table agrees on before rolling, and what the pages, sheets and exports make of it.
@Suite struct OptionStepTests {
  private let fours = [6, 5, 5, 1, 3, 3, 3, 2, 1, 2, 3, 4, 4, 4, 4, 4, 6, 6, 6, 6, 1, 1, 1, 1]

  @Test func `all options are off unless somebody ticks them`() throws {
    var visitor = Visitor(faces: [1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6])
    let page = visitor.get("/osr/new/abilities").text
    for id in ["fourDice", "arranged", "fullHitPoints", "ascendingOnly"] {
      #expect(page.contains("id=\"option-\(id)\" name=\"\(id)\" value=\"on\""))
    }
    #expect(!page.contains(" checked"))
    #expect(page.contains("Options before rolling"))
    #expect(page.contains("href=\"/odds?x=3d6&amp;t=13\""))
    #expect(page.contains("href=\"/odds?x=4d6kh3&amp;t=13\""))
    let rolled = try visitor.make("abilities/roll", "options=sent")
    #expect(visitor.draft.options.isEmpty)
    #expect(rolled.text.contains("href=\"/odds?x=3d6&amp;t=13\""))
    #expect(!rolled.text.contains("4d6kh3"))
  }

  @Test func `four dice show which one is dropped, and lead to their own odds`() throws {
    var visitor = Visitor(faces: fours)
    let page = try visitor.make("abilities/roll", "options=sent&fourDice=on")
    #expect(
      visitor.draft.rolledScores
        == AbilityScores(
          str: 16, int: 9, wis: 9, dex: 12, con: 18, cha: 3))
    #expect(page.text.matches(of: /<span class="dropped">/).count == 6)
    #expect(page.text.contains("aria-label=\"one, dropped\""))
    #expect(page.text.contains("href=\"/odds?x=4d6kh3&amp;t=13\""))
    #expect(!page.text.contains("x=3d6&amp;"))
    #expect(page.text.contains("<summary>Options: 4d6, drop the lowest</summary>"))
    #expect(visitor.get("/odds?x=4d6kh3&t=13").status == .ok)
    visitor.faces = [2, 6, 6, 6]
    let again = try visitor.make("abilities/reroll/charisma")
    #expect(again.text.contains("Charisma: 6, 6 and 6 (2 dropped) make 18; it was 3."))
    // A form without options, from a page in another language of buttons, keeps them.
    visitor.faces = fours
    _ = try visitor.make("abilities/roll")
    #expect(visitor.draft.options == [.fourDice])
    visitor.faces = Array(fours.prefix(18))
    _ = try visitor.make("abilities/roll", "options=sent")
    #expect(visitor.draft.options.isEmpty)
  }

  @Test func `rolled dice don't become others, and the page says so with the ticks kept`() throws {
    var visitor = try Visitor.at(.characterClass)
    for move in ["abilities/options", "abilities/continue"] {
      #expect(
        visitor.isRefused(
          move, "options=sent&fourDice=on&ascendingOnly=on",
          saying: "All six abilities use the same number of dice: set it, then roll"))
    }
    let page = visitor.post("/osr/new/abilities/options", "options=sent&fourDice=on")
    #expect(
      page.text.contains(
        #"id="option-fourDice" name="fourDice" value="on" form="step" "#
          + #"aria-describedby="about-fourDice" checked"#))
    #expect(page.wrongFields == ["options"])
    _ = try visitor.make("abilities/options", "options=sent&ascendingOnly=on&arranged=on")
    #expect(visitor.draft.options == [.ascendingOnly, .arranged])
    #expect(
      visitor.isRefused(
        "abilities/options", "options=sent&ascendingOnly=on",
        saying: "You can already arrange these rolls; to change that, roll all six again."))
  }

  @Test func `totals go where the form puts them, with Arrange or on the way on`() throws {
    var visitor = try Visitor.at(.characterClass, scores: [8, 15, 12, 12, 5, 17])
    #expect(!visitor.get("/osr/new/abilities").text.contains("Arrange your rolls"))
    _ = try visitor.make("abilities/options", "options=sent&arranged=on")
    let page = visitor.get("/osr/new/abilities").text
    #expect(page.contains("<option value=\"12\" selected>12, twice</option>"))
    let wanted =
      "roll-strength=17&roll-intelligence=12&roll-wisdom=8&roll-dexterity=15"
      + "&roll-constitution=12&roll-charisma=5"
    let done = try visitor.make("abilities/arrange", wanted)
    #expect(
      done.text.contains(
        "Arranged: Strength 17, Intelligence 12, Wisdom 8, Dexterity 15, Constitution 12, "
          + "Charisma 5."))
    let back =
      "options=sent&arranged=on&roll-strength=8&roll-intelligence=15&roll-wisdom=12"
      + "&roll-dexterity=12&roll-constitution=5&roll-charisma=17"
    _ = try visitor.make("abilities/continue", back)
    #expect(visitor.draft.rolledScores?[.cha] == 17)
    #expect(visitor.draft.rolledScores?[.str] == 8)
  }

  @Test func `a total used twice is told at its ability, and nothing typed is lost`() throws {
    var visitor = try Visitor.at(.characterClass, scores: [8, 15, 12, 12, 5, 17])
    _ = try visitor.make("abilities/options", "options=sent&arranged=on")
    let form =
      "roll-strength=17&roll-intelligence=17&roll-wisdom=8&roll-dexterity=15"
      + "&roll-constitution=12&roll-charisma=5"
    let answer = visitor.post("/osr/new/abilities/arrange", form)
    #expect(answer.status == .unprocessable)
    #expect(
      answer.text.contains(
        "Intelligence: you rolled 17 only once; another ability has it already."))
    #expect(answer.wrongFields == ["roll-intelligence"])
    #expect(answer.text.matches(of: /<option value="17" selected>/).count == 2)
    for forged in ["roll-strength=18", "roll-strength=x&roll-charisma=3", "roll-wisdom="] {
      let refused = visitor.post("/osr/new/abilities/arrange", forged)
      #expect(refused.status == .unprocessable)
    }
    var plain = try Visitor.at(.characterClass)
    #expect(plain.post("/osr/new/abilities/arrange", form).status == .unprocessable)
  }

  @Test func `a stale page changes no option`() throws {
    var visitor = try Visitor.at(.characterClass)
    let before = visitor.session
    let answer = visitor.post(
      "/osr/new/abilities/options", revision: 1, "options=sent&ascendingOnly=on")
    #expect(answer.status == .conflict)
    #expect(visitor.session == before)
  }

  @Test func `maximum hit points leave nothing to roll`() throws {
    var visitor = try Visitor.at(.characterClass)
    _ = try visitor.make("abilities/options", "options=sent&fullHitPoints=on")
    _ = try visitor.make("class/choose/fighter")
    _ = try visitor.make("class/continue")
    let page = try visitor.make("adjust/continue").text
    #expect(page.contains("8 (maximum) on the die, Constitution +1."))
    #expect(!page.contains("Roll hit points</button>"))
    #expect(visitor.isRefused("details/hit-points", saying: "nothing is rolled."))
    #expect(visitor.draft.hitPoints == 9)
  }

  @Test func `Surprise me keeps to what is ticked`() throws {
    var visitor = Visitor()
    visitor.hall = site
    var state = DraftState()
    var random = SeededGenerator(seed: 8)
    state.surprise(by: [.fourDice, .ascendingOnly], using: &random)
    #expect(state.draft.options == [.fourDice, .ascendingOnly])
    state.surprise(using: &random)
    #expect(state.draft.options == [.fourDice, .ascendingOnly])
    state.surprise(by: [], using: &random)
    #expect(state.draft.options.isEmpty)
  }

  @Test func `options that change after saving make it another character, as anything does`() throws
  {
    let stores = FakeStorage()
    var visitor = try Visitor.at(.save, in: makeSite(stores))
    _ = try visitor.make("save/vault")
    _ = try visitor.make("abilities/options", "options=sent&ascendingOnly=on")
    let key = try #require(visitor.vaultKey)
    // What is saved says how it was made until somebody replaces it.
    func kept() throws -> [Set<CreationOption>] {
      try #require(try stores.entries(of: key)).map { try $0.character().options }
    }
    #expect(try kept() == [[]])
    #expect(visitor.get("/osr/new/save").offers("Replace it in your vault"))
    _ = try visitor.make("save/vault", "earlier=replace")
    #expect(try kept() == [[.ascendingOnly]])
  }

  @Test func `whatever is done to a saved character, it says how it was made`() throws {
    let stores = FakeStorage()
    var visitor = Visitor(stores)
    let person = try ascending()
    let id = try visitor.keep(person, stores)
    _ = visitor.change(id, "edit", "name=Hilda&title=&biography=&alignment=law&options=sent")
    _ = visitor.change(id, "level/award", "points=2000")
    _ = visitor.change(id, "level/rise")
    let risen = try visitor.character(id, stores)
    #expect(risen.level == 2)
    #expect(risen.options == person.options)
    let text = visitor.get("/osr/vault/\(id)/sheet.txt").text
    #expect(text.contains("Options: 4d6, drop the lowest; ascending armour class only"))
  }

  private func ascending() throws -> PlayerCharacter {
    var person = People.hilda
    person.options = [.ascendingOnly, .fourDice]
    return person
  }

  @Test func `a sheet with ascending armour class only shows no other`() throws {
    var visitor = try Visitor.at(.review)
    let both = visitor.get("/osr/new/review").text
    #expect(both.contains("THAC0") && both.contains("[11]"))
    _ = try visitor.make("abilities/options", "options=sent&ascendingOnly=on")
    let sheet = visitor.get("/osr/new/review")
    #expect(!sheet.text.contains("THAC0") && !sheet.text.contains("[11]"))
    #expect(sheet.text.contains("Attack bonus"))
    #expect(!sheet.text.contains("d20 to hit before modifiers"))
    #expect(sheet.text.contains("Options: Ascending armour class only."))
    let shop = visitor.get("/osr/new/equipment?tab=armour").text
    #expect(shop.contains("armour class 12") && !shop.contains("[12]"))
    #expect(shop.contains("Higher is better: 10 without armour."))
    // That of the character beside the purse, and not that of the armour.
    let leather = visitor.get("/osr/new/equipment/leather").text
    #expect(leather.matches(of: /<dt>Armour class<\/dt>/).count == 1)
  }

  @Test func `every export tells the options`() throws {
    let sheet = RecordSheet(try ascending())
    let json = try JSON(SheetJSON.encode(sheet))
    #expect(json["options"] == ["fourDice", "ascendingOnly"])
    #expect(json["armourClass"]?["descending"] != nil)
    let words = "Options: 4d6, drop the lowest; ascending armour class only"
    #expect(try sheet.markdown.contains("\(words)."))
    #expect(try !sheet.markdown.contains("THAC0"))
    let text = try sheet.plainText
    #expect(text.contains("\n\(words)\n"))
    #expect(text.contains("\nAC 17, unarmoured 12\nAttack bonus +0, melee +2,"))
    #expect(!text.contains("THAC0") && !text.contains("To hit AC"))
    let actor = try JSON(FoundryActor.encode(sheet))
    #expect(actor["system"]?["details"]?["notes"] == .string("<p>\(words)</p>"))
    let plain = try JSON(SheetJSON.encode(RecordSheet(People.hilda)))
    #expect(plain["options"] == nil)
    #expect(try !RecordSheet(People.hilda).markdown.contains("Options:"))
  }

  @Test func `options go along to the cloud, and a character that breaks them is refused`() throws {
    let person = try ascending()
    let shared = CharacterJSON.encode(person)
    #expect(CharacterJSON.stored(shared)?.options == person.options)
    let sent = CharacterJSON.encode(person, withOrigin: true)
    #expect(try CharacterJSON.decode(sent, withOrigin: true) == person)
    var weak = person
    weak.options = [.fullHitPoints]
    #expect(throws: CharacterError.self) {
      try CharacterJSON.decode(
        CharacterJSON.encode(weak, withOrigin: true), withOrigin: true)
    }
    // Hilda rolled 6 on a d8; the most would be 8.
    weak.hitDieRoll = 8
    weak.hitPoints = 9
    #expect(
      try CharacterJSON.decode(CharacterJSON.encode(weak, withOrigin: true), withOrigin: true)
        == weak)
    #expect(
      !String(decoding: CharacterJSON.encode(People.hilda), as: UTF8.self).contains("options"))
  }

  @Test func `unknown options are told where they are`() throws {
    var text = String(decoding: CharacterJSON.encode(try ascending()), as: UTF8.self)
    text.replace("fourDice", with: "fiveDice")
    #expect(
      throws: CharacterError.violations([
        Violation(
          rule: .unknownValue, field: "options",
          message: "options contains a name that isn’t in the rules.")
      ])
    ) { try CharacterJSON.decode(Array(text.utf8), withOrigin: true) }
  }
}
