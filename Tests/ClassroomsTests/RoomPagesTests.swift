import Fakes
import Storage
import Testing
import Visitors
import Web

@testable import Classrooms
@testable import Site

/// Opening, joining, leading and watching rooms.
@Suite struct RoomPagesTests {
  private let house = RoomHouse()

  @Test func `each picture makes a room that can be opened, and shows its expression`() throws {
    var guest = house.guest()
    let page = guest.get("/room").text
    let links = page.matches(of: /<a href="([^"]*)#open-a-room"><svg.*?<b>([^<]*)<\/b>(.*?)<\/a>/)
    #expect(links.count == 8 && !links.contains { $0.3.contains("{") })
    #expect(page.contains("<b>Coins</b> <span>Heads in 4 coins</span>"))
    #expect(page.contains("<b>Dice</b> <span>Roll 2 six-sided dice</span>"))
    let folded = try #require(
      page.firstMatch(of: /<details id="expressions">(?s:.*?)<\/details>/)
    ).0
    for link in links {
      let address = link.1.replacing("&amp;", with: "&")
      #expect(guest.get(String(address)).status == .ok)
      let query = try #require(address.split(separator: "?").last)
      let opened = guest.post("/room/open", String(query))
      #expect(opened.status == .seeOther, "\(link.2)")
      // As often as a class presses.
      #expect(query.contains("rollsASeat=20"))
      guard
        let expression = folded.firstMatch(of: try Regex("<li>\(link.2): <code>(.*?)</code>"))?[1]
          .substring
      else { continue }
      let lead = try #require(opened.header("Location"))
      let host = guest.get(lead).text
      #expect(
        host.contains("<h1>\(expression)</h1>") || host.contains("<code>\(expression)</code>"))
      let odds = "/odds?\(PercentCoding.encode([("x", String(expression))]))"
      #expect(folded.contains("href=\"\(odds)\"") && guest.get(odds).status == .ok)
    }
  }

  @Test(arguments: [
    ("coins", "coins=1", "1 coin", "d{heads,tails}"),
    ("coins", "", "Heads in 4 coins", "4d{heads,tails}=heads"),
    (
      "spinner", "word2=red&count2=3&word5=dark+blue", "A spinner with 3 red and 1 dark blue",
      "d{red*3,dark blue}"
    ),
    (
      "bag", "word1=red&count1=3&word2=blue&drawn=2", "2 from 3 red and 1 blue",
      "2 from {red*3,blue}"
    ),
    (
      "bag", "word1=red&count1=3&word2=blue&drawn=9&putBack=yes",
      "9 from 3 red and 1 blue, each put back", "9d{red*3,blue}"
    ),
    ("cards", "", "3 cards", "3 from {red*26,black*26}"),
    (
      "cards", "pack=suit&drawn=1", "1 card", "1 from {hearts*13,diamonds*13,clubs*13,spades*13}"
    ),
    ("cards", "pack=colour&drawn=5&putBack=yes", "5 cards, each put back", "5d{red*26,black*26}"),
    (
      "cards", "pack=rank&drawn=1", "1 card",
      "1 from {A*4,2*4,3*4,4*4,5*4,6*4,7*4,8*4,9*4,10*4,J*4,Q*4,K*4}"
    ),
  ])
  func `coins, spinners, bags and cards need no expression`(
    experiment: String, form: String, name: String, expression: String
  ) throws {
    var (code, host) = try house.open("kind=experiment&experiment=\(experiment)&\(form)")
    let page = host.get("/room/\(code)/host").text
    #expect(page.contains("<h1>\(name)</h1>") && page.contains("<code>\(expression)</code>"))
  }

  @Test func `each card of a pack is a word`() throws {
    var (code, host) = try house.open("kind=experiment&experiment=cards&pack=card&drawn=2")
    let page = host.get("/room/\(code)/host").text
    #expect(
      page.contains("<h1>2 cards</h1>") && page.contains("<code>2 from {AS,2S,3S,")
        && page.contains(",10H,") && page.contains("KC}"))
  }

  @Test(arguments: [
    ("spinner", "", "word1"), ("spinner", "word1=a", "word2"),
    ("spinner", "word1=a&word2=A", "word1"),
    ("spinner", "word1=%3Cb%3E&word2=c", "word1"), ("bag", "word1=a&word2=b%2A3", "word2"),
    ("spinner", "word1=a&word2=b&count2=1001", "count2"), ("bag", "word1=a&word2=b", "drawn"),
    ("cards", "pack=card&drawn=5", "drawn"), ("cards", "pack=joker", "pack"),
    ("coins", "coins=0", "coins"),
    ("spinner", "word1=a&word2=aaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "word1"),
  ])
  func `what no spinner, bag or pack has is told at its field`(
    experiment: String, form: String, field: String
  ) {
    var guest = house.guest()
    let answer = guest.post("/room/open", "kind=experiment&experiment=\(experiment)&\(form)")
    #expect(answer.status == .unprocessable && answer.wrongFields == [field])
  }

  @Test func `a link fills in the form that opens a room`() {
    var guest = house.guest()
    let page = guest.get(
      "/room?kind=experiment&experiment=4d6kh3&rollsAtAPress=10&rollsASeat=40&guess=yes"
        + "&showExpectation=no&code=kfh3qd")
    #expect(page.status == .ok)
    for part in [
      "value=\"4d6kh3\"", "<option value=\"10\" selected>10</option>", "value=\"40\"",
      "<option value=\"yes\" selected>Before rolling, if they like</option>",
      "<option value=\"no\" selected>Not yet</option>", "name=\"code\" value=\"kfh3qd\"",
      "<button class=\"primary\" id=\"open\">Open room</button>",
    ] {
      #expect(page.text.contains(part), "\(part)")
    }
    let open = /<details open>\s*<summary>More settings/
    let craps = guest.get("/room?experiment=craps-games").text
    #expect(page.text.contains(open) && !craps.contains(open))
    #expect(craps.contains("<option value=\"craps-games\" selected>Games of Craps</option>"))
  }

  @Test(
    arguments: [
      ("", "kind"), ("kind=nonsense", "kind"), ("kind=experiment&experiment=2d", "expression"),
      ("kind=experiment&rollsASeat=1001", "rollsASeat"),
      ("kind=experiment&rollsAtAPress=3", "rollsAtAPress"),
      ("kind=experiment&experiment=own-dice&faces=21", "faces"),
      ("kind=match&goal=9", "goal"), ("kind=table&days=91", "days"),
      ("kind=experiment&experiment=pig-turns&holdAt=x", "holdAt"),
      ("kind=experiment&experiment=d1000*d1000", "expression"),
    ])
  func `a wrong setting is told at its field, and nothing is opened`(form: String, field: String) {
    var guest = house.guest()
    let answer = guest.post("/room/open", form)
    #expect(answer.status == .unprocessable)
    #expect(answer.wrongFields == [field], "\(form)")
    #expect(answer.header("Set-Cookie") == nil)
  }

  @Test func `a room can be framed by its address, and nothing tells whether it exists`() throws {
    let (code, leader) = try house.open("kind=table&days=1")
    var host = leader
    var guest = house.guest()
    func frame(_ url: String) -> Response {
      guest.get("/oembed?\(PercentCoding.encode([("url", url)]))")
    }
    for path in ["/room/\(code)", "/embed/room/\(code.lowercased())"] {
      #expect(
        frame(path).text.contains("src=\\\"http://dice.example/embed/room/\(code)\\\""), "\(path)")
      let other = frame(
        path.replacing(code, with: "QQQQQQ").replacing(code.lowercased(), with: "qqqqqq"))
      #expect(other.status == .ok)
      #expect(
        other.text.replacing("QQQQQQ", with: code).replacing(
          "QQQ-QQQ", with: "\(code.prefix(3))-\(code.suffix(3))") == frame(path).text)
    }
    // What happens in a room is for those in it.
    #expect(guest.get("/room/\(code)/state?since=0").header("Access-Control-Allow-Origin") == nil)
    let invitation = guest.get("/room/\(code)").text
    #expect(invitation.contains("json+oembed"))
    #expect(invitation.contains("name=\"robots\" content=\"noindex\""))
    #expect(!host.get("/room/\(code)/host").text.contains("json+oembed"))
  }

  @Test func `a room's address has a card with a picture`() throws {
    let house = RoomHouse(publicURL: "https://dice.example")
    let (code, _) = try house.open("kind=table&days=1")
    var guest = house.guest()
    let page = guest.get("/room/\(code)").text
    #expect(page.contains("og:url\" content=\"https://dice.example/room/\(code)\""))
    #expect(page.contains("og:image\" content=\"https://dice.example/preview"))
  }

  @Test func `whoever opens a room leads it with a cookie for that room alone`() throws {
    var guest = house.guest()
    let answer = guest.post("/room/open", "kind=table&days=1")
    let cookie = try #require(answer.header("Set-Cookie"))
    let code = try #require(answer.header("Location")?.split(separator: "/").dropFirst().first)
    #expect(
      cookie.wholeMatch(
        of: /dicehall-host=[a-z2-7]{26}; Max-Age=34560000; Path=\/room\/[A-Z2-9]{6}; HttpOnly; .*/)
        != nil)
    let page = guest.get("/room/\(code)/host")
    #expect(page.status == .ok)
    let spoken = "\(code.prefix(3))-\(code.suffix(3))"
    #expect(page.text.contains("<p class=\"large-code\">\(spoken)</p>"))
    for name in ["Pause", "Hide names", "Set last day", "Close large view"] {
      #expect(page.text.contains(">\(name)</button>"), "\(name)")
    }
    #expect(page.text.contains("://dice.example/embed/room/\(code)&quot; title=&quot;Room "))
    var other = house.guest()
    let refused = other.get("/room/\(code)/host")
    #expect(refused.status == .forbidden && !refused.text.contains("Pause"))
    #expect(other.post("/room/\(code)/pause", "press=1").status == .forbidden)
    #expect(other.get("/room/\(code)/delete").status == .forbidden)
    #expect(other.post("/room/\(code)/delete").status == .forbidden)
  }

  @Test(arguments: [("experiment", true), ("match", true), ("table", false)])
  func `without scripts a host's page looks again by itself, unless much is typed there`(
    kind: String, refreshes: Bool
  ) throws {
    var (code, host) = try house.open("kind=\(kind)")
    let refresh = "<noscript><meta http-equiv=\"refresh\" content=\"5\">"
    for (choice, isOn) in [("", refreshes), ("?refresh=yes", true), ("?refresh=no", false)] {
      let page = host.get("/room/\(code)/host\(choice)").text
      #expect(page.contains(refresh) == isOn, "\(choice)")
      #expect(page.contains(">Stop refreshing</a>") == isOn)
      #expect(page.contains(">Look again</a>") != isOn)
    }
    // What is chosen holds after a press, and after a question.
    let kept = "name=\"refresh\" value=\"no\""
    #expect(host.get("/room/\(code)/host?refresh=no").text.contains(kept))
    #expect(!host.get("/room/\(code)/host").text.contains("name=\"refresh\""))
    let question = host.get("/room/\(code)/close?refresh=no").text
    #expect(question.matches(of: /name="refresh"/).count == 2)
    let pressed = host.press("/room/\(code)/pause", on: "/room/\(code)/host", "refresh=no")
    #expect(pressed.header("Location") == "/room/\(code)/host?refresh=no")
    // Nor does it while there is something to correct.
    let wrong = host.press("/room/\(code)/keep", on: "/room/\(code)/host", "days=x")
    #expect(wrong.status == .unprocessable && !wrong.text.contains(refresh))
  }

  @Test func `every form of a host keeps what was chosen about refreshing`() throws {
    var (code, host) = try house.open("kind=table")
    let lead = "/room/\(code)/host"
    _ = house.seat("Ann", in: code)
    #expect(host.press("/room/\(code)/throw-hidden", on: lead, "expression=d6").status == .seeOther)
    let page = host.get("\(lead)?refresh=yes").text
    let forms = page.matches(of: /<form .*?<\/form>/.dotMatchesNewlines())
    #expect(forms.contains { $0.output.contains("Reveal") && $0.output.contains("reveal-") })
    for form in forms {
      #expect(form.output.contains("name=\"refresh\" value=\"yes\""), "\(form.output)")
    }
    // Whoever looks once more doesn't choose anything.
    #expect(host.get(lead).text.contains("href=\"\(lead)\">Look again</a>"))
  }

  @Test func `a closed room, in which nothing changes, doesn't refresh by itself`() throws {
    var (code, host) = try house.open("kind=match")
    let lead = "/room/\(code)/host"
    #expect(host.get(lead).text.contains(">Stop refreshing</a>"))
    #expect(host.press("/room/\(code)/close", on: lead).status == .seeOther)
    #expect(!host.get(lead).text.contains(">Stop refreshing</a>"))
  }

  @Test func `an experiment of exploding dice has a page as small as any, and a limit`() throws {
    let (code, _) = try house.open("kind=experiment&experiment=6d6!&rollsAtAPress=50")
    let room = "/room/\(code)"
    var ann = house.seat("Ann", in: code)
    #expect(ann.press("\(room)/roll", on: room).status == .seeOther)
    let page = ann.get(room)
    #expect(page.status == .ok && page.body.count < 60_000)
    var guest = house.guest()
    let more = guest.post("/room/open", "kind=experiment&experiment=d1000*d1000")
    #expect(more.text.contains("This has more than 10,000 different totals"))
    #expect(more.text.contains("Such as 2d6; with at most 10,000 different totals"))
    #expect(guest.get("/rules/rooms").text.contains("at most 10,000 different totals"))
  }

  @Test func `the secret link offers to lead, and tells nobody its address`() throws {
    var (code, host) = try house.open("kind=table")
    let link = try #require(
      host.get("/room/\(code)/host").text.firstMatch(
        of: /dice\.example(\/room\/.*?\/host\/[a-z2-7]+)</))
    var other = house.guest()
    let page = other.get(String(link.1))
    #expect(page.status == .ok && page.header("Set-Cookie") == nil)
    #expect(page.header("Referrer-Policy") == "no-referrer")
    #expect(page.header("Cache-Control") == "no-store")
    #expect(page.text.contains("<button class=\"primary\" id=\"lead\">Lead this room</button>"))
    let secret = String(link.1.split(separator: "/").last ?? "")
    let answer = other.post("/room/\(code)/lead", "secret=\(secret)")
    #expect(answer.status == .seeOther && answer.header("Location") == "/room/\(code)/host")
    #expect(other.get("/room/\(code)/host").status == .ok)
    let wrong = other.get("\(link.1.dropLast())")
    #expect(wrong.status == .notFound && wrong.header("Referrer-Policy") == "no-referrer")
    #expect(wrong.header("Cache-Control") == "no-store")
    #expect(wrong.text.contains("<meta name=\"referrer\" content=\"strict-origin\">"))
    #expect(other.get("/room/\(code)/hosts").header("Referrer-Policy") == "same-origin")
    #expect(other.post("/room/\(code)/lead", "secret=x").status == .notFound)
    // Two hosts at once: the second press of a number changes nothing.
    #expect(host.post("/room/\(code)/pause", "press=1").status == .seeOther)
    let late = other.post("/room/\(code)/switch", "press=1&which=names&on=no")
    #expect(late.status == .conflict)
    #expect(late.text.contains("Nothing was done: the room had changed."))
    #expect(!other.get("/room/\(code)/host").text.contains("Nothing was done"))
    // A double click has done what it wanted.
    let second = host.post("/room/\(code)/pause", "press=1")
    #expect(second.header("Location") == "/room/\(code)/host")
    #expect(other.get("/room/\(code)/host").text.contains(">Go on</button>"))
    #expect(other.press("/room/\(code)/go-on", on: "/room/\(code)/host").status == .seeOther)
    #expect(host.get("/room/\(code)/host").text.contains(">Pause</button>"))
  }

  @Test func `a seat is found again, by its code in any case, and by its name`() throws {
    let (code, _) = try house.open("kind=experiment")
    var guest = house.guest()
    let first = guest.get("/room/\(code.lowercased())")
    #expect(first.status == .seeOther && first.header("Location") == "/room/\(code)")
    #expect(guest.get("/room/\(code)").text.contains("<button class=\"primary\" id=\"join\">Join"))
    #expect(guest.get("/room?code=\(code.lowercased())").header("Location") == "/room/\(code)")
    for (typed, status) in [("KFH3QD", Status.notFound), ("", .unprocessable)] {
      let page = guest.get("/room?code=\(typed)")
      #expect(page.status == status && page.text.contains("id=\"code-wrong\""), "\(typed)")
      #expect(!page.text.contains("id=\"name-wrong\""))
    }
    let typed = "\(code.prefix(3).lowercased())-\(code.suffix(3))"
    let answer = guest.post("/room/join", "code=\(typed)&name=Ann+%3Cb%3E")
    #expect(answer.header("Location") == "/room/\(code)")
    let page = guest.get("/room/\(code)")
    #expect(page.text.contains("Ann &lt;b&gt; in room"))
    #expect(page.text.contains("id=\"roll\" data-key=\"r\">Roll</button>"))
    var second = house.seat("Ann+%3Cb%3E", in: code)
    #expect(second.get("/room/\(code)").text.contains("Ann &lt;b&gt; 2 in room"))
  }

  @Test(
    arguments: [
      ("/room/join", "code=KFH3QD&name=Ann", ["code"]),
      ("/room/join", "code=KFH3Q0&name=Ann", ["code"]), ("/room/join", "", ["code", "name"]),
      ("/room/join", "code=KFH3QD&name=%07", ["code", "name"]),
      ("/room/*/join", "name=", ["name"]), ("/room/*/join", "name=%07", ["name"]),
      ("/room/*/join", "name=\(String(repeating: "x", count: 10_000))", ["name"]),
    ])
  func `all that is wrong with a code and a name is told`(
    path: String, form: String, fields: [String]
  ) throws {
    let (code, _) = try house.open("kind=table")
    var guest = house.guest()
    let answer = guest.post(path.replacing("*", with: code), form)
    let isCode = form.contains("KFH3QD")
    #expect(answer.status == (isCode ? .notFound : .unprocessable), "\(form.prefix(40))")
    #expect(answer.text.utf8.count < 29_000)
    #expect(answer.wrongFields == fields, "\(form.prefix(40))")
    #expect(guest.get("/room/ZZZZZZ").status == .notFound)
    #expect(guest.get("/room/nonsense").status == .notFound)
  }

  @Test func `a paused, a closed and a deleted room say so`() throws {
    var (code, host) = try house.open("kind=experiment&experiment=2d6")
    let (room, lead) = ("/room/\(code)", "/room/\(code)/host")
    var ann = house.seat("Ann", in: code)
    #expect(host.press("\(room)/pause", on: lead).status == .seeOther)
    let paused = ann.post("\(room)/roll", "press=1")
    #expect(paused.status == .conflict && paused.text.contains("The room is paused."))
    #expect(paused.text.contains("disabled>Roll</button>"))
    // Lesson plans have everybody join before anybody plays.
    _ = house.seat("Ben", in: code)
    #expect(host.press("\(room)/go-on", on: lead).status == .seeOther)

    #expect(host.get("\(room)/close").text.contains("Yes, close the room"))
    #expect(host.post("\(room)/close").status == .seeOther)
    let closed = ann.post("\(room)/roll", "press=1")
    #expect(closed.status == .gone && closed.text.contains("has been closed"))
    #expect(ann.get(room).text.contains("This room is closed"))
    var late = house.guest()
    #expect(late.post("\(room)/join", "name=Late").status == .gone)

    #expect(host.get("\(room)/delete").text.contains("Yes, delete the room"))
    #expect(host.get("\(room)/deleted").header("Location") == "\(room)/host")
    #expect(host.post("\(room)/delete").header("Location") == "\(room)/deleted")
    #expect(host.get("\(room)/deleted").text.contains("The room is deleted"))
    #expect(late.get("\(room)/deleted").header("Location") == "/room")
    #expect(!late.get("/room?deleted=yes").text.contains("The room is deleted"))
    #expect(ann.get(room).status == .notFound)
    #expect(ann.post("\(room)/roll", "press=1").status == .notFound)
    #expect(ann.get("\(room)/state?since=1").status == .notFound)
  }

  @Test func `a seat that is removed plays no more, and what it rolled stays`() throws {
    var (code, host) = try house.open("kind=experiment&experiment=2d6")
    var ann = house.seat("Ann", in: code, faces: [3, 4])
    #expect(ann.press("/room/\(code)/roll", on: "/room/\(code)").status == .seeOther)
    let lead = "/room/\(code)/host"
    #expect(host.get(lead).text.contains("Remove<span class=\"hidden\"> Ann</span>"))
    #expect(host.press("/room/\(code)/remove", on: lead, "seat=1").status == .seeOther)
    let refused = ann.post("/room/\(code)/roll", "press=2")
    #expect(refused.status == .conflict)
    #expect(refused.text.contains("The host has removed you from this room."))
    #expect(host.get(lead).fact("Rolls in all") == "1")
    #expect(host.press("/room/\(code)/remove", on: lead, "seat=9").status == .conflict)
  }

  @Test func `the large view and the script hear of news, and of nothing else`() throws {
    var (code, host) = try house.open("kind=experiment&experiment=2d6")
    var ann = house.seat("Ann", in: code, faces: [3, 4])
    var wall = house.guest()
    let page = wall.get("/room/\(code)/watch")
    #expect(page.status == .ok && page.text.contains("dice.example<wbr>/room"))
    #expect(page.text.contains("data-number=\"2\"") && page.text.contains("Stop refreshing"))
    #expect(wall.get("/room/\(code)/state?since=2").text == #"{"number":2}"#)
    #expect(ann.post("/room/\(code)/roll", "press=1").status == .seeOther)
    // A double click counts once.
    #expect(ann.post("/room/\(code)/roll", "press=1").status == .seeOther)
    let state = wall.get("/room/\(code)/state?since=2")
    #expect(state.text == #"{"number":3,"said":"1 roll so far, from 1 seat."}"#)
    var again = Request(.get, "/room/\(code)/state")
    again.query = Form([.init(name: "since", value: "2")])
    again.ifNoneMatch = state.header("ETag")
    #expect(wall.visitor.ask(again).status == .notModified)

    #expect(
      host.press("/room/\(code)/switch", on: "/room/\(code)/host", "which=watch&on=no")
        .status == .seeOther)
    #expect(wall.get("/room/\(code)/watch").status == .forbidden)
    let news = "/room/\(code)/state?since=3"
    #expect(wall.get(news).text == #"{"number":4,"said":null}"#)
    for var guest in [ann, host] { #expect(guest.get(news).text.contains("1 roll so far")) }
    for rest in ["", "/watch", "/state"] {
      #expect(features.needs(at: "/room/\(code)\(rest)").session, "\(rest)")
    }
    let nonsense = host.press("/room/\(code)/switch", on: "/room/\(code)/host", "which=x&on=no")
    #expect(nonsense.status == .unprocessable)
  }

  @Test func `a host chooses the last day`() throws {
    var (code, host) = try house.open("kind=table&days=1")
    let told = "deleted after <span class=\"date\">2026-11-22</span>, or later"
    #expect(host.get("/room/\(code)").text.contains(told))
    #expect(
      host.press("/room/\(code)/keep", on: "/room/\(code)/host", "days=90").status == .seeOther)
    let page = host.get("/room/\(code)").text
    #expect(page.contains("2027-02-19"))
    #expect(page.contains("deleted 90 days after the last roll or change"))
    #expect(page.contains("The host always sees names"))
    let wrong = host.press("/room/\(code)/keep", on: "/room/\(code)/host", "days=91")
    #expect(wrong.status == .unprocessable && wrong.text.contains("id=\"days-wrong\""))
  }

  @Test func `too many rooms, seats or a full disk are refused with a sentence`() throws {
    var guest = house.guest()
    for count in 0..<StorageLimits.openingsPerDay {
      #expect(guest.post("/room/open", "kind=table&n=\(count)").status == .seeOther)
    }
    #expect(guest.post("/room/open", "kind=table").status == .tooManyRequests)
    #expect(guest.post("/room/open", "kind=table&n=0").status == .seeOther)
    let (code, _) = try RoomHouse().open("kind=table")
    var late = house.guest()
    house.stores.fail(with: .full)
    #expect(late.post("/room/\(code)/join", "name=Ann").status == .unavailable)
  }

  @Test func `the record is for the host and, if allowed, for seats, and harms no spreadsheet`()
    throws
  {
    var (code, host) = try house.open("kind=experiment&experiment=2d6&rollsAtAPress=5&names=yes")
    let (room, lead) = ("/room/\(code)", "/room/\(code)/host")
    var ann = house.seat("%3DAnn()", in: code, faces: [3, 4])
    #expect(ann.press("\(room)/roll", on: room).status == .seeOther)
    #expect(host.press("\(room)/start-over", on: lead).status == .seeOther)
    #expect(ann.press("\(room)/roll", on: room).status == .seeOther)
    #expect(host.get(lead).fact("Rolls in all") == "10")
    let csv = host.get("\(room)/data.csv")
    #expect(csv.header("Content-Disposition") == "attachment; filename=\"room-\(code).csv\"")
    let lines = csv.text.split(separator: "\r\n")
    #expect(lines.count == 11)
    #expect(lines[0] == "number,time,part,seat,name,die1,die2,total")
    #expect(lines[1] == "1,2026-11-21T00:40:00Z,1,1,\"'=Ann()\",3,4,7")
    #expect(lines[10].hasPrefix("10,") && lines[10].contains(",2,1,"))
    let json = host.get("\(room)/data.json").text
    #expect(json.hasPrefix(#"[{"roll":1,"number":3,"time":"2026-11-21T00:40:00Z","part":1,"#))
    #expect(json.contains(#""expression":"2d6","dice":[3,4],"total":7,"secret":null,"#))

    #expect(ann.get("\(room)/data.csv").status == .forbidden)
    #expect(host.press("\(room)/switch", on: lead, "which=data&on=yes").status == .seeOther)
    #expect(host.press("\(room)/switch", on: lead, "which=names&on=no").status == .seeOther)
    let unnamed = ann.get("\(room)/data.csv").text
    #expect(
      unnamed.hasPrefix("number,time,part,seat,die1,die2,total\r\n") && !unnamed.contains("Ann"))
    #expect(ann.get("\(room)/data.json").text.contains(#""seat":1,"name":"Seat 1","#))
    var stranger = house.guest()
    #expect(stranger.get("\(room)/data.json").status == .forbidden)
  }

  @Test func `a frame has seats and hosts, and nothing that takes a room away`() throws {
    let (code, _) = try house.open("kind=experiment&experiment=2d6")
    let key = String(repeating: "a", count: 26)
    func address(_ path: String) throws -> EmbedAddress {
      try #require(EmbedAddress(path, in: features))
    }
    let plain = try address("/embed/room/\(code)")
    #expect(plain.path == "/room/\(code)" && plain.isEntrance && !plain.isPlain)
    let seat = try address("/embed/room/\(key)/\(code)/roll")
    #expect(seat.path == "/room/\(code)/roll" && seat.key == key && !seat.isEntrance)
    #expect(seat.framed("/room/\(code)") == "/embed/room/\(key)/\(code)")
    for rest in [
      "", "/\(code)/watch", "/open", "/verify", "/\(code)/delete", "/\(code)/deleted",
      "/\(code)/host/a/b", "/\(code)/lead/a",
    ] {
      #expect(!RoomGame.offers("/room\(rest)"), "\(rest)")
    }
    for rest in ["host", "host/\(key)", "lead", "pause", "data.csv"] {
      #expect(RoomGame.offers("/room/\(code)/\(rest)"), "\(rest)")
    }
    var guest = house.guest()
    let cookieless = guest.get("/cookies?to=/room/\(code)").text
    #expect(cookieless.contains("action=\"/embed/room/tab/\(code)\""))
    #expect(RoomGame.offers("/room/\(code)") && RoomGame.offers("/room/\(code)/state"))
  }

  @Test func `a frame that no cookie leads back to says where its seat is`() throws {
    let (code, _) = try house.open("kind=experiment&experiment=2d6")
    var frame = FramedGame()
    frame.hall = house.hall
    #expect(try !frame.get("/embed/room/\(code)").text.contains("this link leads back to it"))
    let joined = try frame.post("/embed/room/\(code)/join", "name=Ann")
    let place = try #require(joined.header("Location"))
    let page = try frame.get(place).text
    #expect(
      page.contains("Your seat will be lost when the page around it is reloaded; this link l"))
    let link = try #require(page.firstMatch(of: /class="in-frame">.*?href="([^"]*)"/)?.1)
    #expect(link.hasSuffix("/embed/room/tab/\(FramedGame.key)/\(code)"))
    #expect(!page.contains("/bring/"))
    let again = try frame.get(
      String(link[try #require(link.firstRange(of: "/embed")).lowerBound...]))
    #expect(again.outcome == "Press Roll")
  }
}
