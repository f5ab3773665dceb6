import Testing

@testable import Games

@Suite struct DieStructureTests {
  @Test func `a new structure is one d4 without a modifier`() {
    let structure = DieStructure()
    #expect(structure.type == .d4)
    #expect(structure.totalDice == 1)
    #expect(structure.modifier == 0)
  }

  @Test(arguments: [(1, 2, 1), (2, 3, 1), (3, 4, 2), (98, 99, 97), (99, 1, 98)])
  func `adding a die goes from 99 to 1, and removing one stops at 1`(
    dice: Int, added: Int, removed: Int
  ) {
    let structure = DieStructure(.d8, totalDice: dice, modifier: -7)
    var (more, fewer) = (structure, structure)
    more.addDie()
    fewer.removeDie()
    #expect(more == DieStructure(.d8, totalDice: added, modifier: -7))
    #expect(fewer == DieStructure(.d8, totalDice: removed, modifier: -7))
  }

  @Test(arguments: [
    (0, 1, -1), (1, 2, 0), (-1, 0, -2), (98, 99, 97), (99, -99, 98), (-98, -97, -99),
    (-99, -98, 99),
  ])
  func `the modifier goes round from 99 to -99`(modifier: Int, added: Int, removed: Int) {
    let structure = DieStructure(.d20, totalDice: 5, modifier: modifier)
    var (more, less) = (structure, structure)
    more.addModifier()
    less.removeModifier()
    #expect(more == DieStructure(.d20, totalDice: 5, modifier: added))
    #expect(less == DieStructure(.d20, totalDice: 5, modifier: removed))
  }

  @Test func `clearing keeps the type`() {
    var structure = DieStructure(.d12, totalDice: 9, modifier: 4)
    structure.resetDie()
    #expect(structure == DieStructure(.d12, totalDice: 1, modifier: 0))
  }

  @Test(arguments: [
    (1, 1, false), (99, 99, false), (0, 1, true), (-5, 1, true), (100, 99, true),
    (1_000_000_000, 99, true), (.max, 99, true), (.min, 1, true),
  ])
  func `a number of dice is moved into 1 to 99 and says so`(
    wish: Int, result: Int, isCorrected: Bool
  ) {
    var structure = DieStructure(.d6, totalDice: 2, modifier: 3)
    #expect(structure.setTotalDice(wish) == isCorrected)
    #expect(structure == DieStructure(.d6, totalDice: result, modifier: 3))
  }

  @Test(arguments: [
    (0, 0, false), (99, 99, false), (-99, -99, false), (100, 99, true), (-100, -99, true),
    (1_000_000_000, 99, true), (.max, 99, true), (.min, -99, true),
  ])
  func `a modifier is moved into -99 to 99 and says so`(
    wish: Int, result: Int, isCorrected: Bool
  ) {
    var structure = DieStructure(.d6, totalDice: 2, modifier: 3)
    #expect(structure.setModifier(wish) == isCorrected)
    #expect(structure == DieStructure(.d6, totalDice: 2, modifier: result))
  }

  @Test func `a structure cannot begin outside its limits`() {
    let structure = DieStructure(.d6, totalDice: 0, modifier: 400)
    #expect(structure.totalDice == 1)
    #expect(structure.modifier == 99)
  }

  /// Type, dice, modifier, then lowest, highest and twice the mean.
  @Test(
    arguments: [
      (.d4, 1, 0, 1, 4, 5), (.d6, 2, 3, 5, 15, 20), (.d6, 3, 0, 3, 18, 21),
      (.d20, 1, -1, 0, 19, 19),
      (.d4, 1, -99, -98, -95, -193), (.d100, 99, 99, 198, 9_999, 10_197),
    ] as [(DieType, Int, Int, Int, Int, Int)])
  func `lowest, highest and mean are exact`(
    type: DieType, dice: Int, modifier: Int, lowest: Int, highest: Int, doubledMean: Int
  ) {
    let structure = DieStructure(type, totalDice: dice, modifier: modifier)
    #expect(structure.lowest == lowest)
    #expect(structure.highest == highest)
    #expect(structure.doubledMean == doubledMean)
  }

  @Test(arguments: [
    ("2d6+3", "2d6+3", DieStructure(.d6, totalDice: 2, modifier: 3)),
    ("1d20-1", "1d20\u{2212}1", DieStructure(.d20, totalDice: 1, modifier: -1)),
    ("1d4", "1d4", DieStructure(.d4)),
    ("99d100-99", "99d100\u{2212}99", DieStructure(.d100, totalDice: 99, modifier: -99)),
  ])
  func `dice are written with a hyphen for a field, and with a minus sign for a page`(
    notation: String, expression: String, structure: DieStructure
  ) {
    #expect(structure.notation == notation)
    #expect(structure.expression == expression)
  }
}
