import Testing

@testable import Games

@Suite struct DraftRestoreTests {
  private func elf() throws -> CharacterDraft {
    try CharacterDraft.shopper(.elf, gold: 100).lowering(.wis).raising(.str)
      .describing(name: "Nim", title: "", languages: [.ogre]).buying(.weapon(.sword))
  }

  @Test func `what was written is read as it was`() throws {
    #expect(CharacterDraft().restored == CharacterDraft())
    let elf = try elf()
    #expect(elf.restored == elf)
  }

  @Test func `rolls that cannot be are refused`() throws {
    let elf = try elf()
    #expect(elf.restored { $0.abilities.removeLast() } == nil)
    #expect(elf.restored { $0.abilities = [] } == nil)
    #expect(elf.restored { $0.abilityRolls = 0 } == nil)
    #expect(elf.restored { $0.abilityRolls = .max } == nil)
    #expect(elf.restored { $0.goldRolls = -1 } == nil)
    #expect(elf.restored { $0.goldDice = nil } == nil)
    #expect(elf.restored { $0.hitDieRoll = 7 } == nil)
    #expect(elf.restored { $0.hitDieRoll = 0 } == nil)
    #expect(elf.restored { $0.hitDieRoll = nil } == nil)
    #expect(ThreeDice(0, 1, 1) == nil)
    #expect(ThreeDice(1, 7, 1) == nil)
    #expect(ThreeDice(1, 1, .min) == nil)
  }

  @Test func `a class and trades that break rules are refused`() throws {
    let elf = try elf()
    #expect(elf.restored { $0.characterClass = nil } == nil)
    #expect(elf.restored { $0.characterClass = .magicUser } == nil)
    #expect(elf.restored { $0.adjustments[.cha] = -2 } == nil)
    #expect(elf.restored { $0.adjustments[.wis] = -1 } == nil)
    #expect(elf.restored { $0.adjustments[.wis] = -6 } == nil)
    #expect(elf.restored { $0.adjustments[.wis] = 2 } == nil)
    #expect(elf.restored { $0.adjustments[.int] = 3 } == nil)
    #expect(elf.restored { $0.adjustments[.str] = 6 } == nil)
    #expect(elf.restored { $0.adjustments[.wis] = .min } == nil)
    #expect(elf.restored { $0.adjustments[.str] = .max } == nil)
    #expect(elf.restored { $0.adjustments[.wis] = -4 } != nil)
  }

  @Test func `goods that nobody could buy are refused`() throws {
    let elf = try elf()
    #expect(elf.restored { $0.goods[.armour(.plateMail)] = 2 } == nil)
    #expect(elf.restored { $0.goods[.shield] = 2 } == nil)
    #expect(elf.restored { $0.goods[.weapon(.sword)] = 11 } == nil)
    #expect(elf.restored { $0.goods[.weapon(.sword)] = .max } == nil)
    #expect(elf.restored { $0.goods[.ammunition(.slingStones)] = 201 } == nil)
    let mage = try CharacterDraft.shopper(.magicUser, gold: 100)
    #expect(mage.restored { $0.goods[.weapon(.sword)] = 1 } == nil)
  }

  @Test func `texts, languages and spells out of the rules are refused`() throws {
    let elf = try elf()
    #expect(elf.restored { $0.name = " Nim" } == nil)
    #expect(elf.restored { $0.name = "\u{202E}" } == nil)
    #expect(elf.restored { $0.title = String(repeating: "x", count: 61) } == nil)
    #expect(elf.restored { $0.languages = [.ogre, .pixie] } == nil)
    #expect(elf.restored { $0.languages = [.elvish] } == nil)
    #expect(elf.restored { $0.spell = nil } != nil)
    let thief = try CharacterDraft.shopper(.thief, gold: 100)
    #expect(thief.restored { $0.spell = .sleep } == nil)
    #expect(thief.restored { $0.reached = .spells } == nil)
  }
}
