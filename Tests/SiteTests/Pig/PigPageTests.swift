import Games
import Testing
import Visitors
import Web

@testable import Site

@Suite struct PigPageTests {
  @Test func `the first view shows the model's first values`() {
    var visitor = Visitor()
    let page = visitor.get("/pig")
    #expect(page.status == .ok)
    #expect(page.pageTitle == "Pig – Dicehall")
    #expect(page.text.contains("Pass the Pigs"))
    #expect(page.fact("Playing now") == "Player 1")
    #expect(page.fact("Turn total") == "0")
    #expect(page.fact("Last roll") == "none yet")
    #expect(page.fact("If you roll") == nil)
    #expect(page.score("Player 1") == 0 && page.score("Player 2") == 0)
    #expect(page.text.contains(" disabled>Hold</button>"))
    #expect(visitor.session == Session())
  }

  @Test func `a roll redirects, and the page begins with the outcome`() {
    var visitor = Visitor(faces: [5])
    let answer = visitor.post("/pig/roll")
    #expect(answer.status == .seeOther)
    #expect(answer.header("Location") == "/pig")
    let page = visitor.get("/pig")
    #expect(page.pageTitle == "Player 1 rolled 5: turn total 5 – Pig – Dicehall")
    #expect(page.text.contains("Roll again, or hold to bank the turn total."))
    // The turn total is seen once, large, and heard once, in the headline.
    #expect(page.text.contains(">Player 1 rolled 5<span class=\"heard\">: turn total 5</span>"))
    #expect(page.text.contains("<div class=\"hero\" aria-hidden=\"true\"><dt>Turn total</dt>"))
    #expect(page.text.contains("aria-label=\"five\""))
    #expect(page.fact("Turn total") == "5")
    #expect(page.fact("Last roll") == "5")
    #expect(page.score("Player 1") == 0)
  }

  @Test func `the worked example of the rules`() {
    var visitor = Visitor()
    for face in [5, 2, 1, 4, 5, 3, 5, 5] { visitor.roll(face) }
    _ = visitor.post("/pig/hold")
    let page = visitor.get("/pig")
    #expect(page.score("Player 1") == 0)
    #expect(page.score("Player 2") == 22)
    #expect(page.pageTitle == "Player 2 held 22: score 22 – Pig – Dicehall")
    #expect(page.fact("Playing now") == "Player 1")
  }

  @Test func `the page says whose turn it is and marks that player's row`() {
    var visitor = Visitor()
    #expect(
      visitor.get("/pig").text.contains(
        "aria-current=\"true\">Player 1</th><td><b class=\"now\">playing now</b>"))
    visitor.roll(6)
    visitor.roll(1)
    let page = visitor.get("/pig")
    #expect(
      page.text.contains(
        "aria-current=\"true\">Player 2</th><td><b class=\"now\">playing now</b>"))
    #expect(page.text.matches(of: /aria-current="true"/).count == 1)
    #expect(page.pageTitle == "Player 1 rolled a 1 – Pig – Dicehall")
    #expect(page.text.contains("6 points are lost. Player 2 rolls next."))
    #expect(page.text.contains("aria-label=\"one\""))
  }

  @Test func `a hold before any roll is refused and changes nothing`() {
    var visitor = Visitor()
    let page = visitor.post("/pig/hold")
    #expect(page.status == .unprocessable)
    #expect(page.pageTitle?.hasPrefix("Error: There’s nothing to hold yet") == true)
    #expect(visitor.session == Session())
  }

  @Test func `the page says when a hold wins, and makes it the main button`() {
    var visitor = Visitor()
    visitor.bank(94, 0)
    visitor.roll(6)
    let page = visitor.get("/pig")
    #expect(page.text.contains("Hold now and Player 1 wins with 100."))
    #expect(page.text.contains("<button class=\"primary\" id=\"hold\""))
  }

  @Test func `a win congratulates, takes the focus and offers one press for the next game`() {
    var visitor = Visitor()
    visitor.bank(94, 0)
    visitor.roll(6)
    _ = visitor.post("/pig/hold")
    let page = visitor.get("/pig")
    #expect(
      page.pageTitle == "Congratulations, Player 1: you win 100 to 0 – Pig – Dicehall")
    #expect(page.text.contains("id=\"outcome\" tabindex=\"-1\" autofocus>"))
    #expect(!page.text.contains(">Roll</button>") && !page.text.contains(">Hold</button>"))
    #expect(page.text.matches(of: />New game<\/button>/).count == 1)
    #expect(page.fact("Playing now") == "Game over")
    for move in ["/pig/roll", "/pig/hold"] {
      let refused = visitor.post(move)
      #expect(refused.status == .unprocessable)
      #expect(refused.pageTitle?.hasPrefix("Error: This game is over.") == true)
    }
    #expect(visitor.post("/pig/new-game").status == .seeOther)
    let next = visitor.get("/pig")
    #expect(next.score("Player 1") == 0)
    #expect(next.text.contains("Player 1 won 100 to 0 against Player 2"))
  }

  @Test func `a form from an older page plays nothing`() {
    var visitor = Visitor(faces: [5])
    _ = visitor.post("/pig/roll")
    let session = visitor.session
    for move in ["roll", "hold", "new-game", "players"] {
      let page = visitor.post("/pig/\(move)", revision: 0)
      #expect(page.status == .conflict)
      #expect(page.text.contains("Your page was out of date"))
      #expect(page.fact("Turn total") == "5")
    }
    #expect(visitor.session == session)
  }

  @Test func `looking again changes nothing`() {
    var visitor = Visitor(faces: [4])
    _ = visitor.post("/pig/roll")
    let session = visitor.session
    for path in ["/pig", "/pig/game", "/pig/history.csv"] {
      #expect(visitor.get(path) == visitor.get(path))
    }
    #expect(visitor.session == session)
  }

  @Test func `strategies are listed with their chances as the second player`() {
    var visitor = Visitor()
    let page = visitor.get("/pig").text
    for (name, chance) in [
      ("Roll once", "0.78%"), ("Hold at 20", "42.85%"), ("Hold at 25", "44.87%"),
      ("Four scoring turns", "45.30%"), ("Keep pace, end race", "46.49%"),
      ("Optimal", "46.94%"),
    ] {
      #expect(
        page.contains("<th scope=\"row\">\(name)</th><td class=\"number\">\(chance)</td>"))
    }
  }
}

@Suite struct PigCoachTests {
  @Test func `the coach is off until asked for, then gives both chances`() throws {
    var visitor = Visitor()
    visitor.roll(5)
    #expect(visitor.get("/pig").fact("If you roll") == nil)
    #expect(visitor.post("/pig/players", "coach=on").status == .seeOther)
    let page = visitor.get("/pig")
    let advice = OptimalPig.hundred.advice(
      at: PigPosition(goal: 100, own: 0, other: 0, turnTotal: 5))
    #expect(page.fact("If you roll") == advice.roll.percent())
    #expect(page.fact("If you hold") == advice.hold?.percent())
    #expect(page.fact("Coach says") == "roll")
    _ = visitor.post("/pig/players")
    #expect(visitor.get("/pig").fact("If you roll") == nil)
  }

  @Test func `before the first roll of a turn there is nothing to hold`() {
    var visitor = Visitor()
    _ = visitor.post("/pig/players", "coach=on")
    #expect(visitor.get("/pig").fact("If you roll") == "53.1%")
    #expect(visitor.get("/pig").fact("If you hold") == "not yet")
  }

  @Test func `after the game the costly decisions are listed with their total`() {
    var visitor = Visitor()
    _ = visitor.post("/pig/players", "coach=on")
    visitor.bank(94, 94)
    visitor.roll(6)
    visitor.roll(2)
    #expect(!visitor.get("/pig").text.contains("What decisions cost"))
    _ = visitor.post("/pig/hold")
    let page = visitor.get("/pig").text
    #expect(page.contains("What decisions cost"))
    #expect(page.contains("<td>rolled instead of holding</td>"))
    #expect(page.contains("<td class=\"short\">94 to 94</td><td class=\"number\">6</td>"))
    #expect(page.firstMatch(of: /Player [12]: \d+ decisions, together \d+\.\d points\./) != nil)
    _ = visitor.post("/pig/players")
    #expect(visitor.get("/pig").text.contains("Turn on the coach"))
    #expect(!visitor.get("/pig").text.contains("instead of holding"))
  }

  @Test func `the computer's decisions are not counted`() {
    var visitor = Visitor()
    _ = visitor.post("/pig/players", "coach=on&opponent=computer&strategy=roll-once")
    for _ in 1...17 {
      visitor.roll(6)
      visitor.faces = [2]
      _ = visitor.post("/pig/hold")
    }
    let page = visitor.get("/pig").text
    #expect(page.contains("Congratulations, Player 1"))
    #expect(page.contains("<td>Computer</td><td>held: 2 banked</td>"))
    // Both hold far too early every time.
    #expect(page.matches(of: /<tr><td>Player 1<\/td><td class="short">/).count > 10)
    #expect(!page.contains("<tr><td>Computer</td><td class=\"short\">"))
    #expect(page.firstMatch(of: /Computer: \d+ decisions/) == nil)
  }
}

extension Response {
  /// In the table of scores.
  func score(_ name: String) -> Int? {
    guard let row = text.firstRange(of: ">\(name)</th>") else { return nil }
    let rest = text[row.upperBound...]
    guard let cell = rest.firstRange(of: "<td class=\"number\">") else { return nil }
    return Int(rest[cell.upperBound...].prefix { $0 != "<" })
  }
}

extension Visitor {
  /// One roll of Pig that shows this face; a computer's turn after it ends at once by a 1.
  mutating func roll(_ face: Int) {
    faces = [face, 1]
    _ = post("/pig/roll")
  }

  /// Has Player 1 bank a score by holds of up to 6, and Player 2 (or the computer) another.
  mutating func bank(_ first: Int, _ second: Int) {
    var left = [first, second]
    while left != [0, 0] {
      for seat in 0...1 {
        // Never leaves a single point, which no roll makes.
        let step = left[seat] == 7 ? 5 : min(6, left[seat])
        left[seat] -= step
        guard step > 0 else {
          let turn = (session[PigState.self] ?? PigState()).game.turn
          if turn == (seat == 0 ? .first : .second) { roll(1) }
          continue
        }
        roll(step)
        faces = [1]
        _ = post("/pig/hold")
      }
    }
  }
}
