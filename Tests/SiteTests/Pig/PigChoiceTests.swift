import Games
import Testing
import Visitors
import Web

@testable import Site

/// What is chosen before a move comes along with it.
@Suite struct PigChoiceTests {
  /// All that the page's form sends, with the values of a first view and then others.
  private func form(_ changes: String = "") -> String {
    let usual = [
      "opponent=person", "strategy=hold-at-20", "player1=Player+1", "player2=Player+2",
      "beginner=player1", "goal=100",
    ]
    let changes = changes.split(separator: "&").map(String.init)
    let changed = Set(changes.map { $0.prefix { $0 != "=" } })
    return (usual.filter { !changed.contains($0.prefix { $0 != "=" }) } + changes)
      .joined(separator: "&")
  }

  @Test func `choosing the computer and rolling plays against it`() {
    var visitor = Visitor(faces: [1, 6, 6, 6, 6])
    _ = visitor.post("/pig/roll", form("opponent=computer&coach=on"))
    let page = visitor.get("/pig")
    #expect(page.pageTitle == "You rolled a 1. The computer banked 24. – Pig – Dicehall")
    #expect(page.text.contains("Player 1 plays against Computer, playing Hold at 20."))
    #expect(page.fact("If you roll") != nil)
    // The same once more is no news.
    _ = visitor.post("/pig/roll", form("opponent=computer&coach=on"))
    #expect(!visitor.get("/pig").text.contains("plays against"))
  }

  @Test(
    arguments: [
      ("roll", "beginner=player2", "Player 2 rolled 5: turn total 5"),
      ("roll", "beginner=player2&opponent=computer", "The computer banked 20."),
      ("new-game", "beginner=player2&opponent=computer", "The computer banked 20."),
      ("players", "beginner=player2&opponent=computer", "The computer banked 20."),
      ("new-game", "beginner=player2&player2=Bob", "Bob begins"),
    ])
  func `who begins may be chosen, and a computer begins at once`(
    move: String, changes: String, headline: String
  ) {
    var visitor = Visitor(faces: [5])
    #expect(visitor.post("/pig/\(move)", form(changes)).status == .seeOther)
    #expect(visitor.get("/pig").pageTitle == "\(headline) – Pig – Dicehall")
    #expect(Session(visitor.session.bytes)?[PigState.self] == visitor.session[PigState.self])
  }

  @Test func `a computer that takes over uses up the press that brought it`() {
    var visitor = Visitor()
    visitor.roll(1)
    visitor.roll(6)
    visitor.faces = [5, 4, 6]
    _ = visitor.post("/pig/hold", form("opponent=computer"))
    let page = visitor.get("/pig")
    #expect(page.pageTitle == "The computer banked 21. – Pig – Dicehall")
    #expect(page.fact("Turn total") == "0" && page.fact("Playing now") == "Player 1")
  }

  @Test func `a goal counts at once before the first roll, and later for the next game`() {
    var visitor = Visitor()
    _ = visitor.post("/pig/players", form("goal=50"))
    #expect(visitor.get("/pig").text.contains("<p>First to 50</p>"))
    visitor.roll(4)
    _ = visitor.post("/pig/players", form("goal=10&beginner=player2"))
    let page = visitor.get("/pig").text
    #expect(page.contains("The next game goes to 10. Player 2 begins the next game."))
    #expect(page.contains("this one goes to 50"))
    #expect(
      page.contains("value=\"10\" type=\"number\" inputmode=\"numeric\" min=\"10\" max=\"200\""))
    _ = visitor.post("/pig/new-game")
    #expect(visitor.get("/pig").text.contains("<p>First to 10</p>"))
    #expect(visitor.get("/pig").fact("Playing now") == "Player 2")
    #expect(visitor.get("/pig").text.contains("<td>Player 2</td><td>starts: first to 10</td>"))
  }

  @Test(arguments: [
    "goal=9", "goal=201", "goal=", "goal=many", "goal=20.5", "goal=1e9",
    "goal=50&opponent=computer&strategy=four-scoring-turns",
  ])
  func `a goal that cannot be is told beside its field`(changes: String) {
    var visitor = Visitor()
    visitor.roll(3)
    let session = visitor.session
    for move in ["players", "roll", "hold", "new-game"] {
      let page = visitor.post("/pig/\(move)", form(changes))
      #expect(page.status == .unprocessable && page.text.contains("id=\"goal-wrong\">"))
    }
    #expect(visitor.session == session)
  }

  @Test func `a goal that a frame began with can be changed`() throws {
    var game = FramedGame()
    _ = try game.post("/embed/pig/start:goal=50&player1=Ada/players", form("player1=Ada&goal=70"))
    let page = try game.get("/embed/pig/\(FramedGame.key)").text
    #expect(page.contains("<p>First to 70</p>") && page.contains("value=\"Ada\""))
  }

  @Test func `a strategy that is not for the new goal gives way where nobody needs it`() {
    var visitor = Visitor()
    _ = visitor.post("/pig/players", form("strategy=optimal"))
    _ = visitor.post("/pig/players", form("strategy=four-scoring-turns&goal=50"))
    #expect(visitor.session[PigState.self]?.strategy == .holdAt(20))
    #expect(!visitor.get("/pig").text.contains("four-scoring-turns"))
  }

  @Test func `Enter in a field changes the players and never rolls`() throws {
    var visitor = Visitor()
    let page = visitor.get("/pig").text
    let first = try #require(page.firstMatch(of: /<button[^>]* form="play"[^>]*>/))
    #expect(first.0.contains(" formaction=\"/pig/players\""))
  }

  @Test func `no success of an earlier move is shown beside an error`() {
    var visitor = Visitor()
    _ = visitor.post("/pig/players", form("player1=Ada"))
    #expect(visitor.get("/pig").text.contains("Ada plays against Player 2."))
    #expect(!visitor.post("/pig/hold").text.contains("Ada plays against"))
  }
}

@Suite struct PigUndoTests {
  @Test func `Undo brings the game back that New game left`() {
    var visitor = Visitor()
    visitor.roll(5)
    let before = visitor.session[PigState.self]?.log
    _ = visitor.post("/pig/new-game")
    // Pressed once more, as one does by mistake.
    _ = visitor.post("/pig/new-game")
    let page = visitor.get("/pig").text
    #expect(page.contains("Game 1 abandoned: Player 1 on 0, Player 2 on 0."))
    #expect(page.contains(">Undo<"))
    visitor.session = Session(visitor.session.bytes) ?? Session()
    #expect(visitor.post("/pig/undo").status == .seeOther)
    let table = visitor.session[PigState.self]
    #expect(table?.log == before && table?.number == 1 && table?.earlier.isEmpty == true)
    #expect(!visitor.get("/pig").text.contains(">Undo<"))
  }

  @Test(arguments: ["roll", "players", "undo"])
  func `after another move there is nothing to undo`(move: String) {
    var visitor = Visitor()
    visitor.roll(5)
    _ = visitor.post("/pig/new-game")
    _ = visitor.post("/pig/\(move)")
    #expect(!visitor.get("/pig").text.contains(">Undo<"))
    let session = visitor.session
    #expect(visitor.post("/pig/undo").status == .unprocessable)
    #expect(visitor.session == session)
  }

  @Test func `a game that was won is not undone, but counted by player`() {
    var visitor = Visitor()
    _ = visitor.post("/pig/players", "player1=Ada&player2=Bob")
    #expect(visitor.get("/pig").fact("Games won") == nil)
    visitor.bank(100, 94)
    _ = visitor.post("/pig/new-game")
    let page = visitor.get("/pig")
    #expect(page.fact("Games won") == "Ada: 1, Bob: 0" && !page.text.contains(">Undo<"))
    _ = visitor.post("/pig/players", "player1=Bob&player2=Ada")
    #expect(visitor.get("/pig").fact("Games won") == "Bob: 0, Ada: 1")
    _ = visitor.post("/pig/players", "goal=10&opponent=computer")
    visitor.faces = [1, 6, 6]
    _ = visitor.post("/pig/roll")
    #expect(visitor.get("/pig").fact("Games won") == "Bob: 0, Ada: 1, Computer: 1")
    #expect(Session(visitor.session.bytes)?[PigState.self] == visitor.session[PigState.self])
  }
}
