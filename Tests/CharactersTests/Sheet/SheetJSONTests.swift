import Games
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

/// Sheets of characters worked out by hand with the tables of the rules.
@Suite struct SheetJSONTests {
  private func sheet(_ person: PlayerCharacter) -> JSON {
    SheetJSON.format.json(RecordSheet(person))
  }

  private func text(_ json: JSON?) -> String? {
    guard let json else { return nil }
    var bytes: [UInt8] = []
    json.write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("name", #""Hilda""#), ("title", #""""#), ("class", #""fighter""#), ("level", "1"),
    ("alignment", #""law""#),
    ("scores", #"{"str":17,"dex":16,"con":15,"int":9,"wis":10,"cha":8}"#),
    (
      "modifiers",
      #"{"melee":2,"openDoorsIn6":4,"armourClass":2,"missile":2,"initiative":1,"hitPoints":1,"#
        + #""spokenLanguages":"native","extraLanguages":0,"literacy":"literate","magicSaves":0,"#
        + #""npcReactions":-1,"retainersMax":3,"retainerLoyalty":6}"#
    ),
    ("experience", #"{"current":0,"nextLevel":2000,"adjustmentPercent":10}"#),
    ("hitPoints", "7"), ("hitDie", #""d8""#),
    ("armourClass", #"{"descending":2,"ascending":17}"#),
    ("unarmouredClass", #"{"descending":7,"ascending":12}"#),
    (
      "attack",
      #"{"thac0":19,"bonus":0,"melee":2,"missile":2,"toHit":{"9":10,"8":11,"7":12,"6":13,"5":14,"#
        + #""4":15,"3":16,"2":17,"1":18,"0":19}}"#
    ),
    ("initiative", "1"),
    (
      "saves",
      #"{"death":12,"wands":13,"paralysis":14,"breath":15,"spells":16,"magicModifier":0}"#
    ),
    (
      "exploration",
      #"{"openDoorsIn6":4,"listenIn6":1,"secretDoorsIn6":1,"roomTrapsIn6":1}"#
    ),
    ("encounters", #"{"npcReactions":-1,"retainersMax":3,"retainerLoyalty":6}"#),
    ("languages", #"["Common","Lawful"]"#), ("literacy", #""literate""#),
    (
      "weapons",
      #"[{"name":"Long bow","count":1,"damage":"1d6","qualities":["missile","twoHanded"],"#
        + #""range":"5–70 / 71–140 / 141–210 ft","weight":30,"toHit":2,"damageModifier":0},"#
        + #"{"name":"Sword","count":1,"damage":"1d8","qualities":["melee"],"weight":60,"#
        + #""toHit":2,"damageModifier":2}]"#
    ),
    ("armour", #""chainmail""#), ("shield", "true"),
    ("ammunition", #"[{"name":"Arrows (quiver of 20)","count":1}]"#),
    (
      "coins",
      #"{"platinumPieces":0,"goldPieces":4,"electrumPieces":0,"silverPieces":0,"copperPieces":0}"#
    ),
    (
      "load",
      #"{"detailed":{"weight":674,"base":60,"encounter":20,"overlandMiles":12},"#
        + #""basic":{"base":60,"encounter":20,"overlandMiles":12}}"#
    ),
  ])
  func `a fighter's sheet has the numbers of the rules`(key: String, value: String) {
    #expect(text(sheet(People.hilda)[key]) == value)
  }

  @Test func `keys that don't apply to a fighter are left out`() {
    let sheet = sheet(People.hilda)
    for key in ["thiefSkills", "turning", "spells"] { #expect(sheet[key] == nil) }
    #expect(
      text(sheet["classFeatures"])?.hasPrefix("[{\"name\":\"All arms and armour\",\"text\":")
        == true)
  }

  @Test(arguments: [
    (
      "thiefSkills",
      #"{"climb":87,"traps":10,"hear":2,"hide":10,"silent":20,"locks":15,"pockets":20}"#
    ),
    ("exploration", #"{"openDoorsIn6":2,"listenIn6":2,"secretDoorsIn6":1,"roomTrapsIn6":1}"#),
    ("armourClass", #"{"descending":5,"ascending":14}"#),
    ("languages", #"["Common","Neutral","Goblin"]"#),
    ("experience", #"{"current":0,"nextLevel":1200,"adjustmentPercent":10}"#),
    ("saves", #"{"death":13,"wands":14,"paralysis":13,"breath":16,"spells":15,"magicModifier":0}"#),
    ("hitPoints", "3"), ("hitDie", #""d4""#), ("shield", "false"),
    ("ammunition", #"[{"name":"Sling stones","count":2}]"#),
    (
      "load",
      #"{"detailed":{"weight":354,"base":120,"encounter":40,"overlandMiles":24},"#
        + #""basic":{"base":90,"encounter":30,"overlandMiles":18}}"#
    ),
  ])
  func `a thief's sheet has the numbers of the rules`(key: String, value: String) {
    #expect(text(sheet(People.nim)[key]) == value)
  }

  @Test(arguments: [
    ("spells", #"["sleep"]"#), ("armourClass", #"{"descending":1,"ascending":18}"#),
    ("languages", #"["Common","Chaotic","Elvish","Gnoll","Hobgoblin","Orcish","Dragon","Pixie"]"#),
    ("experience", #"{"current":0,"nextLevel":4000,"adjustmentPercent":10}"#),
    ("saves", #"{"death":12,"wands":13,"paralysis":13,"breath":15,"spells":15,"magicModifier":0}"#),
    ("exploration", #"{"openDoorsIn6":4,"listenIn6":2,"secretDoorsIn6":2,"roomTrapsIn6":1}"#),
    (
      "load",
      #"{"detailed":{"weight":804,"base":30,"encounter":10,"overlandMiles":6},"#
        + #""basic":{"base":60,"encounter":20,"overlandMiles":12}}"#
    ),
  ])
  func `an elf's sheet has the numbers of the rules`(key: String, value: String) {
    #expect(text(sheet(People.aelindra)[key]) == value)
  }

  @Test(arguments: [
    ("turning", #"{"1":7,"2":9,"2*":11}"#),
    ("attack", #"{"thac0":19,"bonus":0,"melee":-1,"missile":0,"#),
    ("experience", #"{"current":0,"nextLevel":1500,"adjustmentPercent":5}"#),
    ("saves", #"{"death":11,"wands":12,"paralysis":14,"breath":16,"spells":15,"magicModifier":1}"#),
    ("armourClass", #"{"descending":9,"ascending":10}"#), ("weapons", #"[{"name":"Mace""#),
  ])
  func `a cleric's sheet has the numbers of the rules`(key: String, value: String) {
    #expect(text(sheet(People.odo)[key])?.hasPrefix(value) == true)
  }

  @Test func `missing armour is left out, and so is the range of a melee weapon`() {
    let sheet = sheet(People.odo)
    #expect(sheet["armour"] == nil)
    #expect(text(sheet["weapons"])?.contains("range") == false)
  }
}
