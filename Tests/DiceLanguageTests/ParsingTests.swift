import Testing

@testable import DiceLanguage

@Suite struct ParsingTests {
  @Test(arguments: Refusal.all)
  func `a text that breaks a rule is refused at its place`(refusal: Refusal) {
    #expect(
      throws: ExpressionError(
        refusal.kind, at: refusal.place, suggestions: refusal.suggestions)
    ) { try Expression(parsing: refusal.text) }
  }

  /// Nobody can guess what was meant behind the first mistake.
  @Test(arguments: [
    ("4d6k3h + 2d", "4d6kh3"), ("(4d6k3h+2d0", "(4d6kh3)"), ("max({4d6p,d8^2},2)", "max({4d6!p})"),
    ("6x(2d20adv+)", "6x(2d20kh)"), ("2d6 + 3 >= 9 + STR", "{2d6+3}>=9"),
  ])
  func `a mend of the marked place is offered where the rest can't be mended`(
    text: String, part: String
  ) throws {
    let error = #expect(throws: ExpressionError.self) { try Expression(parsing: text) }
    #expect(error?.suggestions == [part])
    #expect(error?.isPartial == true)
  }

  /// Words that people know from elsewhere, and what is left of them after a slip.
  @Test func `whatever is suggested can be read`() {
    var random = Words(seed: 21)
    let pieces = [
      "2d6", "4d6", "d20", "d%", "kh", "kl1", "adv", "dis", "!", "!!", "p", "o", "x2", "rr1", "k3h",
      "cs>=5", ">=5", "=>5", "f1", "u", "mi2", "keep2", "drop", " ", "+", "-", "*", "(", ")", "{",
      "}", ",", ";", "flor(", "abs(", "6x", "[a]", "w6", "15", "1.5", "vs", "x", "d{", "fire", "#",
      "\"", "≥", "{1d3}", "(2d6)", "max", "highest", "of", "６", "]", "//",
    ]
    var suggested = 0
    for _ in 0..<1_500 {
      let count = Int.random(in: 2...8, using: &random)
      let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      do throws(ExpressionError) {
        _ = try Expression(parsing: text)
      } catch {
        for suggestion in error.suggestions {
          suggested += 1
          #expect(throws: Never.self, "\(text)") { try Expression(parsing: suggestion) }
        }
      }
    }
    #expect(suggested > 80, "too little to test")
  }

  @Test(arguments: [
    ("4d6s dl1", "4d6s dl1"), ("3D6 − 2", "3d6-2"), ("2d6×3", "2d6*3"), ("4df", "4dF"),
    (" d% ", "d%"), ("2d6\u{A0}+\u{A0}3", "2d6+3"),
    ("4D{ Heads , Tails } = HEADS", "4d{Heads,Tails}=Heads"),
    ("3  FROM{red * 3,New\u{A0} York} =new york", "3 from {red*3,New York}=New York"),
    ("d{2..10, J}=j+D6", "d{2..10,J}=J+d6"),
    ("2d6 [Fire Ball]", "2d6[Fire Ball]"), ("6X(4d6 dl1)", "6x(4d6dl1)"),
  ])
  func `an expression is written without blanks in lower case`(text: String, compact: String) {
    #expect((try? Expression(parsing: text))?.text == compact)
  }

  /// The forms of the language, each beside one that means the same.
  @Test(arguments: [
    ("d20", "1d20"), ("3d6", "3 D 6"), ("d%", "d100"), ("2dF", "2df"), ("d{1..3,5}", "d{1,2,3,5}"),
    ("4d6k3", "4d6kh3"), ("4d6k", "4d6kh1"), ("4d6kl", "4d6kl1"), ("4d6dl", "4d6dl1"),
    ("4d6dh", "4d6dh1"), ("4d6!", "4d6!6"), ("4d6!6", "4d6!=6"), ("4d6!o", "4d6!o=6"),
    ("4d6!!", "4d6!!6"), ("4d6!p", "4d6!p=6"), ("d{1,9}!", "d{1,9}!9"), ("4d6r1", "4d6r=1"),
    ("4d6ro2", "4d6ro=2"), ("4d6ra2", "4d6ra=2"), ("8d6>=5f1", "8d6>=5f=1"),
    ("4d6 kh3 [str]", "4d6kh3[str]"), ("2d6\u{2212}1", "2d6-1"), ("2\u{D7}d6", "2*d6"),
    ("1+2*3", "1+(2*3)"), ("8-2-1", "(8-2)-1"), ("-d6+1", "(-d6)+1"), ("{d6,d8}k", "{d6,d8}kh1"),
    ("MAX(d6, d8)", "max(d6,d8)"), ("4d6 sd", "4d6sd"), ("6X(4d6)", "6x(4d6)"),
    ("d{-1,0}", "d{\u{2212}1,0}"), ("d{a,A,b}=a", "d{a*2,b}=A"),
    ("d{\u{E9}t\u{E9},b}=\u{E9}t\u{E9}", "d{e\u{301}te\u{301},b}=E\u{301}TE\u{301}"),
    ("d{3..5,J}=4", "d{3,4,5,J}=4"), ("d{stra\u{DF}e,b}=STRASSE", "d{stra\u{DF}e,b}=stra\u{DF}e"),
  ])
  func `forms that mean the same are read as the same`(text: String, other: String) throws {
    func meaning(_ text: String) throws -> String {
      let expression = try Expression(parsing: text)
      return "\(expression.root), \(expression.times ?? 1)"
    }
    #expect(try meaning(text) == meaning(other))
  }

  /// Signs that look alike and mean different things.
  @Test(arguments: [
    ("d66", "d{11..66}"), ("4d6s dl1", "4d6sd"), ("4d6!!", "4d6!"), ("4d6!kh3", "4d6kh3!"),
    ("8d10!10>=8", "8d10!>=8"), ("4d6>4", "4d6>=4"), ("4d6ro1", "4d6r1"), ("{2d6}>=8", "2d6"),
  ])
  func `forms that differ are read as different`(text: String, other: String) throws {
    #expect(try Expression(parsing: text).root != Expression(parsing: other).root)
  }

  @Test func `a number behind an explosion belongs to it and the next one counts`() throws {
    let expression = try Expression(parsing: "8d10!10>=8")
    let ten = Condition(relation: .equal, number: 10)
    let eight = Condition(relation: .atLeast, number: 8)
    #expect(
      expression.root
        == .dice(
          Dice(
            count: .number(8), die: .sides(10),
            modifiers: [.explode(.repeatedly, ten), .count(eight, failing: nil)], remarks: [])))
  }

  @Test(arguments: [
    "d66", "d{-3..3,7}", "(d4)d6", "1/(2*d6-7)", "2d6!-1", "4dFr-1", "--5", "2*-3",
    "d6!o>=1", "4d6sdkh3", "{2d6+3}>=8f<=4s[all]", "99999999999999999999*d6", "max(d6,d8,3)",
    "d{орёл,решка}=Орёл", "2d{עץ,פלי}=עץ", "d{हिन्दी,b 2}=b 2+1", "6x(3 from {a*2,b}=a)",
    "{2d{a,b}=a,d6}kh1", "(d4)d{a,b}=b[x]", "3 from {a,b,c}=c",
    "(2d2-2)d6", "d6[a][b]+2[c]", "d6[\u{1F469}\u{200D}\u{1F680}]",
  ])
  func `what the language allows is read`(text: String) {
    #expect(throws: Never.self) { try Expression(parsing: text) }
  }

  @Test(arguments: [
    ("4d{Heads,Tails}[toss]", ["Heads", "Tails"], [1, 1]),
    ("d{2..3,J*4}", ["2", "3", "J"], [1, 1, 4]),
    (" 5 from {red*3,blue*2}", ["red", "blue"], [3, 2]), ("(d4)d{a,b}", ["a", "b"], [1, 1]),
  ])
  func `words alone make a tally`(text: String, words: [String], faces: [Int]) throws {
    guard case .tally(let tally) = try RollExpression(parsing: text) else {
      Issue.record("a number")
      return
    }
    #expect(tally.words.map(\.text) == words)
    #expect(tally.words.map(\.faces) == faces)
    #expect(try RollExpression(parsing: tally.text) == .tally(tally))
  }

  @Test func `any text is read or refused at a place inside it`() {
    var random = Words(seed: 7)
    let pieces = [
      "d", "6", "2", "kh", "k", "!", "!!", "!p", "r", "u", "min", "max(", "floor(", "(", ")", "{",
      "}", ",", "+", "-", "*", "/", ">=", "<", "=", "f", "s", "[", "]", "x", " ", "%", "é", "\u{0}",
      "d{a,b", " from {",
      "..", "×", "−", "1000",
    ]
    var read = 0
    for _ in 0..<10_000 {
      let count = Int.random(in: 1...12, using: &random)
      let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      do throws(ExpressionError) {
        _ = try RollExpression(parsing: text)
        read += 1
      } catch {
        #expect(error.range.upperBound <= text.utf8.count, "\(text)")
      }
    }
    #expect(read > 50, "too little to test")
  }
}

/// The same words in each run (Knuth's generator, mixed as in SplitMix64).
struct Words: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    var word = state
    word = (word ^ word >> 33) &* 0xff51_afd7_ed55_8ccd
    word = (word ^ word >> 33) &* 0xc4ce_b9fe_1a85_ec53
    return word ^ word >> 33
  }
}
