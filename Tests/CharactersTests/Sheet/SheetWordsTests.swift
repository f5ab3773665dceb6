import Games
import Testing
import Visitors

@testable import Characters
@testable import Site

@Suite struct SheetWordsTests {
  private static func fighter() throws -> PlayerCharacter {
    let scores = AbilityScores(str: 17, int: 8, wis: 12, dex: 16, con: 6, cha: 13)
    return PlayerCharacter(
      id: try #require(CharacterID(text: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")),
      name: "Katrin Oakenshaw", title: "the Tall", characterClass: .fighter,
      hitPoints: 7, coins: Coins(gold: 19), scores: scores,
      goods: Goods([
        .armour(.chainmail), .shield, .weapon(.sword), .weapon(.shortBow), .ammunition(.arrows),
        .gear(.backpack), .gear(.torches), .gear(.rationsStandard),
      ]), rolledScores: scores, hitDieRoll: 8, goldRolled: 120)
  }

  @Test func `the sheet as plain text has all of it`() throws {
    #expect(
      try RecordSheet(SheetWordsTests.fighter()).plainText == """
        Katrin Oakenshaw, the Tall
        Fighter 1 (Veteran), Lawful
        XP 0 of 2000 (+10%)

        STR 17  melee +2, open doors 4-in-6
        INT  8  extra languages 0, literacy Basic
        WIS 12  magic saves 0
        DEX 16  armour class +2, missile +2, initiative +1
        CON  6  hit points −1
        CHA 13  NPC reactions +1, retainers (max) 5, retainers’ loyalty 8

        HP 7 (d8)
        AC 2 [17], unarmoured 7 [12]
        THAC0 19 [+0], melee +2, missile +2, initiative +1
        To hit AC 9:10 8:11 7:12 6:13 5:14 4:15 3:16 2:17 1:18 0:19
        Saves D12 W13 P14 B15 S16, magic +0
        Short bow 1d6 (missile, two-handed, 5–50 / 51–100 / 101–150 ft)
        Sword 1d8+2 (melee)

        In 6: open doors 4, listen 1, secret doors 1, room traps 1
        Reactions +1, retainers 5, loyalty 8
        Languages: Common, Lawful (basic)
        Abilities: All arms and armour, Stronghold, Baron or baroness (9th)

        Armour: Chainmail, Shield
        Ammunition: 20 arrows
        Gear: Backpack, Rations (standard, 7 days), Torches (6)
        Coins: 19 gp
        Load 689 coins: 60 ft a turn, 20 ft a round, 12 miles a day

        """)
  }

  @Test func `the plain text has skills, turning and spells of those who have them`() throws {
    for seed in 0..<60 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let draft = CharacterDraft.random(using: &random)
      let character = try draft.character(id: CharacterID(using: &random))
      let text = try RecordSheet(character).plainText
      let characterClass = character.characterClass
      #expect(text.contains("Skills: climb sheer surfaces 87%") == (characterClass == .thief))
      #expect(text.contains("Turn undead: 1 HD: 7") == (characterClass == .cleric))
      #expect(text.contains("Spells: ") == characterClass.hasArcaneMagic)
      #expect(text.split(separator: "\n").allSatisfy { $0.last?.isWhitespace == false })
    }
  }

  @Test func `strength adds to the damage of what is not thrown`() {
    func text(_ weapon: Weapon, strength: Int) -> String? {
      var person = People.hilda
      person.scores[.str] = strength
      person.goods = Goods([.weapon(weapon)])
      return RecordSheet(person).weapons.first?.damageText
    }
    #expect(text(.sword, strength: 17) == "1d8+2")
    #expect(text(.shortBow, strength: 17) == "1d6")
    #expect(text(.handAxe, strength: 13) == "1d6+1, thrown 1d6")
    #expect(text(.handAxe, strength: 10) == "1d6")
  }
}
