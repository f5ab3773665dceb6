import Testing

@testable import Games

@Suite struct DieTypeTests {
  @Test func `the table-top set has seven dice`() {
    #expect(DieType.allCases.map(\.sides) == [4, 6, 8, 10, 12, 20, 100])
    #expect(
      DieType.allCases.map(\.name) == ["d4", "d6", "d8", "d10", "d12", "d20", "d100"])
  }

  @Test func `a die is found by its name`() {
    #expect(DieType(name: "d12") == .d12)
  }

  @Test(arguments: ["", "d", "d3", "D6", "6", " d6", "d06", "d999999999999999999999"])
  func `any other name isn't a die`(name: String) {
    #expect(DieType(name: name) == nil)
  }

  @Test(arguments: DieType.allCases)
  func `the lowest face is 1 and the highest is the number of sides`(type: DieType) {
    var low = AlwaysLow()
    var high = AlwaysHigh()
    #expect(type.roll(using: &low) == 1)
    #expect(type.roll(using: &high) == type.sides)
  }

  @Test func `a throw takes one draw`() {
    var random = Faces(17, sides: 20)
    #expect(DieType.d20.roll(using: &random) == 17)
    #expect(random.draws == 1)
  }

  /// Words of random bits, of which the first are such that some dice draw again.
  private struct Words: RandomNumberGenerator, Equatable {
    var left = [0, 0, 1 << 62, 1, 16, .max, 7 << 60] as [UInt64]

    mutating func next() -> UInt64 { left.removeFirst() }
  }

  @Test(arguments: DieType.allCases)
  func `faces are drawn, and drawn again, as the standard library does`(type: DieType) {
    var ours = Words()
    var theirs = Words()
    for _ in 0..<3 {
      #expect(type.roll(using: &ours) == Int.random(in: 1...type.sides, using: &theirs))
      #expect(ours == theirs)
    }
  }

  /// The statistic has the mean `sides - 1` and twice that as variance; six deviations are rarer
  /// than one seed in a million, and a face twice as likely as another goes far beyond.
  @Test(arguments: DieType.allCases)
  func `all faces are equally likely`(type: DieType) {
    var random = SeededGenerator(seed: 20_261_121)
    let expected = 400
    var counts = Array(repeating: 0, count: type.sides)
    for _ in 0..<(expected * type.sides) { counts[type.roll(using: &random) - 1] += 1 }
    let statistic = counts.reduce(0.0) { sum, count in
      sum + Double((count - expected) * (count - expected)) / Double(expected)
    }
    let freedom = Double(type.sides - 1)
    #expect(abs(statistic - freedom) < 6 * (2 * freedom).squareRoot())
  }
}
