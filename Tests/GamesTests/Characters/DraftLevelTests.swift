import Testing

@testable import Games

/// Characters made at a higher level; every expected number is typed from the tables.
@Suite struct DraftLevelTests {
  /// At the details, with 13 in every ability: +1 hit point a die.
  private func draft(_ characterClass: CharacterClass) throws -> CharacterDraft {
    try CharacterDraft.rolled(.of(13, 13, 13, 13, 13, 13)).choosing(characterClass)
      .continuing(past: .adjust)
  }

  @Test func `each level has its hit dice, and fixed points after the ninth`() throws {
    let fighter = try draft(.fighter).starting(atLevel: 11)
    #expect(fighter.missing(in: .details).contains(.hitPoints))
    var dice = Faces(8, 1, 2, 3, 4, 5, 6, 7, 8, sides: 8)
    let rolled = try fighter.rollingHitPoints(using: &dice)
    #expect(dice.draws == 9)
    #expect(rolled.laterHitDice == [1, 2, 3, 4, 5, 6, 7, 8])
    // 44 on the dice, 9 for constitution, and 2 for each of the levels 10 and 11.
    #expect(rolled.hitPoints == 57)
    #expect(rolled.missing(in: .details) == [.gold])
  }

  @Test func `a level gives one hit point at least`() throws {
    let weak = try CharacterDraft.rolled(.of(13, 13, 13, 13, 3, 13)).choosing(CharacterClass.thief)
      .continuing(past: .adjust).starting(atLevel: 3)
    var dice = Faces(4, 1, 3, sides: 4)
    // 4 - 3, then 1 and 1 although 1 - 3 and 3 - 3 are less.
    #expect(try weak.rollingHitPoints(using: &dice).hitPoints == 3)
  }

  @Test func `with maximum hit points only the later dice are rolled`() throws {
    let fighter = try CharacterDraft.rolled(.of(13, 13, 13, 13, 13, 13))
      .choosing([.fullHitPoints]).choosing(CharacterClass.fighter).continuing(past: .adjust)
      .starting(atLevel: 2)
    #expect(fighter.hitPoints == nil)
    var dice = Faces(3, sides: 8)
    let rolled = try fighter.rollingHitPoints(using: &dice)
    // 8 + 1, then 3 + 1.
    #expect(rolled.hitPoints == 13)
    #expect(try rolled.starting(atLevel: 1).hitPoints == 9)
  }

  @Test(arguments: [
    (CharacterClass.cleric, 14), (.dwarf, 12), (.elf, 10), (.fighter, 14), (.halfling, 8),
    (.magicUser, 14), (.thief, 14),
  ])
  func `nobody starts above the limit of the class, or below the first level`(
    characterClass: CharacterClass, limit: Int
  ) throws {
    let draft = try draft(characterClass)
    for level in [0, -1, limit + 1, .max, .min] {
      #expect(throws: RuleRefusal.outOfRange(1...limit, of: .startingLevel)) {
        try draft.starting(atLevel: level)
      }
    }
    var random = SeededGenerator(seed: UInt64(limit))
    for level in 1...limit {
      var person = try draft.starting(atLevel: level).rollingHitPoints(using: &random)
        .rollingGold(using: &random).describing(name: "Nim", title: "", languages: [])
      if characterClass.hasArcaneMagic { person = person.surprising(.spells, using: &random) }
      for step in [Step.equipment, .review] { person = try person.continuing(past: step) }
      let character = try person.character(id: CharacterID(using: &random))
      #expect(character.level == level)
      #expect(character.brokenRules().isEmpty)
      #expect(character.hitPoints == person.hitPoints)
      #expect(character.experience == characterClass.record.progression[level - 1].experience)
      #expect((character.play == nil) == (level == 1))
      #expect(RecordSheet(character).levelRecord == characterClass.record.progression[level - 1])
      #expect(character.spellBook.count == person.bookRoom.reduce(0, +))
      #expect(person.restored == person)
    }
  }

  @Test func `experience is what the level needs`() throws {
    var random = SeededGenerator(seed: 9)
    let thief = try draft(.thief).starting(atLevel: 5).rollingHitPoints(using: &random)
      .rollingGold(using: &random).describing(name: "Nim", title: "", languages: [])
      .continuing(past: .equipment).continuing(past: .review)
    let character = try thief.character(id: CharacterID(using: &random))
    #expect(character.experience == 9_600)
    #expect(!character.canRise)
    #expect(RecordSheet(character).thiefSkills?[.climb] == 91)
    #expect(RecordSheet(character).saves[.spells] == 13)
    #expect(RecordSheet(character).thac0.value == 17)
  }

  @Test func `another level needs other dice, and the same one keeps them`() throws {
    var random = SeededGenerator(seed: 7)
    let rolled = try draft(.cleric).starting(atLevel: 3).rollingHitPoints(using: &random)
    #expect(try rolled.starting(atLevel: 3) == rolled)
    let other = try rolled.starting(atLevel: 4)
    #expect(other.hitPoints == nil)
    #expect(rolled.losses(in: other) == [.hitPointsCleared])
    // A class that goes less high takes its highest level.
    let halfling = try draft(.cleric).starting(atLevel: 14).choosing(CharacterClass.halfling)
    #expect(halfling.level == 8)
  }

  private func caster(_ level: Int) throws -> CharacterDraft {
    var random = SeededGenerator(seed: 3)
    return try draft(.magicUser).starting(atLevel: level).rollingHitPoints(using: &random)
      .rollingGold(using: &random).describing(name: "Nim", title: "", languages: [])
  }

  private func spell(_ level: Int, _ place: Int) -> ListedSpell {
    Magic.arcane.spells(ofLevel: level)[place]
  }

  @Test func `a book holds what can be memorised in a day`() throws {
    let mage = try caster(4)
    #expect(mage.bookRoom == [2, 2, 0, 0, 0, 0])
    let book = [spell(2, 0), spell(1, 10), spell(1, 0)]
    let filled = try mage.choosing(book: book)
    #expect(filled.spell == .sleep)
    #expect(filled.book == [spell(1, 10), spell(1, 0), spell(2, 0)])
    #expect(throws: RuleRefusal.bookFull(level: 1, slots: 2)) {
      try mage.choosing(book: [spell(1, 0), spell(1, 1), spell(1, 2)])
    }
    #expect(throws: RuleRefusal.spellTwice(spell(1, 0))) {
      try mage.choosing(book: [spell(1, 0), spell(1, 0)])
    }
    #expect(throws: RuleRefusal.spellNotForClass(.magicUser, spell(3, 0))) {
      try mage.choosing(book: [spell(1, 0), spell(3, 0)])
    }
    #expect(throws: RuleRefusal.spellMissing(.magicUser)) {
      try mage.choosing(book: [spell(2, 0)])
    }
    let prayer = Magic.divine.spells(ofLevel: 1)[0]
    #expect(throws: RuleRefusal.spellNotForClass(.magicUser, prayer)) {
      try mage.choosing(book: [spell(1, 0), prayer])
    }
    let thief = try draft(.thief)
    #expect(throws: RuleRefusal.notACaster(.thief)) { try thief.choosing(book: []) }
  }

  @Test func `a lower level tears out what no longer fits`() throws {
    let mage = try caster(4).choosing(book: [spell(1, 3), spell(1, 5), spell(2, 1), spell(2, 2)])
    let lower = try mage.starting(atLevel: 3)
    #expect(lower.book == [spell(1, 3), spell(1, 5), spell(2, 1)])
    #expect(mage.losses(in: lower).contains(.spellsCleared([spell(2, 2)])))
    #expect(try mage.starting(atLevel: 1).book == [spell(1, 3)])
  }

  @Test func `levels, dice and books that no moves lead to are refused`() throws {
    let mage = try caster(4).choosing(book: [spell(1, 3), spell(2, 1)])
    #expect(mage.restored == mage)
    #expect(mage.restored { $0.level = 15 } == nil)
    #expect(mage.restored { $0.level = 0 } == nil)
    #expect(mage.restored { $0.level = .min } == nil)
    #expect(mage.restored { $0.level = 3 } == nil)
    #expect(mage.restored { $0.laterHitDice = [] } == nil)
    #expect(mage.restored { $0.laterHitDice[0] = 5 } == nil)
    #expect(mage.restored { $0.spell = nil } == nil)
    #expect(mage.restored { $0.furtherSpells.append($0.furtherSpells[0]) } == nil)
    #expect(mage.restored { $0.furtherSpells = [spell(3, 0)] } == nil)
    #expect(mage.restored { $0.furtherSpells = Magic.divine.spells(ofLevel: 1) } == nil)
    #expect(CharacterDraft().restored { $0.level = 2 } == nil)
  }
}
