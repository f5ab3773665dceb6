import DiceLanguage
import Mustache
import Rooms
import Testing
import Visitors
import Web

@testable import Site

/// Coins, spinners, bags, cards and single dice, as plain fields and buttons say them.
@Suite struct RoomThingsTests {
  private let house = RoomHouse()

  private func opened(_ fields: [(String, String)]) -> Response {
    var guest = house.guest()
    return guest.post(
      "/room/open", PercentCoding.encode([("kind", "experiment")] + fields.map { ($0.0, $0.1) }))
  }

  @Test func `a spinner may have numbers, each as often as it is there`() throws {
    let form = PercentCoding.encode([
      ("kind", "experiment"), ("experiment", "spinner"), ("word1", "1"), ("count1", "3"),
      ("word2", "2"), ("count2", "2"),
    ])
    let code = try house.open(form).code
    var ann = house.seat("Ann", in: code)
    #expect(ann.get("/room/\(code)").text.contains("<h1>d{1,1,1,2,2}</h1>"))
  }

  @Test func `a bag of numbers that are put back is refused, as they would be added up`() {
    let fields = [("experiment", "bag"), ("word1", "1"), ("word2", "2"), ("drawn", "2")]
    let answer = opened(fields + [("putBack", "yes")])
    #expect(answer.status == .unprocessable && answer.wrongFields == ["word1"])
    #expect(answer.text.contains("Give one of them a letter, such as A1."))
    #expect(opened(fields + [("putBack", "no")]).status == .seeOther)
    #expect(opened(fields + [("word3", "A1"), ("putBack", "yes")]).status == .seeOther)
  }

  @Test func `a seat that draws from a bag reads in words what it does`() throws {
    let text = "3 from {red*3,blue*2}"
    let code = try house.open(
      PercentCoding.encode([("kind", "experiment"), ("experiment", text)])
    ).code
    var ann = house.seat("Ann", in: code)
    let reading = try Yield(parsing: text).reading
    #expect(ann.get("/room/\(code)").text.contains(reading.dropFirst()))
  }

  @Test(arguments: [
    ("d{heads,tails}", 12, true), ("d{heads,tails}", 13, false), ("d{red*26,blue*26}", 1, true),
  ])
  func `things are drawn if all of them have room`(
    die: String, count: Int, areDrawn: Bool
  ) throws {
    let tally = try #require(try tally("\(count)\(die)"))
    let roll = PlayedRoll(dice: Array(repeating: 0, count: count), total: .zero)
    let pictures = ThingPictures(roll, of: .tally(tally))
    #expect((pictures != nil) == areDrawn)
    // Two halves of 26 are a spinner, and no pack of cards.
    guard let pictures, count == 1 else { return }
    var bytes: [UInt8] = []
    try site.templates.render("rooms/things", [pictures], into: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self).contains("class=\"spinner\""))
  }

  private func tally(_ text: String) throws -> TallyExpression? {
    if case .tally(let tally) = try Yield(parsing: text) { tally } else { nil }
  }

  @Test func `a seat at a table rolls one die by one press`() throws {
    let code = try house.open("kind=table").code
    let room = "/room/\(code)"
    var ann = house.seat("Ann", in: code, faces: [3])
    let page = ann.get(room).text
    for die in ["d4", "d6", "d8", "d10", "d12", "d20", "d100"] {
      #expect(page.contains("name=\"expression\" value=\"1\(die)\" data-key>\(die)</button>"))
    }
    #expect(ann.press("\(room)/throw", on: room, "expression=1d20").status == .seeOther)
    #expect(ann.get(room).outcome?.contains("rolled 1d20: ") == true)
  }
}
