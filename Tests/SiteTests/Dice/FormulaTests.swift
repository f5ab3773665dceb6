import DiceLanguage
import Games
import Testing

@testable import Site

@Suite struct FormulaTests {
  @Test(arguments: [
    ("2d6+3", "2d6+3"), ("2D6+3", "2d6+3"), (" 2 d 6 + 3 ", "2d6+3"), ("\t2d6\t-\t3\t", "2d6-3"),
    ("1d20\u{2212}1", "1d20-1"), ("1 D8 - 1", "1d8-1"), ("1d4+0", "1d4"), ("1d4-0", "1d4"),
    ("007d06+003", "7d6+3"), ("99d100-99", "99d100-99"), ("10d12+99", "10d12+99"),
    ("d20", "1d20"), (" D6 + 1", "1d6+1"), ("d%", "1d100"), ("3 d % - 2", "3d100-2"),
  ])
  func `what can be chosen beside the field is dice, however it's typed`(
    text: String, notation: String
  ) throws {
    let formula = try Formula(parsing: text)
    guard case .dice = formula else {
      Issue.record("\(formula)")
      return
    }
    #expect(formula.notation == notation)
  }

  @Test(arguments: [
    "100d6", "1d7", "1d66", "2d6+100", "2d6-100", "2d6+1/2", "2d6*2", "3+2d6", "(2d6)",
    "2d6+3+1", "2d6+(3)", "2d6+-3", "2d6+d4", "2d6!", "4d6kh3", "2d6[fire]", "2d6+3[fire]",
    "2x(2d6)", "7",
    "-1d6", "2d{1,2}", "2d{heads,tails}",
  ])
  func `anything else is an expression`(text: String) throws {
    #expect(try Formula(parsing: text) == .expression(try RollExpression(parsing: text)))
  }

  @Test(arguments: ["", "0d6", "2d", "2d6+", "three", "1dd6", "2d6\u{2013}1"])
  func `what is neither is refused`(text: String) {
    #expect(throws: ExpressionError.self) { try Formula(parsing: text) }
  }
}
