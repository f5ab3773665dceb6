import BigInt
import Testing

@testable import DiceLanguage

/// Dice of which some are kept.
@Suite struct KeptOddsTests {
  private func odds(_ text: String, cap: Int = 100) throws -> Expression.Odds {
    try Expression(parsing: text).odds(cap: cap)
  }

  private func power(_ base: Double, _ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { power, _ in power * base }
  }

  /// Kept dice of which more is known than of most: with values of any chance, exploding on their
  /// highest face, and all different.
  @Test(arguments: [
    ("4d{0,0,1,3}kh3", 0), ("5d{1,1,2}kl2", 0), ("3d3!!kh2", 3), ("3d4!!kl2", 2), ("3d3!!dl1", 3),
    ("4d{-2,-2,0}dh1", 0), ("3d4!!3kh1", 2), ("3d3!kh2", 3), ("3d3!kl2", 3), ("3d3!dl2", 3),
    ("3d3!dh2", 3), ("4d2!kh3", 2), ("4d2!kl3", 2), ("4d2!dl5", 2), ("4d2!dh5", 2), ("3d4!kh5", 1),
    ("3d4!kl5", 1), ("3d4!kh1", 0), ("3d{-1..1}!kh2", 3), ("3d{-3..-1}!dl1", 2),
    ("3d{-2..0}!dh1", 2), ("2d{1,2,3,3}!kh2", 2), ("2d4!kh2>=4f1", 1), ("(d2)d4!kh2", 2),
    ("2d5!>4kh3", 3), ("3d6u", 0), ("3d6ukh2", 0), ("3d5udl1dh1", 0), ("3d{1,2,4,8,16}u", 0),
    ("3d{-5,1,2,8}udh1", 0), ("3d5ukl1", 0), ("3d5udl2", 0), ("2d9u", 0),
    ("4d3!!kh2", 2), ("5d2!!kh3", 1), ("4d3!!dl1", 1), ("3d{0..2}!!kh2", 3), ("3d3kh2!", 3),
    ("3d3kl2!p", 3), ("3d4kh2!<=1", 2), ("4d3dl1dh1!", 3), ("(d3)d3kh1!", 3), ("4d2kh3!", 3),
    ("3d4!>=3kh2", 2), ("3d4!<=2kl2", 2), ("3d3!pkh2", 3), ("3d3!pkl2", 3), ("2d3!p>=2kh2", 3),
    ("2d4r1!pkh2", 2), ("2d4r1!kl1", 2), ("2d4!min2kl1", 3), ("3d4!okh3", 1), ("3d4!okl2", 2),
    ("2d4!o>=1kh2", 2), ("2d3!p>=2max2kh2>=2f<1", 2), ("3d3!=2kh2>=3f1", 2), ("2d3ra1!kh2", 2),
    ("2d{-2,0,5}!>=0kl2", 3), ("2d{0,0,1,4}!1kh1", 3), ("3d3!=1kh0", 2), ("2d3!=1kh3", 2),
    ("4d4ukh2", 0), ("3d6udh2", 0), ("3d{-1..4}udl2", 0), ("2d9ukh1", 0),
    // Different faces after something else.
    ("3d4ro1u", 0), ("2d4r<=2u", 0), ("3d4ra1u", 0), ("3d4min2u", 0), ("2d4!!u", 3), ("4d4kh3u", 0),
    ("4d4kl2u", 0), ("5d3dl1dh2u", 0), ("4d4kh3ukh2", 0), ("4d4kh3udh1", 0), ("2d4ro<=2ukl1>=3", 0),
    ("3d4ro1u>=3f1", 0), ("4d4kh3umin2max3", 0), ("3d{-2,0,5}kh2u", 0), ("3d4ro1udl3", 0),
    ("3d4ro1u!", 1), ("2d4!ou", 1), ("(d2)d4ro1u", 0), ("2d{1,1,2,3}ro1u", 0),
    ("3d4ukh2!", 2), ("3d{-2..0}dl1!", 3), ("3d{-1,0,0,3}kh1!0", 2), ("5d3kh2!>1", 1),
    ("4d6kh2=2", 0), ("4d6kl3>=5f1", 0), ("5d4dl2dh1>=2", 0), ("3d6kh2>=1", 0), ("3d6kl2=3f3", 0),
    ("4d{0,0,1,3}kh2>=1f0", 0), ("3d4!!kh2>=6", 2), ("3d6r1kh2>=5f2", 0), ("4d5kh3>=4f=2", 0),
    ("4d{-1..1}kh0=1", 0), ("3d4dl4>=2", 0), ("(d3)d4kh2=3", 0),
  ])
  func `chances of kept dice are those of all outcomes`(text: String, cap: Int) throws {
    try compareWithAllOutcomes(text, cap: cap)
  }

  /// The lowest of three numbers of 9 is 2½ on average: a quarter of the way from 0 to 10, as every
  /// gap between them is alike.
  @Test func `kept dice have chances and means that are known`() throws {
    let compounded = try odds("3d10!!kh1").total
    #expect(compounded.chance(of: .one) == Rational(1, over: 1_000))
    #expect(compounded.chance(atLeast: Rational(10)) == Rational(271, over: 1_000))
    // A 10 of three is the lowest that can be followed by 1 as the highest.
    #expect(compounded.chance(of: Rational(10)) == .zero)
    let lowestOfTen = try odds("10d10!!kh5").total
    #expect(lowestOfTen.double(lowestOfTen.ways[0]) == 1e-10)
    #expect(try odds("3d9ukl1").total.mean == Rational(5, over: 2))
    #expect(try odds("10d20u").total.mean == Rational(105))
    // A face each is left, whichever came first; the mean of the second was summed over all rows.
    #expect(try odds("6d6ro1u").total.values == [Rational(21)])
    #expect(try odds("5d5kh3u").total.mean == Rational(1274, over: 125))
    // As the gaps between 50 numbers up to 1,000 are alike, too.
    let half = try odds("50d1000ukh25").total
    #expect(half.mean == Rational(BigInt((26...50).reduce(0, +) * 1_001), over: 51))
    #expect(half.minimum == Rational((26...50).reduce(0, +)))
    // All of 999 rows are a single 1.
    let hundred = try odds("999d6!kh100").total
    #expect(hundred.chance(of: Rational(100)) == Rational(1, over: BigInt(6).power(999)))
    let lowest = try odds("999d6!kh3").total.chance(of: Rational(3))
    #expect(lowest == Rational(1, over: BigInt(6).power(999)))
    #expect(
      try odds("10d100!kh3", cap: 5).total.chance(of: Rational(300)) == chanceOfThreeExplosions)
  }

  /// All three count if at least so many of all do; dropping a die at either end leaves the middle one.
  @Test func `kept dice that are counted follow a binomial distribution`() throws {
    let best = try odds("100d6kh3>=5").total
    let third = Rational(1, over: 3)
    let fewer = [1, 100, 4950].enumerated().reduce(Rational.zero) { sum, term in
      let power = (0..<100 - term.offset).reduce(Rational.one) { power, _ in
        power * (.one - third)
      }
      return sum + Rational(term.element) * power
        * (0..<term.offset).reduce(Rational.one) { power, _ in power * third }
    }
    #expect(best.chance(of: Rational(3)) == .one - fewer)
    let median = try odds("3d6dl1dh1=4").total
    #expect(median.chance(of: .one) == Rational(52, over: 216))
  }

  /// A row has n dice of 100 with the chance 95/96 · (1/96)ⁿ, as nine of ten of the other faces
  /// that go on or end it don't matter; 10 rows have 0, 1, 2 of them in 1, 10, 55 ways.
  @Test func `few dice kept of exploding ones are known exactly`() throws {
    let total = try odds("10d100!>=96kh3").total
    let fewer = power(95.0 / 96, 10) * (1 + 10 / 96.0 + 55 / 96.0 / 96)
    #expect(abs(total.chance(of: Rational(300)).double - (1 - fewer)) < 1e-12)
    #expect(total.chance(of: Rational(3)) == Rational(1, over: BigInt(100).power(10)))
    // Extras of a hundred are 99 at most.
    let penetrating = try odds("10d100!pkh3").total
    let three = 1 - power(0.99, 10) - 10 * power(0.99, 9) * 0.01 - 45 * power(0.99, 8) * 0.0001
    #expect(abs(penetrating.chance(of: Rational(300)).double - three) < 1e-12)
    #expect(penetrating.chance(of: Rational(3)) == Rational(1, over: BigInt(100).power(10)))
  }

  /// That ten rows of dice, each as long as it explodes on one face of a hundred, have three
  /// explosions or more: less the chances of 0, 1 and 2, which can lie in ten rows in 1, 10, 55 ways.
  private var chanceOfThreeExplosions: Rational {
    let face = Rational(1, over: 100)
    let none = (0..<10).reduce(Rational.one) { product, _ in product * (.one - face) }
    return .one - none * (.one + Rational(10) * face + Rational(55) * face * face)
  }

  @Test(arguments: [
    "4d6!!kl2", "10d20!kh5", "20d100ukh5", "50d200u", "30d{1,1,2,7}kh10", "99d6!kh99",
    "24d1000dl16=2", "200d20dl110>=3f2", "53d1000r1",
  ])
  func `dice that are kept are known exactly`(text: String) throws {
    let total = try odds(text).total
    #expect(total.ways.reduce(0, +) == total.denominator)
  }

  /// The mean of what is refused, beside that of the exact chances.
  @Test(arguments: [
    ("6d6kh3", 1), ("6d6kl2", 1), ("6d6dl1dh2", 1), ("4d6!kh3", 2), ("4d6!kl3", 2), ("4d6!dl3", 2),
    ("4d6!dh2", 2), ("4d6!pkh3", 2), ("5d6!okl3", 3), ("5d6!!kh3", 2), ("5d6r1kh3", 1),
    ("5d6kh3>=5f1", 1), ("5d6kh3!", 2), ("5d6kh3!p", 2), ("5d6kh3r6", 1), ("5d6kh3ro6", 1),
    ("5d6kh3ra6", 1), ("5d6ukh2", 1), ("5d6udl1dh1", 1), ("3d{-2,0,5}!>4kh2", 2),
    ("4d6min3!kh2", 2), ("4d6ro1u", 1), ("9d20kh4u", 1), ("6d12ra1ukh3>=9", 1), ("3d6!!u", 4),
    ("3d6!", 200), ("3d6!!", 150), ("3d6!p", 150), ("3d6r1!>4", 120),
    ("9d6kh0", 1), ("2d6!kh5", 1), ("10d20kh5!", 100), ("10d10!!kh5", 100), ("8d10!!dl1", 100),
  ])
  func `the mean of kept dice needs no chances`(text: String, cap: Int) throws {
    let expression = try Expression(parsing: text)
    guard case .dice(let dice) = expression.root else { return }
    let mean = try #require(try dice.keptMean(cap: cap, Work(10_000_000)))
    #expect(abs(mean.double - (try odds(text, cap: cap).total.mean.double)) < 1e-8)
  }

  @Test(arguments: [
    ("{3d6,2d8,d20}kh2", 1), ("{3d6,2d8,d20}dl1dh1", 1), ("{d6,d8,d10}kh2>=5f1", 1),
    ("{d4/2,-d6,3}kl2", 1), ("{d6!,d8,d10}dh1", 3), ("{d6,d8}kh0", 1), ("{d6,d8}s", 1),
  ])
  func `the mean of a group needs no chances of its total`(text: String, cap: Int) throws {
    let expression = try Expression(parsing: text)
    guard case .group(let group) = expression.root else { return }
    let mean = try #require(try group.keptMean(cap: cap, Work(1_000_000)))
    #expect(abs(mean.double - (try odds(text, cap: cap).total.mean.double)) < 1e-8)
  }

  /// The second: the 500 highest of 999 numbers up to 1,000, about three quarters high each.
  @Test(arguments: [("999d1000!kh3", 2_990.0...3_000), ("999d1000kh500", 374_900...375_100)])
  func `a refusal tells the mean of kept dice`(text: String, mean: ClosedRange<Double>) throws {
    let expression = try Expression(parsing: text)
    let error = #expect(throws: Expression.TooLarge.self) { try expression.odds() }
    #expect(mean.contains(try #require(error?.mean).double))
  }
}
