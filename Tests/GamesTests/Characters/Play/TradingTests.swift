import Testing

@testable import Games

@Suite struct TradingTests {
  private func hero() throws -> PlayerCharacter { try .veteran(.fighter, gold: 50) }

  @Test func `buying costs the list price, selling brings what was agreed`() throws {
    let owner = try hero().buying(.weapon(.sword)).buying(.gear(.torches), count: 3)
    #expect(owner.coins == Coins(gold: 37))
    #expect(
      owner.goods == Goods([.weapon(.sword), .gear(.torches), .gear(.torches), .gear(.torches)]))
    let seller = try owner.selling(.weapon(.sword), for: 4).selling(
      .gear(.torches), count: 12, for: 0)
    #expect(seller.coins == Coins(gold: 41))
    #expect(seller.goods == Goods([.gear(.torches)]))
    #expect(seller.brokenRules() == [])
  }

  @Test func `what is found costs nothing, and what is lost brings nothing`() throws {
    let finder = try hero().finding(.armour(.plateMail)).losing(.armour(.plateMail))
    #expect(finder.coins == Coins(gold: 50))
    #expect(finder.goods.isEmpty)
    #expect(finder.play == PlayRecord())
  }

  @Test func `a price is paid in whatever coins there are, with change`() throws {
    var purse = Coins()
    purse[.platinum] = 1
    #expect(try purse.paying(200).worth == 300)
    #expect(try purse.paying(200) == Coins(gold: 3))
    purse = Coins(gold: 1)
    purse[.silver] = 15
    purse[.copper] = 7
    let rest = try purse.paying(250)
    #expect(rest.worth == 7)
    #expect(rest[.copper] == 7)
    purse[.electrum] = 1
    #expect(try purse.paying(101).worth == purse.worth - 101)
    #expect(try purse.paying(0) == purse)
    #expect(throws: RuleRefusal.tooDear(cost: 308, worth: 307)) { try purse.paying(308) }
  }

  @Test func `no purse ever pays wrong change`() throws {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<2_000 {
      var purse = Coins()
      for coin in Coin.allCases { purse[coin] = Int.random(in: 0...4, using: &random) }
      let price = Int.random(in: 0...purse.worth, using: &random)
      let rest = try purse.paying(price)
      #expect(rest.worth == purse.worth - price)
      #expect(Coin.allCases.allSatisfy { rest[$0] >= 0 })
    }
  }

  @Test func `a trade that breaks a rule says which and changes nothing`() throws {
    let wearer = try hero().finding(.shield, count: 200)
    #expect(refusal { try wearer.finding(.shield) } == .tooMany(.shield))
    #expect(refusal { try hero().losing(.gear(.rope)) } == .notOwned(.gear(.rope)))
    #expect(
      refusal { try hero().buying(.armour(.plateMail)) } == .tooDear(cost: 6_000, worth: 5_000))
    #expect(
      refusal { try hero().finding(.gear(.rope), count: 201) }
        == .outOfRange(1...200, of: .count))
    let roper = try hero().finding(.gear(.rope), count: 150)
    #expect(refusal { try roper.finding(.gear(.rope), count: 51) } == .tooMany(.gear(.rope)))
    #expect(
      refusal { try roper.selling(.gear(.rope), for: -1) }
        == .outOfRange(0...100_000, of: .price))
    let thief = try PlayerCharacter.veteran(.thief)
    #expect(refusal { try thief.finding(.shield) } == .armourForbidden(.thief, .shield))
    let wizard = try PlayerCharacter.veteran(.magicUser)
    #expect(refusal { try wizard.finding(.weapon(.sword)) } == .weaponForbidden(.magicUser, .sword))
  }

  @Test func `coins come and go by kind`() throws {
    let rich = try hero().receiving(7, of: .electrum).spending(50, of: .gold)
    #expect(rich.coins[.electrum] == 7)
    #expect(rich.coins[.gold] == 0)
    #expect(rich.brokenRules() == [])
    #expect(refusal { try rich.spending(1, of: .gold) } == .notEnoughCoins(.gold, found: 0))
    for count in [.min, -1, 0, 1_000_001, .max] {
      let range = RuleRefusal.outOfRange(0...1_000_000, of: .coins(.gold))
      #expect(refusal { try rich.receiving(count, of: .gold) } == range)
      #expect(refusal { try rich.spending(count, of: .gold) } == range)
    }
  }

  @Test func `arrows go one by one, and each can be picked up until the next day`() throws {
    let full = try hero().finding(.ammunition(.arrows), count: 2)
    var archer = full
    for left in (0..<40).reversed() {
      archer = try archer.shooting(.arrows)
      #expect(archer.shots(.arrows) == left)
      #expect(archer.brokenRules() == [])
    }
    #expect(refusal { try archer.shooting(.arrows) } == .noShots(.arrows))
    #expect(archer.goods[.ammunition(.arrows)] == 2)
    #expect(archer.rested().goods[.ammunition(.arrows)] == 0)
    #expect(archer.rested().record == full.record)
    for left in 1...40 {
      archer = archer.pickingUp(.arrows)
      #expect(archer.shots(.arrows) == left)
    }
    #expect(archer == full)
    #expect(archer.pickingUp(.arrows) == archer)
    for _ in 0..<25 { archer = try archer.shooting(.arrows) }
    #expect(archer.rested().goods[.ammunition(.arrows)] == 1)
    #expect(archer.rested().shots(.arrows) == 15)
    let without = try archer.losing(.ammunition(.arrows))
    #expect(without.shots(.arrows) == 0)
    #expect(without.brokenRules() == [])
    #expect(refusal { try hero().shooting(.arrows) } == .noShots(.arrows))
  }

  @Test(arguments: [
    (Gear.torches, 6), (.ironSpikes, 12), (.rationsIron, 7), (.rationsStandard, 7), (.oil, 1),
    (.holyWater, 1),
  ])
  func `what is used up goes piece by piece`(gear: Gear, pieces: Int) throws {
    let full = try hero().finding(.gear(gear), count: 2)
    var user = RecordedCharacter(full)
    for left in (0..<2 * pieces).reversed() {
      try user.make(.used, at: 0) { character throws(RuleRefusal) in
        try character.losing(.gear(gear))
      }
      #expect(user.character[pieces: .gear(gear)] == left)
      #expect(user.character.goods[.gear(gear)] == (left + pieces - 1) / pieces)
      #expect(user.character.brokenRules(allowingNoSpell: true) == [])
    }
    #expect(refusal { try user.character.losing(.gear(gear)) } == .notOwned(.gear(gear)))
    for number in 1...2 * pieces { try user.undo(number, at: 1) }
    #expect(user.character == full)
    #expect(
      refusal { try full.losing(.gear(gear), count: 2 * pieces + 1) }
        == .tooFew(.gear(gear), found: 2 * pieces))
  }

  @Test func `other things are written down in free words, and weigh what is said`() throws {
    let load = RecordSheet(try hero()).weight.value
    let finder = try hero().noting(OtherThing("  the head of an owlbear ", weight: 300))
    #expect(finder.record.otherThings == [OtherThing("the head of an owlbear", weight: 300)])
    #expect(RecordSheet(finder).weight.value == load + 300)
    #expect(finder.strikingOut(otherThingAt: 1) == finder)
    #expect(finder.strikingOut(otherThingAt: 0).record.otherThings == [])
    #expect(refusal { try hero().noting(OtherThing(" ")) } == .words(.otherThing, .empty))
    #expect(refusal { try hero().noting(OtherThing("a\nb")) } == .words(.otherThing, .unprintable))
    #expect(
      refusal { try hero().noting(OtherThing("x", weight: 10_001)) }
        == .outOfRange(0...10_000, of: .weight))
    var pack = try hero()
    for _ in 0..<60 { pack = try pack.noting(OtherThing("gem")) }
    #expect(refusal { try pack.noting(OtherThing("gem")) } == .tooManyWords(.otherThing, limit: 60))
  }
}
