import Testing

@testable import Games

@Suite struct DiceDistributionTests {
  /// Counted by hand for the small ones, and with whole numbers of any size for the large ones.
  @Test(
    arguments: [
      (DieStructure(.d20), 1, 20, 0.05), (DieStructure(.d6, totalDice: 2), 7, 11, 6.0 / 36),
      (DieStructure(.d6, totalDice: 2), 12, 11, 1.0 / 36),
      (DieStructure(.d6, totalDice: 3, modifier: 2), 12, 16, 27.0 / 216),
      (DieStructure(.d4, modifier: -99), -98, 4, 0.25),
      (DieStructure(.d6, totalDice: 10), 35, 51, 0.07269280597469897),
      (DieStructure(.d4, totalDice: 99), 247, 298, 0.03576474885361742),
      (DieStructure(.d100, totalDice: 99), 5_000, 9_802, 0.0013868994938154948),
      (DieStructure(.d100, totalDice: 99), 99, 9_802, 1e-198),
      (DieStructure(.d100, totalDice: 99), 9_900, 9_802, 1e-198),
    ] as [(DieStructure, Int, Int, Double)])
  func `every total has its exact chance`(
    structure: DieStructure, total: Int, count: Int, chance: Double
  ) {
    let distribution = DiceDistribution(of: structure)
    #expect(distribution.chances.count == count)
    let found = distribution.chances[total - distribution.lowest]
    #expect(abs(found - chance) <= chance * 1e-13)
    #expect(abs(distribution.chances.reduce(0, +) - 1) < 1e-13)
  }

  @Test(arguments: [(DieType.d4, 3), (.d6, 4), (.d10, 2)])
  func `the chances are those of all outcomes counted one by one`(type: DieType, dice: Int) {
    let structure = DieStructure(type, totalDice: dice)
    var totals = [0]
    for _ in 0..<dice { totals = totals.flatMap { total in (1...type.sides).map { total + $0 } } }
    let distribution = DiceDistribution(of: structure)
    for (index, chance) in distribution.chances.enumerated() {
      let ways = totals.count { $0 == structure.lowest + index }
      #expect(abs(chance - Double(ways) / Double(totals.count)) < 1e-15)
    }
  }
}
