import Testing

@testable import Games

@Suite struct LoadTests {
  @Test(arguments: [
    (0, 120, 40, 24), (400, 120, 40, 24), (401, 90, 30, 18), (600, 90, 30, 18), (601, 60, 20, 12),
    (800, 60, 20, 12), (801, 30, 10, 6), (1_600, 30, 10, 6), (1_601, 0, 0, 0), (5_000_000, 0, 0, 0),
  ])
  func `weight slows`(weight: Int, base: Int, encounter: Int, miles: Int) {
    let movement = Load.movement(weight: weight)
    #expect(movement.base == base)
    #expect(movement.encounter == encounter)
    #expect(movement.overlandMiles == miles)
  }

  @Test func `without treasure only armour slows`() {
    func speeds(_ armour: Armour?) -> [Int] {
      let step = Load.basicStep(armour: armour)
      return [step.withoutTreasure.base, step.withTreasure.base]
    }
    #expect(speeds(nil) == [120, 90])
    #expect(speeds(.leather) == [90, 60])
    #expect(speeds(.chainmail) == [60, 30])
    #expect(speeds(.plateMail) == [60, 30])
  }

  @Test func `coins have their worth in copper pieces`() {
    #expect(Coin.allCases.map(\.worth) == [500, 100, 50, 10, 1])
    #expect(Coin.allCases.map(\.abbreviation) == ["pp", "gp", "ep", "sp", "cp"])
    var coins = Coins(gold: 2)
    coins[.platinum] = 1
    coins[.electrum] = 1
    coins[.silver] = 3
    coins[.copper] = 4
    #expect(coins.worth == 784)
    #expect(coins.weight == 11)
  }

  @Test func `purses of any size are weighed without a trap`() {
    var coins = Coins()
    for coin in Coin.allCases { coins[coin] = .max }
    #expect(coins.weight == 5_000_000)
    coins[.gold] = .min
    #expect(coins.weight == 4_000_000)
  }

  @Test func `goods are counted whatever order they came in`() {
    let goods = Goods([.weapon(.sword), .gear(.torches), .weapon(.sword), .shield])
    #expect(goods == Goods([.shield, .weapon(.sword), .weapon(.sword), .gear(.torches)]))
    #expect(goods[.weapon(.sword)] == 2)
    #expect(goods.cost == 31)
    #expect(goods.weapons == [.sword, .sword])
    #expect(goods.gear == [.torches])
    #expect(goods.ammunition == [])
    #expect(goods.hasShield)
    #expect(goods.armour == nil)
    #expect(goods.items == [.shield, .weapon(.sword), .weapon(.sword), .gear(.torches)])
    var emptied = goods
    for item in goods.items { emptied[item] -= 1 }
    #expect(emptied == Goods())
    emptied[.shield] = -1
    #expect(emptied == Goods())
    emptied[.shield] = .max
    #expect(emptied[.shield] == 9_999)
  }
}
