import DiceLanguage
import Testing
import Visitors
import Web

@testable import Site

/// The page `/odds`, its table and its JSON.
@Suite struct OddsPageTests {
  /// A site of its own, so that tests do not wait for each other.
  private func ask(
    _ path: String = "/odds", x: String? = nil, y: String? = nil, t: String? = nil
  ) -> Response {
    var visitor = Visitor(hall: makeSite())
    let fields = [("x", x), ("y", y), ("t", t)]
    return visitor.get(path, fields.compactMap { name, text in text.map { (name, $0) } })
  }

  /// The cells of the rows of a page's tables.
  private func rows(_ response: Response) -> [String] {
    response.text.matches(of: /<tr><th scope="row">(.*?)<\/tr>/).map { row in
      String(row.1).replacing(/<[^>]*>/, with: "|").replacing(/\|+\ ?/, with: "|")
    }
  }

  @Test(arguments: [
    (8.414622e-05, "0.00008414622"), (1e-5, "0.00001"), (-1.5e-9, "\u{2212}0.0000000015"),
    (1.5e-20, "1.5e-20"), (0.00125, "0.00125"), (-2.5, "\u{2212}2.5"),
    // The mean of 999d1000*999d1000.
    (249_999_500_000.25, "249999500000.25"), (999_999_999.123_456, "999999999.123456"),
  ])
  func `numbers are written out unless they are tiny`(number: Double, text: String) {
    #expect(OddsNumber(rounded: number).text == text)
  }

  @Test func `without a question two dice are worked out`() {
    let page = ask()
    #expect(page.header("Cache-Control") == "public, max-age=300")
    #expect(page.status == .ok)
    #expect(page.pageTitle == "Dice odds – Dicehall")
    #expect(page.text.contains("<button class=\"primary\">Work out</button>"))
    #expect(page.text.contains("href=\"/odds?x=2d6%2B3\""))
    #expect(page.text.contains("<h2 id=\"answer\">Odds of 2d6</h2>"))
    #expect(page.text.contains("name=\"x\" value=\"2d6\""))
    #expect(page.text.contains("href=\"/odds.csv?x=2d6\""))
    #expect(rows(page).count == 11)
    let frame = ask("/embed/odds")
    #expect(frame.pageTitle == "Dice odds – Dicehall" && !frame.text.contains("<table"))
  }

  @Test func `an answer has what is typical, in fractions, and every total`() {
    let page = ask(x: " 4d6kh3 ", y: " ", t: "")
    #expect(page.status == .ok)
    #expect(page.header("Cache-Control") == "public, max-age=300")
    #expect(page.header("Set-Cookie") == nil)
    #expect(page.pageTitle == "Odds of 4d6kh3 – Dicehall")
    for (name, value) in [
      "Lowest": "3", "Highest": "18", "Median": "12", "Mean": "15869/1296 ",
      "Variance": "13612487/1679616 ", "Standard deviation": "2.846844",
    ] {
      #expect(page.fact(name) == value, "\(name)")
    }
    #expect(
      page.text.contains("<p class=\"reading\">Roll 4 six-sided dice, keep the highest 3.</p>"))
    let rows = rows(page)
    #expect(rows.count == 16)
    #expect(rows.first == "3|1/1296 |0.0772%|100%|0.0772%|")
    #expect(rows.last == "18|7/432 |1.62%|1.62%|100%|")
    #expect(page.text.contains("href=\"/odds.csv?x=4d6kh3\""))
  }

  @Test func `of two values there is no median`() {
    let page = ask(x: "d{heads,tails}=heads", y: "", t: "")
    #expect(page.fact("Mean")?.hasPrefix("1/2") == true && page.fact("Median") == nil)
  }

  @Test func `in a frame the answer comes first, the same for everybody`() {
    let page = ask("/embed/odds", x: "4d6kh3", y: "3d6", t: "12")
    #expect(page.status == .ok)
    #expect(page.header("Cache-Control") == "public, max-age=300")
    #expect(page.header("Set-Cookie") == nil)
    #expect(page.header("Content-Security-Policy")?.contains("frame-ancestors 'self' *") == true)
    #expect(page.fact("Mean") == "15869/1296 " && page.fact("12 or more") != nil)
    #expect(page.fact("Tie") != nil && rows(page).count > 16)
    #expect(page.text.contains("action=\"/embed/odds\""))
    #expect(page.text.contains("href=\"/odds?x=4d6kh3&amp;y=3d6&amp;t=12\" target=\"_blank\""))
    #expect(!page.text.contains("<nav") && !page.text.contains("download"))

    var hall = Visitor(hall: makeSite())
    for (place, cookies) in [("iframe", ""), ("document", "dicehall=x")] {
      var request = Request(.get, "/embed/odds")
      request.query = Form([Form.Field(name: "x", value: "d6")])
      request.fetchDestination = place
      request.cookies = cookies
      #expect(hall.ask(request).body == ask("/embed/odds", x: "d6").body, "\(place)")
    }
    var dark = Request(.get, "/embed/odds")
    dark.query = Form([Form.Field(name: "theme", value: "dark")])
    let first = hall.ask(dark).text
    #expect(first.contains("data-theme=\"dark\"") && !first.contains("<table"))
    #expect(first.contains("type=\"hidden\" name=\"theme\" value=\"dark\""))
    let wrong = ask("/embed/odds", x: "4d6k3h")
    #expect(wrong.status == .unprocessable && wrong.text.contains("Did you mean 4d6kh3?"))
    #expect(wrong.header("Cache-Control") == "private, no-cache")
  }

  @Test func `an answer tells programs how to embed it, and teachers how to plan that`() {
    for path in ["/odds", "/embed/odds"] {
      let page = ask(path, x: "2d6+3", t: "10").text
      let address = path.replacing("/", with: "%2F")
      #expect(
        page.contains(
          "json+oembed\" href=\"/oembed?url=\(address)%3Fx%3D2d6%252B3%26t%3D10&amp;format=json\""),
        "\(path)")
    }
    #expect(ask(x: "d6").text.contains("href=\"/embed?game=odds&amp;x=d6\""))
    #expect(!ask(x: "4d6k3h").text.contains("oembed"))
  }

  @Test func `a target has its chances`() {
    // 1 of 4096 and the rest: three dice of 16 sides.
    let page = ask(x: "3d16", t: "4")
    #expect(page.fact("4 or more") == "4095/4096 ")
    #expect(page.fact("4 or less") == "1/1024 ")
    #expect(page.fact("Exactly 4") == "3/4096 ")
    // Advantage, or 3 more?
    let compared = ask(x: "2d20kh1", y: "1d20+3", t: "15")
    #expect(compared.fact("15 or more") == "51/100 ")
    #expect(compared.fact("15 or more with 1d20+3") == "9/20 ")
    #expect(ask(x: "1d4-2", t: "\u{2212}1/2").fact("\u{2212}1/2 or less") == "1/4 ")
  }

  @Test(arguments: [
    ("2d6", "Likeliest: 7", "1/6 "), ("3d6", "Likeliest: 10 or 11, each", "1/8 "),
    ("1d20", "Each total", "1/20 "), ("1d6+1d12", "Likeliest: each of 7 totals", "1/12 "),
  ])
  func `without a target the likeliest total comes first`(x: String, name: String, chance: String) {
    let page = ask(x: x)
    #expect(page.fact(name) == chance)
    #expect(ask(x: x, y: "d6").fact(name) == nil && ask(x: x, t: "3").fact(name) == nil)
  }

  @Test func `two expressions are compared, with their difference`() {
    // 2d6 has 66 of its 432 cases at a tie with 1d12: each total 2 to 12 once in 12.
    let page = ask(x: "2d6", y: "1d12")
    #expect(page.fact("Tie") == "1/12 ")
    #expect(page.fact("First higher") == "1/2 ")
    #expect(page.fact("Second higher") == "5/12 ")
    // The bar: higher in 500 of 1,000, not lower in 583, lower in the rest.
    for part in ["tie\" d=\"M0 0h583v", "first\" d=\"M0 0h500v"] {
      #expect(page.text.contains(part))
    }
    let difference = rows(page).suffix(22)
    #expect(page.text.contains("<th scope=\"col\">Difference</th>"))
    #expect(difference.first == "\u{2212}10|1/432 |0.231%|100%|0.231%|")
    #expect(difference.last == "11|1/432 |0.231%|0.231%|100%|")
  }

  @Test func `of the same several times each place has its chances`() {
    let page = ask(x: "2x(1d2)")
    #expect(
      rows(page).map { $0.prefix { $0 != " " } } == [
        "2|1/4", "3|1/2", "4|1/4", "1|1/4", "2|3/4", "1|3/4", "2|1/4",
      ])
    #expect(page.text.contains("<summary>Best: 1 to 2, mean 1.75</summary>"))
    #expect(page.text.contains("<summary>Worst: 1 to 2, mean 1.25</summary>"))
    #expect(ask(x: "3x(1d2)").text.contains("<summary>Second best: 1 to 2, mean 1.5</summary>"))
  }

  @Test(arguments: [
    ("2d6", "from 2 to 12. The likeliest total is 7, at 16.67%."),
    ("3d6", "from 3 to 18. The likeliest totals are 10 and 11, at 12.5"),
    ("1d6", "A column for each total from 1 to 6. All totals are equally likely."),
    ("99d100-99", "Each column covers several neighbouring totals, from 0 to 9801."),
    (
      "6x(4d6dl1)",
      "several neighbours that are rare, from 18 to 108. The likeliest column is 74, at 5.67%."
    ),
    ("1d6!", "rare, from 1 to 606. 5 columns are the likeliest, at 16.67% each."),
  ])
  func `the chart is put in words`(text: String, words: String) {
    #expect(ask(x: text).text.contains(words))
  }

  @Test func `a target is shaded, and the other expression is a line over the columns`() {
    let page = ask(x: "1d4", y: "1d2", t: "3").text
    #expect(page.contains("class=\"mine\" d=\"M1 160V80h8V160zM11 160V80h8V160z\""))
    #expect(page.contains("class=\"reached\" d=\"M21 160V80h8V160zM31 160V80h8V160z\""))
    #expect(page.contains("class=\"exact rival\" d=\"M0 160V0h10V0h10V160h10V160h10V160\""))
    #expect(
      page.contains("A column for each total of 1d4, and a line for 1d2. Solid columns: 3 or"))
    #expect(!ask(x: "1d4").text.contains("class=\"reached\""))
  }

  @Test(
    arguments: [
      ("13", "<p>2d6 never reaches 13: 12 is the most.</p>", false),
      ("2", "<p>2d6 always reaches 2: 2 is the least.</p>", true),
    ])
  func `a target that nothing or everything reaches is said to be one`(
    target: String, sentence: String, isShaded: Bool
  ) {
    let page = ask(x: "2d6", t: target).text
    #expect(page.contains(sentence))
    #expect(page.contains("Solid columns: \(target) or more.") == isShaded)
    #expect(!ask(x: "2d6", t: "12").text.contains("reaches"))
  }

  @Test func `a chart is a number line, and says what it has no room for`() {
    #expect(
      ask(x: "d{1,2,4}").text.contains("d=\"M1 160V0h8V160zM11 160V0h8V160zM31 160V0h8V160z\""))
    #expect(ask(x: "100d6", t: "370").text.contains("Solid columns: 372 or more."))
    #expect(ask(x: "1d6!!", y: "1d8").text.contains("The chart has no room for 1d8 as well"))
  }

  @Test(arguments: ["/odds", "/embed/odds"])
  func `a target that can't be read leaves the answer standing`(path: String) {
    let page = ask(path, x: "2d6", t: "much")
    #expect(page.status == .unprocessable)
    #expect(page.wrongFields == ["t"] && page.text.contains(">Odds of 2d6</h"))
  }

  @Test func `the end of extra dice is said with the exact answer`() throws {
    for path in ["/odds", "/embed/odds"] {
      #expect(ask(path, x: "2d6!").text.contains("at most 100 extra dice a die.</p>"))
      #expect(!ask(path, x: "2d6!o").text.contains("extra dice a die"))
    }
    let expression = try Expression(parsing: "max({3d6!p}, 1)")
    #expect(expression.reading(cap: 1).hasSuffix("at most 1 extra die a die"))
    let report = OddsReport(expression, try expression.odds(cap: 2), cap: 2)
    #expect(report.table.contains("at most 2 extra dice a die\n"))
  }

  @Test(arguments: [("1d200", 200, false), ("1d201", 101, true), ("99d100-99", 200, true)])
  func `more than 200 totals share rows, whose chances still make one`(
    text: String, most: Int, isBinned: Bool
  ) throws {
    let odds = try Expression(parsing: text).odds().total
    let groups = odds.groups(OddsTable.rows)
    #expect(groups.flatMap { $0 }.elementsEqual(odds.values.indices))
    #expect(groups.count <= most)
    let table = OddsTable(odds, caption: "")
    #expect(table.isBinned == isBinned)
    #expect(table.rows.first?.atLeast == "100%" && table.rows.last?.atMost == "100%")
  }

  @Test func `fractions have up to 40 digits`() {
    // 1 of 10^38 has 40 digits.
    #expect(rows(ask(x: "38d10kh1"))[0].hasPrefix("1|1/1\(String(repeating: "0", count: 38)) |"))
    let page = ask(x: "39d10kh1")
    #expect(rows(page)[0].hasPrefix("1|1e-39 |&lt; 0.0001%|"))
    #expect(page.text.contains("they’re exact in CSV and JSON"))
  }

  @Test(arguments: [
    (["x": "4d6k3h"], "x", "4d6|here: |k3h", "Did you mean 4d6kh3?"),
    (["x": "2d6+"], "x", "2d6+|here: |\u{A0}", "Write a number or dice here, such as 2 or 1d6."),
    (
      ["x": "d6", "y": "1d20+5>=15"], "y", "",
      "A comparison counts dice and never compares a total; use Target 15, or {1d20+5}"
    ),
    (["x": "1d6>7"], "x", "", "No die can meet this; compare with a number that can come up."),
    (["x": "d6[a\u{202E}]"], "x", "d6[a|here: |\u{FFFD}", "The character U+202E has no meaning"),
    (["x": "bad"], "x", "", "I don’t understand ‘bad’"),
    (["x": "", "y": "d6"], "x", "", "Write what to roll"),
    (["x": "d6", "t": "1.5"], "t", "", "I don’t understand this target"),
    (["x": "d6", "t": "123456789012345678901"], "t", "", "with at most 20 digits"),
    (
      ["x": "999d1000*999d1000"], "x", "",
      "The total lies between 998,001 and 998,001,000,000"
    ),
    (["x": "30d10!"], "x", "", "The total lies between 30 and 30,300, 183.333333 on average."),
    (["x": "<b>\"&"], "x", "", "has no meaning here"),
    (
      ["x": String(repeating: "1+", count: 110)], "x",
      "\(String(repeating: "1+", count: 100))|here: |\(String(repeating: "1+", count: 10))|",
      "at most 200 characters; leave out what comes after them"
    ),
    (
      ["x": String(repeating: "1+", count: 1_000)], "x",
      "\(String(repeating: "1+", count: 100))|here: |\(String(repeating: "1+", count: 100))…|",
      "at most 200 characters"
    ),
  ])
  func `what is wrong is said and marked, and stays in its field`(
    query: [String: String], field: String, place: String, sentence: String
  ) {
    let page = ask(x: query["x"], y: query["y"], t: query["t"])
    #expect(page.status == .unprocessable)
    #expect(page.header("Cache-Control") == "private, no-cache")
    let text = page.text
    #expect(text.contains(sentence.replacing("&", with: "&amp;")))
    #expect(text.contains("id=\"\(field)-wrong\""))
    #expect(
      text.contains("aria-invalid=\"true\" aria-describedby=\"\(field)-wrong \(field)-hint\""))
    let shown = (query[field] ?? "").replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    #expect(text.contains("name=\"\(field)\" value=\"\(shown)\""))
    guard !place.isEmpty else { return }
    let marked = text.firstMatch(of: /<p class="place"><code>(.*?)<\/code>/).map { String($0.1) }
    #expect(
      marked?.replacing(/(<[^>]*>)+/, with: "|").trimmingPrefix("|").hasPrefix(place) == true)
  }

  @Test func `what is certain is 1, and short fractions stay fractions, however many the dice`() {
    let certain = ask(x: "999d6", y: "d8", t: "999")
    #expect(certain.fact("First higher") == "1 ")
    #expect(certain.fact("Second higher") == "0 ")
    #expect(certain.fact("999 or more") == "1 ")
    // The totals lie evenly around 3,496.5.
    #expect(ask(x: "999d6", t: "3497").fact("3497 or more") == "1/2 ")
  }

  @Test func `a difference that is out of reach is told as one`() {
    let page = ask(x: "999d6", y: "999d8")
    #expect(page.status == .unprocessable)
    // 999 less 7,992, 5,994 less 999, and a thousand times 3.5 less 4.5, but for one.
    #expect(
      page.text.contains(
        "First minus second lies between \u{2212}6,993 and 4,995, \u{2212}999 on average."))
    #expect(!page.text.contains("<mark>"))
  }

  @Test func `all that is wrong is said at once, with a link to what was meant`() {
    let page = ask(x: "4d6k3h", y: "2d6 3", t: "1.5")
    #expect(page.status == .unprocessable)
    #expect(page.wrongFields == ["x", "y", "t"])
    #expect(page.text.contains("/odds?x=4d6kh3&amp;y=2d6%203&amp;t=1.5\">Odds of 4d6kh3</a>"))
    #expect(page.text.contains("/odds?x=4d6k3h&amp;y=2d6%2B3&amp;t=1.5\">Odds of 2d6+3</a>"))
    let csv = ask("/odds.csv", x: "4d6k3h", t: "1.5").text
    #expect(csv.contains("Did you mean 4d6kh3?") && csv.contains("I don’t understand this target"))
    let frame = ask("/embed/odds", x: "4d6m2")
    #expect(frame.text.contains("<a href=\"/embed/odds?x=4d6min2\">Odds of 4d6min2</a>"))
    #expect(frame.text.contains("<a href=\"/embed/odds?x=4d6max2\">Odds of 4d6max2</a>"))
    // What can be read and takes too long is no mistake of its field.
    #expect(!ask(x: "999d1000*999d1000", y: "d6").text.contains("y-wrong"))
  }

  @Test func `files have the numbers of the command`() throws {
    let csv = ask("/odds.csv", x: "1d2+1")
    #expect(csv.header("Content-Type") == "text/csv; charset=utf-8")
    #expect(csv.header("Cache-Control") == "public, max-age=300")
    #expect(
      csv.text
        == """
        value,ways,denominator,chance,atLeast,atMost,numerator,divisor,rank\r
        2,1,2,0.5,1.0,0.5,2,1,\r
        3,1,2,0.5,0.5,1.0,3,1,\r

        """)
    let halves = ask("/odds.csv", x: "1d2/4").text.split(separator: "\r\n").map(String.init)
    #expect(halves.dropFirst() == ["0.25,1,2,0.5,1.0,0.5,1,4,", "0.5,1,2,0.5,0.5,1.0,1,2,"])
    let twice = ask("/odds.csv", x: "2x(1d2)").text.split(separator: "\r\n").map(String.init)
    #expect(
      twice.dropFirst(4) == [
        "1,1,4,0.25,1.0,0.25,1,1,1", "2,3,4,0.75,0.75,1.0,2,1,1",
        "1,3,4,0.75,1.0,0.75,1,1,2", "2,1,4,0.25,0.25,1.0,2,1,2",
      ])
    let json = ask("/odds.json", x: "4d6kh3", y: "1d12", t: "12")
    #expect(json.header("Content-Type") == "application/json")
    for part in [
      #""mean":"15869/1296""#, #""variance":"13612487/1679616""#, #""firstHigher":"#,
      #""atLeast":{"value":12,"#,
    ] {
      #expect(json.text.contains(part), "\(part)")
    }
  }

  @Test(arguments: [("/odds.csv", "text/plain; charset=utf-8"), ("/odds.json", "application/json")])
  func `files that cannot be sent are refused in a sentence`(path: String, type: String) {
    for (x, sentence) in [("4d6k3h", "Did you mean 4d6kh3?"), ("999d6", "dicehall odds dice")] {
      let answer = ask(path, x: x)
      #expect(answer.status == .unprocessable)
      #expect(answer.header("Content-Type") == type)
      #expect(answer.header("Cache-Control") == "private, no-cache")
      #expect(answer.text.contains(sentence) && !answer.text.contains("<"))
    }
  }

  @Test func `a tally has its words on average and its chances, the likeliest first`() throws {
    let page = ask(x: "3 from {red*3, blue*2}")
    #expect(page.status == .ok)
    #expect(page.pageTitle == "Odds of 3 from {red*3,blue*2} – Dicehall")
    #expect(page.fact("Mean") == nil)
    #expect(
      rows(page) == [
        "|red|9/5 |1.8|", "|blue|6/5 |1.2|", "2 red, 1 blue|3/5 |60.00%|",
        "1 red, 2 blue|3/10 |30.00%|", "3 red|1/10 |10.00%|",
      ])
    #expect(page.text.contains("on average, 1.8 red and 1.2 blue."))
    let roll = PercentCoding.encode([("expression", "3 from {red*3,blue*2}")])
    #expect(page.text.contains("href=\"/dice?\(roll)\""))
    let csv = ask("/odds.csv", x: "3 from {red*3, blue*2}").text
    #expect(
      csv == "red,blue,ways,denominator,chance\r\n2,1,6,10,0.6\r\n1,2,3,10,0.3\r\n3,0,1,10,0.1\r\n")
    let json = ask("/odds.json", x: "3 from {red*3, blue*2}").text
    #expect(
      json.contains(#""words":["red","blue"],"denominator":"10","outcomes":[{"value":[2,1],"#))
    #expect(!json.contains("mean"))
    let frame = ask("/embed/odds", x: "4d{heads,tails}")
    #expect(frame.text.contains("Table of every tally"))
    #expect(frame.text.contains("2 heads, 2 tails"))
  }

  @Test func `a tally is neither compared nor reached, and the page says what to write`() {
    let target = ask(x: "2d{a,b}", t: "1")
    #expect(target.status == .unprocessable)
    #expect(target.text.contains(OddsWords.noTarget) && target.text.contains("1 a, 1 b"))
    #expect(ask("/odds.json", x: "2d{a,b}", t: "1").status == .unprocessable)
    for page in [ask(x: "2d{a,b}", y: "1d6"), ask(x: "1d6", y: "2d{a,b}")] {
      #expect(page.status == .unprocessable)
      #expect(page.text.contains("Odds of 2d{a,b}=a</a>"))
    }
    #expect(ask(x: "2d{a,b}=a", y: "1d6", t: "1").status == .ok)
    let long = ask(x: "999d{a,b,c}")
    #expect(long.status == .unprocessable && long.text.contains("so many tallies"))
    let many = ask(x: "200d{a,b}")
    #expect(many.text.contains("The 200 likeliest tallies are shown here."))
  }

  @Test func `words are shown as text, each in its own direction`() {
    let page = ask(x: "2d{עץ,פלי}")
    #expect(page.status == .ok)
    #expect(page.text.contains("1 \u{2068}עץ\u{2069}, 1 \u{2068}פלי\u{2069}"))
    let refused = ask(x: "d{<b>,x}")
    #expect(refused.status == .unprocessable && !refused.text.contains("<b>,x"))
  }

  @Test func `the page offers only files that are sent`() throws {
    for text in ["9d1000", "12d1000", "1d9/7", "999d6", "400d{a,b}", "150d{a,b,c}"] {
      let answer = try OddsAnswer(OddsQuestion(x: text).read())
      let page = ask(x: text).text
      let fits = [answer.fits(.csv), answer.fits(.json)]
      #expect(fits == ["/odds.csv?", "/odds.json?"].map(page.contains))
      #expect(page.contains("writes all of it") == fits.contains(false))
      for (type, fits) in zip([FileType.csv, .json], fits) where text != "999d6" {
        let size = answer.file(type, target: nil).count
        let most = OddsAnswer.largestFile
        #expect(fits ? size <= most : size > most * 4 / 5, "\(text): \(size)")
      }
    }
  }
}
