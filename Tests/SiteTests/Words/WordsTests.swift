import Games
import Mustache
import Testing
import Visitors

@testable import Site

@Suite struct WordsTests {
  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"),
      (1_709_210_096, "2024-02-29T12:34:56Z"), (1_767_225_599, "2025-12-31T23:59:59Z"),
      (4_107_542_400, "2100-03-01T00:00:00Z"),
    ])
  func `seconds become a date`(seconds: Int, iso: String) {
    #expect(String(Moment(seconds: seconds).iso) == iso)
  }

  @Test(
    arguments: [
      (1, "one"), (13, "thirteen"), (20, "twenty"), (42, "forty-two"), (99, "ninety-nine"),
      (100, "one hundred"),
    ])
  func `faces are named`(number: Int, words: String) {
    #expect(number.words == words)
  }

  @Test(arguments: [(0, "$0"), (235, "$235"), (1_000, "$1,000"), (-1_234_567, "−$1,234,567")])
  func `dollars are grouped`(number: Int, text: String) {
    #expect(number.dollars == text)
  }

  @Test(arguments: [(2, "+2", "+2"), (0, "0", "+0"), (-1, "\u{2212}1", "\u{2212}1")])
  func `modifiers have a sign`(number: Int, modifier: String, bonus: String) {
    #expect(number.modifierText == modifier)
    #expect(number.bonusText == bonus)
  }

  @Test func `fractions become percentages`() {
    #expect(Fraction(244, 495).percent() == "49.3%")
    #expect(Fraction(244, 495).percent(places: 2) == "49.29%")
    #expect(Fraction(2, 5).percent() == "40%")
    #expect(Fraction(5, 11).percent() == "45.5%")
    #expect(Fraction(557, 165).decimal(places: 2) == "3.38")
    #expect(Fraction(1, 100).decimal(places: 2) == "0.01")
    #expect(Fraction(-7, 495).percent(places: 2) == "−1.41%")
  }

  @Test(
    arguments: [
      ("25", 25, false), ("-5", -5, false), ("7.5", 7, true), ("-0.5", -1, true),
      ("1e3", 1_000, false), ("1e999", 1_000_000_000, false), ("+10", 10, false),
      ("99999999999999999999", 1_000_000_000, false),
    ] as [(String, Int, Bool)])
  func `numbers are read generously`(text: String, number: Int, wasRounded: Bool) throws {
    let typed = try #require(TypedNumber(text))
    #expect(typed.number == number)
    #expect(typed.wasRounded == wasRounded)
  }

  @Test(arguments: ["", " ", "x", "0x10", "nan", "inf", "1_000", "٣", "--5", "1e", "."])
  func `other texts aren't numbers`(text: String) {
    #expect(TypedNumber(text) == nil)
  }
}
