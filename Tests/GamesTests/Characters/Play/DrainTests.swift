import Testing

@testable import Games

@Suite struct DrainTests {
  @Test(arguments: CharacterClass.allCases)
  func `drained of every level in turn, a character is back where it began`(
    characterClass: CharacterClass
  ) throws {
    let rows = LevelRow.of(characterClass)
    var character = try PlayerCharacter.veteran(characterClass, level: rows.count)
    for (new, old) in zip(rows, rows.dropFirst()).reversed() {
      let step = try #require(character.previousLevel)
      #expect(step.level == .init(from: old.level, to: new.level))
      #expect(step.thac0?.to ?? old.thac0 == new.thac0)
      let half = try character.drained(leaving: .halfway)
      #expect(half.experience == (old.experience + new.experience) / 2)
      #expect(half.brokenRules() == [])
      let before = character.hitPoints
      character = try character.drained(leaving: .least)
      #expect(character.experience == new.experience)
      #expect(step.hitPoints == .lost(before - character.hitPoints))
      #expect(character.brokenRules() == [])
      let fresh = try PlayerCharacter.veteran(characterClass, level: new.level)
      #expect(character.hitPoints == fresh.hitPoints)
      #expect(character.record.hitDieRolls == fresh.record.hitDieRolls)
    }
    #expect(character.previousLevel == nil)
    #expect(refusal { try character.drained(leaving: .least) } == .lastLevel)
  }

  @Test func `the hit points that go are those that the level gave`() throws {
    var dice = Faces(2, 7, 5, sides: 8)
    let fighter = try PlayerCharacter.veteran(.fighter, scores: .of(9, 9, 9, 9, 9, 9))
      .starting(atLevel: 4, using: &dice)
    #expect(fighter.hitPoints == 8 + 2 + 7 + 5)
    let once = try fighter.drained(leaving: .least)
    #expect(once.hitPoints == 17)
    #expect(try once.drained(leaving: .least).hitPoints == 10)
  }

  @Test func `nobody falls below one hit point who had one`() throws {
    let hurt = try PlayerCharacter.veteran(.fighter, level: 2).hurt(by: 15)
    #expect(hurt.hitPoints == 18)
    #expect(hurt.hitPointsNow == 3)
    let drained = try hurt.drained(leaving: .least)
    #expect(drained.hitPoints == 9)
    #expect(drained.hitPointsNow == 1)
    let dead = try hurt.hurt(by: 99).drained(leaving: .least)
    #expect(dead.hitPointsNow == 0)
  }

  @Test func `spells beyond the lower level are forgotten, and the book stays`() throws {
    let web = try ListedSpell.named("Web")
    let sleep = Spell.sleep.listed
    let wizard = try PlayerCharacter.veteran(.magicUser, level: 3).learning(web)
      .preparing([web, sleep, sleep])
    let drained = try wizard.drained(leaving: .halfway)
    #expect(drained.record.prepared == [PreparedSpell(sleep), PreparedSpell(sleep)])
    #expect(drained.spellBook == [sleep, web])
    #expect(drained.brokenRules() == [])
    #expect(try drained.drained(leaving: .least).record.prepared == [PreparedSpell(sleep)])
  }
}
