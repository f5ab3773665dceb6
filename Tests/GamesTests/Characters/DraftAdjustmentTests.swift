import Testing

@testable import Games

@Suite struct DraftAdjustmentTests {
  private func draft(
    _ characterClass: CharacterClass, _ scores: AbilityScores = .of(13, 13, 13, 13, 13, 13)
  ) throws -> CharacterDraft {
    try CharacterDraft.rolled(scores).choosing(characterClass)
  }

  @Test func `two points off one score buy one point on a prime requisite`() throws {
    let lowered = try draft(.fighter).lowering(.int)
    #expect(lowered.scores == .of(13, 11, 13, 13, 13, 13))
    #expect(lowered.freedPoints == 1)
    let raised = try lowered.raising(.str)
    #expect(raised.scores == .of(14, 11, 13, 13, 13, 13))
    #expect(raised.freedPoints == 0)
    #expect(raised.rolledScores == .of(13, 13, 13, 13, 13, 13))
  }

  @Test func `the opposite pair undoes a trade`() throws {
    let before = try draft(.fighter)
    let traded = try before.lowering(.wis).raising(.str)
    #expect(try traded.lowering(.str).raising(.wis) == before)
    #expect(try traded.lowering(.str).freedPoints == 1)
    #expect(try before.lowering(.wis).raising(.wis) == before)
  }

  @Test func `a freed point may go to another prime requisite than before`() throws {
    let elf = try draft(.elf).lowering(.wis).raising(.str).lowering(.str).raising(.int)
    #expect(elf.scores == .of(13, 14, 11, 13, 13, 13))
  }

  @Test(arguments: CharacterClass.allCases)
  func `dexterity, constitution and charisma never pay`(characterClass: CharacterClass) throws {
    let draft = try draft(characterClass)
    for ability in [Ability.dex, .con, .cha] {
      #expect(throws: RuleRefusal.notLowerable(ability)) { try draft.lowering(ability) }
    }
  }

  @Test(arguments: [
    (CharacterClass.cleric, Ability.wis), (.dwarf, .str), (.elf, .str), (.elf, .int),
    (.fighter, .str), (.halfling, .str), (.magicUser, .int),
  ])
  func `a prime requisite never pays`(characterClass: CharacterClass, ability: Ability) throws {
    let draft = try draft(characterClass)
    #expect(throws: RuleRefusal.primeLowered(characterClass, ability)) {
      try draft.lowering(ability)
    }
  }

  @Test func `a thief keeps strength`() throws {
    let draft = try draft(.thief)
    #expect(throws: RuleRefusal.classMayNotLower(.thief, .str)) { try draft.lowering(.str) }
  }

  @Test(arguments: [3, 8, 9, 10])
  func `a score of 10 or less cannot pay`(score: Int) throws {
    let draft = try draft(.fighter, .of(13, score, 13, 13, 13, 13))
    #expect(throws: RuleRefusal.belowFloor(.int, score: score)) { try draft.lowering(.int) }
  }

  @Test func `9 is reached and not passed`() throws {
    let draft = try draft(.fighter, .of(13, 11, 12, 13, 13, 13)).lowering(.int).lowering(.wis)
    #expect(draft.scores == .of(13, 9, 10, 13, 13, 13))
    #expect(throws: RuleRefusal.belowFloor(.int, score: 9)) { try draft.lowering(.int) }
    #expect(throws: RuleRefusal.belowFloor(.wis, score: 10)) { try draft.lowering(.wis) }
  }

  @Test func `a prime requisite never rises above 18`() throws {
    let draft = try draft(.fighter, .of(17, 13, 13, 13, 13, 13)).lowering(.int).lowering(.wis)
      .raising(.str)
    #expect(draft.scores?[.str] == 18)
    #expect(throws: RuleRefusal.overCeiling(.str)) { try draft.raising(.str) }
  }

  @Test func `nothing rises without a freed point`() throws {
    let draft = try draft(.fighter)
    #expect(throws: RuleRefusal.nothingFreed) { try draft.raising(.str) }
    let spent = try draft.lowering(.int).raising(.str)
    #expect(throws: RuleRefusal.everythingSpent) { try spent.raising(.int) }
  }

  @Test func `only prime requisites rise above the roll`() throws {
    let draft = try draft(.fighter).lowering(.int)
    #expect(throws: RuleRefusal.aboveRolled(.wis, rolled: 13)) { try draft.raising(.wis) }
    for ability in [Ability.dex, .con, .cha] {
      #expect(throws: RuleRefusal.notPrimeRaise(.fighter, ability)) { try draft.raising(ability) }
    }
  }

  @Test func `half a trade cannot be left`() throws {
    let half = try draft(.fighter).lowering(.int)
    #expect(half.missing(in: .adjust) == [.unspentPoints(1)])
    #expect(throws: RuleRefusal.stepUnfinished(.adjust, .unspentPoints(1))) {
      try half.continuing(past: .adjust)
    }
    #expect(try half.raising(.str).continuing(past: .adjust).firstOpenStep == .details)
  }

  @Test func `taking a trade up again after going on closes what follows`() throws {
    let shopper = try CharacterDraft.shopper(.fighter, gold: 100)
    #expect(shopper.firstOpenStep == .equipment)
    let half = try shopper.lowering(.int)
    #expect(half.firstOpenStep == .adjust)
    #expect(throws: RuleRefusal.stepClosed(.equipment, open: .adjust)) {
      try half.buying(.weapon(.sword))
    }
    #expect(try half.raising(.str).firstOpenStep == .equipment)
  }

  @Test func `hit points and experience follow the adjusted scores`() throws {
    let thief = try draft(.thief, .of(10, 12, 10, 15, 10, 10))
    #expect(thief.experienceAdjustment == 5)
    #expect(try thief.lowering(.int).raising(.dex).experienceAdjustment == 10)
  }

  @Test func `less intelligence after adjustment leaves fewer languages`() throws {
    let cleric = try CharacterDraft.shopper(
      .cleric, gold: 100, scores: .of(10, 16, 13, 10, 10, 10)
    ).describing(name: "Nim", title: "", languages: [.ogre, .pixie])
    #expect(cleric.consequences(of: .lower(.int)) == [.languagesCleared([.pixie])])
    #expect(cleric.consequences(of: .lower(.str)) == [])
    let lowered = try cleric.lowering(.int)
    #expect(lowered.languages == [.ogre])
    #expect(try lowered.raising(.wis).lowering(.int).languages == [])
  }
}
