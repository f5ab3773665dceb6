import Games
import Testing

@testable import Rooms

@Suite struct RoomReplayTests {
  /// What the events lead to that stand, in the form in which they are stored.
  private func replayed(
    _ events: some Collection<RoomEvent>, from room: Room? = nil
  ) throws -> Room {
    let stored = try events.map { event in
      let line = event.bytes
      #expect(line.allSatisfy { 0x20..<0x7F ~= $0 })
      let read = try #require(
        RoomEvent(bytes: line, number: event.number, time: event.time))
      #expect(read == event)
      return read
    }
    var room = try room ?? Room(opening: #require(stored.first))
    for event in stored where event.number > room.lastNumber { try room.apply(event) }
    return room
  }

  @Test(arguments: 0..<11, [1, 2, 3] as [UInt64])
  func `events replayed, and a snapshot at any time, are the room`(
    kind: Int, seed: UInt64
  ) throws {
    let played = try RandomRoom(RandomRoom.settings()[kind], seed: seed, acts: 150)
    #expect(played.events.count > 10)
    #expect(played.refusals > 10)
    #expect(try replayed(played.events) == played.room)
    for count in stride(from: 1, through: played.events.count, by: 7) {
      let before = try replayed(played.events.prefix(count))
      let snapshot = try #require(Room(snapshot: before.snapshot))
      #expect(snapshot == before)
      #expect(snapshot.snapshot == before.snapshot)
      #expect(try replayed(played.events, from: snapshot) == played.room)
    }
  }

  @Test(arguments: [
    ("", true), ("11 2 green auto ", true), ("11 2 auto auto ", false), ("11 1 green ", false),
    ("11 2 green mauve ", false), ("11 0 ", false), ("11 2 green auto 11 2 green auto ", false),
  ])
  func `a room has the colours that were chosen, or none`(colours: String, isRead: Bool) throws {
    let bag = "=2%20from%20%7bred*3,blue%7d"
    let key = String(repeating: "0a", count: 16)
    let line = Array("0 0 open experiment words \(bag) 1 100 \(colours)0 #\(key) ".utf8)
    let event = RoomEvent(bytes: line, number: 1, time: 0)
    #expect((event != nil) == isRead && (!isRead || event?.bytes == line))
  }

  @Test func `records of before the switches were in the opening stay readable`() throws {
    let key = String(repeating: "0a", count: 16)
    func room(_ line: String) throws -> Room? {
      let event = RoomEvent(bytes: Array("0 0 open \(line) ".utf8), number: 1, time: 0)
      return try event.map { try Room(opening: $0) }
    }
    let old = try #require(try room("table #\(key)"))
    #expect(old.switches == [.names, .expectation, .watch, .joining])
    let new = try #require(try room("table #\(key) 2 names expectation"))
    #expect(new.switches == [.watch, .joining])
    for end in ["0", "1", "1 nothing", "2 expectation names", "2 names names"] {
      #expect(try room("table #\(key) \(end)") == nil, "\(end)")
    }
    // A snapshot of that time, in which everything but the pause is on.
    let head = "table #\(key) 0 7 0 3 0 0 1 0 0 1 1 1 1 "
    let rest = "1 2 =Ann #\(key) 4 0 0 0 "
    let before = try #require(Room(snapshot: Array("room1 \(head)\(rest)".utf8)))
    #expect(before.switches == [.names, .expectation, .watch, .data, .joining])
    #expect(before.seats.map(\.name) == ["Ann"] && before.lastNumber == 7)
    #expect(before.snapshot == Array("room7 \(head)1 0 0 \(rest)0 ".utf8))
    #expect(Room(snapshot: before.snapshot) == before)
  }

  @Test func `a snapshot with seats in ascending order opens, the newest as the latest`() throws {
    let keys = (1...3).map { "#" + String(repeating: "0\($0)", count: 16) }
    let head = """
      room7 experiment own 2 1 10 0 \(keys[0]) 0 5 9 0 2 9 2 0 0 1 1 1 0 1 0 0 \
      2 1 =Ann \(keys[1]) 1 0 2 =Ben \(keys[2]) 1 0 \
      2 1 1 2 1 #4008000000000000 1 2 #4000000000000000 #3ff8000000000000 2\u{20}
      """
    let (ann, ben) = ("1 1 1 1 1 1 1 1 0 ", "2 1 2 1 1 2 1 2 0 ")
    for (rest, latest) in [(ann + ben, 2), (ben + ann, 1)] {
      let room = try #require(Room(snapshot: Array("\(head)\(rest)".utf8)))
      guard case .experiment(let play) = room.play else { throw RoomRefusal.otherKind }
      #expect(play.latest == latest && play.lastRoll?.dice == [latest])
      #expect(room.snapshot == Array("\(head)\(rest)".utf8))
    }
  }

  @Test(arguments: 0..<11)
  func `a part of an event is none`(kind: Int) throws {
    let played = try RandomRoom(RandomRoom.settings()[kind], seed: 6, acts: 20)
    for event in played.events {
      for cut in event.bytes.indices {
        let part = Array(event.bytes.prefix(cut))
        let read = RoomEvent(bytes: part, number: event.number, time: event.time)
        // An opening without its switches, or a roll without its notes, is one of before they were in it.
        switch (read?.act, event.act) {
        case (nil, _): break
        case (let act?, .opened(let settings, let key, _)):
          #expect(act == .opened(settings, key: key))
        case (.threw(let roll), .threw(var whole)):
          whole.notes = RollNotes()
          #expect(roll == whole)
        case (.rolledHidden(let roll, let commitment), .rolledHidden(var whole, let promised)):
          whole.notes = RollNotes()
          #expect(roll == whole && commitment == promised)
        // Without questions, it starts over as before.
        case (let act?, .startedOver): #expect(act == .startedOver())
        default: Issue.record("\(cut)")
        }
      }
    }
  }

  @Test func `who joined after a lost event keeps the seat`() throws {
    let settings = try RandomRoom.settings()[1]
    var room = try Room(
      opening: Room.opening(settings, key: RandomRoom.bytes(1, count: 16), at: 0))
    _ = try room.join("Ann", key: RandomRoom.bytes(2, count: 16), at: 0)
    var random = SeededGenerator(seed: 1)
    var other = room
    _ = try #require(try room.join("Bob", key: RandomRoom.bytes(3, count: 16), at: 0))
    let eve = try #require(try room.join("Eve", key: RandomRoom.bytes(4, count: 16), at: 0))
    // Closing a room takes a number too.
    let roll = try room.play(.roll, by: .seat(3), press: 1, number: 9, at: 0, using: &random)
    other.leaveOut(1)
    other = try replayed([eve, roll], from: other)
    #expect(other.missing == 1)
    #expect(other.lastNumber == 9)
    #expect(other.seats.map(\.number) == [1, 3])
    #expect(other.rolls == 5)
    #expect(Room(snapshot: other.snapshot) == other)
  }

  @Test(arguments: [("0", true), ("2", true), ("3", false), ("-1", false), ("1/2", false)])
  func `of two experiments, one or neither is guessed`(text: String, isGuess: Bool) {
    let event = RoomEvent(bytes: Array("1 1 guess likelier \(text) ".utf8), number: 3, time: 0)
    #expect((event != nil) == isGuess)
  }

  @Test func `random bytes are no event and no snapshot`() throws {
    var random = SeededGenerator(seed: 8)
    let snapshot = try RandomRoom(RandomRoom.settings()[0], seed: 9, acts: 30).room.snapshot
    for _ in 0..<2_000 {
      let bytes = (0..<Int.random(in: 0..<60, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      #expect(RoomEvent(bytes: bytes, number: 2, time: 0) == nil)
      #expect(Room(snapshot: bytes) == nil)
      // What can still be read is a room.
      var changed = snapshot
      changed[Int.random(in: changed.indices, using: &random)] = UInt8(
        ascii: "0 1 9 = # %".unicodeScalars.randomElement(using: &random) ?? "0")
      if let room = Room(snapshot: changed) { #expect(Room(snapshot: room.snapshot) == room) }
    }
  }

  @Test(arguments: [("7 ", 7, 1), ("-7/2 ", -7, 2), ("0 ", 0, 1)])
  func `totals are whole numbers or fractions in lowest terms`(
    text: String, numerator: Int, denominator: Int
  ) {
    let total = FieldCoder.value(of: Array(text.utf8)) { try $0.total(nil) }
    #expect(total == Total(numerator, over: denominator))
  }

  @Test(arguments: ["7/1 ", "4/2 ", "7/-2 ", "7/0 ", "/2 ", "7/ ", "7/2/3 ", "07 ", "-0 ", "7"])
  func `other totals are unreadable`(text: String) {
    #expect(FieldCoder.value(of: Array(text.utf8)) { try $0.total(nil) } == nil)
  }
}
