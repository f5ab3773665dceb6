import Games
import Testing

@testable import Site

@Suite struct DiceWordsTests {
  @Test(arguments: [
    ("100d6", "Roll 1 to 99 dice (position 1 of the expression)."),
    ("", "The expression is empty. Type one such as 2d6+3."),
    ("12", "There should be a d, as in 2d6 (position 3 of the expression)."),
    ("d7", "A die has 4, 6, 8, 10, 12, 20 or 100 sides (position 2 of the expression)."),
    ("1d6+", "A number must follow the sign (position 5 of the expression)."),
    ("1d6+100", "A modifier is at most 99 (position 5 of the expression)."),
    ("1d6!", "I can’t read “!” here (position 4 of the expression)."),
    ("1d6\u{7}", "I can’t read the character U+0007 here (position 4 of the expression)."),
    ("d\u{1F3B2}", "I can’t read “\u{1F3B2}” here (position 2 of the expression)."),
    ("1d6½", "I can’t read “½” here (position 4 of the expression)."),
    ("1d6\u{5D0}", "I can’t read “\u{2068}\u{5D0}\u{2069}” here (position 4 of the expression)."),
    ("1d6\u{301}", "I can’t read the character U+0301 here (position 4 of the expression)."),
    ("1d6\u{3164}", "I can’t read the character U+3164 here (position 4 of the expression)."),
    (String(repeating: "9", count: 101), "The expression is too long: at most 100 characters."),
  ])
  func `the sentence names limit and place`(text: String, sentence: String) throws {
    let error = try #require(throws: NotationError.self) { try DieStructure(notation: text) }
    #expect(error.sentence == sentence)
  }
}
