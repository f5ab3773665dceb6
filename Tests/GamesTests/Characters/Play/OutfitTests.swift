import Testing

@testable import Games

@Suite struct OutfitTests {
  /// A fighter with a sword, a long bow, two daggers, chainmail and a shield, as a beginner has them.
  private func hero() throws -> PlayerCharacter {
    var hero = try PlayerCharacter.veteran(.fighter, gold: 50)
    hero.goods.add([
      .weapon(.sword), .weapon(.longBow), .weapon(.dagger), .weapon(.dagger), .armour(.chainmail),
      .shield,
    ])
    return hero
  }

  private func armourClass(_ character: PlayerCharacter) -> Int {
    RecordSheet(character).descendingArmourClass.value
  }

  @Test func `one suit is worn, the others are carried and weigh`() throws {
    let plain = try hero()
    let load = RecordSheet(plain).weight.value
    let finder = try plain.finding(.armour(.plateMail), count: 2)
    #expect(armourClass(finder) == armourClass(plain))
    #expect(RecordSheet(finder).weight.value == load + 1_000)
    let knight = try finder.wearing(.armour(.plateMail))
    #expect(armourClass(knight) == armourClass(plain) - 2)
    #expect(knight.goods.armour == .plateMail)
    #expect(
      knight.record.spares == Goods([.armour(.chainmail), .armour(.plateMail)]))
    #expect(RecordSheet(knight).weight.value == load + 1_000)
    let bare = try knight.puttingAway(.armour(.plateMail))
    #expect(armourClass(bare) == armourClass(plain) + 4)
    #expect(bare.record.spares[.armour(.plateMail)] == 2)
    #expect(bare.brokenRules() == [])
    // What isn't worn goes first.
    #expect(try knight.losing(.armour(.plateMail)).goods.armour == .plateMail)
    #expect(try knight.losing(.armour(.plateMail), count: 2).goods.armour == nil)
  }

  @Test func `what is found is worn if nothing is in its way`() throws {
    let bowman = try PlayerCharacter.veteran(.fighter).finding(.weapon(.longBow))
      .wearing(.weapon(.longBow)).finding(.armour(.leather)).finding(.shield)
    #expect(bowman.goods.armour == .leather)
    #expect(!bowman.goods.hasShield)
    #expect(bowman.record.spares == Goods([.shield]))
  }

  @Test func `two hands hold a weapon and a shield, two weapons, or one for both hands`() throws {
    func names(_ character: PlayerCharacter) -> [String] {
      character.record.inHand.map(\.name) + (character.goods.hasShield ? ["Shield"] : [])
    }
    var hero = try hero()
    // Whoever has said nothing can draw any of them.
    #expect(RecordSheet(hero).ready.count == 3)
    hero = try hero.wearing(.weapon(.sword))
    #expect(names(hero) == ["Sword", "Shield"])
    #expect(RecordSheet(hero).ready.map(\.weapon) == [.sword])
    hero = try hero.wearing(.weapon(.dagger))
    #expect(names(hero) == ["Dagger", "Shield"])
    let behindShield = armourClass(hero)
    hero = try hero.wearing(.weapon(.longBow))
    #expect(names(hero) == ["Long bow"])
    #expect(armourClass(hero) == behindShield + 1)
    hero = try hero.wearing(.shield)
    #expect(names(hero) == ["Shield"])
    hero = try hero.puttingAway(.shield).wearing(.weapon(.dagger)).wearing(.weapon(.dagger))
    #expect(names(hero) == ["Dagger", "Dagger"])
    #expect(try hero.wearing(.weapon(.dagger)) == hero)
    let mixed = try hero.wearing(.weapon(.sword))
    #expect(names(mixed) == ["Dagger", "Sword"])
    #expect(try mixed.wearing(.weapon(.dagger)) == mixed)
    hero = try hero.losing(.weapon(.dagger))
    #expect(names(hero) == ["Dagger"])
    #expect(hero.brokenRules() == [])
    hero = try hero.puttingAway(.weapon(.dagger))
    #expect(RecordSheet(hero).ready.count == 3)
  }

  @Test func `only what one has and what is worn can be put on`() throws {
    let hero = try hero()
    #expect(refusal { try hero.wearing(.armour(.leather)) } == .notOwned(.armour(.leather)))
    #expect(refusal { try hero.puttingAway(.weapon(.mace)) } == .notOwned(.weapon(.mace)))
    let camper = try hero.finding(.gear(.rope))
    #expect(refusal { try camper.wearing(.gear(.rope)) } == .unknownItem)
    #expect(try hero.puttingAway(.weapon(.sword)) == hero)
    #expect(try hero.wearing(.shield) == hero)
  }

  @Test func `nothing is held that isn't there or for which there is no hand`() throws {
    func parts(_ inHand: [Weapon]) throws -> [BrokenRule] {
      var hero = try hero()
      hero.record.inHand = inHand
      return hero.brokenRules()
    }
    #expect(try parts([.sword]) == [])
    #expect(try parts([.longBow]) == [BrokenRule(.handsFull, .inHand)])
    #expect(try parts([.sword, .dagger]) == [BrokenRule(.handsFull, .inHand)])
    #expect(try parts([.mace]) == [BrokenRule(.notInHand(.mace), .inHand)])
    var thief = try PlayerCharacter.veteran(.thief)
    thief.record.spares = Goods([.armour(.plateMail)])
    #expect(
      thief.brokenRules()
        == [
          BrokenRule(
            .armourForbidden(.thief, .armour(.plateMail)), .item(.armour(.plateMail)))
        ])
  }

  @Test func `a suit that was put on since is not taken back behind one's back`() throws {
    var hero = RecordedCharacter(try hero())
    try hero.make(.found, at: 1) { character throws(RuleRefusal) in
      try character.finding(.armour(.plateMail))
    }
    try hero.make(.worn, at: 2) { character throws(RuleRefusal) in
      try character.wearing(.armour(.plateMail))
    }
    #expect(throws: RuleRefusal.changedSince(.worn)) { try hero.undo(1, at: 3) }
    try hero.undo(2, at: 4)
    #expect(hero.character.goods.armour == .chainmail)
    try hero.undo(1, at: 5)
    #expect(hero.character == (try self.hero()))
  }
}
