import Fakes
import Testing
import Visitors
import Web

@testable import Classrooms
@testable import Site

/// A class that plays Pig in pairs, as seats, the host and the wall see it.
@Suite struct RoomPairsTests {
  private let house = RoomHouse()
  private let code: String
  private var host, ann, bob, cleo: RoomGuest
  private var room: String { "/room/\(code)" }
  private var lead: String { "/room/\(code)/host" }

  /// Ann plays Bob and has a turn total of 6; Cleo plays the computer.
  init() throws {
    (code, host) = try house.open("kind=pairs&goal=20&computer=roll-once&coach=after-game")
    ann = house.seat("Ann", in: code, faces: [6])
    bob = house.seat("Bob", in: code, faces: [5])
    cleo = house.seat("%3Cb%3ECleo", in: code, faces: [4])
    #expect(ann.press("\(room)/roll", on: room).status == .seeOther)
  }

  private func rows(_ page: String) -> [String] {
    page.matches(of: /<tr(?: class="playing")?><th scope="row".*?<\/tr>/).map { row in
      String(row.0).replacing(/<svg.*?<\/svg>/, with: "")
        .replacing(/<\/t[hd]><t[hd][^>]*>/, with: "|").replacing(/<[^>]*>/, with: "")
    }
  }

  @Test mutating func `a seat has its own game, and hears of no other`() throws {
    #expect(ann.get(room).outcome == "Ann rolled 6: turn total 6")
    #expect(bob.get(room).outcome == "Ann rolled 6: turn total 6")
    #expect(cleo.get(room).outcome == "&lt;b&gt;Cleo begins")
    let number = try #require(bob.get(room).text.firstMatch(of: /data-number="([0-9]+)"/)?.1)
    // She rolls a 4 and holds; the computer rolls a 4 too, and holds.
    for move in ["roll", "hold"] {
      #expect(cleo.press("\(room)/\(move)", on: room).status == .seeOther)
    }
    #expect(cleo.get(room).text.contains("<td>Computer</td><td>held: 4 banked</td>"))
    #expect(cleo.get(room).text.contains("It’s your turn."))
    #expect(bob.get("\(room)/state?since=\(number)&of=seat").text == "{\"number\":\(number)}")
    #expect(cleo.get("\(room)/state?since=\(number)&of=seat").text.contains("Computer"))
    // Whoever has a seat may look at the large view, too.
    #expect(bob.get("\(room)/state?since=\(number)").text.contains("Round 1: 0 of 2 games"))
    #expect(ann.press("\(room)/hold", on: room).status == .seeOther)
    #expect(bob.get("\(room)/state?since=\(number)&of=seat").text.contains("Ann held 6: score 6."))
    #expect(bob.get(room).text.contains("Round 1."))
    #expect(host.press("\(room)/pause", on: lead).status == .seeOther)
    #expect(!cleo.get("\(room)/state?since=\(number)&of=seat").text.contains("number\":\(number)}"))
    #expect(bob.press("\(room)/roll", on: room).status == .conflict)
  }

  @Test mutating func `the wall shows all games, without names unless the host allows`() throws {
    var wall = house.guest()
    let page = wall.get("\(room)/watch").text
    #expect(page.contains("Round 1: 0 of 2 games are over."))
    #expect(
      rows(page) == [
        "Seat 1|playing now|0", "Seat 2||0", "Seat 3|playing now|0", "Computer||0", "Seat 1|0|0",
        "Seat 2|0|0", "Seat 3|0|0",
      ])
    #expect(!page.contains("Cleo") && !page.contains("Let the computer play"))
    #expect(host.press("\(room)/switch", on: lead, "which=watchNames&on=yes").status == .seeOther)
    #expect(wall.get("\(room)/watch").text.contains("&lt;b&gt;Cleo"))
    #expect(host.press("\(room)/switch", on: lead, "which=names&on=no").status == .seeOther)
    #expect(bob.get(room).outcome == "Seat 1 rolled 6: turn total 6")
    #expect(bob.get(room).text.contains("others read Seat 2"))
    #expect(cleo.get(room).text.contains(">Computer</th>"))
    #expect(host.get(lead).text.contains(">Ann</th>"))
  }

  @Test mutating func `scores are bars up to the goal, and the coach speaks after a game`() throws {
    func bars() -> [Substring] {
      var wall = house.guest()
      return wall.get("\(room)/watch").text.matches(of: /class="banked" width="([0-9]+)%"/)
        .map(\.1)
    }
    #expect(ann.press("\(room)/hold", on: room).status == .seeOther)
    #expect(bars() == ["30", "0", "0", "0"])
    #expect(!ann.get(room).text.contains("Coach says"))
    #expect(bob.press("\(room)/roll", on: room).status == .seeOther)
    #expect(bob.press("\(room)/hold", on: room).status == .seeOther)
    for _ in 0..<3 { #expect(ann.press("\(room)/roll", on: room).status == .seeOther) }
    #expect(!ann.get(room).text.contains("class=\"verdict\""))
    #expect(ann.press("\(room)/hold", on: room).status == .seeOther)
    #expect(ann.get(room).outcome == "You win 24 to 5")
    #expect(ann.get(room).text.contains("class=\"verdict\""))
    #expect(bars() == ["100", "25", "0", "0"])
    #expect(host.get("\(room)/watch").text.contains("Round 1: 1 of 2 games is over."))
    #expect(host.get("\(room)/watch").text.contains("<b class=\"won\">winner</b>"))
  }

  @Test(arguments: [29, 99]) func `a wall shows as many games as there are`(seats: Int) throws {
    let code = try house.open("kind=pairs&goal=20").code
    for number in 1...seats { _ = house.seat("Pupil+\(number)", in: code) }
    var wall = house.guest()
    let page = wall.get("/room/\(code)/watch").text
    let games = (seats + 1) / 2
    #expect(page.matches(of: /<caption>Table [0-9]+<\/caption>/).count == games)
    #expect(page.contains("Round 1: 0 of \(games) games are over."))
    #expect(page.matches(of: />Computer<\/th>/).count == 1)
  }

  @Test mutating func `the host begins the next round, and is asked while games go on`() throws {
    let page = host.get(lead).text
    #expect(page.contains("method=\"get\" action=\"\(room)/next-round\""))
    // An older page that knew of no game that goes on would end these without asking.
    #expect(
      host.press("\(room)/next-round", on: lead, "round=2&areOver=yes").status == .conflict)
    for round in ["\(Int.min)", "\(Int.max)"] {
      let wrong = "round=\(round)&areOver=yes"
      #expect(host.press("\(room)/next-round", on: lead, wrong).status != .seeOther)
    }
    let question = host.get("\(room)/next-round").text
    #expect(question.contains("2 games aren’t over and will end without a winner."))
    #expect(question.contains("name=\"round\" value=\"2\""))
    for _ in 0..<2 { #expect(ann.press("\(room)/roll", on: room).status == .seeOther) }
    ann.visitor.faces = [2]
    #expect(ann.press("\(room)/roll", on: room).status == .seeOther)
    #expect(ann.press("\(room)/hold", on: room).status == .seeOther)
    #expect(ann.get(room).outcome == "You win 20 to 0")
    #expect(ann.get(room).text.contains("This game is over. Wait for the next round."))
    #expect(!ann.get(room).text.contains("Play again"))
    let wall = host.get("\(room)/watch").text
    #expect(
      wall.contains(
        """
        Whoever began won 1 of 1 game between two people, 100.0%. If both play as well as they \
        can, the chance is 61.6%.
        """))
    #expect(wall.contains("Turns that were held banked 20.0 points on average (1 turn)."))
    #expect(host.press("\(room)/next-round", on: lead, "round=2").status == .seeOther)
    #expect(host.post("\(room)/next-round", "press=1&round=2").status == .seeOther)
    #expect(host.press("\(room)/next-round", on: lead, "round=2").status == .conflict)
    #expect(host.press("\(room)/next-round", on: lead, "round=x").status == .unprocessable)
    #expect(ann.get(room).text.contains("Round 2. You’ve won 1 of 1 game."))
    // Of three, Ann and Bob have met, as have Cleo and the computer.
    let players = rows(host.get("\(room)/watch").text).prefix(4).map { $0.prefix { $0 != "|" } }
    #expect(Set(players) == ["Seat 1", "Seat 2", "Seat 3", "Computer"])
    for (one, other) in [("Seat 1", "Seat 2"), ("Seat 3", "Computer")] {
      let place = try #require(players.firstIndex(of: one[...]))
      #expect(players[place ^ 1] != other)
    }
  }

  @Test mutating func `the wall tells how often a 1 came up, and what it cost`() throws {
    #expect(!host.get("\(room)/watch").text.contains("A 1 came up"))
    ann.visitor.faces = [1]
    #expect(ann.press("\(room)/roll", on: room).status == .seeOther)
    #expect(host.get("\(room)/watch").text.contains("A 1 came up 1 time and cost 6 points."))
  }

  @Test mutating func `another move than the one that counted is told of, a double click is not`()
    throws
  {
    let stale = try #require(ann.get(room).text.firstMatch(of: /name="press" value="([0-9]+)"/)?.1)
    for status in [Status.seeOther, .seeOther] {
      #expect(ann.post("\(room)/hold", "press=\(stale)").status == status)
    }
    #expect(ann.post("\(room)/roll", "press=\(stale)").status == .conflict)
    #expect(ann.get(room).outcome == "Ann held 6: score 6")
    // As in a game against the computer, whose answer is in the same act.
    for move in ["roll", "hold"] {
      let press = try #require(
        cleo.get(room).text.firstMatch(of: /name="press" value="([0-9]+)"/)?.1)
      for (path, status) in [(move, Status.seeOther), (move, .seeOther), ("take-place", .seeOther)]
      {
        #expect(cleo.post("\(room)/\(path)", "press=\(press)").status == status)
      }
      #expect(
        cleo.post("\(room)/\(move == "roll" ? "hold" : "roll")", "press=\(press)").status
          == .conflict)
    }
    #expect(cleo.get(room).text.contains("<td>Computer</td><td>held: 4 banked</td>"))
  }

  @Test mutating func `the computer plays for who has left, and who comes back takes a place`()
    throws
  {
    #expect(host.get(lead).text.contains("Let the computer play<span class=\"hidden\"> for Ann"))
    #expect(
      host.press("\(room)/substitute", on: lead, "game=0&seat=1").status == .seeOther)
    #expect(ann.get(room).outcome == "You’re not in a game")
    #expect(bob.get(room).text.contains("<td>Computer</td><td>plays on for Ann</td>"))
    #expect(ann.press("\(room)/roll", on: room).status == .unprocessable)
    #expect(bob.get(room).text.contains("It’s your turn."))
    #expect(
      host.press("\(room)/substitute", on: lead, "game=0&seat=1").status == .conflict)
    #expect(ann.press("\(room)/take-place", on: room).status == .seeOther)
    #expect(ann.get(room).text.contains(">Ann</th>"))
    #expect(ann.get(room).outcome == "Ann plays on for the computer")
    #expect(host.press("\(room)/remove", on: lead, "seat=2").status == .seeOther)
    #expect(ann.get(room).text.contains("Bob’s place is free"))
    #expect(host.get(lead).text.contains("id=\"substitute-at-0\" name=\"seat\" value=\"0\""))
    #expect(
      host.press("\(room)/substitute", on: lead, "game=0&seat=0").status == .seeOther)
    #expect(!ann.get(room).text.contains("place is free"))
    // Games that everybody has left don't go on.
    #expect(host.press("\(room)/remove", on: lead, "seat=3").status == .seeOther)
    #expect(host.get("\(room)/watch").text.contains("Round 1: 0 of 1 game"))
    #expect(host.get("\(room)/next-round").text.contains("One game isn’t over and will end"))
    for path in ["next-round", "substitute"] { #expect(RoomGame.offers("\(room)/\(path)")) }
  }

  @Test mutating func `who is removed leaves no name, and the computer's place isn't free`()
    throws
  {
    #expect(
      rows(cleo.get(room).text) == [
        "&lt;b&gt;Cleo|playing now 20 to go|0", "Computer| 20 to go|0",
      ])
    #expect(host.press("\(room)/remove", on: lead, "seat=1").status == .seeOther)
    var wall = house.guest()
    let page = wall.get("\(room)/watch").text
    #expect(!page.contains("Ann<") && rows(page).first == "Seat 1|free|0")
    #expect(host.get(lead).text.contains("id=\"substitute-at-0\""))
    #expect(rows(host.get(lead).text).contains("Ann|free|0"))
    #expect(host.press("\(room)/close", on: lead).status == .seeOther)
    #expect(!host.get(lead).text.contains("id=\"substitute-at-0\""))
  }

  @Test mutating func `what the computer's decisions cost is nobody's, whoever has its place then`()
    throws
  {
    for move in ["roll", "hold"] {
      #expect(cleo.press("\(room)/\(move)", on: room).status == .seeOther)
    }
    var dora = house.seat("Dora", in: code)
    #expect(dora.get(room).outcome == "Dora plays on for the computer")
    for _ in 0..<4 { #expect(cleo.press("\(room)/roll", on: room).status == .seeOther) }
    #expect(cleo.press("\(room)/hold", on: room).status == .seeOther)
    let page = cleo.get(room).text
    #expect(page.contains("You win 20 to 4") && page.contains(/Cleo: \d+ decision/))
    #expect(!page.contains("Computer: "))
  }

  @Test mutating func `a download has rounds, games and the computer's dice`() throws {
    for move in ["roll", "hold"] {
      #expect(cleo.press("\(room)/\(move)", on: room).status == .seeOther)
    }
    let csv = host.get("\(room)/data.csv").text.replacing(/[0-9T:-]+Z/, with: "t")
    #expect(
      csv.split(separator: "\r\n") == [
        "roll,number,time,round,game,seat,name,expression,dice,total",
        "1,5,t,1,1,1,\"Ann\",\"d6\",6,6", "2,6,t,1,2,3,\"<b>Cleo\",\"d6\",4,4",
        ",7,t,1,2,3,\"<b>Cleo\",\"hold\",,", "3,7,t,1,2,0,\"Computer\",\"d6\",4,4",
        ",7,t,1,2,0,\"Computer\",\"hold\",,",
      ])
    #expect(host.get("\(room)/data.json").text.contains("\"round\":1,\"game\":2,\"seat\":3"))
  }

  @Test func `a goal that doesn't suit the computer is a mistake`() throws {
    var guest = house.guest()
    let answer = guest.post("/room/open", "kind=pairs&goal=50&computer=keep-pace-end-race")
    #expect(answer.status == .unprocessable)
    #expect(answer.text.contains("A goal of 50 needs another strategy"))
  }
}
