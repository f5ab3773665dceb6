import Fakes
import Games
import Synchronization
import Testing
import Visitors
import Web

@testable import Classrooms
@testable import Rooms
@testable import Site

/// A league of strategies, as seats, the host and the wall see it.
@Suite struct RoomLeagueTests {
  private let house = RoomHouse()
  private let code: String
  private var host, ann, bob: RoomGuest
  private var room: String { "/room/\(code)" }
  private var lead: String { "/room/\(code)/host" }
  private let four = "form=four-numbers&behind=9&level=6&ahead=3&near=4"

  init() throws {
    (code, host) = try house.open("kind=league&goal=20")
    ann = house.seat("%3Cb%3EAnn", in: code)
    bob = house.seat("Bob", in: code)
  }

  private mutating func write() {
    #expect(ann.press("\(room)/strategy", on: room, "form=hold-at&holdAt=12").status == .seeOther)
    #expect(bob.press("\(room)/strategy", on: room, four).status == .seeOther)
  }

  private func rows(_ page: String) -> [String] {
    page.matches(of: /<tr><td class="number">\d.*?<\/tr>/).map { row in
      String(row.0).replacing(/<\/t[hd]><t[hd][^>]*>/, with: "|").replacing(/<[^>]*>/, with: "")
    }
  }

  private func watch() -> String {
    var guest = house.guest()
    return guest.get("\(room)/watch").text
  }

  @Test mutating func `nothing is told before the run, and then all of it`() throws {
    #expect(ann.get(room).outcome == "Write your strategy")
    write()
    var wall = house.guest()
    for page in [ann.get(room), wall.get("\(room)/watch"), host.get(lead)] {
      for told in ["Games won", "Place 1", "9 behind"] { #expect(!page.text.contains(told)) }
    }
    #expect(ann.get(room).text.contains("Your strategy: Hold at 12."))
    #expect(!bob.get(room).text.contains("Hold at 12"))
    #expect(host.get(lead).text.contains("2 of 2 seats have a strategy."))
    #expect(wall.get("\(room)/watch").text.contains("2 of 2 seats have a strategy."))
    #expect(host.get("\(room)/data.csv").text.split(separator: "\r\n").count == 1)
    #expect(host.press("\(room)/run", on: lead).status == .seeOther)
    let league = try PigLeague(
      of: [WrittenStrategy(.holdAt, [12]), WrittenStrategy(.fourNumbers, [9, 6, 3, 4])], goal: 20)
    let names = ["Seat 1", "Seat 2", "Optimal", "Hold at 20"]
    let ranking = league.ranking.map { player in
      """
      \(league.rank(of: player))|\(names[player])|\
      \(player < 2 ? league.strategies[player].name : "")|\
      \(league.shares[player].percent(places: 2))|\
      \((100 * (league.shares[league.optimal] - league.shares[player])).fixed(places: 2))
      """
    }
    let shown = rows(wall.get("\(room)/watch").text)
    #expect(shown == ranking)
    #expect(rows(host.get(lead).text).contains { $0.contains("&lt;b&gt;Ann") })
    let page = ann.get(room)
    #expect(page.outcome == "Place \(league.rank(of: 0)) of 4")
    #expect(page.text.contains("It won \(league.shares[0].percent(places: 2)) of its games"))
    let slip = try #require(league.slips[0])
    #expect(
      page.text.contains(
        "Against optimal play it lost most at \(slip.own) to \(slip.other) with a turn total of \(slip.turnTotal)"
      ))
    #expect(page.text.contains(slip.roll.percent(places: 2)))
    #expect(page.text.contains(slip.hold.percent(places: 2)))
    #expect(wall.get("\(room)/watch").text.contains(" had the best strategy in the room: "))
    #expect(bob.get(room).text.contains("9 behind, 6 level, 3 ahead, race at 4"))
  }

  @Test mutating func `a change after the run waits for the next`() throws {
    write()
    #expect(host.press("\(room)/run", on: lead).status == .seeOther)
    #expect(host.get(lead).text.contains("Nothing has changed since the last run."))
    #expect(!host.get(lead).text.contains("id=\"run\""))
    let before = rows(host.get(lead).text)
    #expect(ann.press("\(room)/strategy", on: room, "form=hold-at&holdAt=2").status == .seeOther)
    #expect(rows(host.get(lead).text) == before)
    #expect(ann.get(room).text.contains("it counts from the next run"))
    #expect(host.press("\(room)/run", on: lead).status == .seeOther)
    #expect(rows(host.get(lead).text) != before)
    #expect(!ann.get(room).text.contains("it counts from the next run"))
    #expect(host.get(lead).text.contains("Ranking of run 2"))
    // A page of before, and a run of what has run already.
    #expect(host.post("\(room)/run", "press=1").status == .seeOther)
    #expect(host.press("\(room)/run", on: lead).status == .unprocessable)
    #expect(host.get(lead).text.contains("Ranking of run 2"))
  }

  @Test mutating func `a run without strategies is refused, and one of a page that is out of date`()
    throws
  {
    let answer = host.press("\(room)/run", on: lead)
    #expect(answer.status == .unprocessable)
    #expect(answer.text.contains("nobody has written a strategy yet"))
    write()
    #expect(host.post("\(room)/run", "press=7").status == .conflict)
    #expect(ann.press("\(room)/run", on: room).status == .forbidden)
    #expect(host.press("\(room)/close", on: lead).status == .seeOther)
    #expect(host.press("\(room)/run", on: lead).status == .gone)
    #expect(!ann.get(room).text.contains("Save strategy"))
  }

  @Test(
    arguments: [
      ("form=hold-at&holdAt=0", "Hold at: write a whole number from 1 to 200."),
      ("form=hold-at&holdAt=2.5", "Hold at: write a whole number from 1 to 200."),
      ("form=hold-at&holdAt=%3Cb%3E", "Hold at: write a whole number from 1 to 200."),
      ("form=hold-at", "Hold at: write a whole number from 1 to 200."),
      (
        "form=four-numbers&behind=9&level=6&ahead=3&near=201",
        "Roll until you win when the other needs at most: write a whole number from 0 to 200."
      ),
      (
        "form=table&cell11=3", "Hold at, with 0–3 of your own and 4–7 of the other’s: write a whole"
      ),
      ("form=code", "Choose one of the three ways"), ("", "Choose one of the three ways"),
    ])
  func `a strategy out of range is told, and the one before stays`(
    form: String, sentence: String
  ) throws {
    var test = self
    test.write()
    let answer = test.ann.press("\(room)/strategy", on: room, form)
    #expect(answer.status == .unprocessable)
    #expect(answer.text.contains(sentence))
    #expect(!answer.text.contains("<b>\""))
    #expect(test.ann.get(room).text.contains("Your strategy: Hold at 12."))
  }

  @Test mutating func `a page of before counts once, and another strategy from it is told of`()
    throws
  {
    write()
    let again = "press=1&form=hold-at&holdAt=12"
    #expect(ann.post("\(room)/strategy", again).status == .seeOther)
    #expect(ann.post("\(room)/strategy", "press=1&form=hold-at&holdAt=13").status == .conflict)
    #expect(host.press("\(room)/pause", on: lead).status == .seeOther)
    #expect(bob.press("\(room)/strategy", on: room, four).status == .conflict)
    #expect(ann.press("\(room)/roll", on: room).status == .conflict)
  }

  @Test mutating func `a table is filled in with what was written`() throws {
    let numbers = (1...25).map { $0 + 1 }
    let form = zip((0..<25), numbers).map { "&cell\($0 / 5 + 1)\($0 % 5 + 1)=\($1)" }.joined()
    #expect(ann.press("\(room)/strategy", on: room, "form=table\(form)").status == .seeOther)
    let page = ann.get(room).text
    #expect(page.contains("Your strategy: A table of 2 to 26."))
    #expect(page.contains(/id="form-table" open/))
    #expect(page.contains(/id="cell35" name="cell35" value="16"/))
    #expect(page.contains("0–3</th>") && page.contains("16–19</th>"))
  }

  @Test mutating func `a download has a row for each strategy and each meeting`() throws {
    write()
    #expect(host.press("\(room)/run", on: lead).status == .seeOther)
    let lines = host.get("\(room)/data.csv").text.replacing(/[0-9T:-]+Z/, with: "t")
      .split(separator: "\r\n")
    #expect(
      lines.first
        == "run,number,time,rank,seat,name,strategy,otherSeat,otherName,ifFirst,ifSecond,share"
    )
    #expect(lines.count == 1 + 4 + 4 * 3)
    #expect(lines.count { $0.contains(/^1,6,t,,1,"<b>Ann",,[2,]/) } == 3)
    #expect(lines.count { $0.contains(/^1,6,t,\d,1,"<b>Ann",hold at 12,,,,,0\./) } == 1)
    #expect(lines.contains { $0.hasPrefix("1,6,t,1,,\"Optimal\",optimal,,,,,0.") })
    let json = host.get("\(room)/data.json").text
    #expect(json.matches(of: /four numbers 9 6 3 4/).count == 1)
    #expect(!json.contains(/[0-9]{13}/))
    // Seats may download it if the host lets them, and read names if the host shows them.
    for form in ["which=data&on=yes", "which=names&on=no"] {
      #expect(host.press("\(room)/switch", on: lead, form).status == .seeOther)
    }
    let seats = bob.get("\(room)/data.csv").text
    #expect(seats.contains(",2,,four numbers 9 6 3 4,") && !seats.contains("Ann"))
    #expect(bob.get(room).text.contains("others read Seat 2"))
  }

  @Test func `a goal that no league has is a mistake`() {
    var guest = house.guest()
    let answer = guest.post("/room/open", "kind=league&goal=150")
    #expect(answer.status == .unprocessable)
    #expect(answer.text.contains("The goal of a league must be a whole number from 10 to 100."))
    for path in ["run", "strategy"] { #expect(RoomGame.offers("\(room)/\(path)")) }
  }

  /// To so low a goal it never comes where it would lose something, but only against optimal play.
  @Test func `who loses nothing against optimal play may still win less`() throws {
    var (code, host) = try house.open("kind=league&goal=10")
    let room = "/room/\(code)"
    let forms = [
      "form=four-numbers&behind=1&level=200&ahead=1&near=0", "form=hold-at&holdAt=2",
      "form=hold-at&holdAt=200",
    ]
    var pages: [String] = []
    var seats = ["Ann", "Bob", "Cid"].map { house.seat($0, in: code) }
    for seat in seats.indices {
      #expect(seats[seat].press("\(room)/strategy", on: room, forms[seat]).status == .seeOther)
    }
    #expect(host.press("\(room)/run", on: "\(room)/host").status == .seeOther)
    for seat in seats.indices { pages.append(seats[seat].get(room).text) }
    #expect(pages[0].contains("of its games, 7.94 percentage points fewer than optimal play."))
    #expect(pages[0].contains("<p>Against optimal play it loses nothing.</p>"))
    #expect(pages[2].contains("of its games, as many as optimal play."))
  }

  @Test mutating func `what was typed stays while the room is paused, and can’t be saved`() {
    write()
    #expect(host.press("\(room)/pause", on: lead).status == .seeOther)
    let cells = (0..<25).map { "&cell\($0 / 5 + 1)\($0 % 5 + 1)=\($0 + 2)" }.joined()
    let answer = ann.press("\(room)/strategy", on: room, "form=table\(cells)")
    #expect(answer.status == .conflict)
    #expect(answer.text.contains(/id="form-table" open/))
    #expect(answer.text.contains(/id="cell35" name="cell35" value="16"/))
    #expect(answer.text.contains(/id="write-table" disabled/))
    #expect(host.press("\(room)/go-on", on: lead).status == .seeOther)
    #expect(!ann.get(room).text.contains(/id="write-table" disabled/))
  }

  @Test mutating func `a league can be run fifty times, and then says so`() {
    for run in 1...51 {
      host.visitor.now += 1
      ann.visitor.now += 1
      let form = "press=\(run)&form=hold-at&holdAt=\(run)"
      #expect(ann.post("\(room)/strategy", form).status == .seeOther)
      guard run < 51 else { break }
      #expect(host.post("\(room)/run", "press=\(run)").status == .seeOther)
    }
    let answer = host.press("\(room)/run", on: lead)
    #expect(answer.status == .unprocessable)
    let sentence = "A league can be run 50 times, and this one has been."
    #expect(answer.text.contains(sentence))
    let page = host.get(lead).text
    #expect(page.contains(sentence) && !page.contains("id=\"run\""))
  }

  @Test mutating func `sixty-one strategies are one too many`() {
    for number in 1...61 {
      var seat = number == 1 ? ann : number == 2 ? bob : house.seat("S\(number)", in: code)
      let form = "press=1&form=hold-at&holdAt=\(number)"
      #expect(seat.post("\(room)/strategy", form).status == .seeOther)
    }
    let answer = host.press("\(room)/run", on: lead)
    #expect(answer.status == .unprocessable)
    #expect(answer.text.contains("there are 61 strategies, and a league takes at most 60"))
  }

  @Test mutating func `a seat’s page looks again for its own strategy and the host’s moves alone`()
    throws
  {
    func number() throws -> Int {
      var test = self
      let page = test.ann.get(room).text
      #expect(page.contains(/data-calm="15" data-of="seat"/))
      let number = try #require(Int(page.firstMatch(of: /data-number="(\d+)"/)?.1 ?? ""))
      let state = test.ann.get("\(room)/state?since=0&of=seat").text
      #expect(state.hasPrefix("{\"number\":\(number),"))
      return number
    }
    let before = try number()
    #expect(bob.press("\(room)/strategy", on: room, four).status == .seeOther)
    #expect(try number() == before)
    #expect(host.get(lead).text.contains("1 of 2 seats has a strategy."))
    let list = try #require(host.get(lead).text.split(separator: "id=\"seat-list\"").last)
    #expect(list.matches(of: /no strategy yet/).count == 1)
    #expect(list.contains(/Ann *<span class="hint">no strategy yet/))
    #expect(ann.press("\(room)/strategy", on: room, four).status == .seeOther)
    let own = try number()
    #expect(own > before)
    #expect(host.press("\(room)/run", on: lead).status == .seeOther)
    #expect(try number() > own)
  }

  @Test mutating func `all who are best are told of`() {
    #expect(ann.press("\(room)/strategy", on: room, four).status == .seeOther)
    #expect(bob.press("\(room)/strategy", on: room, four).status == .seeOther)
    #expect(host.press("\(room)/run", on: lead).status == .seeOther)
    #expect(watch().contains("Seat 1 and Seat 2 had the best strategies in the room: each won "))
    for name in ["Cid", "Dan"] {
      var seat = house.seat(name, in: code)
      #expect(seat.press("\(room)/strategy", on: room, four).status == .seeOther)
    }
    #expect(host.press("\(room)/run", on: lead).status == .seeOther)
    #expect(watch().contains("4 seats had the best strategies in the room: each won "))
  }

  @Test mutating func `the wall tells of the biggest upset without names that are hidden`() throws {
    #expect(ann.press("\(room)/strategy", on: room, "form=hold-at&holdAt=8").status == .seeOther)
    #expect(bob.press("\(room)/strategy", on: room, four).status == .seeOther)
    #expect(host.press("\(room)/run", on: lead).status == .seeOther)
    let upset = "The biggest upset: %2, in place 4, beat %1, in place 3, in 51.84% of their games."
    func told(_ first: String, _ second: String) -> String {
      upset.replacing("%1", with: first).replacing("%2", with: second)
    }
    #expect(watch().contains(told("Seat 1", "Seat 2")) && !watch().contains("Bob"))
    #expect(host.get(lead).text.contains(told("&lt;b&gt;Ann", "Bob")))
    #expect(
      host.press("\(room)/switch", on: lead, "which=watchNames&on=yes").status == .seeOther)
    #expect(watch().contains(told("&lt;b&gt;Ann", "Bob")))
    #expect(host.press("\(room)/switch", on: lead, "which=names&on=no").status == .seeOther)
    #expect(watch().contains(told("Seat 1", "Seat 2")))
  }

  @Test func `a network that runs leagues too often is told when it may again`() throws {
    let memory = LimiterMemory()
    let hall = makeSite(house.stores, limiter: memory.limiter)
    func guest() -> RoomGuest { RoomGuest(visitor: Visitor(hall: hall, faces: [])) }
    var (host, seat) = (guest(), guest())
    let answer = host.post("/room/open", "kind=league&goal=10")
    let code = try #require(answer.header("Location")?.split(separator: "/").dropFirst().first)
    let (room, lead) = ("/room/\(code)", "/room/\(code)/host")
    #expect(seat.post("\(room)/join", "name=Ann").status == .seeOther)
    var statuses: [Status] = []
    for run in 1...11 {
      let form = "form=hold-at&holdAt=\(run)"
      #expect(seat.press("\(room)/strategy", on: room, form).status == .seeOther)
      statuses.append(host.press("\(room)/run", on: lead).status)
    }
    #expect(statuses == Array(repeating: .seeOther, count: 10) + [.tooManyRequests])
    let refused = host.press("\(room)/run", on: lead)
    #expect(refused.header("Retry-After") != nil)
    #expect(refused.text.contains("Your network has run leagues often enough for now."))
    #expect(host.get(lead).text.contains("Ranking of run 10"))
  }

  @Test mutating func `nobody is called as who plays in every league`() {
    for name in ["Optimal", "hold+at+20"] {
      var seat = house.seat(name, in: code)
      let seen = seat.get(room).text
      #expect(seen.contains("\(name.replacing("+", with: " ")) 2"), "\(name)")
    }
  }

  /// Work that is yet to be done.
  private final class Later: Sendable {
    let todo = Mutex<(@Sendable () -> Void)?>(nil)
  }

  /// The work goes on aside; whoever asks for the same meanwhile or later gets the same.
  @Test func `a league that isn't done in time is remembered for the next press`() throws {
    let work = Later()
    let solver = LeagueSolver(pause: { 10_000 }) { _, later in work.todo.withLock { $0 = later } }
    let strategies = [try WrittenStrategy(.holdAt, [5])]
    let runs = Mutex(0)
    func league() throws -> PigLeague {
      try solver.league(of: strategies, goal: 10, count: { runs.withLock { $0 += 1 } })
    }
    for _ in 0..<2 { #expect(throws: RoomRefusal.unfinished) { try league() } }
    // What only waited isn't counted.
    #expect(runs.withLock { $0 } == 0)
    work.todo.withLock { $0 }?()
    #expect(try league() == PigLeague(of: strategies, goal: 10))
    #expect(runs.withLock { $0 } == 1)
    #expect(RoomRefusal.unfinished.status == .unavailable)
  }

  @Test func `a league is handed over, whatever another room asks for at once`() throws {
    let next = Later()
    let solver = LeagueSolver(pause: { 10_000 }) { _, work in
      work()
      next.todo.withLock { $0.take() }?()
    }
    let (mine, other) = ([try WrittenStrategy(.holdAt, [5])], [try WrittenStrategy(.holdAt, [6])])
    next.todo.withLock { $0 = { _ = try? solver.league(of: other, goal: 10) } }
    #expect(try solver.league(of: mine, goal: 10) == PigLeague(of: mine, goal: 10))
    // What is known needs no allowance, and who has none holds nobody up.
    let known = try solver.league(of: mine, goal: 10)
    func refuse() throws { throw RoomRefusal.tooBusy }
    #expect(try solver.league(of: mine, goal: 10, allow: refuse) == known)
    for _ in 0..<2 {
      #expect(throws: RoomRefusal.tooBusy) {
        try solver.league(of: other, goal: 10, allow: refuse)
      }
    }
  }
}
