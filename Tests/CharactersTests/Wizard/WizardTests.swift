import Games
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

/// What all steps share: the order, the list of steps, stale forms, giving up.
@Suite struct WizardTests {
  @Test(arguments: Step.allCases)
  func `a new character begins at the first open step`(step: Step) throws {
    guard step != .spells else { return }
    var visitor = try Visitor.at(step)
    let answer = visitor.get("/osr/new")
    #expect(answer.status == .seeOther)
    #expect(answer.location == "/osr/new/\(step.slug)")
    #expect(visitor.get("/osr/new/\(step.slug)").status == .ok)
  }

  @Test func `a step that is not open yet leads to the first open one`() throws {
    var visitor = try Visitor.at(.adjust)
    for step in Step.allCases where step > .adjust {
      let answer = visitor.get(step.path)
      #expect(answer.status == .seeOther, "\(step)")
      #expect(answer.location == "/osr/new/adjust", "\(step)")
    }
    #expect(visitor.get("/osr/new/equipment/sword").location == "/osr/new/adjust")
    for step in Step.allCases where step <= .adjust {
      #expect(visitor.get(step.path).status == .ok)
    }
  }

  @Test(arguments: [
    "class/choose/fighter", "adjust/lower/wisdom", "details/hit-points", "details/gold",
    "biography/continue", "spells/continue", "equipment/buy", "review/continue", "save/vault",
    "save/cloud", "class/surprise", "details/surprise", "equipment/surprise", "another",
  ])
  func `a move of a step that is not open is refused by name`(move: String) {
    let visitor = Visitor()
    #expect(visitor.isRefused(move, "name=Nim&item=sword", saying: "Finish Abilities first; then"))
  }

  @Test func `only an arcane caster has the step of spells`() throws {
    var fighter = try Visitor.at(.equipment)
    #expect(fighter.get("/osr/new/spells").location == "/osr/new/equipment")
    #expect(
      fighter.isRefused(
        "spells/continue", "spell=sleep", saying: "A fighter has no spells at first level."))
    #expect(fighter.isRefused("spells/surprise", saying: "A fighter has no spells at first level."))
    let page = fighter.get("/osr/new/equipment").text
    #expect(page.contains("Step 6 of 8: Equipment"))
    #expect(!page.contains("Spells"))
    var elf = try Visitor.at(.equipment, as: .elf)
    #expect(elf.get("/osr/new/equipment").text.contains("Step 7 of 9: Equipment"))
  }

  @Test func `the list of steps says in words which are done, open and closed`() throws {
    var visitor = try Visitor.at(.details)
    let page = visitor.get("/osr/new/class").text
    let items = page.matches(of: /<li class="step[^>]*>(.*?)<\/li>/).map { match in
      match.1.replacing(/<[^>]*>/, with: "")
    }
    #expect(
      items == [
        "✓ Abilities (done)", "✓ Class (done, you are here)", "✓ Adjustments (done)",
        "4 Details (open)", "5 Biography (closed)", "6 Equipment (closed)", "7 Review (closed)",
        "8 Save (closed)",
      ])
    #expect(page.matches(of: /aria-current="step"/).count == 1)
    #expect(page.contains(#"<a href="/osr/new/details">"#))
    #expect(!page.contains(#"<a href="/osr/new/biography">"#))
  }

  @Test(arguments: Step.allCases)
  func `every step has its heading, its way on and its way out`(step: Step) throws {
    var visitor = try Visitor.at(step, as: .elf)
    let page = visitor.get(step.path)
    #expect(page.text.matches(of: /<h1>/).count == 1)
    #expect(page.offers("Back"))
    #expect(page.offers("Continue") == (step != .save))
    #expect(page.offers("Abandon character"))
    #expect(page.offers("Surprise me") == (step != .review && step != .save))
    #expect(
      page.pageTitle?.contains("of 9: \(step.name) – New character – Dicehall")
        == (step > .characterClass))
  }

  @Test func `a form from an older page changes nothing and says why`() throws {
    var visitor = try Visitor.at(.characterClass)
    _ = try visitor.make("class/choose/thief")
    let before = visitor.session
    let stale = visitor.post("/osr/new/class/choose/fighter", revision: 3)
    #expect(stale.status == .conflict)
    #expect(stale.text.contains("Your page was out of date, so nothing was changed."))
    #expect(stale.pageTitle?.hasPrefix("Nothing was changed – ") == true)
    #expect(visitor.session == before)
    let lost = Visitor()
    var other = lost
    let answer = other.post("/osr/new/equipment/buy", revision: 9, "item=sword")
    #expect(answer.status == .conflict)
    #expect(answer.text.contains("we no longer have the character on your page"))
    #expect(other.session == Session())
  }

  @Test func `to abandon asks once more, and then nothing is left`() throws {
    var visitor = try Visitor.at(.equipment, named: "Ada")
    let question = visitor.get("/osr/new/abandon?from=biography")
    #expect(question.offers("Yes, abandon") && question.offers("Keep character"))
    #expect(question.text.contains("<li>Name: Ada</li>"))
    #expect(question.text.contains(#"action="/osr/new/biography""#))
    #expect(visitor.draft.name == "Ada")
    let answer = visitor.post("/osr/new/abandon")
    #expect(answer.location == "/osr")
    #expect(visitor.draft == CharacterDraft())
    // A page of the abandoned draft in another tab stays stale.
    #expect(visitor.post("/osr/new/abilities/roll", revision: 3).status == .conflict)
  }

  @Test func `an open question leads back to a step that is open`() throws {
    var visitor = try Visitor.at(.adjust)
    for from in ["save", "nonsense", "%3Cscript%3E"] {
      let page = visitor.get("/osr/new/abandon?from=\(from)").text
      #expect(page.contains(#"action="/osr/new/adjust""#), "\(from)")
    }
    var stranger = Visitor()
    #expect(stranger.get("/osr/new/abandon").offers("Roll abilities"))
  }

  @Test(arguments: [
    "<script>alert(1)</script>", "{{7*7}}{{{x}}}", "\"><img onerror=x>", "' onfocus='x",
    "{{=<% %>=}}", "& &amp;",
  ])
  func `hostile text is shown as it was typed, on every page after it`(text: String) throws {
    var visitor = try Visitor.at(.biography, as: .elf)
    let field = PercentText.encode(text)
    _ = visitor.post("/osr/new/biography/continue", "name=\(field)&title=\(field)")
    try #require(visitor.draft.name == text && visitor.draft.title == text)
    for move in ["spells/surprise", "spells/continue", "equipment/continue", "review/continue"] {
      _ = try visitor.make(move)
    }
    var shown = 0
    let asks = ["/osr/new/abandon", "/osr/new/surprise"]
    for path in Step.allCases.map(\.path) + asks {
      let page = visitor.get(path)
      #expect(page.status == .ok, "\(path)")
      #expect(!page.text.contains("<script>a") && !page.text.contains("<img"), "\(path)")
      #expect(!page.text.contains("'x\""))
      if page.text.contains(text.escaped) { shown += 1 }
    }
    #expect(shown >= 4)
  }
}

/// Text as forms send it.
enum PercentText {
  static func encode(_ text: String) -> String {
    text.utf8.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return byte < 16 ? "%0\(digits)" : "%\(digits)"
    }.joined()
  }
}
