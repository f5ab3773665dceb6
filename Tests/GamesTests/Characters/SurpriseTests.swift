import Testing

@testable import Games

@Suite struct SurpriseTests {
  @Test func `2000 surprises are legal, complete and of every class`() throws {
    var counts: [CharacterClass: Int] = [:]
    var names: Set<String> = []
    for seed in 0..<2_000 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let draft = CharacterDraft.random(using: &random)
      #expect(draft.firstOpenStep == .review)
      #expect(draft.restored == draft)
      let character = try draft.character(id: CharacterID(using: &random))
      #expect(character.brokenRules() == [])
      #expect(character.additionalLanguages.count == character.scores.extraLanguages)
      counts[character.characterClass, default: 0] += 1
      names.insert(character.name)
    }
    for characterClass in CharacterClass.allCases {
      #expect(counts[characterClass, default: 0] > 50)
    }
    #expect(names.count > 500)
  }

  @Test func `the kit is sensible`() throws {
    var armed = 0
    var lit = 0
    var fed = 0
    for seed in 0..<500 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let draft = CharacterDraft.random(using: &random)
      let goods = draft.goods
      #expect(!goods.weapons.isEmpty)
      armed += goods.weapons.contains(where: \.record.isMelee) ? 1 : 0
      lit += goods[.gear(.torches)] > 0 ? 1 : 0
      fed += goods[.gear(.rationsStandard)] > 0 ? 1 : 0
      if draft.characterClass == .cleric { #expect(goods[.gear(.holySymbol)] == 1) }
      if draft.characterClass == .thief { #expect(goods[.gear(.thievesTools)] == 1) }
      if goods.hasShield {
        #expect(goods.weapons.allSatisfy { !($0.record.isMelee && $0.record.needsBothHands) })
      }
    }
    #expect(armed == 500)
    #expect(lit > 480)
    #expect(fed > 450)
  }

  @Test func `the same seed surprises the same way`() {
    var one = SeededGenerator(seed: 7)
    var other = SeededGenerator(seed: 7)
    #expect(
      CharacterDraft.random(using: &one) == CharacterDraft.random(using: &other))
  }

  @Test func `a closed step and one without choices stay as they are`() throws {
    var random = SeededGenerator(seed: 7)
    let draft = CharacterDraft()
    for step in Step.allCases.dropFirst() {
      #expect(draft.surprising(step, using: &random) == draft)
    }
    let fighter = try CharacterDraft.shopper(.fighter, gold: 100)
    #expect(fighter.surprising(.spells, using: &random) == fighter)
  }

  @Test func `a surprise takes the place of what was chosen`() throws {
    var random = SeededGenerator(seed: 8)
    let draft = try CharacterDraft.shopper(.fighter, gold: 100).buying(.weapon(.lance))
      .describing(name: "Nim", title: "Sir", languages: [])
    #expect(draft.surprising(.equipment, using: &random).goods[.weapon(.lance)] == 0)
    let named = draft.surprising(.biography, using: &random)
    #expect(named.name != "Nim")
    #expect(named.title == "Sir")
    #expect(named.languages.count == 1)
  }

  @Test func `good prime requisites draw their classes`() throws {
    let draft = try CharacterDraft.rolled(.of(17, 7, 7, 7, 7, 10))
    var random = SeededGenerator(seed: 9)
    let fighters = (0..<200).filter { _ in
      draft.surprising(.characterClass, using: &random).characterClass == .fighter
    }
    #expect(fighters.count > 120)
  }
}
