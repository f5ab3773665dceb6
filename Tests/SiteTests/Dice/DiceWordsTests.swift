import Games
import Testing

@testable import Site

@Suite struct DiceWordsTests {
  @Test(arguments: [
    ("100d6", "At least 1 and at most 99 dice (position 1)."),
    ("", "Type an expression such as 2d6+3."),
    ("12", "The letter d is missing, as in 2d6 (position 3)."),
    ("1d7", "A die has 4, 6, 8, 10, 12, 20 or 100 sides (position 3)."),
    ("1d6+", "A number must follow the sign (position 5)."),
    ("1d6+100", "A modifier of at most 99 (position 5)."),
    ("1d6!", "“!” has no place here (position 4)."),
    ("1d6\u{7}", "The character U+0007 has no place here (position 4)."),
    ("1d6\u{1F3B2}", "The character U+1F3B2 has no place here (position 4)."),
    (String(repeating: "9", count: 101), "At most 100 characters."),
  ])
  func `the sentence names limit and place`(text: String, sentence: String) throws {
    let error = try #require(throws: NotationError.self) { try DieStructure(notation: text) }
    #expect(error.sentence == sentence)
  }
}
