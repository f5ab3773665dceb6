import Testing

@testable import DiceLanguage

@Suite struct ParsingTests {
  /// A text that is refused, the rule it breaks, the place in UTF-8 bytes and what is offered.
  struct Refusal: Sendable, CustomTestStringConvertible {
    let text: String
    let kind: ExpressionError.Kind
    let place: Range<Int>
    let suggestions: [String]

    init(
      _ text: String, _ kind: ExpressionError.Kind, _ place: Range<Int>, _ suggestions: String...
    ) {
      self.text = text
      self.kind = kind
      self.place = place
      self.suggestions = suggestions
    }

    var testDescription: String { text }
  }

  static let refusals = [
    Refusal("", .empty, 0..<0),
    Refusal("  ", .empty, 0..<0),
    Refusal(String(repeating: "1", count: 201), .tooLong, 0..<201),
    Refusal("2d6 3", .operatorMissing, 4..<5, "2d6+3"),
    Refusal("2d6 d8", .operatorMissing, 4..<6, "2d6+d8"),
    Refusal("4d6k3h", .unknownWord("k3h"), 3..<6, "4d6kh3"),
    Refusal("4d6d1", .unknownWord("d1"), 3..<5, "4d6dl1"),
    Refusal("4d6lk2", .unknownWord("lk2"), 3..<6, "4d6kl2"),
    // As Roll20, Foundry and others write it.
    Refusal("4d6cs>=5", .unknownWord("cs"), 3..<5, "4d6>=5"),
    Refusal("4d6cs6", .unknownWord("cs6"), 3..<6, "4d6>=6"),
    Refusal("4d6>=5cf1", .unknownWord("cf1"), 6..<9, "4d6>=5f1"),
    Refusal("4d6rr1", .unknownWord("rr1"), 3..<6, "4d6r1"),
    Refusal("4d6sa", .unknownWord("sa"), 3..<5, "4d6s"),
    Refusal("4d6x6", .unknownWord("x6"), 3..<5, "4d6!6", "4d6*6"),
    Refusal("4d6dl1x6", .unknownWord("x6"), 6..<8, "4d6dl1!6", "4d6dl1*6"),
    Refusal("4d6xo", .unknownWord("xo"), 3..<5, "4d6!o"),
    Refusal("4d6e6", .unknownWord("e6"), 3..<5, "4d6!6"),
    Refusal("4d6p", .unknownWord("p"), 3..<4, "4d6!p"),
    Refusal("2d20adv", .unknownWord("adv"), 4..<7, "2d20kh"),
    Refusal("2d20dis", .unknownWord("dis"), 4..<7, "2d20kl"),
    Refusal("3d6keep2", .unknownWord("keep2"), 3..<8, "3d6kh2"),
    Refusal("4d6drop1", .unknownWord("drop1"), 3..<8, "4d6dl1"),
    Refusal("4d6mi2", .unknownWord("mi2"), 3..<6, "4d6min2"),
    // Torn apart, or a key pressed twice.
    Refusal("4d6 k h3", .unknownWord("k h3"), 4..<8, "4d6kh3"),
    Refusal("4d6 d l 1", .unknownWord("d l"), 4..<7, "4d6dl1"),
    Refusal("4d6m in2", .unknownWord("m in2"), 3..<8, "4d6min2"),
    Refusal("4d6! p", .unknownWord("! p"), 3..<6, "4d6!p"),
    Refusal("4d6rrr1", .unknownWord("rrr1"), 3..<7, "4d6r1"),
    Refusal("4d6dd1", .unknownWord("dd1"), 3..<6, "4d6dl1"),
    Refusal("4d6b1", .unknownWord("b1"), 3..<5),
    // Advantage keeps the highest, which these do already.
    Refusal("2d20kh1adv", .unknownWord("adv"), 7..<10, "2d20kh1"),
    Refusal("2d20kl1adv", .unknownWord("adv"), 7..<10, "2d20kl1", "2d20kh"),
    Refusal("4d6droplowest", .unknownWord("droplowest"), 3..<13, "4d6dl"),
    Refusal("2w6", .unknownWord("w6"), 1..<3, "2d6"),
    Refusal("8d10=>8", .numberExpected("="), 4..<5, "8d10>=8"),
    Refusal("8d10==8", .numberExpected("="), 4..<5, "8d10=8"),
    Refusal("1d6;1d8", .unexpected(";"), 3..<4, "{1d6,1d8}"),
    // Several mistakes.
    Refusal("4d6k3h + 4d6lk2", .unknownWord("k3h"), 3..<6, "4d6kh3+4d6kl2"),
    Refusal("1d20 5 + 3d6 d8", .operatorMissing, 5..<6, "1d20+5+3d6+d8"),
    Refusal("flor(3d6/2 + 4d6p", .unknownWord("flor"), 0..<4, "floor(3d6/2+4d6!p)"),
    Refusal("1d20 + 5 >= 15 + 2d20adv", .comparesTotal("15"), 9..<14, "{1d20+5}>=15+2d20kh"),
    Refusal("flor(3d6/2)", .unknownWord("flor"), 0..<4, "floor(3d6/2)"),
    Refusal("2d6+", .operandMissing, 4..<4),
    Refusal("+3", .operandMissing, 0..<1, "3"),
    Refusal("3++3", .operandMissing, 2..<3, "3+3"),
    Refusal("1d6**2", .operandMissing, 4..<5, "1d6*2"),
    Refusal("1d6//2", .operandMissing, 4..<5, "1d6/2"),
    Refusal("()", .operandMissing, 1..<2),
    Refusal("1d6^2", .unexpected("^"), 3..<4),
    Refusal("1d6,2d6", .unexpected(","), 3..<4, "{1d6,2d6}"),
    Refusal("2(1d6)", .operatorMissing, 1..<2, "2*(1d6)"),
    Refusal("2d6\u{A0}3", .operatorMissing, 5..<6, "2d6+3"),
    Refusal("(2d6", .unfinished, 4..<4, "(2d6)"),
    Refusal("2d６", .dieExpected, 2..<5),
    Refusal("2d", .dieExpected, 2..<2),
    Refusal("d0", .sidesOutOfRange, 1..<2),
    Refusal("d1001", .sidesOutOfRange, 1..<5),
    Refusal("0d6", .diceOutOfRange, 0..<1),
    Refusal("1000d6", .diceOutOfRange, 0..<4),
    Refusal("6x(999d6)", .tooManyDice, 0..<9),
    Refusal("(1d4-2)d6", .countOutOfRange(isLow: true, isHigh: false), 0..<7),
    Refusal("(1000)d6", .countOutOfRange(isLow: false, isHigh: true), 0..<6),
    Refusal("(1d999*2-3)d6", .countOutOfRange(isLow: true, isHigh: true), 0..<11),
    Refusal("(1d4/2)d6", .countNotWhole, 0..<7),
    Refusal("d{1,x}", .unexpected("x"), 4..<5),
    Refusal("d{1001}", .faceOutOfRange, 2..<6),
    Refusal("d{}", .facesMissing, 1..<3),
    Refusal("d{5..1}", .rangeBackwards, 2..<6),
    Refusal("d{1..101}", .tooManyFaces, 1..<9),
    Refusal("2d6r", .numberExpected("r"), 3..<4, "2d6r1"),
    Refusal("2d6>=5f", .numberExpected("f"), 6..<7, "2d6>=5f1"),
    Refusal("2d6>=", .numberExpected(">="), 3..<5),
    Refusal("2d6min", .numberExpected("min"), 3..<6),
    Refusal("123456789012345678901", .numberTooLong, 0..<21),
    Refusal("2d6min9223372036854775807", .limitOutOfRange("min"), 3..<25),
    Refusal("1d6max-1000001", .limitOutOfRange("max"), 3..<14),
    Refusal("1.5", .decimal, 0..<3),
    Refusal("1d20+5>=15", .comparesTotal("15"), 6..<10, "{1d20+5}>=15"),
    Refusal("(2d6)>=8", .comparesTotal("8"), 5..<8, "{(2d6)}>=8"),
    Refusal("1d6-7>- 5", .comparesTotal("-5"), 5..<9, "{1d6-7}>-5"),
    Refusal("2d6>=8", .neverCounts(8), 3..<6, "{2d6}>=8"),
    Refusal("2d6>=13", .neverCounts(13), 3..<7),
    Refusal("1d6>7", .neverCounts(7), 3..<5),
    Refusal("1d6min3=7", .neverCounts(7), 7..<9),
    Refusal("2d6+2d6kh1>6", .neverCounts(6), 10..<12),
    Refusal("8d10>=8kh3", .afterCount, 7..<9),
    Refusal("8d10>=8>=9", .afterCount, 7..<10),
    Refusal("8d10>=8f1f2", .afterCount, 9..<11),
    Refusal("8d10f1", .failureWithoutCount, 4..<6),
    Refusal("4d6!!!p", .secondExplosion, 5..<7, "4d6!!", "4d6!p"),
    Refusal("8d10!!>=9!", .secondExplosion, 9..<10, "8d10!!>=9", "8d10!"),
    Refusal("d6!!p", .secondExplosion, 4..<5, "d6!!", "d6!p"),
    Refusal("d6!!kh1!8+3", .secondExplosion, 7..<8, "d6!!kh1+3", "d6kh1!8+3"),
    Refusal("2d6!!!", .secondExplosion, 5..<6, "2d6!!", "2d6!"),
    Refusal("d6!<7", .alwaysExplodes, 2..<5),
    Refusal("1d6!>=1", .alwaysExplodes, 3..<7),
    Refusal("d1!", .alwaysExplodes, 2..<3),
    Refusal("1d6r<=6", .neverStopsRerolling, 3..<7),
    Refusal("7d6u", .tooFewFaces, 3..<4),
    Refusal("3d{1,1,2}u", .tooFewFaces, 9..<10),
    Refusal("{4d6,3d8}!", .notForGroups("!"), 9..<10),
    Refusal("{4d6}r1", .notForGroups("r"), 5..<6),
    Refusal("10/(d6-3)", .divisionByZero, 3..<9),
    Refusal("1x(d6)", .timesOutOfRange, 0..<1),
    Refusal("21x(d6)", .timesOutOfRange, 0..<2),
    Refusal("6x4d6", .timesNeedsBrackets, 0..<2, "6x(4d6)"),
    Refusal("6x(4d6)+1", .timesInside, 7..<9),
    Refusal("2+6x(4d6)", .timesInside, 2..<4),
    Refusal("6x(2x(d6))", .timesInside, 3..<5),
    Refusal("d6[\(String(repeating: "a", count: 61))]", .remarkTooLong, 2..<65),
    Refusal("d6[fire", .remarkOpen, 2..<7),
    Refusal("1d6[]+1", .remarkEmpty, 3..<5, "1d6+1"),
    Refusal("1d6[ ]", .remarkEmpty, 3..<6, "1d6"),
    Refusal("d6[a\u{202E}b]", .unexpected("\u{202E}"), 4..<7),
    Refusal("d6[\u{200B}]", .unexpected("\u{200B}"), 3..<6),
    Refusal("(2[a]+1)", .remarkMisplaced, 2..<3),
    Refusal("floor(1,2)", .oneValueExpected("floor"), 7..<8),
    Refusal(
      String(repeating: "(", count: 17) + "1" + String(repeating: ")", count: 17), .tooDeep,
      16..<17),
    Refusal(String(repeating: "-", count: 17) + "1", .tooDeep, 16..<17),
    Refusal("2d6 − é", .unexpected("é"), 8..<10),
  ]

  @Test(arguments: refusals)
  func `a text that breaks a rule is refused at its place`(refusal: Refusal) {
    #expect(
      throws: ExpressionError(
        refusal.kind, at: refusal.place, suggestions: refusal.suggestions)
    ) { try Expression(parsing: refusal.text) }
  }

  /// Nobody can guess what was meant behind the first mistake.
  @Test(arguments: [
    ("4d6k3h + 2d", "4d6kh3"), ("(4d6k3h+2d0", "(4d6kh3)"), ("max({4d6p,d8],2)", "max({4d6!p})"),
    ("6x(2d20adv+)", "6x(2d20kh)"), ("2d6 + 3 >= 9 + 1.5", "{2d6+3}>=9"),
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
      "}", ",", ";", "flor(", "abs(", "6x", "[a]", "w6", "15", "1.5",
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
    ("d{-1,0}", "d{\u{2212}1,0}"),
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
    "(2d2-2)d6", "d6[a][b]+2[c]",
  ])
  func `what the language allows is read`(text: String) {
    #expect(throws: Never.self) { try Expression(parsing: text) }
  }

  @Test func `any text is read or refused at a place inside it`() {
    var random = Words(seed: 7)
    let pieces = [
      "d", "6", "2", "kh", "k", "!", "!!", "!p", "r", "u", "min", "max(", "floor(", "(", ")", "{",
      "}", ",", "+", "-", "*", "/", ">=", "<", "=", "f", "s", "[", "]", "x", " ", "%", "é", "\u{0}",
      "..", "×", "−", "1000",
    ]
    var read = 0
    for _ in 0..<10_000 {
      let count = Int.random(in: 1...12, using: &random)
      let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      do throws(ExpressionError) {
        _ = try Expression(parsing: text)
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
