import Games
import Testing
import Visitors
import Web

@testable import Site

@Suite struct GameLogTests {
  /// The texts of one column of a page's tables, from the top down.
  private func column(_ page: Response, _ cell: Regex<(Substring, Substring)>) -> [String] {
    page.text.matches(of: cell).map { String($0.1) }
  }

  @Test(
    arguments: [
      ("craps", "game,rolls,result,change,balance\r\n"),
      ("dice", "time,expression,modifier,total,die 1\r\n"),
      ("pig", "Game,Player,Event,Die,Turn total,Score\r\n"),
    ])
  func `before the first move the whole log says so and leads to the game`(
    slug: String, columns: String
  ) throws {
    var visitor = Visitor()
    #expect(!visitor.get("/\(slug)").text.contains("/\(slug)/log"))
    let page = visitor.get("/\(slug)/log")
    #expect(page.status == .ok && page.header("Cache-Control") == "private, no-cache")
    #expect(page.text.contains("<meta name=\"robots\" content=\"noindex\">"))
    #expect(page.text.contains("<p class=\"lead\">Nothing "))
    #expect(page.text.contains("<p><a href=\"/\(slug)\">"))
    #expect(!page.text.contains("log.csv"))
    let csv = visitor.get("/\(slug)/log.csv")
    #expect(csv.header("Content-Type") == "text/csv; charset=utf-8")
    #expect(csv.header("Content-Disposition") == "attachment; filename=\"\(slug)-log.csv\"")
    #expect(csv.text == columns)
    let json = visitor.get("/\(slug)/log.json")
    #expect(json.header("Content-Type") == "application/json")
    #expect(json.header("Content-Disposition") == "attachment; filename=\"\(slug)-log.json\"")
    #expect(json.text == "[]")
    #expect(visitor.session == Session())
    // In a frame all links stay in it, with the options of a game that hasn't begun.
    var framed = FramedGame()
    let seeded = "/embed/\(slug)/start:seed=abc"
    #expect(try framed.get("\(seeded)/log").text.contains("<p><a href=\"\(seeded)\">"))
    _ = try framed.post("/embed/\(slug)/roll")
    let place = "/embed/\(slug)/\(FramedGame.key)"
    #expect(try framed.get(place).text.contains("href=\"\(place)/log\">All "))
    let inside = try framed.get("\(place)/log").text
    for address in [place, "\(place)/log.csv", "\(place)/log.json"] {
      #expect(inside.contains("<a href=\"\(address)\""), "\(address)")
    }
    #expect(try framed.get("\(place)/log.csv").text.hasPrefix(columns.dropLast(2)))
  }

  @Test func `Craps shows the newest twelve games and has all of them on a page of their own`() {
    var visitor = Visitor(faces: [3, 4])
    for number in 1...12 {
      _ = visitor.post("/craps/roll")
      #expect(!visitor.get("/craps").text.contains("are shown here"), "\(number)")
    }
    visitor.faces = [4, 5]
    for _ in 1...2 { _ = visitor.post("/craps/roll") }
    let numbers = /<th scope="row">(\d+)<\/th><td class="long">/
    let page = visitor.get("/craps")
    #expect(column(page, numbers) == (2...13).reversed().map(\.description))
    #expect(page.text.contains("The newest 12 are shown here."))
    #expect(page.text.contains("Balance after each of the last 13 results"))
    let log = visitor.get("/craps/log")
    #expect(log.pageTitle == "All games – Craps – Dicehall")
    #expect(column(log, numbers) == (1...13).reversed().map(\.description))
    #expect(log.text.contains("<td>the point is 9</td>") && !log.text.contains("gone"))
    visitor.faces = [3, 4]
    for _ in 1...88 { _ = visitor.post("/craps/roll") }
    #expect(
      visitor.get("/craps/log").text.contains("The last 100 are kept; 1 older game is gone."))
  }

  @Test func `a long game of Craps shows its newest twelve rolls with their numbers`() {
    var visitor = Visitor(faces: [4, 5])
    _ = visitor.post("/craps/roll")
    visitor.faces = [1, 2]
    for _ in 1...13 { _ = visitor.post("/craps/roll") }
    for path in ["/craps", "/craps/log"] {
      #expect(visitor.get(path).text.contains("<h2 id=\"this-game\">This game</h2>"))
    }
    let numbers = /<th scope="row">(\d+)<\/th><td class="short">/
    #expect(column(visitor.get("/craps"), numbers) == (3...14).map(String.init))
    #expect(visitor.get("/craps").text.contains("<a href=\"/craps/log#this-game\">"))
    #expect(column(visitor.get("/craps/log"), numbers) == (1...14).map(String.init))
    visitor.faces = [3, 4]
    _ = visitor.post("/craps/roll")
    for path in ["/craps", "/craps/log"] {
      #expect(visitor.get(path).text.contains("<h2 id=\"this-game\">Last game</h2>"))
    }
  }

  @Test func `the files of Craps have every game, a new start and the game in play`() {
    var visitor = Visitor(faces: [4, 5])
    _ = visitor.post("/craps/roll", "ante=50")
    _ = visitor.post("/craps/roll")
    visitor.faces = [1, 1]
    _ = visitor.post("/craps/roll")
    _ = visitor.post("/craps/start-over")
    visitor.faces = [2, 2]
    _ = visitor.post("/craps/roll")
    visitor.faces = [1, 2]
    _ = visitor.post("/craps/roll")
    #expect(
      visitor.get("/craps/log.csv").text == """
        game,rolls,result,change,balance\r
        1,9 9,won,50,250\r
        2,2,lost,-50,200\r
        ,,started over,0,200\r
        3,4 3,in play,0,200\r

        """)
    #expect(
      visitor.get("/craps/log.json").text
        == #"[{"game":1,"rolls":[9,9],"result":"won","change":50,"balance":250},"#
        + #"{"game":2,"rolls":[2],"result":"lost","change":-50,"balance":200},"#
        + #"{"game":null,"rolls":[],"result":"started over","change":0,"balance":200},"#
        + #"{"game":3,"rolls":[4,3],"result":"in play","change":0,"balance":200}]"#)
  }

  @Test func `the dice show the newest twelve rolls and have all of them on a page of their own`() {
    var visitor = Visitor(faces: [1, 2, 3, 4, 5, 6])
    let totals = /<td class="number"><b>([^<]*)<\/b>/
    _ = visitor.post("/dice/roll-10", "die=d6")
    #expect(column(visitor.get("/dice"), totals).count == 10)
    // Of a single die the total says all.
    #expect(visitor.get("/dice").text.contains("<td class=\"long\"></td>"))
    #expect(!visitor.get("/dice").text.contains("<td class=\"long\">1"))
    #expect(!visitor.get("/dice").text.contains("are shown here"))
    _ = visitor.post("/dice/roll-10", "die=d6")
    let newest = "4 3 2 1 6 5 4 3 2 1 4 3".split(separator: " ").map(String.init)
    #expect(column(visitor.get("/dice"), totals) == newest)
    #expect(visitor.get("/dice").text.contains("The newest 12 are shown here."))
    let log = visitor.get("/dice/log")
    #expect(log.pageTitle == "All rolls – Dice – Dicehall")
    #expect(column(log, totals) == newest + ["2", "1", "6", "5", "4", "3", "2", "1"])
  }

  @Test func `Pig shows the newest twelve events and has all of them on a page of their own`() {
    var visitor = Visitor(faces: [2])
    for _ in 1...11 { _ = visitor.post("/pig/roll") }
    #expect(!visitor.get("/pig").text.contains("are shown here"))
    for _ in 1...3 { _ = visitor.post("/pig/roll") }
    let totals = /<td class="number">(\d+)<\/td><td class="number">\d+<\/td><\/tr>/
    let page = visitor.get("/pig")
    #expect(column(page, totals) == stride(from: 28, through: 6, by: -2).map(String.init))
    #expect(page.text.contains("The newest 12 events are shown here."))
    let log = visitor.get("/pig/log")
    #expect(log.pageTitle == "All games – Pig – Dicehall")
    #expect(column(log, totals) == stride(from: 28, through: 0, by: -2).map(String.init))
    #expect(log.text.contains("<p>still in play</p>"))
  }

  @Test func `Pig lists the newest twelve of its earlier games and has all in its log`() {
    var visitor = Visitor(faces: [5])
    for _ in 1...13 {
      _ = visitor.post("/pig/roll")
      _ = visitor.post("/pig/new-game")
    }
    let games = /\/pig\/game\?number=(\d+)">/
    #expect(column(visitor.get("/pig"), games) == (2...13).reversed().map(\.description))
    #expect(column(visitor.get("/pig/log"), games) == (1...13).reversed().map(\.description))
  }

  @Test func `the files of Pig have every event of every game, and names as they were typed`() {
    var visitor = Visitor(faces: [5])
    _ = visitor.post("/pig/players", "player1=%3D1%22&player2=%D7%A9")
    _ = visitor.post("/pig/roll")
    _ = visitor.post("/pig/new-game")
    visitor.faces = [1]
    _ = visitor.post("/pig/roll")
    #expect(
      visitor.get("/pig/log.csv").text == """
        Game,Player,Event,Die,Turn total,Score\r
        1,"Player 1","starts: first to 100",,0,0\r
        1,"Player 1","is now called =1""\",,,0\r
        1,"Player 2","is now called ש",,,0\r
        1,"'=1""\","rolled 5",5,5,0\r
        2,"'=1""\","starts: first to 100",,0,0\r
        2,"'=1""\","rolled 1",1,0,0\r
        2,"'=1""\","pigged out",,0,0\r

        """)
    let event = { (player: String, event: String, die: String, total: String) in
      #"{"player":"\#(player)","event":"\#(event)","die":\#(die),"turnTotal":\#(total),"score":0}"#
    }
    let first = [
      event("Player 1", "starts: first to 100", "null", "0"),
      event("Player 1", #"is now called =1\""#, "null", "null"),
      event("Player 2", "is now called ש", "null", "null"), event(#"=1\""#, "rolled 5", "5", "5"),
    ]
    let second = [
      event(#"=1\""#, "starts: first to 100", "null", "0"),
      event(#"=1\""#, "rolled 1", "1", "0"), event(#"=1\""#, "pigged out", "null", "0"),
    ]
    #expect(
      visitor.get("/pig/log.json").text
        == #"[{"game":1,"result":"abandoned: =1\" on 0, ש on 0","events":[\#(first.joined(separator: ","))]},"#
        + #"{"game":2,"result":"still in play","events":[\#(second.joined(separator: ","))]}]"#)
    // The page has them the other way round.
    let cards = visitor.get("/pig/log").text.matches(of: /<h2 id="([^"]+)">/).map { String($0.1) }
    #expect(cards == ["this-game", "earlier-games"])
  }

  @Test func `where the files of the dice were, they still are found`() throws {
    var visitor = Visitor()
    for kind in ["csv", "json"] {
      let answer = visitor.get("/dice/history.\(kind)")
      #expect(answer.status == .movedPermanently)
      #expect(answer.header("Location") == "/dice/log.\(kind)")
    }
    var framed = FramedGame()
    _ = try framed.post("/embed/dice/roll")
    let place = "/embed/dice/\(FramedGame.key)"
    #expect(try framed.get("\(place)/history.csv").header("Location") == "\(place)/log.csv")
  }
}
