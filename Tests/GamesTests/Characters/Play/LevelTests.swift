import Testing

@testable import Games

@Suite struct LevelTests {
  @Test(arguments: CharacterClass.allCases)
  func `every step up is told as the tables have it, and brings just that`(
    characterClass: CharacterClass
  ) throws {
    let rows = LevelRow.of(characterClass)
    var character = try PlayerCharacter.veteran(characterClass)
    var dice = AlwaysHigh()
    for (old, new) in zip(rows, rows.dropFirst()) {
      let step = try #require(character.nextLevel)
      #expect(step.level == .init(from: old.level, to: new.level))
      #expect(step.experienceNeeded == new.experience)
      #expect(step.thac0?.to ?? old.thac0 == new.thac0)
      #expect((step.thac0 == nil) == (old.thac0 == new.thac0))
      #expect(step.attackBonus?.to ?? old.bonus == new.bonus)
      for (save, (from, to)) in zip(SavingThrow.allCases, zip(old.saves, new.saves)) {
        #expect(step.saves[save] == (from == to ? nil : .init(from: from, to: to)))
      }
      for (place, (from, to)) in zip(old.slots, new.slots).enumerated() {
        #expect(step.spellSlots[place + 1] == (from == to ? nil : .init(from: from, to: to)))
      }

      character.record.experience = new.experience - 1
      #expect(!character.canRise)
      #expect(
        refusal { try character.rising(using: &dice) }
          == .experienceShort(needed: new.experience, found: new.experience - 1))
      character.record.experience = new.experience
      #expect(character.canRise)
      character = try character.rising(using: &dice)
      #expect(character.level == new.level)
      #expect(character.brokenRules() == [])
      let sheet = RecordSheet(character)
      #expect(
        sheet.saves
          == SavingThrows(
            new.saves[0], new.saves[1], new.saves[2], new.saves[3], new.saves[4]))
      #expect(sheet.thac0.value == new.thac0)
      #expect(character.spellSlots == new.slots)
      #expect(sheet.hitPoints.value == character.hitPoints)
    }
    #expect(character.level == rows.last?.level)
    #expect(character.nextLevel == nil)
    #expect(!character.canRise)
    #expect(refusal { try character.rising(using: &dice) } == .levelLimit(characterClass))
  }

  /// The hit points of all dice at their highest, constitution 13 adding 1 to each.
  @Test(arguments: CharacterClass.allCases)
  func `hit points come from dice up to the ninth level, and then are fixed`(
    characterClass: CharacterClass
  ) throws {
    for row in LevelRow.of(characterClass).dropFirst() {
      let character = try PlayerCharacter.veteran(characterClass, level: row.level)
      // `9d6+2`: nine dice, six sides, two more.
      let numbers = row.hitDice.split { !$0.isNumber }.compactMap { Int($0) }
      let (dice, sides) = (numbers[0], numbers[1])
      #expect(character.hitPoints == dice * (sides + 1) + (numbers.count > 2 ? numbers[2] : 0))
      #expect(character.record.hitDieRolls == Array(repeating: sides, count: dice - 1))
      #expect(character.experience == row.experience)
    }
  }

  @Test func `a level gives at least one hit point, whatever the constitution`() throws {
    let weak = try PlayerCharacter.veteran(.magicUser, scores: .of(13, 13, 13, 13, 3, 13))
    #expect(weak.hitPoints == 1)
    var low = AlwaysLow()
    let old = try weak.starting(atLevel: 9, using: &low)
    #expect(old.hitPoints == 9)
    #expect(try weak.starting(atLevel: 11, using: &low).hitPoints == 11)
    var dice = Faces(4, 2, 3, sides: 4)
    #expect(try weak.starting(atLevel: 4, using: &dice).hitPoints == 4)
    #expect(dice.draws == 3)
  }

  @Test func `the step says which die is rolled, or what is gained`() throws {
    let fighter = try PlayerCharacter.veteran(.fighter)
    #expect(fighter.nextLevel?.hitPoints == .rolled(.d8, modifier: 1))
    #expect(
      try PlayerCharacter.veteran(.fighter, level: 8).nextLevel?.hitPoints
        == .rolled(.d8, modifier: 1))
    for (characterClass, gain) in [
      (CharacterClass.fighter, 2), (.dwarf, 3), (.cleric, 1), (.thief, 2), (.magicUser, 1),
      (.elf, 2),
    ] {
      let lord = try PlayerCharacter.veteran(characterClass, level: 9)
      #expect(lord.nextLevel?.hitPoints == .gained(gain))
    }
    #expect(try PlayerCharacter.veteran(.halfling, level: 8).nextLevel == nil)
  }

  @Test func `a thief's step shows the skills that change`() throws {
    let rows = ProgressionTests.skills.map { $0.split(separator: " ").compactMap { Int($0) } }
    for (old, new) in zip(rows, rows.dropFirst()) {
      let thief = try PlayerCharacter.veteran(.thief, level: old[0])
      let step = try #require(thief.nextLevel)
      for (place, skill) in ThiefSkill.allCases.enumerated() {
        let (from, to) = (old[place + 1], new[place + 1])
        #expect(step.skills[skill] == (from == to ? nil : .init(from: from, to: to)))
      }
    }
  }

  @Test func `a cleric's step shows the undead that are turned more easily`() throws {
    for level in 1..<14 {
      let cleric = try PlayerCharacter.veteran(.cleric, level: level)
      let step = try #require(cleric.nextLevel)
      let old = ProgressionTests.turning[min(level, 11) - 1].split(separator: " ")
      let new = ProgressionTests.turning[min(level + 1, 11) - 1].split(separator: " ")
      for place in old.indices {
        let words = step.turning[place].map { "\($0.from.text) \($0.to.text)" }
        let isSame = old[place] == new[place]
        let expected = "\(old[place]) \(new[place])".replacing("-", with: "\u{2013}")
        #expect(words == (isSame ? nil : expected))
      }
    }
  }

  @Test func `only a beginner starts at a higher level, and only at one of the class`() throws {
    var dice = AlwaysHigh()
    let elf = try PlayerCharacter.veteran(.elf)
    for level in [-1, 0, 1, 11, .max] {
      #expect(
        refusal { try elf.starting(atLevel: level, using: &dice) }
          == .outOfRange(2...10, of: .startingLevel))
    }
    let veteran = try elf.awarded(1)
    #expect(refusal { try veteran.starting(atLevel: 2, using: &dice) } == .alreadyExperienced)
  }
}
