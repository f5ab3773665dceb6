import DiceLanguage
import Games
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

@Suite struct TableChecksTests {
  /// What each roll needs, and its exact chance, by its id.
  private func rows(
    _ character: PlayerCharacter, against armourClass: Int = 9
  ) -> [String: String] {
    rows(character, in: Fight(armourClass: armourClass))
  }

  private func rows(_ character: PlayerCharacter, in fight: Fight) -> [String: String] {
    let checks = TableChecks(character, in: fight).groups.flatMap(\.checks)
    #expect(Set(checks.map(\.id)).count == checks.count)
    return Dictionary(
      uniqueKeysWithValues: checks.map { check in
        (check.id, check.need + (check.chance.map { ", \($0.signedText)" } ?? ""))
      })
  }

  @Test func `a fighter's rolls, worked out by hand`() {
    // Hilda: THAC0 19, strength 17 (+2), dexterity 16 (+2), wisdom 10, charisma 8 (-1).
    #expect(
      rows(People.hilda, against: 4) == [
        "missile-long-bow": "13 or more on 1d20, 2/5", "damage-long-bow": "1d6",
        "melee-sword": "13 or more on 1d20, 2/5", "damage-sword": "max(1, 1d8+2)",
        "save-death": "12 or more on 1d20, 9/20", "save-wands": "13 or more on 1d20, 2/5",
        "save-paralysis": "14 or more on 1d20, 7/20", "save-breath": "15 or more on 1d20, 3/10",
        "save-spells": "16 or more on 1d20, 1/4", "explore-doors": "4 or less on 1d6, 2/3",
        "explore-listen": "1 or less on 1d6, 1/6", "explore-secret": "1 or less on 1d6, 1/6",
        "explore-traps": "1 or less on 1d6, 1/6", "ability-strength": "17 or less on 1d20, 17/20",
        "ability-intelligence": "9 or less on 1d20, 9/20",
        "ability-wisdom": "10 or less on 1d20, 1/2",
        "ability-dexterity": "16 or less on 1d20, 4/5",
        "ability-constitution": "15 or less on 1d20, 3/4",
        "ability-charisma": "8 or less on 1d20, 2/5", "initiative": "1d6+1", "reaction": "2d6-1",
        "loyalty": "6 or less on 2d6, 5/12",
      ])
  }

  @Test func `whoever is tired hits and hurts at −1, and is otherwise as ever`() throws {
    var hilda = People.hilda
    (hilda.record.clock.turns, hilda.record.clock.sinceRest) = (6, 5)
    var expected = rows(People.hilda, against: 4)
    #expect(rows(hilda, against: 4) == expected)
    hilda.record.clock.sinceRest = 6
    expected["missile-long-bow"] = "14 or more on 1d20, 7/20"
    expected["damage-long-bow"] = "max(1, 1d6-1)"
    expected["melee-sword"] = "14 or more on 1d20, 7/20"
    expected["damage-sword"] = "max(1, 1d8+1)"
    #expect(rows(hilda, against: 4) == expected)
  }

  @Test(arguments: [
    ("ac=4", "13", "13"), ("ac=4&situation=2", "11", "11"), ("ac=4&range=short", "13", "12"),
    ("ac=4&situation=-1&range=long", "14", "15"), ("ac=99&situation=-99&range=far", "18", "18"),
  ])
  func `the situation counts for all attacks, and the range for missiles`(
    query: String, sword: String, bow: String
  ) throws {
    let fight = try #require(Fight(Form(urlencoded: query.utf8)))
    let hilda = rows(People.hilda, in: fight)
    #expect(hilda["melee-sword"]?.hasPrefix("\(sword) or more") == true)
    #expect(hilda["missile-long-bow"]?.hasPrefix("\(bow) or more") == true)
    #expect(
      hilda["damage-sword"] == "max(1, 1d8+2)" && hilda["save-wands"]?.hasPrefix("13 ") == true)
    #expect(try Fight(Form(urlencoded: fight.query.utf8)) == fight)
  }

  @Test func `a thief's skills and a thrown dagger`() throws {
    let thief = rows(try People.nim.atLevel(3))
    #expect(thief["skill-climb"] == "89 or less on 1d100, 89/100")
    #expect(thief["skill-pockets"] == "30 or less on 1d100, 3/10")
    #expect(thief["skill-hear"] == nil)
    #expect(thief["explore-listen"] == "3 or less on 1d6, 1/2")
    #expect(thief["melee-dagger"] == "10 or more on 1d20, 11/20")
    #expect(thief["missile-dagger"] == "8 or more on 1d20, 13/20")
    #expect(thief["thrown-dagger"] == nil)
  }

  @Test func `a cleric turns, and wisdom counts against magic but not breath`() throws {
    let cleric = rows(try People.odo.atLevel(2))
    #expect(cleric["turn-0"] == nil)
    #expect(cleric["turn-1"] == "7 or more on 2d6, 7/12")
    #expect(cleric["turn-3"] == "11 or more on 2d6, 1/12")
    #expect(cleric["turned"] == "2d6")
    #expect(cleric["save-wands"] == "12 or more on 1d20, against magic 11 (50.0%), 9/20")
    #expect(cleric["save-breath"] == "16 or more on 1d20, 1/4")
    #expect(cleric.keys.count { $0.hasSuffix("-wands") } == 1)
    // Strength 8: -1 to hit and to damage, but never less than 1.
    #expect(cleric["damage-mace"] == "max(1, 1d6-1)")
    #expect(cleric["melee-mace"] == "11 or more on 1d20, 1/2")
  }

  @Test func `what all of a group need is said once, but for what adds up`() {
    let groups = TableChecks(People.odo, in: Fight(armourClass: 9)).groups
    let rules = Dictionary(uniqueKeysWithValues: groups.map { ($0.name, $0.rule) })
    #expect(
      rules == [
        "Attack": "or more on 1d20", "Saving throws": "or more on 1d20",
        "Turning undead": "or more on 2d6", "Exploration": "or less on 1d6",
        "Ability checks": "or less on 1d20", "Encounters": nil,
      ])
  }

  @Test(arguments: [
    (10, "failed"), (11, "saved against magic only"), (12, "saved"),
  ])
  func `one roll tells of a save from magic too`(face: Int, outcome: String) throws {
    let wands = try #require(TableChecks(People.odo, in: Fight(armourClass: 9))["save-wands"])
    var dice = Fixed(faces: [face], sides: 20)
    #expect(
      wands.rolled(using: &dice)
        == "Wands: rolled \(face), needed 12 – \(outcome). The chance was 45.0% (9/20).")
    var foolish = People.odo
    foolish.scores = AbilityScores(str: 8, int: 12, wis: 7, dex: 10, con: 10, cha: 10)
    dice = Fixed(faces: [12], sides: 20)
    let save = try #require(TableChecks(foolish, in: Fight(armourClass: 9))["save-wands"])
    #expect(save.rolled(using: &dice).contains("– saved, but not against magic."))
  }

  @Test func `saves have the names that players say`() {
    let saves = TableChecks(People.hilda, in: Fight()).saving.checks
    #expect(saves.map(\.name) == ["Death", "Wands", "Paralysis", "Breath", "Spells"])
  }

  @Test func `a 1 always misses and a 20 always hits`() throws {
    var lord = try People.hilda.atLevel(13)
    #expect(rows(lord, against: 9)["melee-sword"] == "2 or more on 1d20, 19/20")
    lord.scores = AbilityScores(str: 3, int: 9, wis: 9, dex: 3, con: 9, cha: 9)
    lord.level = 1
    #expect(rows(lord, against: -3)["melee-sword"] == "20 or more on 1d20, 1/20")
  }

  @Test(arguments: People.all)
  func `every roll is an expression of the dice language, and rolls`(person: PlayerCharacter) throws
  {
    var random = SeededGenerator(seed: 5)
    for group in TableChecks(person, in: Fight(armourClass: 9)).groups {
      for check in group.checks {
        #expect((try? Expression(parsing: check.expression)) != nil, "\(check.expression)")
        #expect(check.rolled(using: &random).hasPrefix("\(check.name): "))
      }
    }
  }

  @Test func `what was rolled is told with the chance that it had`() throws {
    let checks = TableChecks(People.hilda, in: Fight(armourClass: 4))
    let sword = try #require(checks["melee-sword"])
    var dice = Fixed(faces: [13], sides: 20)
    #expect(
      sword.rolled(using: &dice)
        == "Sword: rolled 13, needed 13 – a hit. The chance was 40.0% (2/5).")
    dice = Fixed(faces: [12], sides: 20)
    #expect(
      sword.rolled(using: &dice)
        == "Sword: rolled 12, needed 13 – a miss. The chance was 40.0% (2/5).")
    dice = Fixed(faces: [3], sides: 8)
    #expect(
      try #require(checks["damage-sword"]).rolled(using: &dice)
        == "Damage, sword: 3 + 2 = 5.")
    dice = Fixed(faces: [2, 4], sides: 6)
    #expect(
      try #require(checks["loyalty"]).rolled(using: &dice)
        == """
        Morale of retainers: 2 + 4 = 6, needed 6 or less – they stay. The chance was 41.7% (5/12).
        """)
    #expect(checks["melee-halberd"] == nil)
  }
}
