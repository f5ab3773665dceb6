import Games
import Testing
import Visitors
import Web

@testable import Site

@Suite struct PigPlayersTests {
  @Test func `names are changed at any time, and the game goes on`() {
    var visitor = Visitor()
    visitor.roll(5)
    #expect(visitor.post("/pig/players", "player1=++Ada+&player2=Bob").status == .seeOther)
    let page = visitor.get("/pig")
    #expect(page.score("Ada") == 0 && page.score("Bob") == 0)
    #expect(page.fact("Turn total") == "5")
    #expect(page.pageTitle == "Ada rolled 5: turn total 5 – Pig – Dicehall")
    #expect(page.text.contains("Ada plays against Bob. The coach is off."))
    #expect(page.text.contains("<td>Player 1</td><td>is now called Ada</td>"))
    visitor.roll(2)
    #expect(!visitor.get("/pig").text.contains("Ada plays against Bob."))
  }

  @Test(
    arguments: [
      ("player1=&player2=Bob", "player1", "name needs at least one visible character"),
      ("player1=+++", "player1", "name needs at least one visible character"),
      ("player2=%E2%80%8B", "player2", "name needs at least one visible character"),
      ("player2=\(String(repeating: "x", count: 31))", "player2", "Player 2 name is too long"),
      ("player1=a\(String(repeating: "%CC%81", count: 200))", "player1", "name has too many"),
      ("player1=A%0AB", "player1", "has control characters"),
      ("player1=A%00B", "player1", "has control characters"),
      ("player2=A%FFB", "player2", "has control characters"),
      ("player1=%E2%A0%80", "player1", "name needs at least one visible character"),
      ("player1=Ada&player2=+ada%C2%A0", "player2", "must differ"),
      ("player1=Player++2", "player1", "must differ"),
      ("player1=player+2&player2=+Player+2", "player1", "must differ"),
      ("player1=A%E2%80%AEB", "player1", "has control characters"),
      ("player1=player+2", "player1", "must differ"),
      ("player2=PLAYER+1", "player2", "must differ"),
      ("player1=Ada&player2=ada", "player2", "must differ"),
      ("player1=computer&opponent=computer", "player1", "is called Computer"),
      ("opponent=cat", "opponent", "no such opponent"),
      ("strategy=cheat", "strategy", "no such strategy"),
      ("strategy=hold-at-50", "strategy", "no such strategy"),
      ("strategy=hold-at-0", "strategy", "no such strategy"),
    ])
  func `an invalid value gets an error beside its field and changes nothing`(
    form: String, field: String, reason: String
  ) {
    var visitor = Visitor()
    visitor.roll(5)
    let session = visitor.session
    let page = visitor.post("/pig/players", form)
    #expect(page.status == .unprocessable)
    #expect(page.pageTitle?.hasPrefix("Error: ") == true)
    #expect(page.wrongFields == [field] && page.text.contains(reason))
    #expect(visitor.session == session)
  }

  @Test func `two mistakes are reported at once, and all input is kept`() {
    var visitor = Visitor()
    let page = visitor.post(
      "/pig/players",
      "player1=%3Cb%3E&player2=&opponent=computer&strategy=optimal&coach=on&strategy=roll-once"
    ).text
    #expect(page.contains("value=\"&lt;b&gt;\""))
    #expect(page.contains("id=\"player2\" name=\"player2\" value=\"\""))
    #expect(page.contains(" aria-describedby=\"opponent-computer-hint\" checked>"))
    #expect(page.contains("<option value=\"optimal\" selected>"))
    #expect(page.contains("aria-describedby=\"coach-hint\" checked>"))
    let two = visitor.post("/pig/players", "player1=&player2=A%01B").text
    #expect(two.contains("id=\"player1-wrong\"") && two.contains("id=\"player2-wrong\""))
    #expect(two.contains("value=\"AB\""))
  }

  @Test func `what is far too long is cut before it is shown again`() {
    var visitor = Visitor()
    let page = visitor.post("/pig/players", "player1=\(String(repeating: "y", count: 50_000))")
    #expect(page.text.contains("yyyy"))
    #expect(page.body.count < 30_000)
  }

  @Test(arguments: [
    "{{7*7}}", "<script>alert(1)</script>", "\"><img onerror=x>", "{{>parts/head}}",
  ])
  func `a name is shown as typed`(name: String) throws {
    var visitor = Visitor()
    #expect(visitor.post("/pig/players", "player1=\(name.encoded)").status == .seeOther)
    visitor.roll(3)
    let page = visitor.get("/pig").text
    #expect(visitor.session[PigState.self]?.game.first.name == name)
    #expect(!page.contains("<script>alert") && !page.contains("<img onerror"))
    #expect(page.contains("7*7") == (name == "{{7*7}}"))
  }

  @Test func `a name from right to left does not turn the sentence around it`() {
    var visitor = Visitor()
    _ = visitor.post("/pig/players", "player1=\("שרה".encoded)")
    visitor.roll(3)
    #expect(
      visitor.get("/pig").pageTitle
        == "\u{2068}שרה\u{2069} rolled 3: turn total 3 – Pig – Dicehall")
  }

  @Test func `two players swap their names`() {
    var visitor = Visitor()
    _ = visitor.post("/pig/players", "player1=Ada&player2=Bob")
    #expect(visitor.post("/pig/players", "player1=Bob&player2=Ada").status == .seeOther)
    #expect(visitor.session[PigState.self]?.game.first.name == "Bob")
    #expect(visitor.session[PigState.self]?.game.second.name == "Ada")
    let page = visitor.get("/pig").text
    #expect(page.contains("<td>Ada</td><td>swaps names with Bob</td>"))
    #expect(page.matches(of: /is now called/).count == 2)
    #expect(visitor.post("/pig/players", "player1=ADA&player2=Bob").status == .seeOther)
    #expect(visitor.session[PigState.self]?.game.first.name == "ADA")
    #expect(visitor.session[PigState.self]?.game.second.name == "Bob")
    #expect(visitor.post("/pig/players", "player1=Cy&player2=ADA").status == .seeOther)
    #expect(visitor.session[PigState.self]?.game.second.name == "ADA")
    let session = Session(visitor.session.bytes)
    #expect(session?[PigState.self] == visitor.session[PigState.self])
  }

  @Test func `the computer is called so while it plays, and the name comes back`() {
    var visitor = Visitor()
    _ = visitor.post("/pig/players", "player2=Bob&opponent=computer&strategy=hold-at-25")
    let page = visitor.get("/pig")
    #expect(page.score("Computer") == 0)
    #expect(page.text.contains("plays Hold at 25"))
    #expect(page.text.contains("name=\"player2\" value=\"Bob\""))
    _ = visitor.post("/pig/players", "opponent=person")
    #expect(visitor.get("/pig").score("Bob") == 0)
    #expect(visitor.session[PigState.self]?.strategy == .holdAt(25))
  }
}

@Suite struct PigComputerTests {
  @Test func `the computer's whole turn is played at the end of the person's`() {
    var visitor = Visitor()
    _ = visitor.post("/pig/players", "opponent=computer&strategy=hold-at-20")
    visitor.roll(6)
    visitor.faces = [4, 5, 6, 5]
    _ = visitor.post("/pig/hold")
    let page = visitor.get("/pig")
    #expect(page.pageTitle == "You banked 6. The computer banked 20. – Pig – Dicehall")
    #expect(page.text.contains("It rolled 4, 5, 6 and 5 and now has 20."))
    #expect(page.score("Computer") == 20)
    #expect(page.fact("Playing now") == "Player 1")
    for line in ["rolled 4", "rolled 5", "rolled 6", "held: 20 banked"] {
      #expect(page.text.contains("<td>Computer</td><td>\(line)</td>"))
    }
    let run = page.text.matches(of: /<span class="die" role="img" aria-label="(\w+)"/).map(\.1)
    #expect(run == ["four", "five", "six", "five"])
  }

  @Test func `a turn that is lost to the computer is told with what it was worth`() {
    var visitor = Visitor()
    _ = visitor.post("/pig/players", "opponent=computer&strategy=hold-at-20")
    visitor.roll(6)
    visitor.faces = [1, 4, 5, 6, 5]
    _ = visitor.post("/pig/roll")
    let page = visitor.get("/pig")
    #expect(page.pageTitle == "You rolled a 1. The computer banked 20. – Pig – Dicehall")
    #expect(page.text.contains("<p>You lost 6. It rolled 4, 5, 6 and 5 and now has 20."))
  }

  @Test func `both pigged out: the person's 1 lies there too`() {
    var visitor = Visitor()
    _ = visitor.post("/pig/players", "opponent=computer&strategy=optimal")
    visitor.faces = [1, 3, 1]
    _ = visitor.post("/pig/roll")
    let page = visitor.get("/pig")
    #expect(page.pageTitle == "You rolled a 1. The computer rolled a 1. – Pig – Dicehall")
    let dice = page.text.matches(of: /<span class="die" role="img" aria-label="(\w+)"/).map(\.1)
    #expect(dice == ["one", "three", "one"])
  }

  @Test func `switching within Player 2's turn hands over the running total`() {
    var visitor = Visitor()
    visitor.roll(1)
    visitor.roll(6)
    visitor.roll(6)
    visitor.faces = [5, 4]
    #expect(
      visitor.post("/pig/players", "opponent=computer&strategy=hold-at-20").status == .seeOther)
    let page = visitor.get("/pig")
    #expect(page.score("Computer") == 21)
    #expect(page.fact("Playing now") == "Player 1")
    #expect(page.text.contains("<td>Computer</td><td>takes over, playing Hold at 20</td>"))
    #expect(page.text.contains("<td>Player 2</td><td>rolled 6</td>"))
  }

  @Test func `a computer that wins ends the game without congratulating`() {
    var visitor = Visitor()
    visitor.bank(0, 94)
    visitor.roll(1)
    visitor.faces = [6]
    _ = visitor.post("/pig/players", "opponent=computer&strategy=roll-once")
    let page = visitor.get("/pig")
    #expect(page.pageTitle == "The computer wins 100 to 0 – Pig – Dicehall")
    #expect(page.text.contains("class=\"stage pig lost\""))
    #expect(page.text.contains(">New game</button>"))
    #expect(visitor.post("/pig/roll").status == .unprocessable)
  }

  @Test func `New game keeps names and opponent`() {
    var visitor = Visitor()
    _ = visitor.post("/pig/players", "player1=Ada&opponent=computer&strategy=optimal&coach=on")
    visitor.roll(6)
    _ = visitor.post("/pig/new-game")
    let page = visitor.get("/pig")
    #expect(page.score("Ada") == 0 && page.score("Computer") == 0)
    #expect(page.fact("Turn total") == "0" && page.fact("Last roll") == "none yet")
    #expect(page.fact("If you roll") == "53.1%")
    #expect(page.text.contains("abandoned: Ada on 0, Computer on 0"))
  }
}

extension String {
  /// As a form sends it.
  fileprivate var encoded: String {
    utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
