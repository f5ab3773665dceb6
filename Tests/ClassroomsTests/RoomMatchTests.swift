import Fakes
import Testing
import Visitors
import Web

@testable import Classrooms
@testable import Site

/// A match of Pig whose player is removed: everybody hears of it, and somebody plays on.
@Suite struct RoomMatchTests {
  private let house = RoomHouse()
  private let code: String
  private var host, ann, bob: RoomGuest
  private var room: String { "/room/\(code)" }
  private var lead: String { "/room/\(code)/host" }

  /// Ann has 12 points, and Bob’s turn total is 4.
  init() throws {
    (code, host) = try house.open("kind=match&goal=50")
    ann = house.seat("Ann", in: code, faces: [6])
    bob = house.seat("Bob", in: code, faces: [4])
    for move in ["roll", "roll", "hold"] {
      #expect(ann.press("/room/\(code)/\(move)", on: "/room/\(code)").status == .seeOther)
    }
    #expect(bob.press("/room/\(code)/roll", on: "/room/\(code)").status == .seeOther)
  }

  private mutating func remove(_ seat: Int) {
    #expect(host.press("\(room)/remove", on: lead, "seat=\(seat)").status == .seeOther)
  }

  @Test mutating func `the other player, a watcher, the wall and the host hear of a free place`()
    throws
  {
    let cleo = house.seat("Cleo", in: code)
    var wall = house.guest()
    remove(1)
    let waits = "The game waits: whoever joins next plays on with 12 points."
    for var guest in [bob, cleo] {
      #expect(guest.get(room).outcome == "Ann’s place is free")
      #expect(guest.get(room).text.contains(waits))
      #expect(guest.get("\(room)/state?since=1").text.contains("Ann’s place is free."))
    }
    let page = bob.get(room).text
    #expect(page.contains("disabled>Roll</button>") && page.contains("disabled>Hold</button>"))
    #expect(page.contains("<b>free</b>") && !page.contains("playing now"))
    #expect(bob.press("\(room)/roll", on: room).status == .unprocessable)
    #expect(host.get(lead).text.contains(waits))
    #expect(host.get(lead).outcome == "Ann’s place is free")
    let walls = wall.get("\(room)/watch").text
    #expect(walls.contains("Seat 1’s place is free.") && walls.contains(waits))
    #expect(ann.get(room).text.contains("whoever joins now plays on with its points."))
    #expect(host.press("\(room)/switch", on: lead, "which=joining&on=no").status == .seeOther)
    #expect(bob.get(room).text.contains("The game waits for another player."))
  }

  @Test func `the link of a match knows who is missing, and its host plays with one press`() throws
  {
    var (code, host) = try house.open("kind=match")
    let (room, lead) = ("/room/\(code)", "/room/\(code)/host")
    var bob = house.guest()
    #expect(bob.get(room).text.contains("name=\"name\" value=\"Player 1\""))
    #expect(host.get(lead).text.contains("name=\"name\" value=\"Player 1\""))
    #expect(host.post("\(room)/join", "name=Player+1").status == .seeOther)
    #expect(!host.get(lead).text.contains("Play yourself"))
    #expect(bob.get(room).text.contains("Somebody is waiting for you: join, and the game begins."))
    #expect(bob.get(room).text.contains("name=\"name\" value=\"Player 2\""))
    #expect(bob.post("\(room)/join", "name=Player+2").status == .seeOther)
    #expect(bob.get(room).outcome == "Player 1 begins")
    var cleo = house.guest()
    #expect(cleo.get(room).text.contains("name=\"name\" value=\"\""))
  }

  @Test mutating func `whoever joins next plays on, and a second one watches`() throws {
    remove(1)
    var cleo = house.seat("Cleo", in: code)
    #expect(cleo.get(room).outcome == "Cleo plays on for Ann")
    #expect(bob.get(room).outcome == "Cleo plays on for Ann")
    #expect(bob.get(room).text.contains("It’s your turn."))
    #expect(bob.press("\(room)/hold", on: room).status == .seeOther)
    #expect(cleo.get(room).text.contains("<p>It’s your turn.</p>"))
    #expect(cleo.get(room).text.contains("<td>Cleo</td><td>plays on for Ann</td>"))
    #expect(cleo.get(room).text.contains("<td>Ann</td><td>held: 12 banked</td>"))
    var dora = house.seat("Dora", in: code)
    #expect(dora.get(room).text.contains("Both places are taken: you watch this match."))
    var late = house.guest()
    #expect(late.get(room).text.contains("whoever joins now watches"))
    // On the wall nobody has a name.
    let wall = late.get("\(room)/watch").text
    #expect(wall.contains("<td>Seat 3</td><td>plays on for Seat 1</td>"))
    #expect(!wall.contains("Ann") && !wall.contains("Cleo"))
  }

  @Test mutating func `a watcher can take the place`() throws {
    var cleo = house.seat("Cleo", in: code)
    var dora = house.seat("Dora", in: code)
    #expect(!cleo.get(room).text.contains("take-place"))
    remove(2)
    #expect(cleo.get(room).text.contains("id=\"take-place\" data-key>Take Bob’s place</button>"))
    #expect(cleo.press("\(room)/take-place", on: room).status == .seeOther)
    #expect(cleo.get(room).outcome == "Cleo plays on for Bob")
    #expect(cleo.get(room).fact("Turn total") == "4")
    let late = dora.post("\(room)/take-place", "press=1")
    #expect(late.status == .conflict && late.text.contains("somebody else has taken that place"))
    #expect(RoomGame.offers("\(room)/take-place"))
  }

  @Test mutating func `after a game the winner stays, and play goes on with whoever comes`() throws
  {
    #expect(bob.press("\(room)/hold", on: room).status == .seeOther)
    for _ in 0..<7 { #expect(ann.press("\(room)/roll", on: room).status == .seeOther) }
    #expect(ann.press("\(room)/hold", on: room).status == .seeOther)
    remove(1)
    let page = bob.get(room)
    #expect(page.outcome == "Ann wins 54 to 4")
    #expect(page.text.contains("Ann’s place is free. Whoever joins next plays the next game."))
    #expect(page.text.contains("disabled>Play again</button>"))
    #expect(bob.press("\(room)/again", on: room).status == .unprocessable)
    var cleo = house.seat("Cleo", in: code)
    #expect(cleo.get(room).outcome == "Bob begins")
    #expect(bob.get(room).text.contains("It’s your turn."))
  }

  @Test func `a match that lacks players says how many, whoever was there before`() throws {
    var (code, host) = try house.open("kind=match")
    let (room, lead) = ("/room/\(code)", "/room/\(code)/host")
    var wall = house.guest()
    #expect(wall.get("\(room)/watch").text.contains("Waiting for two players."))
    var ann = house.seat("Ann", in: code)
    #expect(ann.get(room).outcome == "Waiting for the second player")
    #expect(host.press("\(room)/remove", on: lead, "seat=1").status == .seeOther)
    #expect(wall.get("\(room)/watch").text.contains("Waiting for two players."))
    #expect(ann.post("\(room)/join", "name=Ann").status == .seeOther)
    #expect(ann.get(room).outcome == "Waiting for the second player")
    #expect(ann.get(room).text.contains("as soon as two have joined. Whoever joined first rolls"))
    #expect(ann.get(room).text.contains("Give the other player this code, to type under Rooms: "))
    #expect(host.press("\(room)/switch", on: lead, "which=joining&on=no").status == .seeOther)
    #expect(ann.get(room).text.contains("Nobody new can join, so the match can’t start."))
    #expect(host.press("\(room)/switch", on: lead, "which=joining&on=yes").status == .seeOther)
    var bob = house.seat("Bob", in: code)
    #expect(bob.get(room).outcome == "Ann 2 begins")
    #expect(!bob.get(room).text.contains("Give the other player this code"))
  }

  @Test func `a watcher can take the place of who left before the first roll`() throws {
    var (code, host) = try house.open("kind=match")
    let (room, lead) = ("/room/\(code)", "/room/\(code)/host")
    _ = house.seat("Ann", in: code)
    var bob = house.seat("Bob", in: code)
    var cleo = house.seat("Cleo", in: code)
    #expect(cleo.get(room).text.contains("Both places are taken: you watch this match."))
    #expect(host.press("\(room)/remove", on: lead, "seat=1").status == .seeOther)
    #expect(host.press("\(room)/switch", on: lead, "which=joining&on=no").status == .seeOther)
    for var guest in [bob, cleo] {
      let page = guest.get(room)
      #expect(page.outcome == "Waiting for the second player")
      #expect(page.text.contains("The match starts as soon as somebody takes the free place."))
      #expect(!page.text.contains("Both places are taken"))
    }
    #expect(cleo.get(room).text.contains("id=\"take-place\" data-key>Take the free place</button>"))
    #expect(cleo.press("\(room)/take-place", on: room).status == .seeOther)
    #expect(cleo.get(room).outcome == "Cleo begins")
    #expect(bob.get(room).text.contains("It’s Cleo’s turn. Yours comes after."))
  }
}
