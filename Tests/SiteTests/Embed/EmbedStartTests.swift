import Games
import Testing
import Visitors
import Web

@testable import Site

/// How a framed game begins from its address.
@Suite struct EmbedStartTests {
  /// The expected start: the accepted options, and the remarks about the others.
  struct Wanted: Sendable {
    let address, granted: String
    let remarks: [String]

    init(_ address: String, _ granted: String, _ remarks: String...) {
      self.address = address
      self.granted = granted
      self.remarks = remarks
    }
  }

  private static func start(_ option: String, _ rule: String, _ number: String) -> String {
    "The option \(option) must be \(rule); the game will start with \(number)."
  }
  private static func noChoice(_ option: String) -> String {
    "The option \(option): there’s no such choice, so it was left out."
  }

  static let rows = [
    Wanted("dice?", ""),
    Wanted("dice?die=d20&dice=2&modifier=3", "die=d20&dice=2&modifier=3"),
    Wanted("dice?modifier=-99&dice=99&die=d100", "die=d100&dice=99&modifier=-99"),
    Wanted("dice?dice=1&modifier=99", "dice=1&modifier=99"),
    Wanted("dice?dice=", ""),
    Wanted(
      "dice?dice=0&modifier=100", "dice=1&modifier=99",
      start("dice", "a whole number from 1 to 99", "1"),
      start("modifier", "a whole number from \u{2212}99 to 99", "99")),
    Wanted(
      "dice?dice=99999999999999999999999&modifier=-1e300", "dice=99&modifier=-99",
      start("dice", "a whole number from 1 to 99", "99"),
      start("modifier", "a whole number from \u{2212}99 to 99", "\u{2212}99")),
    Wanted(
      "dice?dice=2.5", "dice=2", start("dice", "a whole number from 1 to 99", "2")),
    Wanted("dice?dice=two", "", "The option dice must be a number; it was left out."),
    Wanted("dice?dice=nan", "", "The option dice must be a number; it was left out."),
    Wanted("dice?die=d7", "", noChoice("die")),
    Wanted("dice?die=D6", "", noChoice("die")),
    Wanted(
      "dice?dice=2&dice=3", "dice=2", "The option dice came more than once; the first one counts."),
    Wanted("dice?expression=4d6+kh3", "expression=4d6kh3"),
    Wanted("dice?expression=2d6%2B3", "expression=2d6%2B3"),
    Wanted(
      "dice?expression=6x(4d6dl1)&die=d8&dice=2", "expression=6x%284d6dl1%29",
      "The option die was left out: the expression says what to roll.",
      "The option dice was left out: the expression says what to roll."),
    Wanted(
      "dice?expression=2d&die=d8", "die=d8",
      """
      The option expression can’t be read, so it was left out. \
      Say how many sides after d: 2d6, d%, dF or d{1,2,4}.
      """),
    Wanted(
      "dice?sides=6", "", "There’s no option “sides” here; it was left out."),
    Wanted(
      "dice?a=1&a=2", "", "There’s no option “a” here; it was left out."),
    Wanted("craps?balance=5&ante=5", "balance=5&ante=5"),
    Wanted("craps?ante=500&balance=100000", "balance=100000&ante=500"),
    Wanted(
      "craps?balance=0", "balance=5",
      start("balance", "a multiple of 5 from 5 to 100,000", "5")),
    Wanted(
      "craps?balance=100001", "balance=100000",
      start("balance", "a multiple of 5 from 5 to 100,000", "100,000")),
    Wanted(
      "craps?balance=498", "balance=500",
      start("balance", "a multiple of 5 from 5 to 100,000", "500")),
    Wanted(
      "craps?balance=5&ante=10", "balance=5&ante=5",
      "The option ante can only be 5 with this balance."),
    Wanted(
      "craps?balance=20&ante=25", "balance=20&ante=20",
      start("ante", "a multiple of 5 from 5 to 20", "20")),
    Wanted(
      "craps?balance=900&ante=505", "balance=900&ante=500",
      start("ante", "a multiple of 5 from 5 to 500", "500")),
    Wanted("pig?goal=10", "goal=10"),
    Wanted("pig?goal=200&player1=Ada&player2=Bob", "goal=200&player1=Ada&player2=Bob"),
    Wanted(
      "pig?goal=9", "goal=10", start("goal", "a whole number from 10 to 200", "10")),
    Wanted(
      "pig?goal=201", "goal=200",
      start("goal", "a whole number from 10 to 200", "200")),
    Wanted(
      "pig?opponent=computer&strategy=hold-at-20&coach=on",
      "opponent=computer&strategy=hold-at-20&coach=on"),
    Wanted(
      "pig?beginner=player2&opponent=computer&coach=on",
      "beginner=player2&opponent=computer&coach=on"),
    Wanted("pig?beginner=dog", "", noChoice("beginner")),
    Wanted("pig?coach=off&opponent=person", "opponent=person&coach=off"),
    Wanted("pig?coach=maybe", "", noChoice("coach")),
    Wanted("osr?step=abilities", ""),
    Wanted(
      "osr?step=class", "",
      "A character begins with its abilities; the steps after them open one by one."),
    Wanted("osr?step=save", "", noChoice("step")),
    Wanted("craps?theme=dark&controls=play&seed=abc", "theme=dark&controls=play&seed=abc"),
    Wanted("pig?theme=auto&controls=full", "theme=auto&controls=full"),
    Wanted("pig?theme=pink", "", noChoice("theme")),
    Wanted("pig?controls=none", "", noChoice("controls")),
    Wanted(
      "dice?seed=a-b", "", "The option seed must be 1 to 40 letters or digits; it was left out."),
    Wanted(
      "dice?seed=" + String(repeating: "x", count: 41), "",
      "The option seed must be 1 to 40 letters or digits; it was left out."),
  ]

  @Test(arguments: rows)
  func `an address's options are applied, adjusted or left out, with a note`(row: Wanted) throws {
    let parts = row.address.split(separator: "?", maxSplits: 1)
    let address = try #require(EmbedAddress("/embed/\(parts[0])", in: features))
    let query = try Form(urlencoded: row.address.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst())
    let start = address.start(query)
    #expect(start.text == row.granted)
    #expect(start.remarks.map(\.sentence) == row.remarks)
    // Accepted options are accepted again, without remarks.
    let again = try address.start(Form(urlencoded: start.text.utf8))
    #expect(again.session == start.session)
    #expect(again.text == start.text)
    #expect(again.remarks.isEmpty)
  }

  @Test(arguments: [
    ("dice?die=d6&dice=2&modifier=3", "Now rolling", "2d6+3"),
    ("craps?balance=500&ante=25", "Balance", "$500"),
    ("craps?balance=500&ante=25", "Ante", "$25"),
    ("pig?player1=Ada", "Playing now", "Ada"),
  ])
  func `the game is as requested, before and after the first move`(
    address: String, label: String, value: String
  ) throws {
    var game = FramedGame()
    #expect(try game.get("/embed/\(address)").fact(label) == value)
    let slug = address.prefix { $0 != "?" }
    let form = try #require(
      try game.get("/embed/\(address)").actions.first { $0.hasSuffix("roll") })
    #expect(try game.post(form).header("Location") == "/embed/\(slug)/\(FramedGame.key)")
    // A roll may cost the ante, so the balance may have changed.
    guard label != "Balance" else { return }
    #expect(try game.get("/embed/\(slug)/\(FramedGame.key)").fact(label) == value)
  }

  @Test func `an overlong name or unknown strategy is left out, with the reason`()
    throws
  {
    let query = "player1=\(String(repeating: "x", count: 61))&player2=Bob&strategy=luck"
    let address = try #require(EmbedAddress("/embed/pig", in: features))
    let start = try address.start(Form(urlencoded: query.utf8))
    #expect(start.text == "player2=Bob")
    #expect(
      start.remarks.map(\.sentence) == [
        EmbedStartTests.noChoice("strategy"),
        "The option player1 is too long: at most 30 characters. It was left out.",
      ])
  }

  @Test(arguments: [
    "<script>alert(1)</script>", "\"'><img src=x onerror=alert(1)>", "{{title}}", "\u{202E}evil",
    "a&b=c", "%41", "100%", "ä/ö?#",
  ])
  func `hostile text is shown as text or not at all, and goes on as it was`(text: String) throws {
    let encoded = PercentCoding.encode([(name: "player1", value: text), (name: text, value: "1")])
    var game = FramedGame()
    let page = try game.get("/embed/pig?\(encoded)")
    #expect(page.status == .ok)
    #expect(!page.text.contains("<script>alert"))
    #expect(!page.text.contains("<img"))
    let form = try #require(page.actions.first { $0.hasSuffix("/roll") })
    let path = try #require(PercentCoding.decode(form.utf8, plusIsSpace: false))
    let name = page.fact("Playing now")
    _ = try game.post(path)
    #expect(try game.get("/embed/pig/\(FramedGame.key)").fact("Playing now") == name)
  }

  @Test func `too many options to read are left out, with a note`() throws {
    var game = FramedGame()
    let page = try game.get("/embed/craps/start:\(String(repeating: "a&", count: 500))")
    #expect(page.status == .ok)
    let said = "The options in the address can’t be read, so they were left out."
    #expect(page.remarks == [said])
    #expect(page.fact("Balance") == "$200")
    #expect(page.actions.contains("/embed/craps/roll"))
  }

  @Test(arguments: ["a=%FF", "%zz", "player1=Jos%E9", "ante=%", "balance=%00"])
  func `an option that isn't text is left out, with a note; the others count`(option: String)
    throws
  {
    let said = "An option couldn’t be read as text, so it was left out."
    for query in ["balance=500&\(option)", "\(option)&balance=500"] {
      let framed = try #require(EmbedAddress("/embed/craps/start:\(query)", in: features)).start(
        Form())
      #expect(framed.text == "balance=500")
      #expect(framed.remarks.map(\.sentence) == [said])
      let plain = try #require(EmbedAddress("/embed/craps", in: features))
        .start(Form(urlencoded: query.utf8, leavesOut: true))
      #expect(plain.text == "balance=500")
      #expect(plain.remarks.map(\.sentence) == [said])
    }
  }

  @Test func `the options travel in the address until the first move, in the path and not twice`()
    throws
  {
    var game = FramedGame()
    let page = try game.get("/embed/craps?balance=300&theme=dark&seed=abc")
    let path = "/embed/craps/start:balance=300&theme=dark&seed=abc"
    #expect(page.actions.allSatisfy { $0.hasPrefix(path) })
    #expect(try game.get(path).fact("Balance") == "$300")
    // A form with GET adds a query; the options in the path still win.
    #expect(try game.get("\(path)/start-over?balance=900").fact("Balance") != "$900")
    #expect(try game.get("\(path)?balance=900").fact("Balance") == "$300")
  }

  @Test func `a computer that begins waits for the first press`() throws {
    var game = FramedGame()
    game.faces = [5]
    let address = "/embed/pig/start:beginner=player2&opponent=computer&coach=on"
    let page = try game.get(address)
    #expect(page.pageTitle == "Pig – Dicehall" && page.text.contains("The computer begins"))
    #expect(page.fact("Playing now") == "Computer" && page.fact("If you roll") == nil)
    _ = try game.post("\(address)/roll")
    let next = try game.get("/embed/pig/\(FramedGame.key)")
    #expect(next.pageTitle == "The computer banked 20. – Pig – Dicehall")
    #expect(next.fact("Playing now") == "Player 1" && next.fact("If you roll") != nil)
  }

  @Test func `only what a move needs is shown where that was asked for`() throws {
    for slug in ["dice", "craps", "pig"] {
      var game = FramedGame()
      let full = try game.get("/embed/\(slug)")
      let play = try game.get("/embed/\(slug)?controls=play")
      #expect(play.text.utf8.count < full.text.utf8.count)
      #expect(play.text.contains(">Roll</button>"))
    }
    var game = FramedGame()
    #expect(!(try game.get("/embed/pig?controls=play").text.contains("Change players")))
    #expect(try game.get("/embed/pig?controls=full").text.contains("Change players"))
  }

  @Test(arguments: [
    ("theme=light", "data-theme=\"light\"", "content=\"light\""),
    ("theme=dark", "data-theme=\"dark\"", "content=\"dark\""),
    ("theme=auto", "<html lang=\"en\" data-place", "content=\"light dark\""),
  ])
  func `the page tells the browser its theme`(query: String, mark: String, colours: String) throws {
    var game = FramedGame()
    let page = try game.get("/embed/dice?\(query)").text
    #expect(page.contains(mark))
    #expect(page.contains("<meta name=\"color-scheme\" \(colours)>"))
  }
}
