import Testing

@testable import Games

@Suite struct FractionTests {
  @Test(arguments: [
    (6, 8, "3/4"), (-6, 8, "-3/4"), (6, -8, "-3/4"), (-6, -8, "3/4"), (0, -5, "0"), (10, 5, "2"),
  ])
  func `fractions are in lowest terms`(numerator: Int, denominator: Int, text: String) {
    #expect(Fraction(numerator, denominator).description == text)
  }

  @Test func `sums, differences and products are exact`() {
    #expect(Fraction(1, 6) + Fraction(1, 10) == Fraction(4, 15))
    #expect(Fraction(1, 6) - Fraction(1, 2) == Fraction(-1, 3))
    #expect(Fraction(2, 3) * Fraction(9, 4) == Fraction(3, 2))
    #expect(Fraction(3, 4).value == 0.75)
  }
}
