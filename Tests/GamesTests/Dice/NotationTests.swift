import Testing

@testable import Games

@Suite struct NotationTests {
  /// Shorthand for a field, for a page, and the dice that both mean.
  @Test(arguments: [
    ("2d6+3", "2d6+3", DieStructure(.d6, totalDice: 2, modifier: 3)),
    ("1d20-1", "1d20\u{2212}1", DieStructure(.d20, totalDice: 1, modifier: -1)),
    ("1d4", "1d4", DieStructure(.d4)),
    ("99d100-99", "99d100\u{2212}99", DieStructure(.d100, totalDice: 99, modifier: -99)),
    ("10d12+99", "10d12+99", DieStructure(.d12, totalDice: 10, modifier: 99)),
  ])
  func `shorthand goes both ways`(notation: String, expression: String, structure: DieStructure)
    throws
  {
    #expect(structure.notation == notation)
    #expect(structure.expression == expression)
    #expect(try DieStructure(notation: notation) == structure)
    #expect(try DieStructure(notation: expression) == structure)
  }

  @Test(arguments: [
    ("2D6+3", "2d6+3"), (" 2 d 6 + 3 ", "2d6+3"), ("\t2d6\t-\t3\t", "2d6-3"), ("1d20", "1d20"),
    ("1 D8 - 1", "1d8-1"), ("1d4+0", "1d4"), ("1d4-0", "1d4"), ("1d4\u{2212}0", "1d4"),
    ("007d06+003", "7d6+3"), ("1d100", "1d100"),
  ])
  func `case, spaces and leading zeros are free`(text: String, notation: String) throws {
    #expect(try DieStructure(notation: text).notation == notation)
  }

  @Test(arguments: [
    ("d20", "1d20"), (" D6 + 1", "1d6+1"), ("d%", "1d100"), ("3 d % - 2", "3d100-2"),
  ])
  func `one die needs no number, and a percent sign is a hundred`(
    text: String, notation: String
  ) throws {
    #expect(try DieStructure(notation: text).notation == notation)
  }

  @Test(
    arguments: [
      ("", .empty, 1), ("   ", .empty, 1), ("0d6", .diceOutOfRange, 1),
      (" 0d6", .diceOutOfRange, 2),
      ("100d6", .diceOutOfRange, 1), ("999999999d6", .diceOutOfRange, 1),
      ("99999999999999999999999d6", .diceOutOfRange, 1), ("-1d6", .diceOutOfRange, 1),
      ("\u{2212}1d6", .diceOutOfRange, 1), ("7", .dieExpected, 2), ("7 ", .dieExpected, 3),
      ("2d", .sidesUnknown, 3), ("1d0", .sidesUnknown, 3), ("1d7", .sidesUnknown, 3),
      ("1d 66", .sidesUnknown, 4), ("1d999999999", .sidesUnknown, 3), ("1d1000", .sidesUnknown, 3),
      ("d", .sidesUnknown, 2), ("d0", .sidesUnknown, 2), ("-d6", .diceOutOfRange, 1),
      ("100d1!", .diceOutOfRange, 1), ("2d6+", .modifierExpected, 5),
      ("2d6 - ", .modifierExpected, 7), ("2d6+100", .modifierOutOfRange, 5),
      ("2d6-100", .modifierOutOfRange, 5), ("1d6+99999999999999999999", .modifierOutOfRange, 5),
    ] as [(String, NotationError.Rule, Int)])
  func `a broken rule is named with its place`(
    text: String, rule: NotationError.Rule, position: Int
  ) {
    #expect(throws: NotationError(rule, at: position)) { try DieStructure(notation: text) }
  }

  @Test(
    arguments: [
      ("three", "t", 1), ("+1d6", "+", 1), ("1 2d6", "2", 3), ("2x6", "x", 2), ("1dd6", "d", 3),
      ("1d%%", "%", 4), ("%", "%", 1), ("d20d6", "d", 4), ("1d%6", "6", 4),
      ("1d-6", "-", 3), ("2d6!", "!", 4), ("3d6!!", "!", 4), ("4d6kh3", "k", 4),
      ("1d6*99999999999999999999", "*", 4), ("2d6+3+1", "+", 6), ("2d6+-3", "-", 5),
      ("2d6+d4", "d", 5), ("2.5d6", ".", 2), ("1e3d6", "e", 2), ("(2d6)", "(", 1),
      ("2d6\n", "\n", 4), ("2d6\u{0}", "\u{0}", 4), ("３ｄ６", "\u{FF13}", 1),
      ("٣d6", "\u{663}", 1), ("2d６", "\u{FF16}", 3), ("\u{200F}2d6", "\u{200F}", 1),
      ("2\u{200B}d6", "\u{200B}", 2), ("2d6\u{FEFF}", "\u{FEFF}", 4),
      ("2d6\u{2013}1", "\u{2013}", 4), ("2\u{301}d6", "\u{301}", 2), ("2d6\u{A0}", "\u{A0}", 4),
      ("🎲", "🎲", 1),
    ] as [(String, Unicode.Scalar, Int)])
  func `a character without a meaning is named with its place`(
    text: String, scalar: Unicode.Scalar, position: Int
  ) {
    #expect(throws: NotationError(.unexpected(scalar), at: position)) {
      try DieStructure(notation: text)
    }
  }

  @Test func `a hundred characters are read and one more is not`() throws {
    let blanks = String(repeating: " ", count: 97)
    #expect(try DieStructure(notation: blanks + "1d6") == DieStructure(.d6))
    #expect(throws: NotationError(.tooLong, at: 101)) {
      try DieStructure(notation: blanks + " 1d6")
    }
  }

  @Test(arguments: ["1d6+", "(", "9", " ", "\u{301}", "👩‍👩‍👧‍👦"])
  func `a hundred kilobytes are refused for their length, whatever they hold`(part: String) {
    let text = String(repeating: part, count: 100_000 / part.utf8.count)
    #expect(throws: NotationError(.tooLong, at: 101)) { try DieStructure(notation: text) }
  }

  @Test func `random text is read or refused inside its length`() {
    var random = SeededGenerator(seed: 31)
    let alphabet = Array("0123456789dD+-\u{2212} \t!*(d6".unicodeScalars) + ["３", "\u{200B}"]
    var accepted = 0
    for _ in 0..<60_000 {
      var text = ""
      for _ in 0..<Int.random(in: 0...9, using: &random) {
        text.unicodeScalars.append(alphabet.randomElement(using: &random) ?? "d")
      }
      do throws(NotationError) {
        let structure = try DieStructure(notation: text)
        accepted += 1
        #expect((try? DieStructure(notation: structure.notation)) == structure)
      } catch {
        #expect(1...(text.unicodeScalars.count + 1) ~= error.position)
      }
    }
    #expect(accepted > 100)
  }
}
