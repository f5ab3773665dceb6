import Games
import Testing
import Visitors
import Web

@testable import Site

@Suite struct DicePageTests {
  @Test func `the first view shows one d4`() {
    var visitor = Visitor()
    let page = visitor.get("/dice")
    #expect(page.fact("Now rolling") == "1d4")
    #expect(page.fact("Lowest") == "1")
    #expect(page.fact("Highest") == "4")
    #expect(page.fact("Mean") == "2.5")
    #expect(page.fact("Total") == nil)
  }

  @Test func `a roll shows every face, the modifier and the total`() {
    var visitor = Visitor(faces: [4, 6])
    #expect(visitor.post("/dice/roll", "die=d6&dice=2&modifier=-3").status == .seeOther)
    let page = visitor.get("/dice")
    #expect(page.pageTitle == "You rolled 2d6−3: 7 – Dice – Dicehall")
    #expect(page.fact("Now rolling") == "2d6−3")
    #expect(page.fact("Faces") == "4, 6")
    #expect(page.fact("Total") == "7")
    #expect(page.fact("Mean") == "4")
    #expect(page.text.contains("aria-label=\"six\""))
    #expect(page.text.contains("⚅"))
    #expect(page.text.contains("value=\"2d6-3\""))
  }

  @Test(
    arguments: [
      ("/dice/add-die", "99", "0", "1d6"), ("/dice/add-die", "2", "0", "3d6"),
      ("/dice/remove-die", "1", "0", "1d6"), ("/dice/remove-die", "3", "0", "2d6"),
      ("/dice/add-modifier", "1", "99", "1d6−99"), ("/dice/add-modifier", "1", "-1", "1d6"),
      ("/dice/remove-modifier", "1", "-99", "1d6+99"), ("/dice/remove-modifier", "1", "0", "1d6−1"),
      ("/dice/clear", "7", "7", "1d6"), ("/dice/choose", "7", "7", "7d6+7"),
    ])
  func `each button changes the dice that its form shows`(
    path: String, dice: String, modifier: String, expression: String
  ) {
    var visitor = Visitor()
    #expect(
      visitor.post(path, "die=d6&dice=\(dice)&modifier=\(modifier)").status == .seeOther)
    #expect(visitor.get("/dice").fact("Now rolling") == expression)
  }

  @Test(
    arguments: [
      ("dice=0", "1d4", "number from 1 to 99, so it’s now 1"),
      ("dice=100", "99d4", "so it’s now 99"),
      ("dice=1e9", "99d4", "so it’s now 99"), ("dice=2.5", "2d4", "a whole number from 1 to 99"),
      ("modifier=-100", "1d4−99", "from −99 to +99"), ("modifier=1e9", "1d4+99", "from −99 to +99"),
    ])
  func `a number outside its limits is corrected with a note and not rolled`(
    form: String, expression: String, sentence: String
  ) {
    var visitor = Visitor()
    #expect(visitor.post("/dice/roll", form).status == .seeOther)
    let page = visitor.get("/dice")
    #expect(page.fact("Now rolling") == expression)
    #expect(page.fact("Total") == nil)
    #expect(page.text.contains(sentence))
  }

  @Test(arguments: ["dice=", "dice=two", "modifier=", "modifier=x", "die=d7", "die="])
  func `anything but a number and a die is refused`(form: String) {
    var visitor = Visitor()
    let page = visitor.post("/dice/roll", form)
    #expect(page.status == .unprocessable)
    #expect(page.pageTitle?.hasPrefix("Error: ") == true)
    #expect(visitor.session == Session())
  }

  @Test func `every mistake of a form is named beside its field`() {
    var visitor = Visitor()
    let page = visitor.post("/dice/roll", "die=d7&dice=&modifier=x")
    #expect(page.status == .unprocessable)
    #expect(page.wrongFields == ["dice", "modifier", "die"])
  }

  @Test func `an expression is rolled and stays in force`() {
    var visitor = Visitor(faces: [20], sides: 20)
    _ = visitor.post("/dice/expression", "expression=1D20+%2B+5")
    let page = visitor.get("/dice")
    #expect(page.fact("Now rolling") == "1d20+5")
    #expect(page.fact("Total") == "25")
  }

  @Test(
    arguments: [
      ("expression=d8&die=d4&dice=1&modifier=0", "1d8"),
      ("expression=+d%25-1+&die=d6&dice=5&modifier=2", "1d100−1"),
      // An expression that nobody has touched gives way to what was chosen beside it.
      ("expression=1d4&die=d6&dice=3&modifier=1", "3d6+1"),
      ("expression=+&die=d6&dice=3&modifier=1", "3d6+1"),
      // So does one that is left over from a refusal.
      ("expression=2d&die=d4&dice=3&modifier=0", "3d4"),
    ])
  func `Roll rolls the expression that was typed, else the dice that were chosen`(
    form: String, expression: String
  ) {
    for move in ["roll", "roll-10"] {
      var visitor = Visitor()
      #expect(visitor.post("/dice/\(move)", form).status == .seeOther)
      #expect(visitor.get("/dice").fact("Now rolling") == expression)
      #expect(visitor.session[DiceState.self]?.lastThrows.isEmpty == false)
    }
    var visitor = Visitor()
    let page = visitor.post("/dice/roll", "expression=2d&die=d4&dice=1&modifier=0")
    #expect(page.status == .unprocessable)
    #expect(page.text.contains("value=\"2d\""))
  }

  @Test func `one press on a die chooses it and rolls it`() {
    for type in DieType.allCases {
      var visitor = Visitor(faces: [1], sides: type.sides)
      let path = "/dice/roll-\(type.name)"
      #expect(visitor.get("/dice").text.contains("formaction=\"\(path)\""))
      _ = visitor.post(path, "expression=1d4&die=d4&dice=1&modifier=0")
      #expect(visitor.get("/dice").fact("Now rolling") == "1\(type.name)")
      #expect(visitor.get("/dice").fact("Total") == "1")
      _ = visitor.post(path, "expression=2d&die=d4&dice=3&modifier=-2")
      #expect(visitor.get("/dice").fact("Now rolling") == "3\(type.name)−2")
      _ = visitor.post(path, "dice=100")
      #expect(visitor.get("/dice").fact("Total") == nil)
    }
  }

  @Test func `ten rolls are one move, with a line each and their mean`() {
    var visitor = Visitor(faces: [1, 2, 3, 4, 5, 6])
    _ = visitor.post("/dice/roll-10", "die=d6&dice=1&modifier=-2")
    let page = visitor.get("/dice")
    #expect(page.pageTitle == "10 rolls of 1d6−2: 1.1 on average – Dice – Dicehall")
    #expect(page.text.contains("−1, 0, 1, 2, 3, 4, −1, 0, 1, 2. The last roll is shown."))
    #expect(page.fact("Faces") == "4")
    #expect(visitor.session[DiceState.self]?.history.count == 10)
    #expect(visitor.session[DiceState.self]?.revision == 1)
    _ = visitor.post("/dice/roll-100", "dice=2")
    // What is known of a single roll says nothing of a hundred.
    #expect(!visitor.get("/dice").text.contains("take a while"))
    #expect(!visitor.get("/dice").text.contains("class=\"landed\""))
    let more = visitor.get("/dice")
    #expect(more.pageTitle == "100 rolls of 2d6−2: 4.96 on average – Dice – Dicehall")
    #expect(more.text.contains("From 1 to 9. The last roll is shown."))
    #expect(visitor.session[DiceState.self]?.history.count == 110)
    _ = visitor.post("/dice/add-die", "dice=2")
    #expect(visitor.get("/dice").pageTitle == "Ready to roll 3d6−2 – Dice – Dicehall")
  }

  @Test func `nothing beside a refusal looks like an outcome`() {
    var visitor = Visitor(faces: [4])
    _ = visitor.post("/dice/roll", "die=d6")
    let page = visitor.post("/dice/expression", "expression=2d")
    #expect(!page.text.contains("You rolled"))
    #expect(page.text.contains("Nothing was rolled"))
    #expect(page.text.contains("Last roll: 1d6 made 4."))
    _ = visitor.post("/dice/roll", "dice=100")
    #expect(visitor.get("/dice").text.contains("so it’s now 99"))
    #expect(!visitor.post("/dice/expression", "expression=2d").text.contains("so it’s now 99"))
  }

  @Test func `an address fills in an expression, and all of the page is about it`() {
    var visitor = Visitor(faces: [4])
    _ = visitor.post("/dice/roll", "die=d6")
    for (text, expression) in [("4d6kh3", "4d6kh3"), ("3d8-1", "3d8\u{2212}1")] {
      let page = visitor.get("/dice", [("expression", text)])
      #expect(page.status == .ok)
      #expect(page.pageTitle == "Ready to roll \(expression) – Dice – Dicehall")
      #expect(page.fact("Now rolling") == expression)
      #expect(page.fact("Total") == nil && page.text.contains("Last roll: 1d6 made 4."))
      #expect(page.text.contains(">Odds of \(expression)</a>"))
      #expect(page.text.contains("href=\"/odds?x=\(text)\""))
      #expect(page.text.contains("value=\"\(text)\" autocomplete"))
    }
    #expect(visitor.get("/dice", [("expression", "4d6kh3")]).fact("Mean") == "12.244599")
    // Nothing has changed but the page; what is in force already stays on the table.
    #expect(visitor.get("/dice").pageTitle == "You rolled 1d6: 4 – Dice – Dicehall")
    #expect(visitor.get("/dice?expression=1D6").fact("Total") == "4")
    #expect(visitor.get("/dice?expression=+").fact("Total") == "4")
    #expect(visitor.post("/dice/roll", "expression=2d6kh1").status == .seeOther)
  }

  @Test func `an address with a mistake says what is wrong, and offers what was meant`() {
    var visitor = Visitor(hall: makeSite(), faces: [4])
    let page = visitor.get("/dice?expression=4d6k3h")
    #expect(page.status == .unprocessable)
    #expect(page.text.contains("Did you mean 4d6kh3?"))
    #expect(page.text.contains("<code>4d6<mark><span class=\"hidden\">here: </span>k3h</mark>"))
    #expect(page.text.contains("value=\"4d6k3h\" autocomplete"))
    let button = "<button name=\"expression\" value=\"4d6kh3\">Roll 4d6kh3</button>"
    #expect(page.text.contains(button))
    #expect(visitor.post("/dice/expression", "expression=4d6k3h").text.contains(button))
    #expect(visitor.session == Session())
    _ = visitor.post("/dice/expression", "expression=4d6kh3")
    #expect(visitor.get("/dice").fact("Total") == "12")
    // Nobody knows what else the text should say.
    #expect(!visitor.get("/dice?expression=4d6k3h%2B2d").text.contains("Roll 4d6kh3<"))
  }

  @Test(arguments: ["999999999d6", "0d6", "1d0", "1000d6", "1d6*", "(((1d6", "100d1!", ""])
  func `an invalid expression is kept as typed, with the reason`(text: String) {
    var visitor = Visitor()
    let page = visitor.post("/dice/expression", "expression=\(text)")
    #expect(page.status == .unprocessable)
    #expect(page.text.contains("value=\"\(text)\""))
    #expect(page.text.contains("aria-invalid=\"true\""))
    #expect(visitor.session == Session())
  }

  @Test func `markup in an expression is text`() {
    var visitor = Visitor()
    let page = visitor.post("/dice/expression", "expression=%22%3E%3Cscript%3E{{base}}")
    #expect(page.text.contains("value=\"&quot;&gt;&lt;script&gt;{{base}}\""))
    #expect(!page.text.contains("<script>"))
  }

  @Test func `two hundred rolls are kept and the page says since when`() throws {
    var visitor = Visitor()
    for _ in 1...203 { _ = visitor.post("/dice/roll") }
    let table = try #require(visitor.session[DiceState.self])
    #expect(table.history.count == 200)
    let page = visitor.get("/dice/log").text
    #expect(page.contains("Your last 200 rolls, since ") && page.contains("3 older ones are gone"))
    _ = visitor.post("/dice/clear-history")
    #expect(visitor.session[DiceState.self]?.history.isEmpty == true)
    #expect(visitor.get("/dice").text.contains("Nothing rolled yet"))
  }

  @Test func `times have a day where it differs from the row above`() {
    var visitor = Visitor()
    for time in [1_795_220_000, 1_795_221_600, 1_795_221_660, 1_795_308_060] {
      visitor.now = time
      _ = visitor.post("/dice/roll")
    }
    let clocks = visitor.get("/dice").text.matches(of: /<time[^>]*>([^<]*)</).map { $0.1 }
    #expect(clocks == ["00:41, 22 Nov", "00:41, 21 Nov", "00:40", "00:13"])
  }

  @Test func `the history can be taken along`() {
    var visitor = Visitor(faces: [2, 5])
    _ = visitor.post("/dice/roll", "die=d6&dice=1")
    _ = visitor.post("/dice/roll", "die=d6&dice=2&modifier=-9")
    #expect(
      visitor.get("/dice/log.csv").text.split(separator: "\r\n") == [
        "time,expression,modifier,total,die 1,die 2", "2026-11-21T00:40:00Z,\"1d6\",0,2,2,",
        "2026-11-21T00:40:00Z,\"2d6-9\",-9,-2,2,5",
      ])
    #expect(
      visitor.get("/dice/log.json").text
        == #"[{"time":"2026-11-21T00:40:00Z","expression":"1d6","faces":[2],"total":2},"#
        + #"{"time":"2026-11-21T00:40:00Z","expression":"2d6-9","faces":[2,5],"total":-2}]"#)
  }
}
