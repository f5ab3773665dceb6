import Fakes
import Testing
import Visitors
import Web

@testable import Classrooms
@testable import Site

/// What a host sees and decides.
@Suite struct RoomHostTests {
  private let house = RoomHouse()

  @Test func `a wall has names only if the host allows`() throws {
    for kind in ["table", "match"] {
      var (code, host) = try house.open("kind=\(kind)")
      let (room, lead) = ("/room/\(code)", "/room/\(code)/host")
      var ann = house.seat("Ann", in: code, faces: [4])
      _ = house.seat("Bob", in: code)
      #expect(
        ann.press("\(room)/\(kind == "table" ? "throw" : "roll")", on: room, "expression=d6")
          .status == .seeOther)
      var wall = house.guest()
      for isShown in [false, true] {
        for path in ["/watch", "/state?since=1"] {
          let page = wall.get(room + path).text
          #expect(page.contains("Ann") == isShown && page.contains("Seat 1") != isShown)
        }
        #expect(ann.get("\(room)/state?since=1").text.contains("Ann rolled"))
        let press = host.press("\(room)/switch", on: lead, "which=watchNames&on=yes")
        #expect(press.status == .seeOther)
      }
      #expect(host.get(lead).text.contains(">Hide names in large view</button>"))
      #expect(host.get(lead).text.contains("class=\"scores\"") == (kind == "match"))
    }
  }

  @Test(arguments: [
    ("experiment", "The large view names who guessed closest."),
    ("table", "The large view has names."),
  ])
  func `a host reads whether a wall has names`(kind: String, words: String) throws {
    var (code, host) = try house.open("kind=\(kind)")
    let (room, lead) = ("/room/\(code)", "/room/\(code)/host")
    for (form, isNamed) in [
      ("which=names&on=yes", false), ("which=watchNames&on=yes", true),
      ("which=names&on=no", false),
    ] {
      #expect(host.press("\(room)/switch", on: lead, form).status == .seeOther)
      let page = host.get(lead).text
      #expect(page.contains(words) == isNamed, "\(form)")
      #expect(page.contains("large view doesn’t name who") == (kind == "experiment" && !isNamed))
      #expect(page.contains("large view has Seat 1") == (kind == "table" && !isNamed))
    }
  }

  @Test func `a host sees each seat's rolls, and whoever is removed can join again if allowed`()
    throws
  {
    var (code, host) = try house.open("kind=experiment&experiment=2d6")
    let (room, lead) = ("/room/\(code)", "/room/\(code)/host")
    var ann = house.seat("%3Cb%3EAnn", in: code, faces: [1])
    _ = house.seat("Bob", in: code)
    for faces in [[1], [3, 4]] {
      ann.visitor.faces = faces
      #expect(ann.press("\(room)/roll", on: room).status == .seeOther)
    }
    let rows = host.get(lead).text.matches(of: /<tr><th scope="row">(.*?)<form/).map {
      $0.1.replacing(/<svg.*?<\/svg>/, with: "").replacing(/<\/?t[dh][^>]*>/, with: "|")
    }
    #expect(rows == ["&lt;b&gt;Ann||2||4.50||2, 7||", "Bob||0||–||||"])
    #expect(ExperimentWords.mostOften([2, 2, 1, 2], ["2", "3", "4", "5"]) == "3-way tie")
    #expect(host.press("\(room)/remove", on: lead, "seat=1").status == .seeOther)
    #expect(host.press("\(room)/switch", on: lead, "which=joining&on=no").status == .seeOther)
    let page = ann.get(room).text
    #expect(page.contains("id=\"removed\"") && page.contains("Nobody new can join now."))
    #expect(!page.contains("id=\"join\""))
    #expect(ann.post("\(room)/join", "name=Cleo").status == .conflict)
    #expect(!host.get("\(room)/watch").text.contains("with the code"))
    #expect(host.press("\(room)/switch", on: lead, "which=joining&on=yes").status == .seeOther)
    #expect(ann.get(room).text.contains("Join this room again"))
    #expect(ann.post("\(room)/join", "name=Cleo").status == .seeOther)
    #expect(ann.get(room).text.contains("Cleo in room"))
    #expect(host.get(lead).fact("Seats") == "2")
  }

  @Test func `a host is asked before a seat is removed or a class starts over`() throws {
    var (code, host) = try house.open("kind=experiment&experiment=2d6")
    let (room, lead) = ("/room/\(code)", "/room/\(code)/host")
    var ann = house.seat("%3Cb%3EAnn", in: code, faces: [3, 4])
    #expect(ann.press("\(room)/roll", on: room).status == .seeOther)
    let page = host.get(lead).text
    for move in ["remove", "start-over", "close", "delete"] {
      #expect(page.contains("<form method=\"get\" action=\"\(room)/\(move)\">"), "\(move)")
      #expect(!page.contains("<form method=\"post\" action=\"\(room)/\(move)\">"), "\(move)")
      #expect(ann.get("\(room)/\(move)?seat=1").status == .forbidden)
      let question = host.get("\(room)/\(move)?seat=1")
      #expect(question.status == .ok && question.text.contains("id=\"confirm\">Yes, "), "\(move)")
    }
    #expect(host.get("\(room)/remove?seat=1").text.contains(">Let &lt;b&gt;Ann stay</button>"))
    // Nothing has happened by asking.
    #expect(
      ann.get(room).text.contains("id=\"roll\"") && host.get(lead).fact("Rolls in all") == "1")
    for wrong in ["", "?seat=9", "?seat=x"] {
      #expect(host.get("\(room)/remove\(wrong)").header("Location") == lead)
    }
    // An answer counts once, and only where nothing came between.
    let asked = host.get("\(room)/start-over").text
    let press = try #require(asked.firstMatch(of: /name="press" value="([0-9]+)"/)?.1)
    #expect(host.press("\(room)/pause", on: lead).status == .seeOther)
    #expect(host.post("\(room)/start-over", "press=\(press)").status == .conflict)
    #expect(host.press("\(room)/start-over", on: "\(room)/start-over").status == .seeOther)
    #expect(host.get("\(room)/watch").text.contains("One is in."))
    #expect(host.press("\(room)/remove", on: "\(room)/remove?seat=1", "seat=1").status == .seeOther)
    #expect(host.get("\(room)/remove?seat=1").header("Location") == lead)
    #expect(host.post("\(room)/close").status == .seeOther)
    for move in ["start-over", "close"] {
      #expect(host.get("\(room)/\(move)").header("Location") == lead)
    }
    var (table, other) = try house.open("kind=table")
    table = "/room/\(table)"
    #expect(other.get("\(table)/start-over").header("Location") == "\(table)/host")
  }

  @Test(arguments: [
    ("throw", "&expression=d6&as=host", "1"), ("throw-hidden", "&expression=d6", "1"),
    ("ask", "&expression=d6", "0"),
  ])
  func `a host's press in an older tab is told of, even for the same, but no double click`(
    move: String, form: String, rolls: String
  ) throws {
    var (code, host) = try house.open("kind=table")
    let (room, lead) = ("/room/\(code)", "/room/\(code)/host")
    func number() throws -> String {
      try String(#require(host.get(lead).text.firstMatch(of: /name="press" value="([0-9]+)"/)?.1))
    }
    var (older, newer) = (try number(), try number())
    // One in some hundred has the number of another.
    while older == newer { newer = try number() }
    for _ in 1...2 {
      #expect(host.post("\(room)/\(move)", "press=\(newer)\(form)").status == .seeOther)
    }
    let late = host.post("\(room)/\(move)", "press=\(older)\(form)")
    #expect(late.status == .conflict)
    #expect(late.text.contains("Nothing was done: the room had changed."))
    #expect(host.get(lead).fact("Rolls in all") == rolls)
    older = try number()
    #expect(host.post("\(room)/\(move)", "press=\(older)\(form)").status == .seeOther)
  }

  @Test func `what an older tab wants is done already, or told of`() throws {
    var (code, host) = try house.open("kind=experiment&experiment=2d6&guess=yes")
    let (room, lead) = ("/room/\(code)", "/room/\(code)/host")
    let older = try #require(
      host.get(lead).text.firstMatch(of: /name="press" value="([0-9]+)"/)?.1)
    for move in ["pause", "reveal-guesses"] {
      #expect(host.press("\(room)/\(move)", on: lead).status == .seeOther)
      #expect(host.post("\(room)/\(move)", "press=\(older)").status == .seeOther)
    }
    #expect(host.press("\(room)/go-on", on: lead).status == .seeOther)
    let over = "\(room)/start-over"
    #expect(host.press(over, on: over, "guess=yes").status == .seeOther)
    for move in ["pause", "reveal-guesses"] {
      #expect(host.post("\(room)/\(move)", "press=\(older)").status == .conflict)
    }
    let page = host.get(lead).text
    #expect(page.contains("id=\"reveal-guesses\"") && !page.contains("Paused by the host."))
  }

  @Test func `a host is told which rolls stay hidden once the table is closed`() throws {
    var (code, host) = try house.open("kind=table")
    let (room, lead) = ("/room/\(code)", "/room/\(code)/host")
    #expect(!host.get("\(room)/close").text.contains("revealed"))
    for words in ["1 hidden roll can’t be", "2 hidden rolls can’t be"] {
      #expect(host.press("\(room)/throw-hidden", on: lead, "expression=d6").status == .seeOther)
      #expect(host.get("\(room)/close").text.contains("\(words) revealed after that."))
    }
  }

  @Test func `the host of a table has how to join first, then rolls, and sees the newest ten`()
    throws
  {
    var (code, host) = try house.open("kind=table")
    let (room, lead) = ("/room/\(code)", "/room/\(code)/host")
    host.visitor.faces = [5]
    #expect(host.press("\(room)/throw-hidden", on: lead, "expression=d6").status == .seeOther)
    for _ in 0..<11 {
      #expect(host.press("\(room)/throw", on: lead, "expression=d6&as=host").status == .seeOther)
    }
    let page = host.get(lead).text
    func isOrdered(_ page: String, _ ids: [String]) -> Bool {
      let places = ids.compactMap { page.firstRange(of: "id=\"\($0)\"")?.lowerBound }
      return places.count == ids.count && places == places.sorted()
    }
    #expect(isOrdered(page, ["join-here", "rolling", "on-the-table", "foes", "lead"]))
    #expect(page.contains("<summary id=\"older-summary\">2 older rolls</summary>"))
    // A hidden roll waits beside the button that rolled it, however old it is.
    let waiting = try #require(page.firstMatch(of: /id="waiting"[^$]*?<\/ol>/)?.0)
    #expect(waiting.contains("Reveal<span class=\"hidden\"> d6</span>"))
    #expect(waiting.contains("SHA-256 <code>") && page.matches(of: /id="reveal-/).count == 1)
    var ann = house.seat("Ann", in: code)
    #expect(!ann.get(room).text.contains("older rolls"))
    // Once somebody has come, how to join stands below.
    #expect(isOrdered(host.get(lead).text, ["rolling", "on-the-table", "join-here", "lead"]))
    #expect(host.press("\(room)/reveal", on: lead, "number=2").status == .seeOther)
    #expect(!host.get(lead).text.contains("id=\"reveal-"))
  }
}
