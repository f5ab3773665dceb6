import Fakes
import Rooms
import Storage
import Testing
import Visitors
import Web

@testable import Classrooms
@testable import Site

/// Opening and joining with more than one press.
@Suite struct RoomOpeningTests {
  @Test func `a double click opens one room, and joins once`() throws {
    let house = RoomHouse()
    // Both presses come without a session, as from a page that is everybody's.
    var guest = house.guest()
    func send(_ path: String, _ form: String) -> Response {
      var request = Request(.post, path, body: form)
      request.host = "dice.example"
      return guest.visitor.ask(request)
    }
    #expect(send("/room/open", "kind=table").header("Location") == "/room/open?again=yes")
    let form = "kind=table&names=no"
    let first = guest.post("/room/open", form)
    let second = guest.post("/room/open", form)
    let place = try #require(first.header("Location"))
    #expect(second.header("Location") == place)
    #expect(second.header("Set-Cookie") == first.header("Set-Cookie"))
    let code = String(place.split(separator: "/")[1])
    #expect(guest.get(place).text.contains(">Show names</button>"))
    #expect(guest.get(place).text.contains(/name="press" value="1[0-9]{3}"/))
    let cookies = guest.cookies
    // Another form, or something that has happened, or time, makes another room.
    let others = ["kind=table&names=yes", form, form].enumerated().map { index, form in
      if index == 1 { _ = house.seat("Ann", in: code) }
      guest.visitor.now += index == 2 ? 60 : 0
      return guest.post("/room/open", form).header("Location")
    }
    #expect(Set(others + [place]).count == 4)
    guest.cookies = cookies

    var bob = house.guest()
    var request = Request(.post, "/room/join", body: "code=\(code)&name=Bob")
    request.host = "dice.example"
    #expect(bob.visitor.ask(request).header("Location") == "/room/join?again=yes")
    for _ in 0..<2 { #expect(bob.post("/room/join", "code=\(code)&name=Bob").status == .seeOther) }
    #expect(guest.get(place).fact("Seats") == "2")
    // Who keeps no cookies gets no seat that would be lost.
    var lost = house.guest()
    lost.visitor.session = Session()
    request.query = Form([.init(name: "again", value: "yes")])
    #expect(lost.visitor.ask(request).header("Location") == "/cookies?to=%2Froom%2F\(code)")
    #expect(guest.get(place).fact("Seats") == "2")
  }

  @Test func `who opens the same room many times at once opens one`() throws {
    let hall = try RoomHall()
    let desks = [hall.desk(), hall.desk()]
    let desk = desks[0]
    let code = try #require(RoomCode("KFH3QD"))
    let host = HostSecret().key
    try onThreads(8) { thread in
      let opened = try desks[thread % 2].open(
        .table, off: [.names], hostKey: host, by: "a", now: 0, drawing: { code })
      guard opened == code else { throw RoomRefusal.noRoom }
    }
    #expect(try desk.room(code, now: 0)?.room.switches == [.expectation, .watch, .joining])
    #expect(try desk.newestNumber(of: code) == 1)
    // Not if it is somebody else's, or something has happened.
    let keys = [HostSecret().key, host]
    for key in keys {
      #expect(throws: StorageError.full) {
        try desk.open(.table, hostKey: key, by: "a", now: 0, drawing: { code })
      }
      try desk.join("Ann", in: code)
    }
  }
}
