import Fakes
import Games
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

/// The record sheet in a page: what it says under which label, and why.
@Suite struct SheetViewTests {
  private func page(_ person: PlayerCharacter) throws -> Response {
    let stores = FakeStorage()
    var visitor = Visitor(stores)
    let id = try visitor.keep(person, stores)
    return visitor.get("/osr/vault/\(id)")
  }

  @Test(arguments: [
    ("Class", "Fighter"), ("Level", "1 (Veteran)"), ("Alignment", "Lawful"), ("Experience", "0"),
    ("Next level at", "2,000"), ("Experience adjustment", "+10%"), ("Hit points", "7"),
    ("Hit die", "d8"), ("Armour class", "2 [17]"), ("Unarmoured", "7 [12]"),
    ("THAC0", "19 [+0]"), ("Melee", "+2"), ("Missile", "+2"), ("Initiative", "+1"),
    ("Death or poison", "12"), ("Wands", "13"), ("Paralysis or petrification", "14"),
    ("Breath attacks", "15"), ("Spells, rods or staves", "16"), ("Against magic", "0"),
    ("Open doors", "4-in-6"), ("Listen", "1-in-6"), ("Secret doors", "1-in-6"),
    ("Room traps", "1-in-6"), ("Reactions", "\u{2212}1"), ("Retainers (max)", "3"),
    ("Retainers\u{2019} loyalty", "6"), ("Languages", "Common, Lawful"), ("Literacy", "Literate"),
    ("Armour", "Chainmail, Shield"), ("Ammunition", "20 arrows"), ("Gold", "4"),
    ("Load in coins", "674"), ("Gear", "Backpack, Rations (standard, 7 days), Torches (6)"),
  ])
  func `a fighter's values are under their labels`(label: String, value: String) throws {
    #expect(try page(People.hilda).fact(label) == value)
  }

  @Test func `lost hit points show on every view`() throws {
    let person = try People.hilda.hurt(by: 3)
    #expect(try page(person).fact("Hit points") == "4 of 7")
    #expect(try RecordSheet(person).plainText.contains("4 of 7"))
    #expect(try RecordSheet(person).markdown.contains("| Hit points | 4 of 7"))
  }

  @Test(arguments: [
    "<li><b>5</b> Chainmail <i>(armour)</i></li>",
    "<li><b>\u{2212}1</b> Shield <i>(shield bonus)</i></li>",
    "<li><b>\u{2212}2</b> Dexterity 16 <i>(armour class modifier)</i></li>",
    "<li class=\"total\"><b>2</b> in all</li>", "<li><b>14</b> Chainmail <i>(armour)</i></li>",
    "<li><b>6</b> Hit die d8 <i>(rolled)</i></li>", "16 rolled, +1 by adjustment",
    "12 rolled, \u{2212}2 by adjustment", "<li><b>+400</b> Chainmail",
    "<li><b>Melee +2</b> Added to",
    "<summary>2<small> [17]</small><span class=\"hidden\">, Armour class: why?</span></summary>",
  ])
  func `a derived number can be opened to show where it comes from`(part: String) throws {
    #expect(try page(People.hilda).text.contains(part))
  }

  @Test func `weapons have their modifiers, damage, range and qualities`() throws {
    let text = try page(People.nim).text
    #expect(text.contains("<tr><th scope=\"row\">2 × Dagger</th><td>"))
    for part in [
      "melee\u{00A0}+0, missile\u{00A0}+2<span class=\"hidden\">, To hit, Dagger: why?</span>",
      "1d4<span class=\"hidden\">, Damage, Dagger: why?</span>",
      "<td class=\"uses\">5–\u{2060}10 / 11–\u{2060}20 / 21–\u{2060}30 ft</td></tr>",
    ] { #expect(text.contains(part), "\(part)") }
    let hilda = try page(People.hilda).text
    #expect(hilda.contains("melee\u{00A0}+2<span") && hilda.contains("1d8+2<span"))
    #expect(hilda.contains("<li><b>1d8</b> Sword <i>(damage)</i></li><li><b>+2</b> Strength 17"))
  }

  @Test func `every number that is worked out opens how it comes about`() throws {
    let sheet = try page(People.nim).text
    for label in [
      "Exploring", "Encounter", "Overland", "Load in coins", "Next level at",
      "Climb sheer surfaces", "Hear noise", "To hit, Dagger", "Open doors", "Initiative", "Wands",
      "Unarmoured", "Attacks",
    ] { #expect(sheet.contains(", \(label): why?</span>"), "\(label)") }
    var visitor = Visitor()
    let stores = FakeStorage()
    visitor.hall = makeSite(stores)
    let id = try visitor.keep(People.nim, stores)
    let play = visitor.get("/osr/vault/\(id)/play?ac=4&range=long&situation=2").text
    for label in [
      "Maximum hit points", "Armour class", "THAC0", "Dagger", "Dagger, thrown", "Damage, dagger",
      "Wands", "Pick pockets", "Listen", "Initiative", "Reaction",
      "Strength",
    ] { #expect(play.contains(", \(label): why?</span>"), "\(label)") }
    let cleric = try page(People.odo).text
    #expect(cleric.contains(", Turning undead: why?</span></summary>"))
    #expect(
      play.contains(
        "<li><b>15</b> Foe’s armour class 4 [15] <i>(attack table, Thief, level 1)</i></li>"))
    #expect(play.contains("<li><b>+1</b> Range</li><li><b>\u{2212}2</b> Situation</li>"))
    let goods = visitor.get("/osr/vault/\(id)/equipment").text
    #expect(goods.contains(", Exploring: why?</span>"))
  }

  @Test func `each class has what is its own, and nothing of the others`() throws {
    let thief = try page(People.nim)
    #expect(thief.fact("Climb sheer surfaces") == "87%")
    #expect(thief.fact("Hear noise") == "2-in-6")
    #expect(!thief.text.contains("Turning undead") && !thief.text.contains("Spell book"))
    let elf = try page(People.aelindra)
    #expect(elf.fact("Sleep")?.hasPrefix("Range 240 ft, duration 4d4 turns.") == true)
    // A beginner’s book says how many a day; there is no list of nothing.
    #expect(elf.text.contains("Spell book</h2>\n    <h3>Level 1</h3>"))
    #expect(!elf.text.contains("Thief skills") && !elf.text.contains("Turning undead"))
    let cleric = try page(People.odo)
    #expect(
      cleric.text.contains("<td>7</td><td>9</td><td>11</td><td>–</td>"))
    #expect(cleric.fact("Armour") == "none")
    #expect(!cleric.text.contains("Spell book"))
  }

  @Test func `the sheet says who speaks brokenly, and only of them`() throws {
    var dull = People.hilda
    dull.scores[.int] = 3
    #expect(try page(dull).fact("Native language") == "Broken speech")
    #expect(try page(dull).text.contains("Broken speech"))
    #expect(try page(People.hilda).fact("Native language") == nil)
  }

  @Test func `a character with nothing has a sheet too`() throws {
    #expect(try page(People.hilda).fact("Silver") == nil)
    var poor = People.odo
    poor.goods = Goods()
    poor.coins = Coins()
    let page = try page(poor)
    #expect(page.text.contains("No weapons."))
    #expect(page.fact("Gear") == "none")
    #expect(page.fact("Ammunition") == "none")
    #expect(page.text.contains("<p>None.</p>"))
  }

  @Test func `a sheet says how often the dice were rolled, where that is known`() throws {
    let unknown = try page(People.hilda)
    #expect(!unknown.text.contains("Abilities rolled"))
    var person = People.hilda
    person.rolls = RollCounts(abilities: 2, hitPoints: 1, gold: 3) { $0 == .str ? 4 : 0 }
    let sentence =
      "Abilities rolled twice, Strength rerolled 4 times; hit points rolled once, gold 3 times."
    #expect(try page(person).text.contains(sentence))
    #expect(try RecordSheet(person).plainText.contains("\n\(sentence)\n"))
    #expect(
      String(decoding: SheetJSON.encode(RecordSheet(person)), as: UTF8.self).hasSuffix(
        #""rolls":{"abilities":2,"str":4,"dex":0,"con":0,"int":0,"wis":0,"cha":0,"#
          + #""hitPoints":1,"gold":3}}"#))
    // The cloud keeps what the older app knows, and nothing else.
    #expect(CharacterJSON.encode(person) == Array(People.hildaText.utf8))
    let bytes = CharacterJSON.encode(person, withOrigin: true)
    #expect(try CharacterJSON.decode(bytes, withOrigin: true) == person)
  }

  @Test(arguments: [
    (#"7"#, "rolls"), (#"{"abilities":1}"#, "rolls.str"),
    (#"{"abilities":-1,"str":0}"#, "rolls.abilities"), (#"{"abilities":1,"x":1}"#, "rolls.x"),
    (#"{"gold":10000}"#, "rolls.gold"), (#"{"hitPoints":"1"}"#, "rolls.hitPoints"),
  ])
  func `counts of rolls are read strictly`(counts: String, field: String) {
    let text = "\(People.hildaText.dropLast()),\"rolls\":\(counts)}"
    #expect {
      try CharacterJSON.decode(Array(text.utf8), withOrigin: true)
    } throws: { error in
      guard case CharacterError.violations(let violations) = error else { return false }
      return violations.contains { $0.field == field }
    }
  }

  @Test func `a sheet of many weapons is printed smaller`() throws {
    var armed = People.hilda
    #expect(try page(armed).text.contains("<article class=\"sheet\">"))
    for weapon in Weapon.allCases.prefix(10) { armed.goods[.weapon(weapon)] = 1 }
    #expect(try page(armed).text.contains("<article class=\"sheet packed\">"))
  }
}
