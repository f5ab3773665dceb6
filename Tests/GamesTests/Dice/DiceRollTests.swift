import Testing

@testable import Games

@Suite struct DiceRollTests {
  @Test func `the modifier is added once to the sum of all dice`() {
    var random = Faces(4, 1, 6)
    let roll = DieStructure(.d6, totalDice: 3, modifier: 5).rollDie(using: &random)
    #expect(roll.faces == [4, 1, 6])
    #expect(roll.total == 16)
    #expect(random.draws == 3)
  }

  @Test func `a total may be negative or zero`() {
    var random = Faces(3, 3, sides: 4)
    #expect(DieStructure(.d4, modifier: -99).rollDie(using: &random).total == -96)
    #expect(DieStructure(.d4, modifier: -3).rollDie(using: &random).total == 0)
  }

  @Test(arguments: DieType.allCases)
  func `totals stay between lowest and highest`(type: DieType) {
    var random = SeededGenerator(seed: 7)
    for dice in 1...99 {
      let structure = DieStructure(type, totalDice: dice, modifier: 50 - dice)
      let roll = structure.rollDie(using: &random)
      #expect(roll.faces.count == dice)
      #expect(roll.faces.allSatisfy { 1...type.sides ~= $0 })
      #expect(structure.lowest...structure.highest ~= roll.total)
    }
  }

  @Test func `a throw that was written down is read again`() throws {
    let structure = DieStructure(.d6, totalDice: 2, modifier: -3)
    let roll = try #require(DiceRoll(of: structure, faces: [6, 1]))
    #expect(roll.total == 4)
  }

  @Test(arguments: [[], [1], [1, 2, 3], [0, 1], [1, 7], [-1, 1], [.max, .max]])
  func `faces that the dice cannot show are refused`(faces: [Int]) {
    #expect(DiceRoll(of: DieStructure(.d6, totalDice: 2), faces: faces) == nil)
  }
}
