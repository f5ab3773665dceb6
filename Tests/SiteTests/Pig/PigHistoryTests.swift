import Games
import Testing
import Visitors
import Web

@testable import Site

@Suite struct PigHistoryTests {
  @Test func `every event is a line with the same columns as the file`() {
    var visitor = Visitor()
    visitor.roll(5)
    visitor.roll(1)
    visitor.roll(4)
    _ = visitor.post("/pig/players", "player2=Bob")
    _ = visitor.post("/pig/hold")
    let file = visitor.get("/pig/history.csv")
    #expect(file.header("Content-Type") == "text/csv; charset=utf-8")
    #expect(file.header("Content-Disposition") == "attachment; filename=\"pig-game-1.csv\"")
    #expect(
      file.text == """
        Player,Event,Die,Turn total,Score\r
        "Player 1","starts: first to 100",,0,0\r
        "Player 1","rolled 5",5,5,0\r
        "Player 1","rolled 1",1,0,0\r
        "Player 1","pigged out: 5 lost",,0,0\r
        "Player 2","rolled 4",4,4,0\r
        "Player 2","is now called Bob",,,0\r
        "Bob","held: 4 banked",,4,4\r

        """)
    let page = visitor.get("/pig").text
    for heading in ["Player", "Event", "Die", "Turn total", "Score"] {
      #expect(page.contains(">\(heading)</th>"))
    }
    #expect(
      page.contains("<tr class=\"loss\"><td>Player 1</td><td>pigged out: 5 lost</td>"))
    #expect(page.contains("<tr class=\"held\"><td>Bob</td><td>held: 4 banked</td>"))
    // Newest first.
    let held = page.firstRange(of: "held: 4 banked")
    let started = page.firstRange(of: "starts: first to 100")
    #expect(held.flatMap { held in started.map { held.lowerBound < $0.lowerBound } } == true)
  }

  @Test(arguments: ["=cmd|' /C calc'!A0", "+1", "-2", "@x", "＝1"])
  func `no name becomes a formula in the file`(name: String) throws {
    var table = PigState()
    var dice = SeededGenerator(seed: 1)
    try table.change(
      first: name, second: "say \"hi\"", computer: false, strategy: .optimal, using: &dice)
    try table.startAgain()
    let text = String(decoding: table.log.csv, as: UTF8.self)
    #expect(text.contains("\r\n\"'\(name)\",\"starts: first to 100\""))
    try table.change(
      first: name, second: "Bob", computer: false, strategy: .optimal, using: &dice)
    #expect(
      String(decoding: table.log.csv, as: UTF8.self)
        .contains("\"say \"\"hi\"\"\",\"is now called Bob\""))
  }

  @Test func `names in the file are as they were typed, whatever their direction`() throws {
    var table = PigState()
    var dice = SeededGenerator(seed: 1)
    try table.change(
      first: "שרה", second: "Bob", computer: false, strategy: .optimal, using: &dice)
    try table.startAgain()
    #expect(
      String(decoding: table.log.csv, as: UTF8.self)
        .contains("\r\n\"שרה\",\"starts: first to 100\",,0,0\r\n"))
  }

  @Test func `an earlier game stays readable and downloadable`() throws {
    var visitor = Visitor()
    visitor.roll(5)
    _ = visitor.post("/pig/new-game")
    visitor.roll(6)
    let page = visitor.get("/pig").text
    #expect(page.contains("href=\"/pig/game?number=1\""))
    #expect(page.contains("href=\"/pig/history.csv?number=1\""))
    let game = visitor.get("/pig/game", number: "1")
    #expect(game.status == .ok)
    #expect(game.pageTitle == "Game 1 – Pig – Dicehall")
    #expect(game.text.contains("abandoned: Player 1 on 0, Player 2 on 0"))
    #expect(game.text.contains("rolled 5") && !game.text.contains("rolled 6"))
    let file = visitor.get("/pig/history.csv", number: "1")
    #expect(file.header("Content-Disposition") == "attachment; filename=\"pig-game-1.csv\"")
    #expect(file.text.contains("rolled 5"))
    #expect(visitor.get("/pig/game", number: "2").text.contains("still in play"))
  }

  @Test(arguments: ["0", "2", "-1", "%2B1", "01", "", "x", "1.0", "9223372036854775808"])
  func `a game that is not there is not found`(number: String) {
    var visitor = Visitor(faces: [5])
    _ = visitor.post("/pig/roll")
    #expect(visitor.get("/pig/game", number: number).status == .notFound)
    #expect(visitor.get("/pig/history.csv", number: number).status == .notFound)
  }

  @Test func `opponents are listed with their strategies`() {
    var visitor = Visitor()
    for form in [
      "opponent=computer&strategy=optimal", "opponent=computer&strategy=roll-once",
      "opponent=person",
    ] {
      _ = visitor.post("/pig/players", form)
    }
    let file = visitor.get("/pig/history.csv").text
    #expect(
      file.hasSuffix(
        """
        "Computer","takes over, playing Optimal",,,0\r
        "Computer","now plays Roll once",,,0\r
        "Player 2","takes over from the computer",,,0\r

        """))
  }
}

extension Visitor {
  fileprivate mutating func get(_ path: String, number: String) -> Response {
    var request = Request(.get, path)
    request.query = (try? Form(urlencoded: Array("number=\(number)".utf8))) ?? Form()
    return ask(request)
  }
}
