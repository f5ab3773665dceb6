import Games
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

@Suite struct ClassPageTests {
  private func page(_ name: String) -> Response {
    var visitor = Visitor()
    return visitor.get("/reference/classes/\(name)")
  }

  @Test func `a fighter's levels`() {
    let page = page("fighter")
    #expect(page.pageTitle == "Fighter – Classes – Dicehall")
    #expect(page.fact("Hit die") == "d8")
    #expect(page.fact("Highest level") == "14")
    #expect(page.fact("Prime requisites") == "Strength")
    #expect(page.fact("Requirements") == "None")
    #expect(page.fact("May trade down") == "Intelligence and Wisdom")
    #expect(
      page.rows("Title, experience and hit dice by level") == [
        ["1", "Veteran", "0", "1d8"], ["2", "Warrior", "2,000", "2d8"],
        ["3", "Swordmaster", "4,000", "3d8"], ["4", "Hero", "8,000", "4d8"],
        ["5", "Swashbuckler", "16,000", "5d8"], ["6", "Myrmidon", "32,000", "6d8"],
        ["7", "Champion", "64,000", "7d8"], ["8", "Superhero", "120,000", "8d8"],
        ["9", "Lord/Lady", "240,000", "9d8"], ["10", "Lord/Lady", "360,000", "9d8+2"],
        ["11", "Lord/Lady", "480,000", "9d8+4"], ["12", "Lord/Lady", "600,000", "9d8+6"],
        ["13", "Lord/Lady", "720,000", "9d8+8"], ["14", "Lord/Lady", "840,000", "9d8+10"],
      ])
    #expect(
      page.rows("d20 roll needed, by level") == [
        ["1–3", "19 [0]", "12", "13", "14", "15", "16"],
        ["4–6", "17 [+2]", "10", "11", "12", "13", "14"],
        ["7–9", "14 [+5]", "8", "9", "10", "10", "12"],
        ["10–12", "12 [+7]", "6", "7", "8", "8", "10"],
        ["13–14", "10 [+9]", "4", "5", "6", "5", "8"],
      ])
    #expect(page.fact("−20%") == "otherwise")
    #expect(!page.text.contains("Spells a day"))
    #expect(!page.text.contains("Turning the undead"))
    #expect(!page.text.contains("<h2 id=\"skills\">"))
    #expect(!page.text.contains("Not: "))
  }

  @Test func `an elf has spells and no losses of experience`() {
    let page = page("elf")
    #expect(page.fact("Requirements") == "Intelligence\u{A0}9")
    #expect(page.fact("+10%") == "Intelligence\u{A0}16+ and Strength\u{A0}13+")
    #expect(page.fact("+5%") == "Intelligence\u{A0}13+ and Strength\u{A0}13+")
    #expect(page.fact("−10%") == nil)
    #expect(page.text.contains("Low scores don’t cost this class"))
    #expect(page.fact("Languages") == "Common, alignment, Elvish, Gnoll, Hobgoblin, Orcish")
    let slots = page.rows("How many spells of each spell level, by level")
    #expect(slots.count == 10)
    #expect(slots.first == ["1", "1", "–", "–", "–", "–"])
    #expect(slots.last == ["10", "3", "3", "3", "3", "2"])
  }

  @Test func `a cleric turns the undead and may not cut`() {
    let page = page("cleric")
    let turning = page.rows(
      """
      2d6 roll needed, by the cleric’s level and the hit dice of the undead; \
      * marks a special power
      """)
    #expect(turning.count == 11)
    #expect(turning.first == ["1", "7", "9", "11", "–", "–", "–", "–", "–"])
    #expect(turning.dropFirst(3).first == ["4", "D", "T", "T", "7", "9", "11", "–", "–"])
    #expect(turning.last == ["11+", "D", "D", "D", "D", "D", "D", "D", "D"])
    #expect(page.text.contains("<h3>Weapons: blunt weapons only</h3>"))
    #expect(page.text.contains("<a href=\"/reference/equipment#mace\">"))
    #expect(!page.text.contains("<a href=\"/reference/equipment#sword\">"))
    #expect(page.text.contains("spear, sword and two-handed sword.</p>"))
    let slots = page.rows("How many spells of each spell level, by level")
    #expect(slots.first == ["1", "–", "–", "–", "–", "–"])
    #expect(slots.dropFirst(8).first == ["9", "3", "3", "3", "2", "2"])
  }

  @Test func `a thief's skills`() {
    let rows = page("thief").rows("The chance of each skill by level")
    #expect(rows.count == 14)
    #expect(rows.first == ["1", "87%", "10%", "2-in-6", "10%", "20%", "15%", "20%"])
    #expect(rows.last == ["14", "99%", "99%", "5-in-6", "99%", "99%", "99%", "125%"])
  }

  @Test func `a magic-user wears nothing`() {
    let page = page("magic-user")
    #expect(page.text.contains("<h3>Armour: none</h3>"))
    #expect(page.text.matches(of: /reference\/equipment#/).count == 2)
    let levels = page.rows("Title, experience and hit dice by level")
    #expect(levels.last == ["14", "Wizard", "1,050,000", "9d4+5"])
  }

  @Test func `there is no page of another class`() {
    #expect(page("magicUser").status == .notFound)
    #expect(page("bard").status == .notFound)
  }

  @Test func `the comparison has a column for each class`() {
    var visitor = Visitor()
    let rows = visitor.get("/reference/classes").rows("The seven classes at first level")
    let saves = rows.filter { $0.first == "Spells, rods or staves" }
    #expect(saves == [["Spells, rods or staves", "15", "12", "15", "16", "12", "15", "15"]])
    #expect(
      rows.contains([
        "Level 2 at", "1,500 XP", "2,200 XP", "4,000 XP", "2,000 XP", "2,000 XP", "2,500 XP",
        "1,200 XP",
      ]))
    #expect(
      rows.contains(["Highest level", "14", "12", "10", "14", "8", "14", "14"]))
    #expect(
      rows.contains([
        "Magic", "Divine, from level 2", "None", "Arcane, from level 1", "None", "None",
        "Arcane, from level 1", "None",
      ]))
    #expect(rows.filter { $0.count == 8 }.count == 19)
  }
}
