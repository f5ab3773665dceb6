import Testing

@testable import Games

/// Seven characters, one a class, worked out by hand from the tables.
@Suite struct RecordSheetTests {
  static func id() throws -> CharacterID {
    try #require(CharacterID(text: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
  }

  /// Hit points; armour class down and up, with armour and without; THAC0, attack bonus, melee,
  /// missile, initiative, magic saves; open doors, listen, secret doors, traps; reactions, retainers,
  /// loyalty; experience in percent, weight; the next level's experience, movement, basic movement.
  private func numbers(_ sheet: RecordSheet) -> [Int?] {
    let derived = [
      sheet.hitPoints, sheet.descendingArmourClass, sheet.ascendingArmourClass,
      sheet.unarmouredDescending, sheet.unarmouredAscending, sheet.thac0, sheet.attackBonus,
      sheet.melee, sheet.missile, sheet.initiative, sheet.magicSaves, sheet.openDoors, sheet.listen,
      sheet.secretDoors, sheet.roomTraps, sheet.npcReactions, sheet.retainersMax,
      sheet.retainerLoyalty, sheet.experienceAdjustment, sheet.weight,
    ]
    return derived.map(\.value)
      + [sheet.nextLevelExperience, sheet.movement.base, sheet.basicMovement.base]
  }

  private func check(
    _ character: PlayerCharacter, saves: SavingThrows, languages: [String], literacy: Literacy,
    _ expected: [Int?]
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
      [7, 2, 17, 7, 12, 19, 0, 2, 2, 1, 0, 4, 1, 1, 1, 1, 5, 8, 10, 689, 2_000, 60, 60])
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
      [2, 4, 15, 10, 9, 19, 0, 0, -1, -1, 1, 2, 1, 1, 1, 2, 7, 10, 5, 638, 1_500, 60, 60])
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
      [6, 7, 12, 9, 10, 19, 0, 1, 0, 0, -3, 3, 2, 1, 2, -1, 2, 5, 5, 307, 2_200, 120, 90])
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
      [1, 6, 13, 6, 13, 19, 0, 1, 3, 2, 0, 3, 2, 2, 1, 0, 4, 7, 10, 95, 4_000, 120, 120])
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
      [6, 5, 14, 8, 11, 19, 0, -1, 2, 2, 3, 1, 2, 1, 1, -2, 1, 4, 5, 351, 2_000, 120, 90])
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
      [4, 10, 9, 10, 9, 19, 0, 0, -1, -1, 0, 2, 1, 1, 1, 1, 6, 9, 10, 62, 2_500, 120, 120])
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
      [6, 5, 14, 7, 12, 19, 0, 0, 2, 1, -1, 2, 2, 1, 1, 0, 4, 7, 10, 354, 1_200, 120, 90])
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
