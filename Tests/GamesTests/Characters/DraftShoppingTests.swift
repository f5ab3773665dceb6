import Testing

@testable import Games

@Suite struct DraftShoppingTests {
  @Test func `items are paid for, and returns are refunded in full`() throws {
    var draft = try CharacterDraft.shopper(.fighter, gold: 100)
    draft = try draft.buying(.armour(.plateMail)).buying(.weapon(.sword)).buying(.weapon(.sword))
    #expect(draft.goldLeft == 20)
    #expect(draft.goods[.weapon(.sword)] == 2)
    draft = try draft.returning(.weapon(.sword)).returning(.armour(.plateMail))
    #expect(draft.goldLeft == 90)
    #expect(draft.goods.items == [.weapon(.sword)])
  }

  @Test func `an item that isn't owned can't be returned, nor can one twice`() throws {
    let draft = try CharacterDraft.shopper(.fighter, gold: 100).buying(.weapon(.sword))
    #expect(throws: RuleRefusal.notOwned(.shield)) { try draft.returning(.shield) }
    let returned = try draft.returning(.weapon(.sword))
    #expect(throws: RuleRefusal.notOwned(.weapon(.sword))) {
      try returned.returning(.weapon(.sword))
    }
    #expect(returned.goldLeft == 100)
  }

  @Test func `nobody buys without gold`() throws {
    let draft = try CharacterDraft.shopper(.fighter, gold: 50).buying(.armour(.chainmail))
    #expect(throws: RuleRefusal.notEnoughGold(.weapon(.twoHandedSword), left: 10)) {
      try draft.buying(.weapon(.twoHandedSword))
    }
    let empty = try draft.buying(.weapon(.sword))
    #expect(empty.goldLeft == 0)
    #expect(throws: RuleRefusal.notEnoughGold(.gear(.rope), left: 0)) {
      try empty.buying(.gear(.rope))
    }
    #expect(try empty.buying(.ammunition(.slingStones)).goldLeft == 0)
  }

  @Test func `one suit of armour and one shield are enough`() throws {
    let draft = try CharacterDraft.shopper(.fighter, gold: 180).buying(.armour(.leather))
      .buying(.shield)
    for armour in Armour.allCases {
      #expect(throws: RuleRefusal.alreadyOwned(.armour(.leather))) {
        try draft.buying(.armour(armour))
      }
    }
    #expect(throws: RuleRefusal.alreadyOwned(.shield)) { try draft.buying(.shield) }
    #expect(try draft.returning(.armour(.leather)).buying(.armour(.plateMail)).goldLeft == 110)
  }

  @Test func `forbidden arms are not sold`() throws {
    for (characterClass, item, refusal) in [
      (.magicUser, .armour(.leather), .armourForbidden(.magicUser, .armour(.leather))),
      (.magicUser, .shield, .armourForbidden(.magicUser, .shield)),
      (.magicUser, .weapon(.staff), .weaponForbidden(.magicUser, .staff)),
      (.cleric, .weapon(.sword), .weaponForbidden(.cleric, .sword)),
      (.thief, .armour(.chainmail), .armourForbidden(.thief, .armour(.chainmail))),
      (.thief, .shield, .armourForbidden(.thief, .shield)),
      (.halfling, .weapon(.longBow), .weaponForbidden(.halfling, .longBow)),
    ] as [(CharacterClass, Item, RuleRefusal)] {
      let draft = try CharacterDraft.shopper(characterClass, gold: 180)
      #expect(throws: refusal) { try draft.buying(item) }
    }
    let mage = try CharacterDraft.shopper(.magicUser, gold: 180)
    #expect(try mage.buying(.weapon(.silverDagger)).goldLeft == 150)
    let thief = try CharacterDraft.shopper(.thief, gold: 180)
    #expect(try thief.buying(.weapon(.longBow)).goldLeft == 140)
  }

  @Test func `even what is free is limited`() throws {
    var draft = try CharacterDraft.shopper(.fighter, gold: 30)
    for _ in 0..<200 { draft = try draft.buying(.ammunition(.slingStones)) }
    #expect(throws: RuleRefusal.tooMany(.ammunition(.slingStones))) {
      try draft.buying(.ammunition(.slingStones))
    }
    #expect(draft.restored == draft)
  }

  @Test(arguments: CharacterClass.allCases)
  func `gold left and goods are always the gold that was rolled`(
    characterClass: CharacterClass
  ) throws {
    var random = SeededGenerator(seed: UInt64(characterClass.rawValue))
    var bought = 0
    var returned = 0
    for gold in stride(from: 30, through: 180, by: 30) {
      var draft = try CharacterDraft.shopper(characterClass, gold: gold)
      for _ in 0..<400 {
        let item = try #require(Item.all.randomElement(using: &random))
        if Bool.random(using: &random), let later = try? draft.buying(item) {
          #expect(later.goldLeft == draft.goldLeft - item.cost)
          draft = later
          bought += 1
        } else if let later = try? draft.returning(item) {
          #expect(later.goldLeft == draft.goldLeft + item.cost)
          draft = later
          returned += 1
        }
        #expect(draft.goldLeft >= 0)
        #expect(draft.goldLeft + draft.goods.items.reduce(0) { $0 + $1.cost } == gold)
      }
    }
    #expect(bought > 100 && returned > 30)
  }
}
