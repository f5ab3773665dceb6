import Games
import Testing
import Visitors
import Web

@testable import Site

@Suite struct CrapsPageTests {
  @Test func `the first view shows the model's first values`() {
    var visitor = Visitor()
    let page = visitor.get("/craps")
    #expect(page.status == .ok)
    #expect(page.pageTitle == "Craps – Dicehall")
    #expect(page.fact("Balance") == "$200")
    #expect(page.fact("Ante") == "$5")
    #expect(page.fact("Point") == "off")
    #expect(page.fact("Dice") == "none yet")
    #expect(page.fact("Total") == "none yet")
    #expect(page.fact("Chance of winning") == "244/495 (49.3%)")
    #expect(visitor.session == Session())
  }

  @Test func `a roll redirects, and the page begins with the outcome`() {
    var visitor = Visitor(faces: [4, 5])
    let answer = visitor.post("/craps/roll")
    #expect(answer.status == .seeOther)
    #expect(answer.header("Location") == "/craps")
    let page = visitor.get("/craps")
    #expect(page.pageTitle == "You rolled 9: the point is 9 – Craps – Dicehall")
    #expect(page.fact("Point") == "9")
    #expect(page.fact("Dice") == "4 and 5")
    #expect(page.fact("Total") == "9")
    #expect(page.fact("Chance of winning") == "2/5 (40%)")
    #expect(page.text.contains("aria-label=\"four\""))
    #expect(page.text.contains("⚃"))
    #expect(page.text.contains("⚄"))
  }

  @Test(
    arguments: [
      ([3, 4], "You rolled 7: you win $5", "$205"),
      ([1, 1], "You rolled 2: you lose $5", "$195"),
    ] as [([Int], String, String)])
  func `a decision on the first roll names the amount`(
    faces: [Int], headline: String, balance: String
  ) {
    var visitor = Visitor(faces: faces)
    _ = visitor.post("/craps/roll")
    let page = visitor.get("/craps")
    #expect(page.pageTitle == "\(headline) – Craps – Dicehall")
    #expect(page.fact("Balance") == balance)
  }

  @Test func `looking again changes nothing`() {
    var visitor = Visitor(faces: [4, 5])
    _ = visitor.post("/craps/roll")
    let session = visitor.session
    #expect(visitor.get("/craps") == visitor.get("/craps"))
    #expect(visitor.session == session)
  }

  @Test func `ante and roll in one form: the ante comes first`() {
    var visitor = Visitor(faces: [5, 6])
    _ = visitor.post("/craps/roll", "ante=50")
    let page = visitor.get("/craps")
    #expect(page.fact("Balance") == "$250")
    #expect(page.fact("Ante") == "$50")
  }

  @Test(
    arguments: [
      ("0", "$5", "The smallest bet is $5."), ("-5", "$5", "The smallest bet is $5."),
      ("7.5", "$5", "Bets go in steps of $5, so yours was rounded down."),
      ("27", "$25", "Bets go in steps of $5, so yours was rounded down."),
      ("1e3", "$200", "bet more than your balance. \(everything)"),
      ("9223372036854775808", "$200", "bet more than your balance. \(everything)"),
    ])
  func `a wish that is corrected is shown and not rolled`(
    wish: String, ante: String, reason: String
  ) {
    var visitor = Visitor(faces: [3, 4])
    #expect(visitor.post("/craps/roll", "ante=\(wish)").status == .seeOther)
    let page = visitor.get("/craps")
    #expect(page.fact("Ante") == ante)
    #expect(page.fact("Balance") == "$200")
    #expect(page.fact("Total") == "none yet")
    #expect(page.text.contains(reason))
    // The sentence stays until the next move.
    _ = visitor.post("/craps/roll")
    #expect(!visitor.get("/craps").text.contains(reason))
  }

  @Test(arguments: ["ante=", "ante=many", "ante=0x10", "ante=nan", "ante=1,000"])
  func `an ante that isn't a number gets an error beside its field`(form: String) {
    var visitor = Visitor()
    let page = visitor.post("/craps/ante", form)
    #expect(page.status == .unprocessable)
    #expect(page.pageTitle?.hasPrefix("Error: The ante must be a number of dollars.") == true)
    #expect(page.text.contains("aria-invalid=\"true\""))
    #expect(visitor.session == Session())
  }

  /// What nobody stakes in silence.
  private static let everything = "Your bet is now $200. That’s everything you have."

  @Test func `only what is legal can be chosen, and a chip counts more than the slider`() {
    var visitor = Visitor(faces: [1, 1])
    func closed(_ page: Response) -> [Substring] {
      page.text.matches(of: /aria-label="([^"]+)" disabled/).map(\.1)
    }
    let first = visitor.get("/craps")
    #expect(
      first.text.contains("value=\"5\" type=\"number\" inputmode=\"numeric\" min=\"5\" max=\"200\"")
    )
    #expect(closed(first) == ["$5 less"])
    #expect(visitor.post("/craps/ante", "ante=5&chip=100").status == .seeOther)
    #expect(visitor.get("/craps").fact("Ante") == "$100")
    #expect(closed(visitor.get("/craps")) == [])
    _ = visitor.post("/craps/roll", "ante=180")
    let poor = visitor.get("/craps")
    #expect(
      poor.text.contains("value=\"20\" type=\"number\" inputmode=\"numeric\" min=\"5\" max=\"20\""))
    #expect(poor.text.contains("You have $20 left. Your bet is now $20. That’s everything"))
    #expect(poor.text.contains("betting everything you have."))
    #expect(closed(poor) == ["Bet $25", "Bet $100", "$5 more"])
    _ = visitor.post("/craps/roll")
    #expect(closed(visitor.get("/craps")).count == 5)
    #expect(visitor.get("/craps").text.contains("min=\"0\" max=\"0\""))
  }

  @Test(arguments: [
    ([], "After the first roll, the point wins and 7 loses."),
    ([[3, 4]], "On the first roll, 7 and 11 win."),
    ([[1, 1]], "On the first roll, 2, 3 and 12 lose."),
    ([[2, 4], [1, 1], [5, 1]], "The point 6 came again, so it wins."),
    ([[2, 4], [3, 4]], "A 7 came before the point 6, so it loses."),
  ])
  func `between two games the page says which rule has decided`(rolls: [[Int]], rule: String) {
    var visitor = Visitor()
    for faces in rolls {
      visitor.faces = faces
      _ = visitor.post("/craps/roll")
    }
    #expect(visitor.get("/craps").text.contains("<p class=\"point-what\">\(rule)</p>"))
  }

  @Test func `games won are counted beside what was to be expected`() {
    var visitor = Visitor(faces: [3, 4])
    #expect(visitor.get("/craps").fact("Games won") == nil)
    for _ in 1...9 { _ = visitor.post("/craps/roll") }
    visitor.faces = [4, 5]
    _ = visitor.post("/craps/roll")
    _ = visitor.post("/craps/start-over")
    visitor.faces = [1, 1]
    for _ in 1...11 { _ = visitor.post("/craps/roll") }
    // 20 × 244/495
    #expect(visitor.get("/craps").fact("Games won") == "9 of 20, expected 9.9")
    visitor.faces = [3, 4]
    for _ in 1...100 { _ = visitor.post("/craps/roll") }
    #expect(visitor.get("/craps").fact("Games won") == "109 of 120, expected 59.2")
    let stored = Session(visitor.session.bytes)
    #expect(stored?[CrapsState.self] == visitor.session[CrapsState.self])
  }

  @Test func `no correction of an earlier move is shown beside an error`() {
    var visitor = Visitor()
    _ = visitor.post("/craps/ante", "ante=7")
    #expect(visitor.get("/craps").text.contains("Bets go in steps of $5"))
    #expect(!visitor.post("/craps/ante", "ante=x").text.contains("Bets go in steps of $5"))
  }

  @Test func `the ante can't be changed while the point is on`() {
    var visitor = Visitor(faces: [4, 5])
    _ = visitor.post("/craps/roll")
    let session = visitor.session
    let page = visitor.post("/craps/roll", "ante=50")
    #expect(page.status == .unprocessable)
    #expect(page.text.contains("until the point is decided"))
    #expect(visitor.session == session)
    // Sending the current ante again changes nothing.
    #expect(visitor.post("/craps/roll", "ante=5").status == .seeOther)
  }

  @Test func `bankrupt offers only to start over, which acts at once`() {
    var visitor = Visitor(faces: [1, 1])
    _ = visitor.post("/craps/roll", "ante=200")
    let page = visitor.get("/craps")
    #expect(page.pageTitle == "You rolled 2: you lose $200 and are bankrupt – Craps – Dicehall")
    #expect(page.fact("Ante") == "$0")
    #expect(page.fact("Chance of winning") == "none")
    #expect(!page.text.contains(">Roll</button>"))
    #expect(visitor.post("/craps/roll").status == .unprocessable)
    #expect(visitor.post("/craps/start-over").status == .seeOther)
    #expect(visitor.get("/craps").fact("Balance") == "$200")
  }

  @Test func `a table that began otherwise goes back to how it began`() throws {
    var game = FramedGame()
    game.faces = [5, 6]
    _ = try game.post("/embed/craps/start:balance=500&ante=10/roll")
    let place = "/embed/craps/\(FramedGame.key)"
    let question = try game.get("\(place)/start-over").text
    #expect(question.contains("You’ll have $500 instead of $510, and an ante of $10."))
    _ = try game.post("\(place)/start-over", "revision=1")
    let page = try game.get(place)
    #expect(page.fact("Balance") == "$500")
    #expect(page.fact("Ante") == "$10")
    #expect(page.text.contains("The straight line marks $500."))
  }

  @Test func `starting over tells no difference where there is none`() {
    var visitor = Visitor(faces: [1, 3])
    _ = visitor.post("/craps/roll", "ante=10")
    let question = visitor.get("/craps/start-over").text
    #expect(question.contains("You’ll have $200, and an ante of $5. The game in play ends"))
  }

  @Test func `starting over asks first and stays in the log`() {
    var visitor = Visitor(faces: [5, 6])
    _ = visitor.post("/craps/roll", "ante=100")
    let question = visitor.get("/craps/start-over")
    #expect(question.text.contains("Yes, start over"))
    #expect(question.text.contains("Keep playing"))
    #expect(visitor.get("/craps").fact("Balance") == "$300")
    _ = visitor.post("/craps/start-over")
    let page = visitor.get("/craps")
    #expect(page.fact("Balance") == "$200")
    #expect(page.fact("Ante") == "$5")
    #expect(page.text.contains("started over"))
    #expect(page.text.contains("won $100"))
  }

  @Test func `a hundred finished games are kept`() throws {
    var visitor = Visitor(faces: [3, 4])
    for _ in 1...105 { _ = visitor.post("/craps/roll") }
    let table = try #require(visitor.session[CrapsState.self])
    #expect(table.log.count == 100)
    #expect(table.log.first?.number == 6)
    #expect(table.log.last?.number == 105)
    #expect(table.game.balance == 725)
  }
}
