import Testing
import Visitors
import Web

@testable import Classrooms
@testable import Site

/// The large view, which many look at.
@Suite struct RoomWatchTests {
  @Test func `all get the same page in the same second, and every change another`() throws {
    let house = RoomHouse()
    var (code, host) = try house.open("kind=experiment&experiment=2d6")
    let other = try house.open("kind=experiment&experiment=2d6").code
    let views = ["/room/\(code)/watch", "/room/\(code)/watch?refresh=no", "/room/\(other)/watch"]
    var wall = house.guest()
    var known: Set<[UInt8]> = []
    func look() {
      for view in views {
        let page = wall.get(view)
        #expect(page.status == .ok && wall.get(view) == page)
        known.insert(page.body)
      }
    }
    look()
    #expect(known.count == 3)
    var ann = house.seat("Ann", in: code, faces: [3, 4])
    look()
    // The other room is as it was.
    #expect(known.count == 5)
    #expect(ann.press("/room/\(code)/roll", on: "/room/\(code)").status == .seeOther)
    look()
    #expect(host.press("/room/\(code)/pause", on: "/room/\(code)/host").status == .seeOther)
    look()
    #expect(known.count == 9)
    #expect(wall.get(views[0]).text.contains("Paused by the host."))
    #expect(wall.get(views[0]).text.contains("<p>Last roll <b>7</b></p>"))
  }

  @Test(arguments: [
    ("d{heads,tails}", [6], "tails", 1, 0), ("4d6", [1, 2, 3, 4], "10", 0, 4),
    ("5d6", [1, 2, 3, 4, 5], "15", 0, 0), ("3 from {red*2,blue}", [1], "2 red, 1 blue", 3, 0),
    ("2 from {hearts*13,diamonds*13,clubs*13,spades*13}", [1], "2 hearts", 2, 0),
    ("2 from {hearts*13,diamonds*13,clubs*13,spades*13}=hearts", [1], "2", 2, 0),
    ("d{red*3,blue*2,green}", [6], "green", 0, 0),
  ])
  func `the last roll is drawn, but for many dice`(
    experiment: String, faces: [Int], result: String, pieces: Int, dice: Int
  ) throws {
    let house = RoomHouse()
    let form = PercentCoding.encode([("kind", "experiment"), ("experiment", experiment)])
    let code = try house.open(form).code
    var ann = house.seat("Ann", in: code, faces: faces)
    #expect(ann.press("/room/\(code)/roll", on: "/room/\(code)").status == .seeOther)
    let wall = ann.get("/room/\(code)/watch").text
    let latest = try #require(wall.firstMatch(of: /id="latest"(?s:.*?)<p data-pause>/)).0
    #expect(latest.contains("<b>\(result)</b>"))
    #expect(latest.matches(of: /<svg viewBox="0 0 40 48">/).count == pieces)
    #expect(latest.matches(of: /<span class="die"/).count == dice)
    #expect(latest.contains("class=\"spinner\"") == experiment.contains("green"))
    #expect(latest.contains("♥") == experiment.contains("hearts"))
  }

  @Test func `a wall has two experiments side by side, to one scale`() throws {
    let house = RoomHouse()
    let code = try house.open("kind=experiment&experiment=2d6&second=1d12").code
    var ann = house.seat("Ann", in: code)
    #expect(ann.press("/room/\(code)/roll", on: "/room/\(code)").status == .seeOther)
    let wall = ann.get("/room/\(code)/watch").text
    #expect(wall.contains("Results of 2d6") && wall.contains("Results of 1d12"))
    #expect(wall.matches(of: /class="exact" d="/).count == 2)
    let scales = wall.matches(of: /class="scale" aria-hidden="true"><span>(.*?)<\/span>/).map(\.1)
    #expect(scales.count >= 2 && scales[0] == scales[1])
    #expect(wall.contains("2d6 was higher ") && !wall.contains("<p>Last roll"))
  }

  @Test func `a version is rendered once while many ask for it, and is not kept for long`() throws {
    let pages = RenderedPages()
    var rendered: [String] = []
    func ask(_ version: String) throws -> [UInt8] {
      try pages.page(version) {
        rendered.append(version)
        if version == "none" { throw Refusal.noPage }
        return Array(version.utf8)
      }
    }
    for _ in 0..<3 { #expect(try ask("a") == Array("a".utf8)) }
    #expect(rendered == ["a"])
    for _ in 0..<2 { #expect(throws: Refusal.self) { try ask("none") } }
    for number in 0..<16 { _ = try ask("\(number)") }
    _ = try ask("a")
    #expect(rendered.count == 20)
  }
}
