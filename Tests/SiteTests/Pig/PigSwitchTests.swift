import Testing
import Visitors
import Web

@testable import Site

/// Who plays for Player 2 may change at any time; earlier moves still belong to whoever made them.
@Suite struct PigSwitchTests {
  @Test func `a game that the computer won stays its game when a person takes over`() {
    var visitor = Visitor()
    visitor.bank(0, 94)
    visitor.roll(1)
    visitor.faces = [6]
    _ = visitor.post("/pig/players", "player2=Bob&opponent=computer&strategy=roll-once")
    _ = visitor.post("/pig/players", "opponent=person")
    let page = visitor.get("/pig")
    #expect(page.pageTitle == "The computer wins 100 to 0 – Pig – Dicehall")
    #expect(page.text.contains("class=\"stage pig lost\""))
    #expect(!page.text.contains("Congratulations"))
    #expect(page.score("Computer") == 100 && page.score("Bob") == nil)
    #expect(page.text.contains("aria-label=\"Computer’s turn, in order\""))
    _ = visitor.post("/pig/new-game")
    #expect(visitor.get("/pig").text.contains("Computer won 100 to 0 against Player 1"))
  }

  @Test func `a person's rolls aren't attributed to the computer`() {
    var visitor = Visitor()
    _ = visitor.post("/pig/players", "player2=Bob")
    visitor.roll(1)
    visitor.roll(2)
    _ = visitor.post("/pig/hold")
    _ = visitor.post("/pig/players", "opponent=computer&strategy=hold-at-20")
    let page = visitor.get("/pig")
    #expect(page.pageTitle == "Bob held 2: score 2 – Pig – Dicehall")
    #expect(!page.text.contains("It rolled"))
  }

  @Test func `dice rolled before the computer took over do not lie among its dice`() {
    var visitor = Visitor()
    visitor.roll(1)
    visitor.roll(6)
    visitor.roll(6)
    visitor.faces = [5, 4]
    _ = visitor.post("/pig/players", "opponent=computer&strategy=hold-at-20")
    let page = visitor.get("/pig")
    #expect(page.pageTitle == "The computer banked 21. – Pig – Dicehall")
    #expect(page.text.contains("It took over at 12, rolled 5 and 4 and now has 21."))
  }

  @Test(arguments: [(0, "The computer banked 11."), (89, "The computer wins 100 to 0")])
  func `a computer that takes over and holds at once says so`(banked: Int, title: String) {
    var visitor = Visitor()
    _ = visitor.post("/pig/players", "player1=Ada&player2=Bob")
    visitor.bank(0, banked)
    visitor.roll(1)
    for face in [4, 2, 5] { visitor.roll(face) }
    _ = visitor.post("/pig/players", "opponent=computer&strategy=roll-once")
    let page = visitor.get("/pig")
    #expect(page.pageTitle == "\(title) – Pig – Dicehall")
    #expect(page.text.contains("It took over at 11 and "))
    #expect(!page.text.contains("Computer’s turn"))
    #expect(page.text.contains("aria-label=\"five\""))
  }

  @Test func `a computer that takes over and pigs out says so`() {
    var visitor = Visitor()
    visitor.roll(1)
    visitor.roll(6)
    visitor.faces = [3, 1]
    _ = visitor.post("/pig/players", "opponent=computer&strategy=hold-at-20")
    let page = visitor.get("/pig")
    #expect(page.pageTitle == "The computer rolled a 1. – Pig – Dicehall")
    #expect(page.text.contains("It took over at 6, rolled 3 and 1 and now has 0."))
  }

  @Test func `a game whose dice are no longer kept still shows its state`() {
    var visitor = Visitor()
    visitor.roll(4)
    for number in 0..<1_001 {
      let wish = number % 2 == 0 ? "opponent=computer&strategy=roll-once" : "opponent=person"
      _ = visitor.post("/pig/players", wish)
    }
    let page = visitor.get("/pig")
    #expect(page.pageTitle == "You have a turn total of 4 – Pig – Dicehall")
    visitor.faces = [1]
    _ = visitor.post("/pig/hold")
    #expect(
      visitor.get("/pig").pageTitle == "You banked 4. The computer rolled a 1. – Pig – Dicehall")
  }

  @Test func `what decisions cost is summed by the names of those who made them`() throws {
    var visitor = Visitor()
    _ = visitor.post("/pig/players", "player1=Ada&player2=Bob&coach=on")
    visitor.bank(12, 12)
    _ = visitor.post("/pig/players", "player1=Bob&player2=Ada&coach=on")
    visitor.bank(88, 84)
    let page = visitor.get("/pig").text
    let rows = page.matches(of: /<tr><td>(Ada|Bob)<\/td><td class="short">(\d+) to (\d+)/)
    let names = rows.map { String($0.1) }
    // Ada banks 6 twice from the first seat, and what follows there is Bob's.
    #expect(names.prefix(4) == ["Ada", "Bob", "Ada", "Bob"])
    for name in ["Ada", "Bob"] {
      let count = names.count { $0 == name }
      #expect(count > 2 && page.contains("<b>\(name): \(count) decisions, together "))
    }
  }

  @Test func `a quote with an accent on it does not end a cell`() throws {
    var visitor = Visitor()
    _ = visitor.post("/pig/players", "player1=a%22%CC%81,=x")
    let body = visitor.get("/pig/history.csv").body
    let text = try #require(String(validating: body, as: UTF8.self))
    #expect(text.contains("\"is now called a\"\"\u{301},=x\""))
  }

  @Test func `the start of a game names the opponent`() {
    var visitor = Visitor()
    _ = visitor.post("/pig/players", "opponent=computer&strategy=keep-pace-end-race")
    visitor.roll(6)
    _ = visitor.post("/pig/new-game")
    #expect(
      visitor.get("/pig").text.contains(
        "starts: first to 100, against the computer (Keep pace, end race)"))
  }
}
