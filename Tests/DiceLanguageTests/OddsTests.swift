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
    ("4d{heads,tails}=heads", 0, 16, [1, 4, 6, 4, 1]),
    ("2d{red*3,blue*2}=blue", 0, 25, [9, 12, 4]),
    ("3 from {red*3,blue*2}=red", 1, 10, [3, 6, 1]),
    ("3 from {red*3,blue*2,green}=green", 0, 2, [1, 1]),
    ("5 from {red*3,blue*2}=red", 3, 1, [1]),
    ("2d6>=5f1", -2, 36, [1, 6, 13, 12, 4]),
    ("d{0,0,1,1,2,3}", 0, 6, [2, 2, 1, 1]),
    ("(d2)d2", 1, 8, [2, 3, 2, 1]),
    // The middle one of three dice.
    ("3d6dl1dh1", 1, 216, [16, 40, 52, 52, 40, 16]),
    ("5d6>=5", 0, 243, [32, 80, 80, 40, 10, 1]),
    ("4d3kh2", 2, 81, [1, 4, 15, 28, 33]),
    ("4d2dl1dh1", 2, 16, [5, 6, 5]),
    // The sign of the first is that of the product, which lies far from the other.
    ("(1000000000*d{-1,1})*(1000000000*d{0,1})/1000000000000000000", -1, 4, [1, 2, 1]),
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
    // Nine faces in a row have a mean of 1 and a variance of 80/12, and their cases are long numbers.
    // No dice at all, half of the time.
    ("(0)d6!kh1", "0", "0"), ("(d2-1)d6kh1", "7/4", "217/48"),
    ("40d{-3..5}", "40", "800/3"), ("40d{-3..5}/7", "40/7", "800/147"),
    // Faces that an earlier modifier took away.
    ("1d3min3=2", "0", "0"), ("1d3r>=3=3", "0", "0"), ("2d3kh0!!min2<2", "0", "0"),
    // With advantage and disadvantage; the lowest of three; roll three, keep two (3 · 11/2 less
    // the mean of the lowest, 3025/1000); ten again (three in nine dice, were there no cap).
    ("2d20kh1", "553/40", "35511/1600"), ("2d20kl1", "287/40", "35511/1600"),
    ("3d6kl1", "49/24", "2261/1728"), ("3d10kh2", "539/40", "109659/8000"),
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

  /// Means that are known of dice that explode without end, less what is cut off.
  @Test(arguments: [("d6!", 21, 5, 6), ("d10!", 55, 9, 10), ("6d10!10>=8", 2, 1, 10)])
  func `the mean of exploding dice is the usual one up to the cap`(
    text: String, numerator: Int, denominator: Int, sides: Int
  ) throws {
    let whole = Rational(BigInt(numerator), over: BigInt(denominator))
    let lost = Rational(1, over: BigInt(sides).power(101))
    #expect(try odds(text).total.mean == whole * (.one - lost))
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
    // Widely published for the ability scores of a character.
    let published = [15.66, 14.17, 12.96, 11.76, 10.41, 8.50]
    for (rank, mean) in zip(six.ranks, published) { #expect(abs(rank.mean.double - mean) < 0.005) }
  }

  /// Attackers and defenders in Risk.
  @Test(arguments: [
    ("d6", "d6", 15, 36), ("2d6kh1", "d6", 125, 216), ("3d6kh1", "d6", 855, 1_296),
    ("d6", "2d6kh1", 55, 216), ("2d6kh1", "2d6kh1", 505, 1_296),
  ])
  func `the attacker wins as often as published`(
    attacker: String, defender: String, wins: Int, cases: Int
  ) throws {
    let contest = Contest(try odds(attacker).total, try odds(defender).total)
    #expect(contest.firstHigher == Rational(BigInt(wins), over: BigInt(cases)))
  }

  /// Different ways to write the same, which the engine works out in different ways.
  @Test(arguments: [
    ("20d20kh10", "20d20dl10"), ("30d20kh3", "30d20dl20kh3"), ("9d8dl2dh3", "9d8kl6dl2"),
    ("12d6dl11", "12d6kh1"), ("9d6r1kh4", "9d{2..6}kh4"), ("5d6!", "5d6!!"),
    // No die explodes, but the engine must think that one may.
    ("50d8", "50d8!>8"), ("10d8kh5", "10d8!>8kh5"), ("5d3dl1dh2", "5d3!>3dl1dh2"),
    ("14d8dl1", "14d8!>8dl1"), ("14d8dh3", "14d8!>8dh3"), ("3d6!o", "3d6ra6"),
    ("7d6kh3min3", "7d6min3kh3"), ("5d20u", "{5d20u}"), ("6d6>=5", "6d{0,0,0,0,1,1}"),
    ("{d8,d8,d8}dl1", "3d8kh2"), ("max(d8,d8,d8)", "3d8kh"), ("99d6dlkh", "99d6kh"),
    ("8d4!!", "8d4!"), ("(2d1)d6kh1", "2d6kh1"), ("6d6!!kh3", "6d6min1!!kh3"),
  ])
  func `the same has the same chances however it is written`(text: String, other: String) throws {
    let (first, second) = (try odds(text).total, try odds(other).total)
    #expect(first.values == second.values)
    let scales = (second.denominator, first.denominator)
    #expect(first.ways.map { $0 * scales.0 } == second.ways.map { $0 * scales.1 })
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
    #expect(error?.bounds?.lowest == Rational(20))
    #expect(error?.bounds?.highest == Rational(12_120))
    let mean = try #require(error?.mean)
    #expect(abs(mean.double - 84) < 1e-9)
  }

  @Test(arguments: [
    "999d1000", "999d1000!", "999d1000!kh3", "50d1000!!kh20", "d1000*d1000", "d1000*d1000*d1000",
    "50d1000ukh25", "10d100!>=96kh3", "d100*d100*d100*d100",
    "(d20*d20)d6!kh9", "{999d6,999d6,999d6}kh2", "5x(999d6/7)", "3d1000!u", "600d100dl1",
    "4x(12d%!!>=65=4f1)", "964d%!!>=95<=4f1", "550d100dh2dl1", "8d10!!kh3",
  ])
  func `work is counted and ends`(text: String) throws {
    let expression = try Expression(parsing: text)
    #expect(throws: Expression.TooLarge.self) { try expression.odds(steps: 500_000) }
  }

  /// Results of pairs that lie too far apart for a row: large, fractions, and too large for a word.
  @Test(arguments: [
    "(d6*1000000)*(d6-3)", "(d4*900000-d3)*(d4*d5)", "d6*1000000+d5*d{-100,7}", "d6/d5*(d4-2)",
    "d9/(d9*4611686018427387905)+d3/d4",
    "(d5*3000000000)*(d5*4000000000)", "abs((d6*1000000)*(d6-3)-2000000)",
    "max((d4*1000000)*d5,d7*700000,2000000)", "(9223372036854775807*d2)+d{-1,0,1}",
  ])
  func `chances of pairs are those of all outcomes`(text: String) throws {
    try compareWithAllOutcomes(text)
  }

  /// Ways of 2⁴ × 3² × 5, 7 × 11 × 13 × 17 and the most likely product, counted pair by pair with
  /// another program; the mean of a product of independent numbers is that of their means.
  @Test func `long products of dice are known exactly`() throws {
    let four = try odds("d30*d30*d30*d30").total
    #expect(four.values.count == 8_679 && four.mean == Rational(923_521, over: 16))
    for (value, ways) in [(720, 888), (17_017, 24), (10_080, 1_644), (810_000, 1)] {
      #expect(four.chance(of: Rational(value)) == Rational(BigInt(ways), over: 810_000))
    }
    let sums = try odds("10d10*10d10*10d10").total
    #expect(sums.values.count == 43_387 && sums.mean == Rational(166_375))
    let ways = try #require(BigInt("80878059344868546503744000", radix: 10))
    let chance = Rational(ways, over: BigInt(10).power(30))
    #expect(sums.chance(of: Rational(166_375)) == chance)
  }

  /// How many products there are of two numbers up to 200, counted with another program, and pairs of
  /// divisors.
  @Test func `products of large dice are known exactly`() throws {
    let two = try odds("d200*d200").total
    #expect(two.values.count == 11_131 && two.mean == Rational(40_401, over: 4))
    let pairs = (1...200).count { 5_040.isMultiple(of: $0) && 5_040 / $0 <= 200 }
    #expect(two.chance(of: Rational(5_040)) == Rational(BigInt(pairs), over: 40_000))
    #expect(two.chance(of: Rational(211)) == .zero)
    let sum = try odds("(d20-10)*(d30-15)*d12+d30*d30*d30*d30").total
    #expect(sum.mean == Rational(13, over: 8) + Rational(923_521, over: 16))
  }

  /// The same answer from two ways to compute: rolling every sequence of draws, and the engine.
  @Test(arguments: [11, 12, 13] as [UInt64])
  func `chances are those of all outcomes`(seed: UInt64) throws {
    var expressions = RandomExpressions(Words(seed: seed))
    var compared = 0
    for round in 0..<300 {
      let text = expressions.next()
      guard let expression = try? Expression(parsing: text) else { continue }
      let cap = round % 3
      let tree = OutcomeTree(limit: 1_000) {
        expression.roll(with: &$0, cap: cap, rerolls: 1).total
      }
      guard let tree else { continue }
      let total = try expression.odds(cap: cap).total
      let chances = zip(total.values, total.ways).map { ($0, total.chance($1)) }
      #expect(Dictionary(uniqueKeysWithValues: chances) == tree.chances, "\(text)")
      let bounds = expression.bounds(cap: cap)
      #expect(bounds.lowest <= total.minimum && total.maximum <= bounds.highest, "\(text)")
      compared += 1
    }
    #expect(compared > 180, "too little to test")
  }
}
