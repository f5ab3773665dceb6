import BigInt
import Testing

@testable import DiceLanguage

@Suite struct TallyTests {
  private func tally(_ text: String) throws -> TallyExpression {
    guard case .tally(let tally) = try RollExpression(parsing: text) else { throw NoTally() }
    return tally
  }

  private struct NoTally: Error {}

  @Test(arguments: [
    ("4d{heads,tails}", [[2, 2], [3, 1], [1, 3], [4, 0], [0, 4]], [6, 4, 4, 1, 1]),
    ("3 from {red*3,blue*2}", [[2, 1], [1, 2], [3, 0]], [6, 3, 1]),
    ("5 from {red*3,blue*2}", [[3, 2]], [1]),
    ("d{a*500,b*250,c*250}", [[1, 0, 0], [0, 1, 0], [0, 0, 1]], [2, 1, 1]),
  ])
  func `the likeliest tally comes first`(text: String, tallies: [[Int]], ways: [Int]) throws {
    let odds = try tally(text).odds()
    #expect(odds.tallies == tallies)
    #expect(odds.chances.ways == ways.map { BigUInt($0) })
    #expect(odds.chances.denominator == BigUInt(ways.reduce(0, +)))
  }

  @Test(arguments: [
    "3d{a,b*2}", "2d{a,b,c*3}", "3 from {a*2,b,c*2}", "4 from {a*2,b*2}", "(d3-1)d{a,b*2}",
    "2 from {a,b,c,d}",
  ])
  func `chances are those of all outcomes`(text: String) throws {
    let tally = try tally(text)
    let tree = try #require(
      OutcomeTree(limit: 20_000) { tally.roll(with: &$0, cap: 0, rerolls: 1).tally })
    let odds = try tally.odds()
    let chances = zip(odds.tallies, odds.chances.ways).map { ($0, odds.chances.chance($1)) }
    #expect(Dictionary(uniqueKeysWithValues: chances) == tree.chances)
    for (place, average) in odds.averages.enumerated() {
      let mean = tree.chances.reduce(Rational.zero) { $0 + Rational($1.key[place]) * $1.value }
      #expect(average == mean)
    }
  }

  @Test(arguments: ["4d{a,b,c}", "d{a,b*3,c,d}", "3 from {a*2,b,c*3}", "7d{a,b}"])
  func `each tally has a number of its own`(text: String) throws {
    let tally = try tally(text)
    let all = (0..<(tally.tallies ?? 0)).map { tally.tally(numbered: $0) }
    #expect(Set(all.compactMap(\.self)) == Set(try tally.odds().tallies))
    for (number, tallied) in all.enumerated() {
      if let tallied { #expect(tally.number(of: tallied) == number) }
    }
    #expect(tally.tally(numbered: all.count) == nil)
  }

  @Test func `dice with words know whether they all have the same`() throws {
    func faces(_ text: String) throws -> Expression.Faces { try Expression(parsing: text).faces }
    #expect(try faces("2d6+(d4)d8") == .numbers)
    #expect(try faces("d{a,b}=a+1") == faces("{2d{a,b}=b}kh1"))
    #expect(try faces("d{a,b}=a+d6") == .mixed)
  }

  @Test func `nothing drawn is put back`() throws {
    let tally = try tally("5 from {a*2,b,c*2}")
    var random = Words(seed: 3)
    for _ in 0..<20 { #expect(tally.roll(using: &random).tally == [2, 1, 2]) }
  }

  @Test func `of many things a count is exact`() throws {
    let total = try Expression(parsing: "500 from {red*500,blue*500}=red").odds().total
    #expect(total.mean == Rational(250))
    #expect(total.ways.reduce(0, +) == total.denominator)
    #expect(total.values.count == 501)
  }

  @Test(arguments: ["999d{a,b,c}", "60d{a,b,c,d,e,f,g}", "500 from {a*333,b*333,c*333}"])
  func `too many tallies are refused`(text: String) throws {
    let error = #expect(throws: Expression.TooLarge.self) { try tally(text).odds() }
    #expect(error?.bounds == nil)
  }
}
