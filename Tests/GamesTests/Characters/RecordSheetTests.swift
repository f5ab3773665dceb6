import Testing

@testable import Games

/// Seven characters, one a class, worked out by hand from the tables.
@Suite struct RecordSheetTests {
  static func id() throws -> CharacterID {
    try #require(CharacterID(text: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
  }

  /// Names with the numbers of a sheet, in one order.
  private func numbers(_ sheet: RecordSheet) -> [String: Int] {
    let derived: [String: Derived] = [
      "hp": sheet.hitPoints, "ac": sheet.descendingArmourClass, "aac": sheet.ascendingArmourClass,
      "bare": sheet.unarmouredDescending, "bareAac": sheet.unarmouredAscending,
      "thac0": sheet.thac0, "bonus": sheet.attackBonus, "melee": sheet.melee,
      "missile": sheet.missile, "initiative": sheet.initiative, "magic": sheet.magicSaves,
      "doors": sheet.openDoors, "listen": sheet.listen, "secret": sheet.secretDoors,
      "traps": sheet.roomTraps, "reactions": sheet.npcReactions, "retainers": sheet.retainersMax,
      "loyalty": sheet.retainerLoyalty, "percent": sheet.experienceAdjustment,
      "weight": sheet.weight,
    ]
    var numbers = derived.mapValues(\.value)
    numbers["next"] = sheet.nextLevelExperience
    numbers["base"] = sheet.movement.base
    numbers["basic"] = sheet.basicMovement.base
    return numbers
  }

  private func check(
    _ character: PlayerCharacter, saves: SavingThrows, languages: [String], literacy: Literacy,
    _ expected: [String: Int]
  ) {
    #expect(character.brokenRules() == [])
    let sheet = RecordSheet(character)
    #expect(numbers(sheet) == expected)
    #expect(sheet.saves == saves)
    #expect(sheet.languages == languages)
    #expect(sheet.literacy == literacy)
    #expect(sheet.experience == 0)
    #expect(sheet.toHit.map(\.roll) == [10, 11, 12, 13, 14, 15, 16, 17, 18, 19])
    #expect(sheet.toHit.map(\.armourClass) == [9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
  }

  private static func fighter() throws -> PlayerCharacter {
    PlayerCharacter(
      id: try id(), name: "Katrin Oakenshaw", title: "the Tall", characterClass: .fighter,
      hitPoints: 7, coins: Coins(gold: 19), scores: .of(17, 8, 12, 16, 6, 13),
      goods: Goods([
        .armour(.chainmail), .shield, .weapon(.sword), .weapon(.shortBow), .ammunition(.arrows),
        .gear(.backpack), .gear(.torches), .gear(.rationsStandard),
      ]), rolledScores: .of(17, 8, 12, 16, 6, 13), hitDieRoll: 8, goldRolled: 120)
  }

  @Test func `a fighter`() throws {
    let fighter = try RecordSheetTests.fighter()
    check(
      fighter, saves: SavingThrows(12, 13, 14, 15, 16), languages: ["Common", "Lawful"],
      literacy: .basic,
      [
        "hp": 7, "ac": 2, "aac": 17, "bare": 7, "bareAac": 12, "thac0": 19, "bonus": 0, "melee": 2,
        "missile": 2, "initiative": 1, "magic": 0, "doors": 4, "listen": 1, "secret": 1,
        "traps": 1, "reactions": 1, "retainers": 5, "loyalty": 8, "percent": 10, "next": 2_000,
        "weight": 689, "base": 60, "basic": 60,
      ])
    let sheet = RecordSheet(fighter)
    #expect(sheet.levelTitle == "Veteran")
    #expect(sheet.thiefSkills == nil)
    #expect(sheet.turning == nil)
    let bow = try #require(sheet.weapons.first)
    #expect(bow.weapon == .shortBow)
    #expect(bow.melee == nil)
    #expect(bow.toHit == 2)
    #expect(bow.damageModifier == 0)
    let sword = try #require(sheet.weapons.last)
    #expect(sword.toHit == 2)
    #expect(sword.damage == "1d8")
    #expect(sword.damageModifier == 2)
    #expect(sword.missile == nil)
    #expect(sheet.ammunition.map(\.ammunition) == [.arrows])
    #expect(sheet.gear.map(\.gear) == [.backpack, .rationsStandard, .torches])
  }

  @Test func `a cleric`() throws {
    let cleric = PlayerCharacter(
      id: try RecordSheetTests.id(), name: "Odo", alignment: .neutrality, characterClass: .cleric,
      hitPoints: 2, coins: Coins(gold: 8), scores: .of(9, 10, 15, 8, 13, 18),
      goods: Goods([
        .armour(.plateMail), .weapon(.mace), .weapon(.sling), .ammunition(.slingStones),
        .ammunition(.slingStones), .gear(.holySymbol),
      ]), rolledScores: .of(11, 10, 14, 8, 13, 18), hitDieRoll: 1, goldRolled: 100)
    check(
      cleric, saves: SavingThrows(11, 12, 14, 16, 15), languages: ["Common", "Neutral"],
      literacy: .literate,
      [
        "hp": 2, "ac": 4, "aac": 15, "bare": 10, "bareAac": 9, "thac0": 19, "bonus": 0, "melee": 0,
        "missile": -1, "initiative": -1, "magic": 1, "doors": 2, "listen": 1, "secret": 1,
        "traps": 1, "reactions": 2, "retainers": 7, "loyalty": 10, "percent": 5, "next": 1_500,
        "weight": 638, "base": 60, "basic": 60,
      ])
    #expect(
      RecordSheet(cleric).turning?.map(\.text) == [
        "7", "9", "11", "\u{2013}", "\u{2013}", "\u{2013}", "\u{2013}", "\u{2013}",
      ])
    #expect(RecordSheet(cleric).ammunition.map(\.count) == [2])
  }

  @Test func `a dwarf`() throws {
    let dwarf = PlayerCharacter(
      id: try RecordSheetTests.id(), name: "Dagna", alignment: .chaos, characterClass: .dwarf,
      hitPoints: 6, coins: Coins(gold: 17), scores: .of(13, 13, 3, 9, 16, 5),
      additionalLanguages: [.orcish],
      goods: Goods([
        .armour(.leather), .weapon(.warHammer), .weapon(.handAxe), .weapon(.handAxe),
      ]), rolledScores: .of(12, 15, 3, 9, 16, 5), hitDieRoll: 4, goldRolled: 50)
    check(
      dwarf, saves: SavingThrows(8, 9, 10, 13, 12),
      languages: ["Common", "Chaotic", "Dwarvish", "Gnomish", "Goblin", "Kobold", "Orcish"],
      literacy: .literate,
      [
        "hp": 6, "ac": 7, "aac": 12, "bare": 9, "bareAac": 10, "thac0": 19, "bonus": 0, "melee": 1,
        "missile": 0, "initiative": 0, "magic": -3, "doors": 3, "listen": 2, "secret": 1,
        "traps": 2, "reactions": -1, "retainers": 2, "loyalty": 5, "percent": 5, "next": 2_200,
        "weight": 307, "base": 120, "basic": 90,
      ])
    let sheet = RecordSheet(dwarf)
    #expect(sheet.talents.constructionIn6 == 2)
    #expect(sheet.talents.infravisionFeet == 60)
    let axe = try #require(sheet.weapons.first)
    #expect(axe.count == 2)
    #expect(axe.melee?.value == 1)
    #expect(axe.missile?.value == 0)
    #expect(axe.toHit == 1)
    #expect(axe.damageModifier == 1)
    #expect(axe.weight == 30)
  }

  @Test func `an elf`() throws {
    let elf = PlayerCharacter(
      id: try RecordSheetTests.id(), name: "Vael", characterClass: .elf, hitPoints: 1,
      coins: Coins(gold: 5), scores: .of(13, 16, 9, 18, 3, 9),
      additionalLanguages: [.dragon, .pixie], spells: [.sleep],
      goods: Goods([.weapon(.sword), .weapon(.longBow), .ammunition(.arrows)]),
      rolledScores: .of(13, 15, 11, 18, 3, 9), hitDieRoll: 2, goldRolled: 60)
    check(
      elf, saves: SavingThrows(12, 13, 13, 15, 15),
      languages: [
        "Common", "Lawful", "Elvish", "Gnoll", "Hobgoblin", "Orcish", "Dragon", "Pixie",
      ], literacy: .literate,
      [
        "hp": 1, "ac": 6, "aac": 13, "bare": 6, "bareAac": 13, "thac0": 19, "bonus": 0, "melee": 1,
        "missile": 3, "initiative": 2, "magic": 0, "doors": 3, "listen": 2, "secret": 2,
        "traps": 1, "reactions": 0, "retainers": 4, "loyalty": 7, "percent": 10, "next": 4_000,
        "weight": 95, "base": 120, "basic": 120,
      ])
    #expect(RecordSheet(elf).spells == [.sleep])
  }

  @Test func `a halfling`() throws {
    let halfling = PlayerCharacter(
      id: try RecordSheetTests.id(), name: "Pim", characterClass: .halfling, hitPoints: 6,
      coins: Coins(gold: 1), scores: .of(8, 4, 18, 13, 9, 3),
      goods: Goods([.armour(.leather), .shield, .weapon(.sling), .weapon(.shortSword)]),
      rolledScores: .of(8, 4, 18, 13, 9, 3), hitDieRoll: 6, goldRolled: 40)
    check(
      halfling, saves: SavingThrows(8, 9, 10, 13, 12), languages: ["Common", "Lawful", "Halfling"],
      literacy: .illiterate,
      [
        "hp": 6, "ac": 5, "aac": 14, "bare": 8, "bareAac": 11, "thac0": 19, "bonus": 0,
        "melee": -1, "missile": 2, "initiative": 2, "magic": 3, "doors": 1, "listen": 2,
        "secret": 1, "traps": 1, "reactions": -2, "retainers": 1, "loyalty": 4, "percent": 5,
        "next": 2_000, "weight": 351, "base": 120, "basic": 90,
      ])
    #expect(RecordSheet(halfling).talents.hideInWoodsPercent == 90)
    #expect(RecordSheet(halfling).talents.bonusAgainstLarge == 2)
  }

  @Test func `a magic-user`() throws {
    var purse = Coins(gold: 4)
    purse[.platinum] = 28
    let mage = PlayerCharacter(
      id: try RecordSheetTests.id(), name: "Quilla", characterClass: .magicUser, hitPoints: 4,
      coins: purse, scores: .of(9, 18, 12, 6, 10, 17),
      additionalLanguages: [.medussa, .lizardMan, .humanDialect], spells: [.readMagic],
      goods: Goods([.weapon(.dagger), .weapon(.dagger), .weapon(.silverDagger)]),
      rolledScores: .of(9, 18, 12, 6, 10, 17), hitDieRoll: 4, goldRolled: 180)
    check(
      mage, saves: SavingThrows(13, 14, 13, 16, 15),
      languages: ["Common", "Lawful", "Medusa", "Lizard man", "Human dialect"], literacy: .literate,
      [
        "hp": 4, "ac": 10, "aac": 9, "bare": 10, "bareAac": 9, "thac0": 19, "bonus": 0, "melee": 0,
        "missile": -1, "initiative": -1, "magic": 0, "doors": 2, "listen": 1, "secret": 1,
        "traps": 1, "reactions": 1, "retainers": 6, "loyalty": 9, "percent": 10, "next": 2_500,
        "weight": 62, "base": 120, "basic": 120,
      ])
  }

  @Test func `a thief`() throws {
    let thief = PlayerCharacter(
      id: try RecordSheetTests.id(), name: "Ilsa", characterClass: .thief, hitPoints: 6,
      coins: Coins(gold: 14), scores: .of(12, 3, 6, 17, 18, 12),
      goods: Goods([
        .armour(.leather), .weapon(.sword), .gear(.thievesTools), .gear(.rope),
      ]), rolledScores: .of(12, 3, 6, 17, 18, 12), hitDieRoll: 3, goldRolled: 70)
    check(
      thief, saves: SavingThrows(13, 14, 13, 16, 15), languages: ["Common", "Lawful"],
      literacy: .illiterate,
      [
        "hp": 6, "ac": 5, "aac": 14, "bare": 7, "bareAac": 12, "thac0": 19, "bonus": 0, "melee": 0,
        "missile": 2, "initiative": 1, "magic": -1, "doors": 2, "listen": 2, "secret": 1,
        "traps": 1, "reactions": 0, "retainers": 4, "loyalty": 7, "percent": 10, "next": 1_200,
        "weight": 354, "base": 120, "basic": 90,
      ])
    let sheet = RecordSheet(thief)
    #expect(sheet.speaksBrokenly)
    #expect(
      ThiefSkill.allCases.map { sheet.thiefSkills?[$0] } == [87, 10, 2, 10, 20, 15, 20])
  }

  @Test func `a number says what it is made of`() throws {
    let sheet = RecordSheet(try RecordSheetTests.fighter())
    #expect(
      sheet.descendingArmourClass.parts == [
        Derived.Part(.armour(.chainmail), 5), Derived.Part(.shield, -1),
        Derived.Part(.score(.armourClass, 16), -2),
      ])
    #expect(
      sheet.hitPoints.parts == [
        Derived.Part(.hitDie(.d8), 8), Derived.Part(.score(.hitPoints, 6), -1),
      ])
    #expect(sheet.weight.parts.map(\.amount) == [19, 400, 100, 30, 60, 80])
    #expect(sheet.weight.parts.first?.origin == .coins)
    #expect(sheet.weight.parts.last?.origin == .gear)
    var weak = try RecordSheetTests.fighter()
    weak.scores[.con] = 3
    weak.hitDieRoll = 1
    weak.hitPoints = 1
    #expect(RecordSheet(weak).hitPoints.value == 1)
    weak.hitDieRoll = nil
    #expect(RecordSheet(weak).hitPoints.parts == [Derived.Part(.recordedHitPoints, 1)])
  }

  @Test func `any character has a sheet`() throws {
    var worst = try RecordSheetTests.fighter()
    worst.level = .max
    worst.scores = .of(.max, .min, 0, 99, -1, 19)
    worst.coins = Coins(gold: .max)
    worst.hitDieRoll = nil
    let sheet = RecordSheet(worst)
    #expect(sheet.level == 14)
    #expect(sheet.nextLevelExperience == nil)
    #expect(sheet.movement.base == 0)
    #expect(sheet.melee.value == 3)
  }
}
