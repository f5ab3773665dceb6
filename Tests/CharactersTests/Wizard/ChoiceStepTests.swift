import Games
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

/// Class, adjustments, biography and spell: what people decide.
@Suite struct ChoiceStepTests {
  @Test func `every class is listed, with the requirements that aren't met`() throws {
    var visitor = try Visitor.at(.characterClass, scores: [16, 8, 13, 12, 8, 10])
    let page = visitor.get("/osr/new/class")
    for wish in [CharacterClass.cleric, .fighter, .magicUser, .thief] {
      #expect(page.offers("Choose \(wish.name)"), "\(wish)")
    }
    for wish in [CharacterClass.dwarf, .elf, .halfling] {
      #expect(page.text.contains("<h2>\(wish.name)</h2>"))
      #expect(!page.offers("Choose \(wish.name)"), "\(wish)")
    }
    #expect(page.text.contains("An elf needs Intelligence 9 or more; yours is 8."))
    #expect(page.text.contains("Strength\u{A0}*"))
    #expect(page.text.contains("<dd>+10%</dd>"))
    #expect(page.fact("Strength") == "16")
    // A constitution of 8 takes a point off the cleric's six-sided die.
    #expect(page.fact("Hit points") == "1 to 5 (1d6\u{2212}1)")
    // Restrictions stand on the face of each card, too.
    let face = try #require(page.text.firstRange(of: "<details id=\"about-")).lowerBound
    #expect(page.text[..<face].contains("<dt>Armour</dt>"))
    #expect(page.text[..<face].contains("<dt>Weapons</dt>"))
    // Once, where all about a class is.
    #expect(page.text.ranges(of: "daggers only").count == 1)
    #expect(page.text.contains("id=\"surprise-class\""))
  }

  @Test func `a class whose requirements are not met is refused by name`() throws {
    var visitor = try Visitor.at(.characterClass, scores: [16, 8, 13, 12, 8, 10])
    #expect(
      visitor.isRefused(
        "class/choose/dwarf", saying: "A dwarf needs Constitution 9 or more; yours is 8."))
    #expect(
      visitor.isRefused(
        "class/choose/halfling", saying: "A halfling needs Constitution 9 or more; yours is 8."))
    #expect(visitor.isRefused("class/continue", saying: "Choose a class."))
    #expect(visitor.post("/osr/new/class/choose/bard").status == .notFound)
  }

  @Test func `another class clears what the first one had, and says so before and after`() throws {
    var visitor = try Visitor.at(.review, as: .elf, scores: [13, 16, 13, 13, 13, 13])
    let armed = try visitor.draft.describing(name: "Nim", title: "", languages: [.dragon])
      .buying(.weapon(.sword)).buying(.gear(.rope))
    visitor.session[DraftState.self] = try DraftState(armed)
    let before = visitor.get("/osr/new/class").text
    #expect(before.contains("You lose these languages: Dragon."))
    #expect(before.contains("Goods your class can’t use are returned for 10 gp: Sword."))
    let page = try visitor.make("class/choose/magic-user")
    #expect(page.text.contains("Your class: Magic-user."))
    for loss in [
      "Hit points need rolling again.", "Languages lost: Dragon.",
      "Sleep is no longer in your spell book.",
      "Returned for 10 gp (not for your class): Sword.",
    ] {
      #expect(page.text.contains(loss), "\(loss)")
    }
    #expect(visitor.draft.goods == Goods([.gear(.rope)]))
    #expect(!page.offers("Choose Magic-user"))
  }

  @Test(arguments: [
    ("lower/constitution", "Constitution can’t be lowered"),
    ("lower/strength", "Strength is a prime requisite of a fighter and can’t be lowered."),
    ("raise/wisdom", "You rolled 13 for Wisdom; it can’t go above that."),
    ("raise/charisma", "Charisma isn’t a prime requisite of a fighter"),
    ("raise/strength", "No free points yet: lower another score by two first."),
    ("lower/intelligence", "Intelligence 9 is the lowest you can go, two points at a time"),
  ])
  func `a trade that isn't in the rules is refused by name`(move: String, rule: String) throws {
    let visitor = try Visitor.at(.adjust, scores: [13, 10, 13, 9, 9, 9])
    #expect(visitor.isRefused("adjust/\(move)", saying: rule))
  }

  @Test func `a thief's strength is not lowered, and a prime requisite stops at eighteen`() throws {
    var thief = try Visitor.at(.adjust, as: .thief, scores: [15, 15, 15, 18, 9, 9])
    #expect(thief.isRefused("adjust/lower/strength", saying: "A thief can’t lower Strength."))
    _ = try thief.make("adjust/lower/wisdom")
    #expect(
      thief.isRefused("adjust/raise/dexterity", saying: "Dexterity can’t go above 18."))
  }

  @Test(arguments: [[13, 10, 10, 9, 9, 9], [18, 13, 13, 9, 9, 9]])
  func `no trade is offered where there is none, and the way leads past it`(
    scores: [Int]
  ) throws {
    var visitor = try Visitor.at(.characterClass, scores: scores)
    _ = try visitor.make("class/choose/fighter")
    #expect(visitor.post("/osr/new/class/continue").location == "/osr/new/details")
    let next = visitor.get("/osr/new/details").text
    #expect(next.contains("Step 3 of 7: Details"))
    #expect(next.contains("there’s nothing to trade between abilities"))
    #expect(
      next.contains(">Adjustments: nothing to trade</span> <span class=\"hidden\">(not needed)<"))
    #expect(visitor.post("/osr/new/details/back").location == "/osr/new/class")
    #expect(visitor.get("/osr/new").location == "/osr/new/details")
    // Whoever goes there by the list of steps is told why, with nothing to press.
    let page = visitor.get("/osr/new/adjust").text
    #expect(page.contains("nothing to trade"))
    #expect(!page.contains("adjust/lower/") && !page.contains("adjust/raise/"))
    #expect(!page.contains("adjust/surprise"))
    #expect(visitor.post("/osr/new/adjust/continue").location == "/osr/new/details")
  }

  @Test(arguments: ["continue", "gold"])
  func `an alignment stays chosen where something else is refused`(move: String) throws {
    // Nothing is rolled yet; or something is bought, so that gold isn't rolled again.
    let draft =
      try move == "continue"
      ? CharacterDraft.at(.details) : .at(.equipment).buying(.weapon(.club))
    var visitor = Visitor()
    visitor.session[DraftState.self] = try DraftState(draft)
    let answer = visitor.post("/osr/new/details/\(move)", "alignment=chaos")
    #expect(answer.status == .unprocessable)
    #expect(answer.text.contains(/id="alignment-chaos"[^>]* checked/))
    #expect(!answer.text.contains(/id="alignment-law"[^>]* checked/))
  }

  @Test func `a freed point is shown, and half a trade blocks the next step`() throws {
    var visitor = try Visitor.at(.adjust, scores: [15, 13, 13, 9, 9, 9])
    #expect(!visitor.get("/osr/new/adjust").text.contains("nothing to trade"))
    var page = try visitor.make("adjust/lower/wisdom")
    #expect(page.fact("Points to spend") == "1")
    #expect(page.fact("Experience adjustment") == "+5%")
    #expect(page.text.contains("Wisdom is now 11. 1 point is free"))
    #expect(visitor.isRefused("adjust/continue", saying: "1 freed point isn’t spent yet."))
    page = try visitor.make("adjust/raise/strength")
    #expect(page.fact("Points to spend") == "0")
    #expect(page.fact("Experience adjustment") == "+10%")
    #expect(page.text.contains("melee +2"))
    #expect(visitor.post("/osr/new/adjust/continue").location == "/osr/new/details")
  }

  @Test func `the opposite pair takes a trade back`() throws {
    var visitor = try Visitor.at(.adjust, scores: [15, 13, 13, 9, 9, 9])
    let before = visitor.draft
    for move in ["lower/wisdom", "raise/strength", "lower/strength", "raise/wisdom"] {
      _ = try visitor.make("adjust/\(move)")
    }
    #expect(visitor.draft == before)
    let page = visitor.get("/osr/new/adjust")
    #expect(!page.offers("Raise Wisdom") && !page.offers("Lower Strength"))
    #expect(page.offers("Lower Wisdom"))
  }

  @Test func `a trade that costs a language says so before and after`() throws {
    var visitor = try Visitor.at(.equipment, scores: [15, 13, 13, 9, 9, 9])
    visitor.session[DraftState.self] = try DraftState(
      visitor.draft.describing(name: "Nim", title: "", languages: [.ogre]))
    #expect(
      visitor.get("/osr/new/adjust").text.contains("You lose these languages: Ogre."))
    let page = try visitor.make("adjust/lower/intelligence")
    #expect(page.text.contains("Languages lost: Ogre."))
    #expect(visitor.draft.languages.isEmpty)
  }

  @Test func `a name is required, and each error is at its field with input kept`()
    throws
  {
    var visitor = try Visitor.at(.biography, scores: [13, 13, 13, 13, 13, 13])
    let long = String(repeating: "x", count: 61)
    let page = visitor.post(
      "/osr/new/biography/continue",
      "name=+&title=\(long)&languages=dragon&languages=ogre&languages=klingon")
    #expect(page.status == .unprocessable)
    #expect(page.wrongFields == ["name", "title", "languages"])
    for sentence in [
      "A character needs a name.", "A title can have at most 60 characters.",
      "Intelligence allows 1 additional language; 2 are chosen.",
      "This isn’t one of the twenty languages you can learn.",
    ] {
      #expect(page.text.contains("<p>\(sentence)</p>"), "\(sentence)")
    }
    #expect(page.text.contains("value=\"\(long)\""))
    #expect(page.text.contains(#"value="dragon" form="step" checked"#))
    #expect(visitor.draft.name.isEmpty && visitor.draft.languages.isEmpty)
  }

  @Test(arguments: [
    ("languages=common", "Common is already known."),
    ("languages=alignment", "Alignment language is already known."),
    ("languages=dragon&languages=dragon", "Dragon is chosen twice."),
    ("name=\(String(repeating: "x", count: 10_000))", "A name can have at most 60 characters."),
    ("name=a%0Ab", "control characters"), ("name=%E2%80%AEabc", "A name"),
  ])
  func `a biography that breaks a rule is refused by name`(form: String, rule: String) throws {
    let visitor = try Visitor.at(.biography, scores: [13, 16, 13, 13, 13, 13])
    let name = form.contains("name=") ? "" : "name=Nim&"
    #expect(visitor.isRefused("biography/continue", name + form, saying: rule))
  }

  @Test func `name, title and languages are saved together, also when going back`() throws {
    var visitor = try Visitor.at(.biography, scores: [13, 16, 13, 13, 13, 13])
    let back = visitor.post(
      "/osr/new/biography/back", "name=+Ada++&title=the+Bold&languages=ogre&languages=dragon")
    #expect(back.location == "/osr/new/details")
    #expect(visitor.draft.name == "Ada" && visitor.draft.title == "the Bold")
    #expect(visitor.draft.languages == [.ogre, .dragon])
    let on = visitor.post("/osr/new/biography/continue", "name=Ada&title=")
    #expect(on.location == "/osr/new/equipment")
    #expect(visitor.draft.title.isEmpty && visitor.draft.languages.isEmpty)
  }

  @Test func `an unfinished biography doesn't stop anyone from going back`() throws {
    var visitor = try Visitor.at(.biography)
    #expect(visitor.post("/osr/new/biography/back", "name=").location == "/osr/new/details")
  }

  @Test func `without enough intelligence no language is offered, and the page says why`() throws {
    var visitor = try Visitor.at(.biography, scores: [13, 3, 13, 13, 13, 13])
    let page = visitor.get("/osr/new/biography").text
    #expect(page.contains("Intelligence 3 allows no additional languages."))
    #expect(page.contains("Broken speech."))
    #expect(!page.contains(#"type="checkbox""#))
  }

  @Test func `the book takes one of twelve spells`() throws {
    var visitor = try Visitor.at(.spells, as: .magicUser)
    let page = visitor.get("/osr/new/spells").text
    #expect(page.matches(of: /type="radio"/).count == 12)
    #expect(
      visitor.isRefused("spells/continue", saying: "A magic-user needs a spell in the book."))
    #expect(
      visitor.isRefused(
        "spells/continue", "spell=fireball",
        saying: "That spell isn’t on the list."))
    let answer = visitor.post("/osr/new/spells/continue", "spell=charmPerson")
    #expect(answer.location == "/osr/new/equipment")
    #expect(visitor.draft.spell == .charmPerson)
  }
}
