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

  @Test(arguments: CharacterClass.allCases)
  func `a kit holds what belongs together, within the gold and the class`(
    wearer: CharacterClass
  ) throws {
    var extras: Set<Gear> = []
    for seed in 0..<320 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      // Every sum that three dice can show, again and again.
      let gold = 30 + 10 * Int(seed % 16)
      let goods = Kit(for: wearer, gold: gold, using: &random).goods
      #expect(goods.cost <= gold)
      #expect(goods.entries.allSatisfy { wearer.allows($0.item) })
      #expect(goods.hasNoSpareArmour)
      func has(_ gear: Gear) -> Bool { goods[.gear(gear)] > 0 }
      #expect(has(.torches) && has(.tinderBox) && has(.rationsStandard))
      #expect(has(.hammer) == (has(.ironSpikes) || has(.stakesAndMallet)))
      #expect(has(.lantern) == has(.oil))
      #expect(!has(.grapplingHook) || has(.rope))
      #expect(goods.weapons.contains { $0.record.isMelee })
      // A sword, and then the best suit that leaves enough for a bag and water.
      if wearer == .fighter || wearer == .elf {
        #expect(goods.weapons.contains(.sword))
        let suit: Armour? =
          gold < 50 ? nil : gold < 70 ? .leather : gold < 90 ? .chainmail : .plateMail
        #expect(goods.armour == suit)
      }
      for weapon in goods.weapons where !weapon.record.isMelee && weapon != .javelin {
        #expect(goods.ammunition.contains { $0.record.weapons.contains(weapon) })
      }
      // For 30 gp, food, light and a weapon come before a tool for 25.
      if gold > 30 {
        #expect(has(.holySymbol) == (wearer == .cleric))
        #expect(has(.thievesTools) == (wearer == .thief))
      }
      if goods.hasShield {
        #expect(goods.weapons.allSatisfy { !($0.record.isMelee && $0.record.needsBothHands) })
      }
      extras.formUnion(goods.gear)
    }
    #expect(extras.isSuperset(of: [.hammer, .lantern, .grapplingHook, .pole, .wine]))
  }

  @Test func `a surprise after others counts their rolls`() {
    var random = SeededGenerator(seed: 7)
    #expect(CharacterDraft.random(using: &random).rollCounts.abilities == 1)
    let draft = CharacterDraft.random(after: 4, using: &random)
    #expect(draft.rollCounts == RollCounts(abilities: 5, hitPoints: 1, gold: 1))
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
