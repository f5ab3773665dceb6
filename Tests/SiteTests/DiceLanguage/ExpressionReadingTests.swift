import DiceLanguage
import Testing
import Visitors

@testable import Site

/// What expressions mean, in plain words.
@Suite struct ExpressionReadingTests {
  @Test(arguments: [
    ("4d6dl1+2", "roll 4 six-sided dice, drop the lowest, add 2"),
    ("8d10>=9", "roll 8 ten-sided dice, count dice of 9 or more"),
    ("{1d20+5}>=15", "roll 1 twenty-sided die, add 5, then count totals of 15 or more"),
    (
      "{1d6,1d8}kh1",
      "work out (1) roll 1 six-sided die and (2) roll 1 eight-sided die, then keep the highest"
    ),
    (
      "{1d6,1d8}",
      "work out (1) roll 1 six-sided die and (2) roll 1 eight-sided die, then add them up"
    ),
    ("(1d4)d6", "roll 1 four-sided die, then that many six-sided dice"),
    ("(1d4+1)d6", "roll 1 four-sided die, add 1, then roll that many six-sided dice"),
    ("1d{6}", "roll 1 die with the face 6"),
    ("1d{1..66,0,1}", "roll 1 die with the faces 1 to 66, 0 and 1"),
    ("1d6+3*2", "roll 1 six-sided die, add 3 times 2"),
    ("1d6+1d8*2", "roll 1 six-sided die, add 2 times 1 eight-sided die"),
    ("2*1d6", "roll 1 six-sided die, multiply by 2"), ("1d6*1d6", "multiply two six-sided dice"),
    ("1d6*1d8", "multiply 1 six-sided die by 1 eight-sided die"),
    ("1d6*-1", "roll 1 six-sided die, multiply by \u{2212}1"), ("2*3", "2 times 3"),
    ("6x(3d6)", "6 times, each on its own: roll 3 six-sided dice"),
    ("4d{Heads,tails}", "toss 4 coins and count each word"), ("d{heads,tails}", "toss 1 coin"),
    ("4d{heads,tails}=heads", "toss 4 coins and count the heads"),
    (
      "2d{red*3,blue*2}[spin]",
      "roll 2 dice with the faces red (3 of 5) and blue (2 of 5) and count each word (spin)"
    ),
    (
      "1d6+2d{a,b}=a",
      "roll 1 six-sided die, add (roll 2 dice with the faces a and b and count the a)"
    ),
    (
      "3 from {red*3,blue*2}",
      "draw 3 from 3 red and 2 blue without putting any back and count each word"
    ),
    (
      "(1d4)d{heads,tails}=heads",
      "roll 1 four-sided die, then toss that many coins and count the heads"
    ),
    ("1 from {1..50}", "draw 1 from 50 with 50 different words without putting any back"),
  ])
  func `an expression is read in plain words`(text: String, reading: String) throws {
    #expect(try RollExpression(parsing: text).reading == reading)
  }

  @Test(arguments: [
    ("1d6^2", "There are no powers; write a product such as 3*3."),
    (
      "1d6+d{a,b}",
      "A tally of words isn’t a number; where a number is needed, count one word. "
        + "Did you mean 1d6+d{a,b}=a or 1d6+d{a,b}=b?"
    ),
    (
      "9 from {a*2,b}=a",
      "Nothing is put back, so you can draw 1 to 3 of these. Did you mean 3 from {a*2,b}=a?"
    ),
    ("d{}", "A die needs at least one face, such as d{1,2,4}."),
    ("2(1d6)", "A sign such as + is missing here. Did you mean 2*(1d6)?"),
    (
      "(d4/2)d6",
      "A number of dice in brackets must always be a whole number from 0 to 999. "
        + "Did you mean (floor(d4/2))d6?"
    ),
    (
      "(d4-2)d6",
      "A number of dice in brackets must always be a whole number from 0 to 999. "
        + "Did you mean (max(0,d4-2))d6?"
    ),
    (
      "(d1000)d100",
      "A number of dice in brackets must always be a whole number from 0 to 999. "
        + "Did you mean (min(999,d1000))d100?"
    ),
    (
      "2d6>=8",
      "No die can meet this, because a comparison counts dice and never compares a total; "
        + "use Target 8, or {2d6}>=8."
    ),
  ])
  func `a refusal says what to write instead`(text: String, sentence: String) {
    let error = #expect(throws: ExpressionError.self) { try Expression(parsing: text) }
    #expect(error?.sentence == sentence)
  }
}
