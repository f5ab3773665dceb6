import Testing

@testable import Games

@Suite struct OtherThingTests {
  private func thing(
    _ name: String, _ kind: OtherThing.Kind, attack: Int = 0, armourClass: Int = 0,
    saves: Int = 0, charges: Int? = nil
  ) -> OtherThing {
    var thing = OtherThing(name, weight: 10, kind: kind)
    (thing[.attack], thing[.armourClass], thing[.saves]) = (attack, armourClass, saves)
    thing.charges = charges
    return thing
  }

  /// A fighter in chainmail, with a shield and a sword, who has found these.
  private func hero(_ things: OtherThing...) throws -> PlayerCharacter {
    let hero = try PlayerCharacter.veteran(.fighter, scores: .of(16, 13, 13, 13, 13, 13))
      .finding(.armour(.chainmail)).finding(.shield).finding(.weapon(.sword))
    return try things.reduce(hero) { try $0.noting($1) }
  }

  @Test func `a sword with a bonus hits and hurts by more, and only itself`() throws {
    let hero = try hero(thing("Flametongue", .item(.weapon(.sword)), attack: 2))
    let lines = RecordSheet(hero).weapons
    #expect(lines.map(\.name) == ["Sword", "Flametongue"])
    #expect(lines.map { $0.melee?.value } == [2, 4])
    #expect(lines.map(\.damageModifier) == [2, 4])
    #expect(lines[1].melee?.parts.last?.origin == .thing("Flametongue"))
    let armed = try hero.wearing(thingAt: 0)
    #expect(RecordSheet(armed).ready.map(\.name) == ["Flametongue"])
    #expect(RecordSheet(try armed.wearing(.weapon(.sword))).ready.map(\.name) == ["Sword"])
  }

  @Test func `armour that is worn takes the place of another suit`() throws {
    let hero = try hero(thing("Dragon scales", .item(.armour(.plateMail)), armourClass: 1))
    let sheet = RecordSheet(hero)
    let knight = try hero.wearing(thingAt: 0)
    #expect(knight.goods.armour == nil)
    #expect(knight.record.spares == Goods([.armour(.chainmail)]))
    let better = RecordSheet(knight)
    #expect(better.descendingArmourClass.value == sheet.descendingArmourClass.value - 3)
    #expect(better.ascendingArmourClass.value == sheet.ascendingArmourClass.value + 3)
    #expect(better.basicMovement == sheet.basicMovement)
    #expect(better.weight.value == sheet.weight.value)
    let back = try knight.wearing(.armour(.chainmail))
    #expect(RecordSheet(back).descendingArmourClass == sheet.descendingArmourClass)
    #expect(back.wornThings == [])
    #expect(knight.brokenRules() == [])
  }

  @Test func `a ring counts while it's worn, a cursed one too`() throws {
    let hero = try hero(
      thing("Ring", .ring, armourClass: 1, saves: 1), thing("Gloves", .other, attack: -2))
    let (plain, worn) = (
      RecordSheet(hero), RecordSheet(try hero.wearing(thingAt: 0).wearing(thingAt: 1))
    )
    #expect(worn.descendingArmourClass.value == plain.descendingArmourClass.value - 1)
    for save in SavingThrow.allCases {
      #expect(worn.saves[save] == plain.saves[save] - 1)
      #expect(worn.save(save).value == worn.saves[save])
    }
    #expect(worn.weapons[0].melee?.value == 0)
    #expect(worn.weapons[0].damageModifier == 0)
    let bare = try hero.wearing(thingAt: 0).puttingAway(thingAt: 0)
    #expect(RecordSheet(bare).saves == plain.saves)
  }

  @Test func `hands hold what has numbers as they hold anything else`() throws {
    let hero = try hero(
      thing("Great axe", .item(.weapon(.battleAxe)), attack: 1), thing("Aegis", .item(.shield)))
    let axe = try hero.wearing(thingAt: 0)
    #expect(!axe.hasShield)
    let aegis = try axe.wearing(thingAt: 1)
    #expect(aegis.wornThings.map(\.name) == ["Aegis"])
    #expect(aegis.hasShield)
    #expect(!aegis.goods.hasShield)
    #expect(try aegis.wearing(.shield).wornThings == [])
    var forged = aegis
    forged.record.otherThings[0].isWorn = true
    #expect(forged.brokenRules() == [BrokenRule(.handsFull, .inHand)])
    forged = aegis
    forged.goods[.shield] = 1
    forged.record.spares = Goods()
    #expect(forged.brokenRules() == [BrokenRule(.tooMuchArmour, .otherThings)])
  }

  @Test func `charges are used one by one`() throws {
    let hero = try hero(thing("Wand", .other, charges: 1), OtherThing("gem"))
    let used = try hero.usingCharge(ofThingAt: 0)
    #expect(used.record.otherThings[0].charges == 0)
    #expect(refusal { try used.usingCharge(ofThingAt: 0) } == .noCharges)
    for place in [-1, 1, 2] {
      #expect(refusal { try hero.usingCharge(ofThingAt: place) } == .thingUnknown)
      #expect(refusal { try hero.wearing(thingAt: place) } == .thingUnknown)
    }
  }

  @Test func `what the rules don't allow isn't noted or worn`() throws {
    #expect(
      refusal { try hero(thing("x", .ring, saves: 6)) } == .outOfRange(-3...5, of: .bonus))
    #expect(
      refusal { try hero(thing("x", .ring, attack: -4)) } == .outOfRange(-3...5, of: .bonus))
    #expect(
      refusal { try hero(thing("x", .other, charges: 100)) } == .outOfRange(0...99, of: .charges))
    var nothing = OtherThing("x")
    nothing[.saves] = 1
    #expect(refusal { try hero(nothing) } == .thingUnknown)
    let thief = try PlayerCharacter.veteran(.thief).noting(
      thing("Plate", .item(.armour(.plateMail))))
    #expect(
      refusal { try thief.wearing(thingAt: 0) }
        == .armourForbidden(.thief, .armour(.plateMail)))
    var forged = thief
    forged.record.otherThings[0].isWorn = true
    #expect(forged.brokenRules().map(\.part) == [.otherThings])
  }
}
