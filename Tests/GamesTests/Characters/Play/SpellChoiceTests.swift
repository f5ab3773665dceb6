import Testing

@testable import Games

@Suite struct SpellChoiceTests {
  @Test func `a book holds as many of a level as can be memorised in a day`() throws {
    let wizard = try PlayerCharacter.veteran(.magicUser, level: 3)
    let (web, knock) = try (ListedSpell.named("Web"), ListedSpell.named("Knock"))
    let learned = try wizard.learning(Spell.shield.listed).learning(web)
    #expect(learned.spellBook.map(\.name) == ["Sleep", "Shield", "Web"])
    #expect(learned.spells == [.sleep, .shield])
    #expect(learned.record.higherSpells == [web])
    #expect(learned.learnable == [])
    #expect(refusal { try learned.learning(Spell.light.listed) } == .bookFull(level: 1, slots: 2))
    #expect(refusal { try learned.learning(knock) } == .bookFull(level: 2, slots: 1))
    #expect(refusal { try learned.learning(web) } == .spellTwice(web))
    let fly = try ListedSpell.named("Fly")
    #expect(refusal { try learned.learning(fly) } == .spellNotForClass(.magicUser, fly))
    #expect(learned.brokenRules() == [])
  }

  @Test func `an elf never learns the sixth level, and nobody else learns anything`() throws {
    let elf = try PlayerCharacter.veteran(.elf, level: 10)
    #expect(Set(elf.learnable.map(\.level)) == [1, 2, 3, 4, 5])
    let geas = try ListedSpell.named("Geas")
    #expect(refusal { try elf.learning(geas) } == .spellNotForClass(.elf, geas))
    for characterClass in CharacterClass.allCases where characterClass.magic != .arcane {
      let other = try PlayerCharacter.veteran(characterClass, level: 8)
      #expect(other.learnable == [])
      #expect(
        refusal { try other.learning(Spell.light.listed) }
          == .spellNotForClass(characterClass, Spell.light.listed))
    }
  }

  @Test func `a starting spell stands prepared, and stays so with the first change`() throws {
    let wizard = try PlayerCharacter.veteran(.magicUser)
    let sleep = PreparedSpell(Spell.sleep.listed)
    #expect(wizard.play == nil)
    #expect(wizard.record.prepared == [sleep])
    var recorded = RecordedCharacter(wizard)
    try recorded.make(.hitPoints, at: 0) { character throws(RuleRefusal) in
      try character.hurt(by: 1)
    }
    #expect(recorded.character.record.prepared == [sleep])
    try recorded.undo(1, at: 1)
    #expect(recorded.character == wizard)
  }

  @Test func `a caster prepares from the book, a spell perhaps twice`() throws {
    let sleep = Spell.sleep.listed
    let wizard = try PlayerCharacter.veteran(.magicUser, level: 2)
    #expect(wizard.preparable == [sleep])
    let ready = try wizard.preparing([sleep, sleep])
    #expect(
      refusal { try wizard.preparing([sleep, sleep, sleep]) }
        == .noSlotLeft(level: 1, slots: 2))
    #expect(
      refusal { try wizard.preparing([Spell.light.listed]) }
        == .spellNotInBook(Spell.light.listed))
    let once = try ready.casting(sleep)
    #expect(once.record.prepared == [PreparedSpell(sleep, isCast: true), PreparedSpell(sleep)])
    let twice = try once.casting(sleep)
    #expect(refusal { try twice.casting(sleep) } == .notPrepared(sleep))
    #expect(twice.rested() == ready)
    #expect(ready.rested() == ready)
    let torn = try ready.forgetting(sleep)
    #expect(torn.spellBook == [])
    #expect(torn.record.prepared == [])
    #expect(refusal { try torn.forgetting(sleep) } == .spellNotInBook(sleep))
  }

  @Test func `a cleric prays for anything on the list, from the second level on`() throws {
    let light = try ListedSpell.named("Light", .divine)
    let bless = try ListedSpell.named("Bless", .divine)
    let acolyte = try PlayerCharacter.veteran(.cleric)
    #expect(acolyte.preparable == [])
    #expect(refusal { try acolyte.preparing([light]) } == .spellNotForClass(.cleric, light))
    let vicar = try PlayerCharacter.veteran(.cleric, level: 4)
    #expect(vicar.preparable.count == 16)
    let ready = try vicar.preparing([bless, light, light])
    #expect(ready.record.prepared.map(\.spell) == [light, light, bless])
    #expect(ready.brokenRules() == [])
    #expect(
      refusal { try vicar.preparing([Spell.light.listed]) }
        == .spellNotForClass(.cleric, Spell.light.listed))
  }

  @Test func `conditions come and go in free words`() throws {
    let hero = try PlayerCharacter.veteran(.dwarf).suffering(" blind until Thursday ")
    #expect(hero.record.conditions == ["blind until Thursday"])
    #expect(try hero.suffering("blind until Thursday") == hero)
    #expect(hero.rid(ofConditionAt: 3) == hero)
    #expect(hero.rid(ofConditionAt: 0).record.conditions == [])
    #expect(refusal { try hero.suffering("\t") } == .words(.condition, .empty))
    #expect(
      refusal { try hero.suffering(String(repeating: "x", count: 61)) }
        == .words(.condition, .tooLong))
    var ill = hero
    for number in 1..<12 { ill = try ill.suffering("\(number)") }
    #expect(refusal { try ill.suffering("one more") } == .tooManyWords(.condition, limit: 12))
    #expect(ill.brokenRules() == [])
  }

  @Test func `hit points go down to nothing and up to all of them`() throws {
    let hero = try PlayerCharacter.veteran(.dwarf)
    #expect(hero.hitPointsNow == 9)
    #expect(try hero.hurt(by: 4).hitPointsNow == 5)
    #expect(try hero.hurt(by: 4).healed(by: 3).hitPointsNow == 8)
    #expect(try hero.hurt(by: 4).healed(by: 30).hitPointsNow == 9)
    let dead = try hero.hurt(by: 999)
    #expect(dead.hitPointsNow == 0)
    #expect(dead.brokenRules() == [])
    #expect(try dead.healed(by: 1).hitPointsNow == 1)
    #expect(try hero.healed(by: 5) == hero)
    for points in [.min, -1, 0, 1_000, .max] {
      #expect(refusal { try hero.hurt(by: points) } == .outOfRange(1...999, of: .blow))
    }
  }
}
