import Testing

@testable import Games

/// What a table may agree on before the dice are rolled.
@Suite struct CreationOptionTests {
  @Test(
    arguments: [
      ([3, 4, 5], 12, nil), ([6, 6, 6, 6], 18, 3), ([1, 1, 1, 1], 3, 3), ([1, 6, 6, 6], 18, 0),
      ([6, 2, 5, 3], 14, 1), ([4, 4, 1, 6], 14, 2), ([5, 4, 3, 2], 12, 3), ([2, 5, 2, 6], 13, 2),
    ] as [([Int], Int, Int?)])
  func `of four dice the lowest does not count`(
    faces: [Int], total: Int, dropped: Int?
  ) throws {
    let dice = try #require(AbilityDice(faces: faces))
    #expect(dice.total == total)
    #expect(dice.droppedPlace == dropped)
    #expect(dice.faces == faces)
  }

  @Test(arguments: [[], [1, 2], [1, 2, 3, 4, 5], [0, 1, 2], [1, 2, 3, 7], [1, 2, 7, 1]])
  func `dice that cannot lie there are none`(faces: [Int]) {
    #expect(AbilityDice(faces: faces) == nil)
  }

  /// The 1,296 ways four dice fall, by the best three: counted by hand in many books.
  @Test func `all ways that four dice can fall give the known distribution`() throws {
    var counts: [Int: Int] = [:]
    for throwNumber in 0..<1_296 {
      let faces = [1, 6, 36, 216].map { throwNumber / $0 % 6 + 1 }
      counts[try #require(AbilityDice(faces: faces)).total, default: 0] += 1
    }
    #expect(
      (3...18).map { counts[$0] ?? 0 } == [
        1, 4, 10, 21, 38, 62, 91, 122, 148, 167, 172, 160, 131, 94, 54, 21,
      ])
  }

  @Test func `four dice are drawn one after another, ability by ability`() throws {
    var dice = Faces(
      6, 5, 4, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2)
    let draft = CharacterDraft().rollingAbilities(by: [.fourDice], using: &dice)
    #expect(draft.rolledScores == .of(15, 6, 6, 6, 6, 6))
    #expect(draft.abilities[0].dice.faces == [6, 5, 4, 1])
    var again = Faces(1, 6, 6, 6)
    let better = try draft.rerolling(.cha, using: &again)
    #expect(better.rolledScores?[.cha] == 18)
    #expect(better.options == [.fourDice])
  }

  @Test func `rolls stay as the options say that they were made`() throws {
    var random = SeededGenerator(seed: 4)
    let three = CharacterDraft().rollingAbilities(using: &random)
    #expect(throws: RuleRefusal.optionNeedsRoll(.fourDice)) { try three.choosing([.fourDice]) }
    let free = try three.choosing([.arranged, .ascendingOnly])
    #expect(free.abilities == three.abilities)
    #expect(throws: RuleRefusal.optionNeedsRoll(.arranged)) { try free.choosing([]) }
    #expect(try free.choosing([.arranged]).options == [.arranged])
    let four = free.rollingAbilities(by: [.fourDice], using: &random)
    #expect(four.options == [.fourDice])
    #expect(four.rollingAbilities(using: &random).options == [.fourDice])
    #expect(throws: RuleRefusal.optionNeedsRoll(.fourDice)) { try four.choosing([]) }
  }

  @Test func `totals go wherever they are wanted, each as often as it was rolled`() throws {
    let rolled = try CharacterDraft.rolled(.of(8, 15, 12, 12, 5, 17)).choosing([.arranged])
    let wanted: [Ability: Int] = [
      .str: 17, .int: 12, .wis: 8, .dex: 15, .con: 12, .cha: 5,
    ]
    let arranged = try rolled.arranging { wanted[$0] ?? 0 }
    #expect(arranged.rolledScores == .of(17, 12, 8, 15, 12, 5))
    #expect(throws: RuleRefusal.notAmongRolls(.int, total: 17, rolled: 1)) {
      try rolled.arranging { $0 == .str || $0 == .int ? 17 : 12 }
    }
    #expect(throws: RuleRefusal.notAmongRolls(.str, total: 18, rolled: 0)) {
      try rolled.arranging { _ in 18 }
    }
    #expect(throws: RuleRefusal.notArranged) {
      try CharacterDraft.rolled(.of(8, 15, 12, 12, 5, 17)).arranging { _ in 12 }
    }
    #expect(throws: RuleRefusal.stepUnfinished(.abilities, .abilities)) {
      try CharacterDraft().arranging { _ in 12 }
    }
  }

  @Test func `arranging takes trades back and checks the class, and changing nothing does not`()
    throws
  {
    let rolled = try CharacterDraft.rolled(.of(13, 13, 13, 13, 9, 6)).choosing([.arranged])
    let dwarf = try rolled.choosing(CharacterClass.dwarf).lowering(.int).raising(.str)
    let scores: AbilityScores = .of(13, 13, 13, 13, 9, 6)
    #expect(try dwarf.arranging { scores[$0] } == dwarf)
    let swapped: AbilityScores = .of(13, 13, 13, 13, 6, 9)
    let other = try dwarf.arranging { swapped[$0] }
    #expect(other.characterClass == nil)
    #expect(other.adjustments.isEmpty)
  }

  @Test(arguments: [
    (CharacterClass.fighter, 8), (.cleric, 6), (.thief, 4), (.magicUser, 4), (.dwarf, 8),
    (.elf, 6), (.halfling, 6),
  ])
  func `maximum hit points need no roll`(characterClass: CharacterClass, sides: Int) throws {
    let rolled = try CharacterDraft.rolled(.of(13, 13, 13, 13, 13, 13))
      .choosing([.fullHitPoints]).choosing(characterClass).continuing(past: .adjust)
    #expect(rolled.hitDieRoll == sides)
    // Constitution 13 adds 1.
    #expect(rolled.hitPoints == sides + 1)
    #expect(rolled.missing(in: .details) == [.gold])
    var random = SeededGenerator(seed: 1)
    #expect(throws: RuleRefusal.hitPointsFull) { try rolled.rollingHitPoints(using: &random) }
    #expect(try rolled.choosing([]).hitPoints == nil)
  }

  @Test func `the options stay with the character, which must keep to them`() throws {
    var random = SeededGenerator(seed: 2)
    var draft = CharacterDraft.random(
      by: [.fourDice, .fullHitPoints, .ascendingOnly], using: &random)
    draft = try draft.continuing(past: .review)
    let character = try draft.character(id: CharacterID(using: &random))
    #expect(character.options == [.fourDice, .fullHitPoints, .ascendingOnly])
    #expect(character.brokenRules().isEmpty)
    #expect(character.rolls?.hitPoints == 0)
    var weak = character
    weak.hitDieRoll = 1
    let sides = weak.characterClass.hitDie.sides
    #expect(
      weak.brokenRules().map(\.refusal).contains(.outOfRange(sides...sides, of: .hitDie)))
    weak.hitDieRoll = nil
    weak.hitPoints -= 1
    #expect(weak.brokenRules().map(\.part) == [.hitPoints])
  }

  @Test func `drafts that their options do not lead to are refused`() throws {
    var random = SeededGenerator(seed: 3)
    let draft = CharacterDraft.random(by: [.fourDice, .fullHitPoints], using: &random)
    #expect(draft.restored == draft)
    #expect(draft.restored { $0.options = [.fullHitPoints] } == nil)
    #expect(draft.restored { $0.options = [.fourDice] } == nil)
    #expect(draft.restored { $0.hitDieRoll = 1 } == nil)
    #expect(draft.restored { $0.hitPointRolls = 1 } == nil)
    #expect(draft.restored { $0.options.insert(.arranged) } != nil)
    #expect(CharacterDraft().restored { $0.options = [.arranged] } == nil)
    let plain = CharacterDraft.random(using: &random)
    #expect(plain.restored { $0.options = [.fourDice] } == nil)
  }
}
