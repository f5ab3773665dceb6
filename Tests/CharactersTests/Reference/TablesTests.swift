import Games
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

/// Spot checks of the reference tables against the numbers that the rules' sources have.
@Suite struct TablesTests {
  private func page(_ name: String) -> Response {
    var visitor = Visitor()
    return visitor.get("/reference/\(name)")
  }

  @Test func `scores with the same effect share a row`() {
    #expect(
      page("abilities").rows("What Charisma does, by score") == [
        ["3", "−2", "1", "4"], ["4–5", "−1", "2", "5"], ["6–8", "−1", "3", "6"],
        ["9–12", "0", "4", "7"], ["13–15", "+1", "5", "8"], ["16–17", "+1", "6", "9"],
        ["18", "+2", "7", "10"],
      ])
    #expect(
      page("abilities").rows("What Intelligence does, by score") == [
        ["3", "0", "Yes", "Illiterate"], ["4–5", "0", "No", "Illiterate"],
        ["6–8", "0", "No", "Basic"], ["9–12", "0", "No", "Literate"],
        ["13–15", "1", "No", "Literate"], ["16–17", "2", "No", "Literate"],
        ["18", "3", "No", "Literate"],
      ])
    #expect(
      page("abilities").rows("What Strength does, by score").last == ["18", "+3", "5-in-6"])
  }

  @Test func `experience by prime requisites`() {
    let rows = page("abilities").rows(
      "Scores that change what each class earns; the best match counts")
    #expect(rows.count == 7)
    #expect(
      rows.contains([
        "Cleric", "Wisdom\u{A0}16+", "Wisdom\u{A0}13+", "Wisdom\u{A0}9+", "Wisdom\u{A0}6+",
        "otherwise",
      ]))
    #expect(
      rows.contains([
        "Halfling", "Dexterity\u{A0}13+ and Strength\u{A0}13+",
        "Dexterity\u{A0}13+ or Strength\u{A0}13+", "otherwise", "–", "–",
      ]))
  }

  @Test func `trades, tongues and hiring`() {
    let page = page("abilities")
    let trades = page.rows("What each class may trade")
    #expect(trades.contains(["Thief", "Dexterity", "Intelligence and Wisdom"]))
    #expect(trades.contains(["Elf", "Intelligence and Strength", "Wisdom"]))
    #expect(trades.contains(["Magic-user", "Intelligence", "Strength and Wisdom"]))
    #expect(page.text.contains("<li>Bugbear</li>"))
    #expect(page.text.contains("<li>Human dialect</li>"))
    #expect(
      page.rows("How they answer an offer: 2d6 plus Charisma’s reaction modifier") == [
        ["2 or less", "Ill will"], ["3–5", "Refused"], ["6–8", "Roll again"],
        ["9–11", "Accepted"], ["12 or more", "Accepted, loyalty +1"],
      ])
  }

  @Test func `saving throws and what it takes to hit`() {
    let page = page("saves")
    #expect(
      page.rows("Attacks and saving throws of the Halfling by level") == [
        ["1–3", "19 [0]", "8", "9", "10", "13", "12"],
        ["4–6", "17 [+2]", "6", "7", "8", "10", "10"],
        ["7–8", "14 [+5]", "4", "5", "6", "7", "8"],
      ])
    #expect(
      page.rows("Attacks and saving throws of the Magic-user by level").first
        == ["1–5", "19 [0]", "13", "14", "13", "16", "15"])
    let matrix = page.rows("d20 roll needed to hit, by THAC0 and armour class")
    #expect(matrix.count == 16)
    #expect(
      matrix.dropFirst().first == [
        "19", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20", "20", "20",
      ])
    #expect(
      matrix.last == ["5", "2", "2", "2", "2", "2", "2", "2", "3", "4", "5", "6", "7", "8"])
  }

  @Test func `armour and weapons`() {
    let page = page("equipment")
    #expect(
      page.rows("Armour") == [
        ["Leather", "7 [12]", "20 gp", "200 coins", "All but magic-user"],
        ["Chainmail", "5 [14]", "40 gp", "400 coins", "All but magic-user and thief"],
        ["Plate mail", "3 [16]", "60 gp", "500 coins", "All but magic-user and thief"],
        ["Shield", "1 better", "10 gp", "100 coins", "All but magic-user and thief"],
      ])
    let weapons = page.rows("Weapons; ranges are short, medium and long in feet")
    #expect(weapons.count == 19)
    #expect(
      weapons.contains([
        "Long bow", "1d6", "40 gp", "30 coins", "Missile, Two-handed",
        "5–\u{2060}70 / 71–\u{2060}140 / 141–\u{2060}210 ft", "Elf, fighter and thief only",
      ]))
    #expect(
      weapons.contains([
        "Sling", "1d4", "2 gp", "20 coins", "Blunt, Missile",
        "5–\u{2060}40 / 41–\u{2060}80 / 81–\u{2060}160 ft",
        "All but magic-user",
      ]))
    #expect(
      weapons.contains([
        "Sword", "1d8", "10 gp", "60 coins", "Melee", "–", "All but cleric and magic-user",
      ]))
    #expect(weapons.contains { $0.first == "Dagger" && $0.last == "All but cleric" })
  }

  @Test func `ammunition, gear, load and coins`() {
    let page = page("equipment")
    let ammunition = page.rows("Ammunition (its weight is included in the weapon’s)")
    #expect(ammunition.contains(["Arrows (quiver of 20)", "5 gp", "Long bow and Short bow"]))
    #expect(ammunition.contains(["Sling stones", "free", "Sling"]))
    let gear = page.rows("Adventuring gear")
    #expect(gear.count == 24)
    #expect(gear.contains(["Holy symbol", "25 gp"]))
    #expect(
      page.rows("Movement by weight in coins") == [
        ["up to 400", "120", "40", "24"], ["up to 600", "90", "30", "18"],
        ["up to 800", "60", "20", "12"], ["up to 1,600", "30", "10", "6"],
        ["above 1,600", "0", "0", "0"],
      ])
    #expect(
      page.rows("Movement by armour") == [
        ["No armour, no treasure", "120", "40", "24"],
        ["No armour, with treasure", "90", "30", "18"],
        ["Leather, no treasure", "90", "30", "18"],
        ["Leather, with treasure", "60", "20", "12"],
        ["Chainmail or plate mail, no treasure", "60", "20", "12"],
        ["Chainmail or plate mail, with treasure", "30", "10", "6"],
      ])
    let coins = page.rows("What coins are worth; each weighs one coin")
    #expect(coins.contains(["Electrum pieces", "ep", "0.50 gp"]))
    #expect(coins.contains(["Platinum pieces", "pp", "5 gp"]))
  }

  @Test func `spells`() {
    let page = page("spells")
    let arcane = page.rows("The twelve spells of the first level in alphabetical order")
    #expect(arcane.count == 12)
    #expect(arcane.first?.prefix(2) == ["1 Charm Person", "120 ft"])
    #expect(arcane.contains { $0.prefix(3) == ["11 Sleep", "240 ft", "4d4 turns"] })
    #expect(arcane.contains { $0.first == "5 Light reversible" })
    let divine = page.rows("The eight spells of the first level in alphabetical order")
    #expect(divine.count == 8)
    #expect(
      divine.first?.prefix(3) == ["1 Cure Light Wounds reversible", "Touch", "Instant"])
  }
}
