import BigInt
import Testing

@testable import DiceLanguage

@Suite struct OddsTests {
  private func odds(_ text: String, cap: Int = 100) throws -> Expression.Odds {
    try Expression(parsing: text).odds(cap: cap)
  }

  /// Values with their ways, counted by hand.
  @Test(arguments: [
    ("2d6", 2, 36, [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]),
    ("3d6", 3, 216, [1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1]),
    (
      "4d6kh3", 3, 1296,
      [1, 4, 10, 21, 38, 62, 91, 122, 148, 167, 172, 160, 131, 94, 54, 21]
    ),
    ("4dF", -4, 81, [1, 4, 10, 16, 19, 16, 10, 4, 1]),
    ("2d20kh1", 1, 400, (1...20).map { 2 * $0 - 1 }),
    ("2d20kl1", 1, 400, (1...20).map { 41 - 2 * $0 }),
    ("{d4,d6}kh1", 1, 24, [1, 3, 5, 7, 4, 4]),
    ("3d3u", 6, 1, [1]),
    ("2d4u", 3, 6, [1, 1, 2, 1, 1]),
    ("2d6min2", 4, 36, [4, 4, 5, 6, 7, 4, 3, 2, 1]),
    ("d6r1", 2, 5, [1, 1, 1, 1, 1]),
    ("d6ro1", 1, 36, [1, 7, 7, 7, 7, 7]),
    ("3d6>=5", 0, 27, [8, 12, 6, 1]),
    ("2d6>=5f1", -2, 36, [1, 6, 13, 12, 4]),
    ("d{0,0,1,1,2,3}", 0, 6, [2, 2, 1, 1]),
    ("(d2)d2", 1, 8, [2, 3, 2, 1]),
    ("max(d4,d4)-min(d4,d4)", -3, 256, [1, 6, 19, 44, 67, 70, 49]),
  ])
  func `ways are those counted by hand`(text: String, lowest: Int, cases: Int, ways: [Int]) throws {
    let total = try odds(text).total
    #expect(total.ways.reduce(0, +) == total.denominator)
    let factor = Rational(BigInt(total.denominator), over: BigInt(cases))
    let chances = zip(total.values, total.ways).filter { $0.1 > 0 }
    let expected = ways.enumerated().filter { $1 > 0 }
    #expect(chances.map(\.0) == expected.map { Rational(lowest + $0.offset) })
    #expect(
      chances.map { Rational(BigInt($0.1)) } == expected.map { Rational($0.element) * factor })
  }

  /// Mean and variance as published or worked out by hand.
  @Test(arguments: [
    ("4d6kh3", "15869/1296", "13612487/1679616"), ("99d100-99", "9801/2", "329967/4"),
    ("999d6", "6993/2", "11655/4"), ("d66", "77/2", "3535/12"), ("30d10>=8f1", "6", "54/5"),
    ("d6/2", "7/4", "35/48"), ("floor(d6/2)", "3/2", "11/12"), ("7", "7", "0"),
    ("-2d6*3", "-21", "105/2"),
    (
      "99999999999999999999*d2", "299999999999999999997/2",
      "9999999999999999999800000000000000000001/4"
    ),
  ])
  func `mean and variance are exact`(text: String, mean: String, variance: String) throws {
    let total = try odds(text).total
    #expect(total.mean.description == mean)
    #expect(total.variance.description == variance)
  }

  @Test func `extra dice end at the cap, and the chances count that end`() throws {
    let once = try odds("d6!", cap: 1).total
    let values = [1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12]
    #expect(once.values == values.map(Rational.init))
    // The mean with so many extras is 7/2 times the sum of so many powers of 1/6.
    #expect(try odds("d6!", cap: 2).total.mean == Rational(301, over: 72))
    #expect(try odds("d6!").total.maximum == Rational(606))
    #expect(try odds("d6!", cap: 0).total == odds("d6").total)
  }

  @Test func `modifiers apply from left to right`() throws {
    let explodeFirst = try odds("2d2!kh1", cap: 1).total
    let keepFirst = try odds("2d2kh1!", cap: 1).total
    #expect(explodeFirst.maximum == Rational(2))
    #expect(keepFirst.maximum == Rational(4))
    #expect(keepFirst.chance(of: Rational(4)) == Rational(3, over: 8))
  }

  @Test func `ranks of repeated totals are order statistics`() throws {
    let odds = try odds("2x(d2)")
    let twos = odds.ranks.map { $0.chance(of: Rational(2)) }
    #expect(twos == [Rational(3, over: 4), Rational(1, over: 4)])
    #expect(odds.total == (try self.odds("2d2").total))
    let six = try self.odds("6x(4d6kh3)")
    #expect(six.ranks.count == 6)
    let means = six.ranks.reduce(Rational.zero) { $0 + $1.mean }
    #expect(means == six.total.mean)
  }

  @Test func `two dice against one of twelve sides`() throws {
    let contest = Contest(try odds("2d6").total, try odds("d12").total)
    #expect(contest.firstHigher == Rational(1, over: 2))
    #expect(contest.tie == Rational(1, over: 12))
    #expect(contest.secondHigher == Rational(5, over: 12))
    let difference = try Expression(parsing: "2d6").difference(from: Expression(parsing: "d12"))
    #expect(difference.chance(of: .zero) == contest.tie)
    #expect(difference.chance(atLeast: .one) == contest.firstHigher)
  }

  @Test func `the median is the lowest value with at least half of the chance below it`() throws {
    #expect(try odds("d6").total.median == Rational(3))
    #expect(try odds("4d6kh3").total.median == Rational(12))
  }

  @Test func `what would be too long is refused with its range and mean`() throws {
    let expression = try Expression(parsing: "20d6!")
    let error = #expect(throws: Expression.TooLarge.self) { try expression.odds() }
    #expect(error?.bounds.lowest == Rational(20))
    #expect(error?.bounds.highest == Rational(12_120))
    let mean = try #require(error?.mean)
    #expect(abs(mean.double - 84) < 1e-9)
  }

  @Test(arguments: [
    "999d1000", "999d1000!", "999d1000!kh3", "50d1000!!kh20", "d1000*d1000*d1000",
    "(d20*d20)d6!kh9", "{999d6,999d6,999d6}kh2", "5x(999d6/7)", "3d1000!u",
  ])
  func `work is counted and ends`(text: String) throws {
    let expression = try Expression(parsing: text)
    #expect(throws: Expression.TooLarge.self) { try expression.odds(steps: 500_000) }
  }

  /// The same answer from two ways to compute: rolling every sequence of draws, and the engine.
  @Test(arguments: [11, 12, 13] as [UInt64])
  func `chances are those of all outcomes`(seed: UInt64) throws {
    var expressions = RandomExpressions(Words(seed: seed))
    var compared = 0
    for round in 0..<120 {
      let text = expressions.next()
      guard let expression = try? Expression(parsing: text) else { continue }
      let cap = 1 + round % 2
      guard let tree = OutcomeTree(expression, cap: cap, limit: 500) else { continue }
      let total = try expression.odds(cap: cap).total
      let chances = zip(total.values, total.ways).map { ($0, total.chance($1)) }
      #expect(Dictionary(uniqueKeysWithValues: chances) == tree.chances, "\(text)")
      let bounds = expression.bounds(cap: cap)
      #expect(bounds.lowest <= total.minimum && total.maximum <= bounds.highest, "\(text)")
      compared += 1
    }
    #expect(compared > 60, "too little to test")
  }
}
