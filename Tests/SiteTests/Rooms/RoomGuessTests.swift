import Testing
import Visitors
import Web

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

  @Test func `a room of pairs shows its code until somebody rolls`() throws {
    let (code, _) = try house.open("kind=pairs&goal=20")
    let room = "/room/\(code)"
    var (wall, ann) = (house.guest(), house.seat("Ann", in: code, faces: [2]))
    #expect(wall.get("\(room)/watch").text.contains("join-now waiting"))
    #expect(ann.press("\(room)/roll", on: room).status == .seeOther)
    #expect(!wall.get("\(room)/watch").text.contains("join-now waiting"))
  }
}
