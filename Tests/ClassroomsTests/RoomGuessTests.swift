import Testing
import Visitors
import Web

@testable import Classrooms
@testable import Site

/// What a class guesses, and who has.
@Suite struct RoomGuessTests {
  private let house = RoomHouse()

  @Test func `a guess counts only for the question that was asked`() throws {
    var (code, host) = try house.open(
      "kind=experiment&experiment=2d6&guess=first&question=chance&event=at+least+10")
    let room = "/room/\(code)"
    var ann = house.seat("Ann", in: code)
    let page = ann.get(room).text
    let asked = try #require(page.firstMatch(of: /name="about" value="([^"]*)"/)?.1)
    #expect(asked == "I expect the chance of “at least 10” to be")
    let form = PercentCoding.encode([("total", "40"), ("about", String(asked))])
    #expect(
      host.press("\(room)/start-over", on: "\(room)/host", "guess=first&question=mean&event=")
        .status == .seeOther)
    let answer = ann.press("\(room)/guess", on: room, form)
    #expect(answer.status == .conflict && answer.text.contains("the room had changed"))
    #expect(ann.press("\(room)/skip", on: room, form).status == .conflict)
    #expect(ann.get(room).text.contains("I expect the mean to be"))
    #expect(ann.get(room).outcome == "What do you expect?")
    let again = PercentCoding.encode([("total", "7"), ("about", "I expect the mean to be")])
    #expect(ann.press("\(room)/guess", on: room, again).status == .seeOther)
  }

  @Test(arguments: [
    ("0.25", 422), ("0.25%", 303), ("25", 303), ("1/4", 303), ("0", 303), ("101", 422),
    ("half", 422), (" ", 422),
  ])
  func `a chance below 1 without a percent sign is asked about`(typed: String, status: Int) throws {
    let (code, _) = try house.open(
      "kind=experiment&experiment=2d6&guess=first&question=chance&event=at+least+10")
    var ann = house.seat("Ann", in: code)
    let form = PercentCoding.encode([("total", typed)])
    let answer = ann.press("/room/\(code)/guess", on: "/room/\(code)", form)
    #expect(answer.status.code == status)
    if typed == "0.25" { #expect(answer.text.contains("Do you mean 0.25% or 25%?")) }
    #expect(answer.text.contains("Write your guess first.") == (typed == " "))
  }

  @Test(arguments: ["9223372036854775807", "-9223372036854775808", "99999999999999999999", "x", ""])
  func `a press of any number is a page or a conflict, and nothing ends`(press: String) throws {
    var (code, host) = try house.open("kind=experiment&experiment=2d6")
    var ann = house.seat("Ann", in: code)
    let form = PercentCoding.encode([("press", press)])
    #expect((300..<500).contains(ann.post("/room/\(code)/roll", form).status.code))
    #expect((300..<500).contains(host.post("/room/\(code)/pause", form).status.code))
    #expect(ann.press("/room/\(code)/roll", on: "/room/\(code)").status.code < 500)
  }

  @Test func `only seats that are here count among those who have guessed, on the wall too`() throws
  {
    var (code, host) = try house.open("kind=experiment&experiment=2d6&guess=first&question=mean")
    let room = "/room/\(code)"
    var wall = house.guest()
    for (name, guess) in [("Ann", "5"), ("Bob", "7"), ("Cleo", nil), ("Dan", nil)] {
      var seat = house.seat(name, in: code)
      guard let guess else { continue }
      #expect(seat.press("\(room)/guess", on: room, "total=\(guess)").status == .seeOther)
    }
    #expect(wall.get("\(room)/watch").text.contains(">4 are in. 2 of 4 have guessed.</p>"))
    #expect(host.press("\(room)/remove", on: "\(room)/host", "seat=2").status == .seeOther)
    #expect(wall.get("\(room)/watch").text.contains(">3 are in. 1 of 3 has guessed.</p>"))
  }

  @Test(arguments: [
    ("2d6", "&question=mean", "7", "Dots: what was guessed. Vertical line: the exact value."),
    ("2d6", "&question=most", "7", "Dots: what was guessed. Vertical line: the exact value."),
    (
      "2d6", "&question=chance&event=even", "40",
      "The straight line is the exact chance, 50.00%. Dots: what was guessed."
    ),
    ("2d6", "&second=1d12", "1d12", "Dots: what was guessed. Dashed lines: the exact shares."),
    ("1d6", "&second=2d6&event=even", "neither", "Dots: what was guessed. Dashed lines:"),
  ])
  func `guesses that are revealed are dots over a chart before the first roll, too`(
    experiment: String, settings: String, guess: String, words: String
  ) throws {
    var (code, host) = try house.open(
      "kind=experiment&experiment=\(experiment)&guess=yes\(settings)")
    let (room, lead) = ("/room/\(code)", "/room/\(code)/host")
    var ann = house.seat("Ann", in: code)
    #expect(ann.press("\(room)/guess", on: room, "total=\(guess)").status == .seeOther)
    func dots(_ page: String) -> [Substring] {
      page.matches(of: /class="guessed" d="([^"]+)"/).map(\.1)
    }
    #expect(dots(host.get(lead).text).isEmpty)
    #expect(host.press("\(room)/reveal-guesses", on: lead).status == .seeOther)
    for page in [ann.get(room).text, host.get(lead).text] {
      #expect(dots(page).count == 1 && page.contains(words), "\(page)")
    }
    #expect(ann.press("\(room)/roll", on: room).status == .seeOther)
    #expect(dots(ann.get(room).text).count == 1)
  }

  @Test func `one's own results and the class's are two views, by links`() throws {
    let code = try house.open("kind=experiment&experiment=2d6").code
    let room = "/room/\(code)"
    var ann = house.seat("Ann", in: code)
    for (view, mine, theirs, shown) in [
      ("", " aria-current=\"page\"", "", "shows-mine"),
      ("?view=class", "", " aria-current=\"page\"", "shows-class"),
    ] {
      let page = ann.get(room + view).text
      #expect(page.contains("href=\"\(room)#whose\"\(mine)>Mine</a>"))
      #expect(page.contains("href=\"\(room)?view=class#whose\"\(theirs)>Class</a>"))
      #expect(page.contains("results \(shown)\">"))
      #expect(page.contains("name=\"view\"") == (shown == "shows-class"))
    }
    let after = ann.press("\(room)/roll", on: room, "view=class")
    #expect(after.header("Location") == "\(room)?view=class")
  }

  @Test func `who guesses or skips goes on with the view that was open`() throws {
    let code = try house.open("kind=experiment&experiment=2d6&guess=first&question=mean").code
    let room = "/room/\(code)"
    for move in ["guess", "skip"] {
      var seat = house.seat(move, in: code)
      let form = try #require(
        seat.get("\(room)?view=class").text.firstMatch(of: /<form[^>]*\/guess">(?s:.*?)<\/form>/)
      ).0
      let fields = form.matches(of: /<input type="hidden" name="(view|press)" value="([^"]*)"/)
        .map { "\($0.1)=\($0.2)" }
      #expect(fields.last == "view=class" && form.contains("\(room)/skip"))
      let answer = seat.post("\(room)/\(move)", (fields + ["total=7"]).joined(separator: "&"))
      #expect(answer.header("Location") == "\(room)?view=class")
    }
  }

  @Test func `no address and no file has another's guess before it is revealed`() throws {
    var (code, host) = try house.open("kind=experiment&experiment=2d6&guess=first&question=mean")
    let (room, lead) = ("/room/\(code)", "/room/\(code)/host")
    #expect(host.press("\(room)/switch", on: lead, "which=data&on=yes").status == .seeOther)
    var (ann, bob, stranger) = (
      house.seat("Ann", in: code), house.seat("Bob", in: code), house.guest()
    )
    var frame = FramedGame(hall: house.hall)
    let seat = try #require(
      frame.post("/embed\(room)/join", "name=Cleo").header("Location"))
    #expect(ann.press("\(room)/guess", on: room, "total=6.625").status == .seeOther)
    #expect(bob.press("\(room)/skip", on: room).status == .seeOther)
    for one in [0, 1] {
      if one == 1 { #expect(ann.press("\(room)/roll", on: room).status == .seeOther) }
      #expect(ann.get(room).text.contains("6.625"))
      var seen: [Response] = []
      for view in ["", "?view=class", "/watch", "/state?since=0", "/data.csv", "/data.json"] {
        seen += [bob.get(room + view), host.get(room + view)]
        if !view.contains("data") { seen.append(stranger.get(room + view)) }
        seen.append(try frame.get(seat + view))
      }
      seen += [host.get(lead), stranger.get("/embed\(room)")]
      for page in seen {
        #expect(page.status == .ok || page.status == .notFound)
        #expect(!page.text.contains("6.625") && !page.text.contains("53/8"))
      }
      #expect(seen.count { $0.status == .ok } >= 20)
    }
    #expect(host.press("\(room)/reveal-guesses", on: lead).status == .seeOther)
    for view in ["", "/watch", "/data.csv"] { #expect(bob.get(room + view).text.contains("6.625")) }
    #expect(try frame.get(seat).text.contains("6.625"))
  }

  @Test func `a room of pairs shows its code until somebody rolls`() throws {
    let (code, _) = try house.open("kind=pairs&goal=20")
    let room = "/room/\(code)"
    var (wall, ann) = (house.guest(), house.seat("Ann", in: code, faces: [2]))
    #expect(wall.get("\(room)/watch").text.contains("join-now waiting"))
    #expect(ann.press("\(room)/roll", on: room).status == .seeOther)
    #expect(!wall.get("\(room)/watch").text.contains("join-now waiting"))
  }
}
