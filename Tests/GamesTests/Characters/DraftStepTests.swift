import Testing

@testable import Games

@Suite struct DraftStepTests {
  @Test func `a new draft asks for abilities and nothing else is open`() {
    var random = AlwaysHigh()
    let draft = CharacterDraft()
    #expect(draft.firstOpenStep == .abilities)
    #expect(draft.missing(in: .abilities) == [.abilities])
    #expect(draft.state(of: .abilities) == .current)
    #expect(draft.state(of: .characterClass) == .closed)
    #expect(draft.state(of: .spells) == .skipped)
    #expect(throws: RuleRefusal.stepUnfinished(.abilities, .abilities)) {
      try draft.character(id: CharacterID(using: &random))
    }
  }

  @Test func `moves of closed steps are refused`() throws {
    var random = AlwaysHigh()
    let draft = CharacterDraft()
    #expect(throws: RuleRefusal.stepUnfinished(.abilities, .abilities)) {
      try draft.rerolling(.str, using: &random)
    }
    for (step, move) in [
      (.characterClass, { try draft.choosing(.fighter) }), (.adjust, { try draft.lowering(.int) }),
      (.adjust, { try draft.raising(.str) }),
      (.details, { try draft.rollingHitPoints(using: &random) }),
      (.details, { try draft.rollingGold(using: &random) }),
      (.details, { try draft.aligning(with: .chaos) }),
      (.biography, { try draft.describing(name: "Nim", title: "", languages: []) }),
      (.spells, { try draft.choosing(.sleep) }),
      (.equipment, { try draft.buying(.weapon(.sword)) }),
      (.equipment, { try draft.returning(.weapon(.sword)) }),
      (.review, { try draft.continuing(past: .review) }),
    ] as [(Step, () throws -> CharacterDraft)] {
      #expect(throws: RuleRefusal.stepClosed(step, open: .abilities)) { try move() }
    }
  }

  @Test func `a step opens when the one before it is finished`() throws {
    var random = SeededGenerator(seed: 3)
    var draft = try CharacterDraft.rolled(.of(13, 13, 13, 13, 13, 13))
    #expect(draft.firstOpenStep == .characterClass)
    draft = try draft.choosing(.elf)
    #expect(draft.firstOpenStep == .adjust)
    draft = try draft.continuing(past: .adjust)
    #expect(draft.missing(in: .details) == [.hitPoints, .gold])
    draft = try draft.rollingGold(using: &random)
    #expect(draft.missing(in: .details) == [.hitPoints])
    draft = try draft.rollingHitPoints(using: &random)
    #expect(draft.firstOpenStep == .biography)
    #expect(draft.missing(in: .biography) == [.name])
    draft = try draft.describing(name: "Nim", title: "", languages: [])
    #expect(draft.firstOpenStep == .spells)
    #expect(draft.missing(in: .spells) == [.spell(.elf)])
    draft = try draft.choosing(.light)
    #expect(draft.firstOpenStep == .equipment)
    #expect(try draft.character(id: CharacterID(using: &random)).brokenRules() == [])
    draft = try draft.continuing(past: .equipment)
    #expect(draft.firstOpenStep == .review)
    draft = try draft.continuing(past: .review)
    #expect(draft.firstOpenStep == .save)
    #expect(try draft.continuing(past: .save) == draft)
    #expect(Step.allCases.dropLast().allSatisfy { draft.state(of: $0) == .done })
  }

  @Test func `only casters have the step of spells`() throws {
    for characterClass in CharacterClass.allCases {
      let draft = try CharacterDraft.rolled(.of(13, 13, 13, 13, 13, 13)).choosing(characterClass)
      let isCaster = characterClass == .elf || characterClass == .magicUser
      #expect(draft.skips(.spells) == !isCaster)
      #expect(draft.step(after: .biography) == (isCaster ? .spells : .equipment))
      #expect(draft.step(before: .equipment) == (isCaster ? .spells : .biography))
    }
    #expect(throws: RuleRefusal.notACaster(.thief)) {
      try CharacterDraft.shopper(.thief, gold: 100).choosing(Spell.sleep)
    }
  }

  @Test func `the way has two ends`() {
    #expect(CharacterDraft().step(before: .abilities) == .abilities)
    #expect(CharacterDraft().step(after: .save) == .save)
  }

  @Test func `a class whose requirements are not met cannot be chosen`() throws {
    let draft = try CharacterDraft.rolled(.of(13, 8, 13, 8, 9, 13))
    #expect(throws: RuleRefusal.requirementNotMet(.elf, AbilityMinimum(.int, 9), score: 8)) {
      try draft.choosing(.elf)
    }
    #expect(throws: RuleRefusal.requirementNotMet(.halfling, AbilityMinimum(.dex, 9), score: 8)) {
      try draft.choosing(.halfling)
    }
    #expect(try draft.choosing(.dwarf).characterClass == .dwarf)
  }

  @Test func `another class clears what hung on the old one`() throws {
    let elf = try CharacterDraft.shopper(.elf, gold: 100).lowering(.wis).raising(.str)
      .describing(name: "Nim", title: "Sir", languages: [.ogre]).buying(.weapon(.sword))
      .buying(.armour(.leather)).buying(.shield).buying(.gear(.rope)).buying(.weapon(.dagger))
    let wish = DraftMove.choose(.magicUser)
    #expect(
      elf.consequences(of: wish) == [
        .adjustmentsCleared, .hitPointsCleared, .languagesCleared([.ogre]), .spellCleared(.sleep),
        .goodsReturned([.armour(.leather), .shield, .weapon(.sword)], gold: 40),
      ])
    let mage = try elf.choosing(.magicUser)
    #expect(mage.adjustments.isEmpty)
    #expect(mage.hitPoints == nil)
    #expect(mage.languages == [])
    #expect(mage.spell == nil)
    #expect(mage.goods == Goods([.weapon(.dagger), .gear(.rope)]))
    #expect(mage.goldLeft == 96)
    #expect(mage.name == "Nim")
    #expect(mage.title == "Sir")
    #expect(mage.firstOpenStep == .adjust)
  }

  @Test func `the same class again changes nothing`() throws {
    let elf = try CharacterDraft.shopper(.elf, gold: 100).lowering(.wis).raising(.str)
    #expect(try elf.choosing(.elf) == elf)
    #expect(elf.consequences(of: .choose(.elf)) == [])
  }

  @Test func `a changed score clears adjustments and keeps a class that still fits`() throws {
    let dwarf = try CharacterDraft.shopper(.dwarf, gold: 100).lowering(.int).raising(.str)
      .buying(.weapon(.sword))
    #expect(
      dwarf.consequences(of: .reroll(.cha)) == [.adjustmentsCleared, .classChecked(.dwarf)])
    var six = Faces(6, 6, 6)
    let rerolled = try dwarf.rerolling(.con, using: &six)
    #expect(rerolled.adjustments.isEmpty)
    #expect(rerolled.characterClass == .dwarf)
    #expect(rerolled.hitPoints == (dwarf.hitDieRoll ?? 0) + 3)
    #expect(rerolled.goods == dwarf.goods)
    #expect(rerolled.abilities[Ability.con.rawValue].rerolls == 1)
    #expect(rerolled.abilities[Ability.str.rawValue].rerolls == 0)
    #expect(rerolled.firstOpenStep == .adjust)
  }

  @Test func `a changed score drops a class that no longer fits`() throws {
    let dwarf = try CharacterDraft.shopper(.dwarf, gold: 100).buying(.weapon(.sword))
      .describing(name: "Nim", title: "", languages: [.ogre])
    var ones = Faces(1, 1, 1)
    let rerolled = try dwarf.rerolling(.con, using: &ones)
    #expect(rerolled.characterClass == nil)
    #expect(rerolled.hitDieRoll == nil)
    #expect(rerolled.languages == [])
    #expect(rerolled.goods == dwarf.goods)
    #expect(rerolled.firstOpenStep == .characterClass)
    #expect(rerolled.restored == rerolled)
    #expect(
      rerolled.consequences(of: .choose(.cleric)) == [
        .goodsReturned([.weapon(.sword)], gold: 10)
      ])
    #expect(try rerolled.choosing(.cleric).goldLeft == 100)
  }

  @Test func `a lower intelligence leaves fewer languages`() throws {
    let elf = try CharacterDraft.shopper(.elf, gold: 100)
      .describing(name: "Nim", title: "", languages: [.ogre])
    #expect(elf.consequences(of: .reroll(.int)) == [.classChecked(.elf), .languagesChecked])
    #expect(elf.consequences(of: .reroll(.con)) == [.classChecked(.elf), .hitPointsChecked])
    var threes = Faces(3, 3, 3)
    #expect(try elf.rerolling(.int, using: &threes).languages == [])
  }

  @Test func `all six abilities are rolled in order, three dice each`() {
    var faces = Faces(1, 2, 3, 4, 5, 6, 1, 1, 1, 6, 6, 6, 2, 2, 2, 5, 4, 3)
    let draft = CharacterDraft().rollingAbilities(using: &faces)
    #expect(draft.rolledScores == .of(6, 15, 3, 18, 6, 12))
    #expect(draft.abilities[0].dice.faces == [1, 2, 3])
    #expect(draft.abilityRolls == 1)
    #expect(faces.draws == 18)
  }

  @Test func `hit points are the die and constitution, at least 1`() throws {
    var draft = try CharacterDraft.rolled(.of(10, 10, 10, 10, 3, 10)).choosing(.magicUser)
      .continuing(past: .adjust)
    var two = Faces(2, sides: 4)
    draft = try draft.rollingHitPoints(using: &two)
    #expect(draft.hitDieRoll == 2)
    #expect(draft.hitPoints == 1)
    var four = Faces(4, sides: 4)
    draft = try draft.rollingHitPoints(using: &four)
    #expect(draft.hitPoints == 1)
    #expect(draft.hitPointRolls == 2)
  }

  @Test func `gold is three dice times ten, and not rolled again once something is bought`() throws
  {
    var draft = try CharacterDraft.shopper(.fighter, gold: 30)
    var faces = Faces(1, 4, 6)
    draft = try draft.rollingGold(using: &faces)
    #expect(draft.goldRolled == 110)
    #expect(draft.goldRolls == 2)
    let bought = try draft.buying(.ammunition(.slingStones))
    #expect(bought.obstacle(to: .rollGold) == .goldSpent)
    #expect(throws: RuleRefusal.goldSpent) { try bought.rollingGold(using: &faces) }
    #expect(faces.draws == 3)
    #expect(try bought.returning(.ammunition(.slingStones)).obstacle(to: .rollGold) == nil)
  }
}
