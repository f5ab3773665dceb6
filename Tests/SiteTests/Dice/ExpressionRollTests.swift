import BigInt
import DiceLanguage
import Games
import Storage
import Testing
import Visitors
import Web

@testable import Site

/// Any expression of the dice language on the dice page.
@Suite struct ExpressionRollTests {
  /// Nearly as many dice as there may be, in a form.
  private static let most = Array(repeating: "999d1000", count: 5).joined(separator: "%2B")

  @Test func `a roll shows every die, what became of it, the total and its exact chances`() {
    var visitor = Visitor(hall: makeSite(), faces: [5, 2, 6, 2])
    #expect(visitor.post("/dice/expression", "expression=4d6+kh3").status == .seeOther)
    let page = visitor.get("/dice")
    #expect(page.pageTitle == "You rolled 4d6kh3: 13 – Dice – Dicehall")
    #expect(page.text.contains("Roll 4 six-sided dice, keep the highest 3."))
    #expect(page.fact("Faces") == "5, 2, 6, (2)")
    #expect(page.fact("Total") == "13")
    #expect(page.fact("Highest") == "18")
    #expect(page.fact("Mean") == "12.244599")
    #expect(page.text.contains("class=\"die dropped\" role=\"img\" aria-label=\"two, dropped\""))
    #expect(page.text.contains("<li class=\"dropped\"><b>d6</b> rolled 2, dropped</li>"))
    // Published with the ability scores of many rule books: 172 of 1,296 are exactly 13.
    #expect(page.fact("Exactly 13") == "43/324 ")
    #expect(page.fact("13 or more") == "79/162 ")
    #expect(page.text.contains("<small>13.27%</small>"))
    #expect(page.text.contains("href=\"/odds?x=4d6kh3\""))
    // The choosers show the last dice of their own, and using one brings them back.
    #expect(page.text.contains("name=\"dice\" min=\"1\" max=\"99\" value=\"1\""))
    #expect(page.text.contains("value=\"4d6kh3\" autocomplete"))
    _ = visitor.post("/dice/add-die", "die=d4&dice=1&modifier=0")
    #expect(visitor.get("/dice").pageTitle == "Ready to roll 2d4 – Dice – Dicehall")
  }

  @Test(arguments: [
    // Neither the field nor the dice beside it have changed.
    ("expression=3d6kh2&die=d8&dice=2&modifier=1", "3d6kh2"), ("", "3d6kh2"),
    ("die=d8&dice=2&modifier=1", "3d6kh2"), ("expression=d20&die=d8&dice=2&modifier=1", "1d20"),
    ("expression=d20!&die=d8&dice=5&modifier=1", "d20!"),
    ("expression=3d6kh2&die=d8&dice=3&modifier=1", "3d8+1"), ("dice=3", "3d8+1"),
    ("expression=oops&dice=3", "3d8+1"),
  ])
  func `Roll rolls what changed, else what is in force`(form: String, rolled: String) {
    var visitor = Visitor(hall: makeSite())
    _ = visitor.post("/dice/expression", "expression=2d8%2B1")
    _ = visitor.post("/dice/expression", "expression=3d6+kh2")
    #expect(visitor.get("/dice").fact("Now rolling") == "3d6kh2")
    #expect(visitor.post("/dice/roll", form).status == .seeOther)
    #expect(visitor.get("/dice").fact("Now rolling") == rolled)
    #expect(visitor.session[DiceState.self]?.isThrown == true)
  }

  @Test(arguments: [
    (
      "6d6!", [6, 6, 3, 1, 1, 1, 1, 1], "6, 1, 6, 1, 3, 1, 1, 1", "20", "six, exploded", "extra die"
    ),
    (
      "2d6!!", [6, 6, 2, 4], "8, 10", "18", "eight, exploded and added 2",
      "rolled 6, exploded and added 4"
    ),
    (
      "2d6r1", [1, 1, 4, 3], "4, 3", "7", "four, rerolled to 4", "rolled 1, rerolled to 3"
    ),
    ("4d6>=5f1", [5, 6, 1, 2], "5, 6, 1, 2", "1", "one, failure", "rolled 6, counted"),
    ("{2d6+3}>=8", [5, 4], "5, 4", "1", "aria-label=\"five\"", "12, counted"),
    ("{1d6, 2d6}kl1", [3, 4, 4], "3; (4), (4)", "3", "four, dropped with its total", "8, dropped"),
    ("1d6/2", [5], "5", "5/2", "5/2 or more", "Exactly 5/2"),
    ("1d6[cold]-9", [5], "5", "−4", "<p class=\"remark\">cold</p>", "(cold)"),
    ("2dF", [1, 3], "−1, 0", "−1", "class=\"die plain\"", "−1 or more"),
  ])
  func `each die has its history, in signs and in words`(
    text: String, dice: [Int], faces: String, total: String, first: String, second: String
  ) {
    var visitor = Visitor(hall: makeSite(), faces: dice)
    #expect(
      visitor.post("/dice/roll", PercentCoding.encode([("expression", text)])).status == .seeOther)
    let page = visitor.get("/dice")
    #expect(page.fact("Faces") == faces)
    #expect(page.fact("Total") == total)
    #expect(page.text.contains(first) && page.text.contains(second), "\(text)")
  }

  @Test func `a tally shows its words, their number and its exact chance`() throws {
    var visitor = Visitor(hall: makeSite())
    let form = PercentCoding.encode([("expression", "5 from {red*3, Blue*2}")])
    #expect(visitor.post("/dice/expression", form).status == .seeOther)
    let page = visitor.get("/dice")
    #expect(
      page.pageTitle == "You rolled 5 from {red*3,Blue*2}: 3 red, 2 Blue – Dice – Dicehall")
    #expect(page.text.contains("Draw 5 from 3 red and 2 Blue without putting any back"))
    #expect(page.fact("Total") == "3 red, 2 Blue")
    #expect(page.fact("Exactly this") == "1 ")
    #expect(page.fact("Lowest") == nil)
    #expect(page.text.matches(of: /class="die word" role="img" aria-label="red"/).count == 3)
    #expect(page.text.matches(of: /<b>\{red\*3,Blue\*2\}<\/b> Blue<\/li>/).count == 2)
    #expect(page.text.contains("So far: 3 red, 2 Blue."))
    let faces = try #require(page.fact("Faces")).split(separator: ", ")
    #expect(faces.sorted() == ["Blue", "Blue", "red", "red", "red"])
    let json = visitor.get("/dice/log.json").text
    #expect(json.contains(#""total":[3,2],"words":["red","Blue"]"#))
    #expect(json.contains("\"faces\":[\"") && !json.contains("\"faces\":[0"))
    #expect(visitor.get("/dice/log.csv").text.contains("\"3 red, 2 Blue\",\""))
    // What is stored is read again as it was.
    let state = try #require(visitor.session[DiceState.self])
    var packer = Packer()
    state.pack(into: &packer)
    #expect(PackedFields(packer.bytes[...]).flatMap { DiceState($0) } == state)
  }

  @Test func `many words are counted, and a chart compares them with what to expect`() {
    var visitor = Visitor(hall: makeSite())
    let form = PercentCoding.encode([("expression", "80d{heads,tails}=heads+1")])
    _ = visitor.post("/dice/expression", form)
    #expect(visitor.get("/dice").fact("Faces")?.hasPrefix("heads\u{A0}×\u{A0}") == true)
    #expect(visitor.get("/dice/log.json").text.contains(#""counts":[{"face":"heads","count":"#))
    _ = visitor.post("/dice/roll-100", PercentCoding.encode([("expression", "2d{heads,tails}")]))
    let page = visitor.get("/dice").text
    #expect(page.contains("<th scope=\"col\">Word</th>"))
    #expect(page.contains("<th scope=\"row\">heads</th>") && page.contains(">100.0</td>"))
    #expect(page.contains("how often each word came, 200 in all"))
    // A tally can be kept under a name, and offered by a link.
    let named = visitor.get("/dice?named=toss:%202d%7Bheads,tails%7D").text
    #expect(named.contains("Toss 2 coins and count each word"))
  }

  @Test func `repeated totals stand apart, with their sum and its chances`() {
    var visitor = Visitor(hall: makeSite(), faces: [6, 5, 4, 3])
    _ = visitor.post("/dice/expression", "expression=6x(4d6dl1)")
    let page = visitor.get("/dice")
    #expect(
      page.pageTitle == "You rolled 6x(4d6dl1): 15, 15, 15, 15, 15, 15 – Dice – Dicehall")
    #expect(page.fact("Total") == "90")
    #expect(
      page.text.contains("Exactly 90") && page.text.contains("These are the chances of the sum"))
    #expect(page.text.matches(of: /class="sum" aria-hidden="true">= <b>15</).count == 6)
  }

  @Test func `of many dice it shows the outcome, a table of faces, and the dice on demand`() throws
  {
    var visitor = Visitor(hall: makeSite(), faces: [1, 2, 3, 4, 5, 6])
    _ = visitor.post("/dice/expression", "expression=120d6")
    let page = visitor.get("/dice")
    #expect(page.fact("Total") == "420")
    #expect(page.fact("Faces")?.hasPrefix("1\u{A0}×\u{A0}20, 2\u{A0}×\u{A0}20") == true)
    #expect(page.text.contains("<tr><th scope=\"row\">6</th><td class=\"number\">20</td></tr>"))
    #expect(page.text.matches(of: /<li><b>d6<\/b>/).count == 120)
    #expect(!page.text.contains("role=\"img\" aria-label=\"six\""))
    let state = try #require(visitor.session[DiceState.self])
    guard case .expression(let record) = state.history.last?.outcome else {
      Issue.record("no record")
      return
    }
    #expect(record.dice.isEmpty && record.faces?.rows.count == 6)
    _ = visitor.post("/dice/expression", "expression=\(Self.most)")
    #expect(visitor.get("/dice").text.contains("The first 1,000 of 4,995 dice"))
  }

  @Test func `ten rolls are one move with a mean, and the chart follows any expression`() {
    var visitor = Visitor(hall: makeSite(), faces: [1, 6])
    _ = visitor.post("/dice/roll-10", "expression=2d6kh1")
    let page = visitor.get("/dice")
    #expect(page.pageTitle == "10 rolls of 2d6kh1: 6 on average – Dice – Dicehall")
    #expect(page.text.contains("6, 6, 6, 6, 6, 6, 6, 6, 6, 6. The last roll is shown."))
    #expect(page.text.contains("Bars: your 10 rolls of 2d6kh1 in this session, 6 on average."))
    #expect(page.text.contains("calculated exactly, 4.472222 on average."))
    let rows = page.text.matches(of: /<tr><th scope="row">(\d)<\/th>(.*)<\/tr>/).map {
      String($0.1) + $0.2.replacing(/<[^>]*>/, with: " ")
    }
    #expect(rows.first?.split(separator: " ") == ["1", "0", "0.3", "2.78%"])
    #expect(rows.last?.split(separator: " ") == ["6", "10", "3.1", "30.56%"])
  }

  @Test(arguments: [
    ("2d", "\u{A0}", "Say how many sides after d"),
    ("4d6k3h", "k3h", "Did you mean 4d6kh3?"),
    ("2d6%2B", "\u{A0}", "Write a number or dice here"),
    ("1d6min1000001", "min1000001", "−1,000,000"),
  ])
  func `what can't be read is marked under the text, which stays in the field`(
    text: String, wrong: String, sentence: String
  ) {
    for path in ["/dice/roll", "/dice/roll-100", "/dice/expression"] {
      var visitor = Visitor(hall: makeSite())
      let page = visitor.post(path, "expression=\(text)")
      #expect(page.status == .unprocessable)
      #expect(page.text.contains("value=\"\(text.replacing("%2B", with: "+"))\""))
      #expect(
        page.text.contains("<mark><span class=\"hidden\">here: </span>\(wrong)</mark>"),
        "\(page.text)")
      #expect(page.text.contains(sentence))
      #expect(visitor.session == Session())
    }
  }

  @Test func `what is wrong from end to end isn't said again under the field`() {
    var visitor = Visitor(hall: makeSite())
    let page = visitor.post("/dice/roll", "expression=banana")
    #expect(page.text.contains("I don’t understand ‘banana’. Try 2d6+3."))
    #expect(!page.text.contains("<mark>"))
  }

  @Test func `what can't be seen is marked, too`() {
    var visitor = Visitor(hall: makeSite())
    let page = visitor.post("/dice/roll", "expression=d6[a%09b]")
    #expect(page.status == .unprocessable)
    #expect(page.text.contains("d6[a<mark><span class=\"hidden\">here: </span>\u{FFFD}</mark>b]"))
  }

  @Test func `an address fills the field and rolls and stores nothing`() {
    var visitor = Visitor(hall: makeSite())
    let page = visitor.get("/dice", [("expression", "2d6+\"3")])
    #expect(page.text.contains("value=\"2d6+&quot;3\""))
    #expect(page.fact("Now rolling") == "1d4")
    let readable = visitor.get("/dice", [("expression", "3d6+2")])
    #expect(readable.text.contains("Ready to roll 3d6+2"))
    #expect(readable.fact("Now rolling") == "3d6+2")
    #expect(visitor.session == Session())
    let odds = visitor.get("/odds", [("x", "6x(1d6+2)")])
    #expect(odds.text.contains("href=\"/dice?expression=6x%281d6%2B2%29\">Roll this</a>"))
  }

  @Test func `what takes too long to know is rolled all the same`() {
    var visitor = Visitor(hall: makeSite())
    _ = visitor.post("/dice/expression", "expression=999d1000*999d1000")
    let link = "<a href=\"/odds?x=999d1000"
    let page = visitor.get("/dice")
    #expect(page.fact("Total") != nil && page.fact("Mean") == nil)
    #expect(!page.text.contains(" or more</dt>"))
    #expect(page.text.contains("There’s no chart of 999d1000*999d1000 here"))
    // It is soon clear that nobody can know them.
    #expect(!page.text.contains(link) && page.text.contains("The total lies between 998,001 and"))
    // These may take longer than a page waits.
    _ = visitor.post("/dice/expression", "expression=10d10!!kh8")
    #expect(visitor.get("/dice").text.contains("if that can be done: <a"))
  }

  @Test func `a move of far too many dice stops between two rolls and says so`() {
    var visitor = Visitor(hall: makeSite())
    _ = visitor.post("/dice/roll-100", "expression=\(Self.most)")
    let page = visitor.get("/dice")
    #expect(page.pageTitle?.hasPrefix("21 rolls of 999d1000+") == true)
    #expect(page.text.contains("so it stopped after 21 rolls"))
    #expect(visitor.session[DiceState.self]?.history.count == 21)
  }

  @Test func `the log holds any expression, also as CSV and JSON`() {
    var visitor = Visitor(hall: makeSite(), faces: [2, 5, 6])
    for text in ["-1d{2,5,6,1,1,1}[a \"b\"]", "3d6dl1", "2x(1d6/2)", "100d6"] {
      _ = visitor.post("/dice/expression", PercentCoding.encode([("expression", text)]))
    }
    let lines = visitor.get("/dice/log.csv").text.split(separator: "\r\n")
    let time = "2026-11-21T00:40:00Z"
    #expect(lines[0] == "time,expression,modifier,total,die 1,die 2,die 3")
    #expect(lines[1] == "\(time),\"'-1d{2,5,6,1,1,1}[a \"\"b\"\"]\",,-5,5,,")
    #expect(lines[2] == "\(time),\"3d6dl1\",,11,\"2 dropped\",5,6")
    #expect(lines[3] == "\(time),\"2x(1d6/2)\",,7/2,2,5,")
    #expect(lines[4] == #"\#(time),"100d6",,431,"2 (34 times)","5 (33 times)","6 (33 times)""#)
    let json = visitor.get("/dice/log.json").text
    #expect(
      json.contains(
        #""expression":"3d6dl1","faces":[2,5,6],"dropped":[true,false,false],"total":11"#))
    #expect(json.contains(#""faces":[2,5],"totals":[1,"5/2"],"total":"7/2""#))
    #expect(json.contains(#""counts":[{"lowest":2,"highest":2,"count":34}"#))
  }

  @Test func `a session stays small and is read as it was written, whatever was rolled`() throws {
    var random = SeededGenerator(seed: 7)
    for text in [
      "8d10!!>=9", "60d6!", "999d1000", "60d6r<=5", "{4d6kh3, 3d6}kh1[x]", "6x(4d6dl1)", "1d6/7",
      "10000000000000000000*1d6", "20x(3d{-5,1..9})",
      "1d6[\(String(repeating: "\u{1F3B2}", count: 60))]",
    ] {
      var state = DiceState()
      for _ in 1...3 {
        state.roll(100, try Formula(parsing: text), using: &random, at: 1_795_221_600)
      }
      var packer = Packer()
      state.pack(into: &packer)
      #expect(state.history.size <= DiceState.historySize)
      #expect(state.history.count + state.forgotten == 3 * state.thrown)
      #expect(packer.bytes.count < 48 * 1_024, "\(text): \(packer.bytes.count)")
      #expect(PackedFields(packer.bytes[...]).flatMap(DiceState.init) == state, "\(text)")
    }
  }

  /// The longest names of dice that an expression may have, which all rounds share.
  private static let longNames =
    "20x(\(Array(repeating: "d{-999..-900}", count: 13).joined(separator: "+")))"
  /// Fractions of which hardly two have the same denominator.
  private static let fractions =
    "1/((d1000+10000000000000000000)*(d1000+10000000000000000000))"

  /// What else a session keeps, so many bytes of it.
  private struct Rest: SessionPart, Equatable {
    static let tag: UInt8 = 99
    let bytes: [UInt8]

    init(size: Int) { bytes = Array(repeating: 1, count: size) }
    init?(_ fields: PackedFields) { bytes = Array(fields.bytes(1) ?? []) }
    func pack(into packer: inout Packer) { packer.put(1, bytes) }
  }

  @Test func `every part of the dice at its largest leaves room for the other games`() throws {
    var random = SeededGenerator(seed: 3)
    var state = DiceState()
    for modifier in 1...11 {
      let text = "999d1000+\(modifier)[\(String(repeating: "\u{1F3B2}", count: 60))]"
      state.roll(100, try Formula(parsing: text), using: &random, at: 1_795_221_600)
    }
    for text in ["20x(\(ExpressionRollTests.fractions))", ExpressionRollTests.longNames] {
      for _ in 1...2 { state.roll(10, try Formula(parsing: text), using: &random, at: 1) }
      #expect(state.packedSize < 46 * 1_024, "\(state.packedSize)")
      #expect(state.history.size <= DiceState.historySize && state.isThrown && state.tally != nil)
      #expect((state.detail?.packedSize ?? 0) <= RollDetail.sizeLimit)
      #expect(state.tallies.reduce(0) { $0 + $1.packedSize } <= DiceState.tallySize)
      // As much as the fullest games and all named rolls, and nearly as much as there is room for.
      for size in [10, 16, 36, 48].map({ $0 * 1_024 }) {
        var session = Session()
        session[DiceState.self] = state
        session[Rest.self] = Rest(size: size)
        let bytes = session.shrunk(features.shrinkingParts).bytes
        #expect(bytes.count <= StorageLimits.sessionBytes)
        #expect(size > 10 * 1_024 || bytes.count > size + state.packedSize)
        let opened = try #require(Session(bytes))
        let dice = try #require(opened[DiceState.self])
        #expect(opened[Rest.self] == Rest(size: size))
        #expect(dice.history.newest(1) == state.history.newest(1))
        #expect(dice.history.count + dice.forgotten == state.history.count + state.forgotten)
        #expect(dice.tallies == state.tallies && dice.detail == state.detail)
      }
    }
  }

  @Test(arguments: [longNames, "20x(\(Array(repeating: "d6", count: 62).joined(separator: "+")))"])
  func `a roll whose dice take too many bytes shows its totals only`(text: String) {
    var visitor = Visitor(hall: makeSite())
    #expect(
      visitor.post("/dice/roll", PercentCoding.encode([("expression", text)])).status == .seeOther)
    #expect(visitor.session[DiceState.self]?.detail == nil)
    let page = visitor.get("/dice")
    #expect(page.fact("Total") != nil && !page.text.contains("Each die in words"))
  }

  @Test func `rounds share the names and remarks of their terms`() throws {
    var random = SeededGenerator(seed: 2)
    let text = "20x(2d{-900..-850}[cold]+1d6)"
    let detail = try #require(RollDetail(RollExpression(parsing: text).roll(using: &random)))
    #expect(detail.packedSize < 1_000)
    var packer = Packer()
    detail.pack(into: &packer)
    #expect(PackedFields(packer.bytes[...]).flatMap(RollDetail.init) == detail)
    #expect(detail.rounds.last?.terms.first?.remarks == ["cold"])
  }

  @Test func `the mean of many fractions is short`() throws {
    let long = (1...100).map { Rational(1, over: BigInt(10).power(20) + BigInt($0)) }
    #expect(DiceWords.mean(of: long).utf8.count < 30)
    #expect(DiceWords.mean(of: long).contains(/e\u{2212}2[01]$/))
    #expect(DiceWords.mean(of: [-1, -2, -2].map { Rational($0) }) == "\u{2212}1.7")
    #expect(DiceWords.mean(of: [Rational(1, over: 2), Rational(1, over: 3)]) == "0.4")
    var visitor = Visitor(hall: makeSite())
    _ = visitor.post(
      "/dice/roll-100", PercentCoding.encode([("expression", ExpressionRollTests.fractions)]))
    let series = try #require(visitor.session[DiceState.self]?.series)
    #expect(series.packedSize < 100, "\(series)")
  }

  @Test(arguments: [
    ("{d6,3}kh1", "The die and all 2 totals in braces in words", 3),
    ("{999d6,2d6}kh1", "The first 1,000 of 1,001 dice and all 2 totals in braces in words", 1_002),
    (
      "20x({\(Array(repeating: "1", count: 90).joined(separator: ","))}kh3)",
      "The first 200 of 1,800 totals in braces in words", 200
    ), ("1d6", nil, 0), ("1+1", nil, 0),
  ])
  func `dice and totals in braces are counted apart`(text: String, summary: String?, lines: Int) {
    var visitor = Visitor(hall: makeSite())
    _ = visitor.post("/dice/roll", PercentCoding.encode([("expression", text)]))
    let page = visitor.get("/dice").text
    #expect(page.firstMatch(of: /<summary>(.*in words)<\/summary>/).map { String($0.1) } == summary)
    #expect(page.matches(of: /<li(?: class="dropped")?><b>/).count == lines)
  }

  @Test func `five hundred totals are counted one by one, then side by side`() {
    var tally = ExpressionTally(of: "x")
    for total in 0..<500 { tally.add(Rational(total)) }
    #expect(tally.width == 1 && tally.totals.count == 500)
    tally.add(Rational(1, over: 2))
    #expect(tally.denominator == 2 && tally.width == 2 && tally.totals.count == 500)
    #expect(tally.counts[0] == 2 && tally.rolls == 501 && tally.sum == 499 * 500 + 1)
    tally.add(Rational(-1_000_000))
    #expect(tally.width == 4 && tally.totals.first == -2_000_000 && tally.rolls == 502)
  }
}
