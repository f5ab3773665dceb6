import Fakes
import Foundation
import Glibc
import Rooms
import Storage
import Testing

@testable import Classrooms
@testable import Site

@Suite struct RoomDeskTests {
  private let hall: RoomHall
  private let desk: RoomDesk

  init() throws {
    hall = try RoomHall()
    desk = hall.desk()
  }

  @Test func `two desks on one folder see each other's presses at once`() throws {
    let other = hall.desk()
    let code = try desk.open(.twoDice())
    for round in 1...5 {
      let here = try desk.join("Ann", in: code, now: round)
      let there = try #require(try other.room(code, now: round))
      #expect(there.room == here.room && there.terms == here.terms)
      let rolled = try other.play(.roll, by: .seat(round), in: code, now: round)
      #expect(rolled.room.rolls == round)
      #expect(try desk.room(code, now: round)?.room == rolled.room)
      #expect(try desk.newestNumber(of: code) == 1 + 2 * round)
    }
    let events = try #require(try hall.desk().events(of: code, after: 9))
    #expect(events.events.map(\.number) == [10, 11] && events.through == 11 && events.isLast)
  }

  @Test func `a repeated press counts once, whichever desk it comes to`() throws {
    let code = try desk.open(.twoDice())
    try desk.join("Ann", in: code)
    try desk.play(.roll, by: .seat(1), press: 1, in: code)
    for other in [desk, hall.desk()] {
      #expect(throws: RoomRefusal.pressRepeated) {
        try other.play(.roll, by: .seat(1), press: 1, in: code)
      }
      #expect(throws: RoomRefusal.pressAhead) {
        try other.play(.roll, by: .seat(1), press: 3, in: code)
      }
    }
    #expect(try hall.desk().room(code, now: 0)?.room.rolls == 1)
    #expect(try desk.newestNumber(of: code) == 3)
  }

  @Test func `who joins twice keeps the seat, and nothing is written`() throws {
    let code = try desk.open(.table)
    let key = SeatSecret().key(in: code)
    for name in ["Ann", "Bob", "<b>"] {
      #expect(try desk.join(name, key: key, in: code, now: 0).room.seats.map(\.name) == ["Ann"])
    }
    #expect(try desk.newestNumber(of: code) == 2)
  }

  @Test func `forty who press fifty times at once are all counted, each once`() throws {
    let code = try desk.open(.twoDice())
    let desks = [desk, hall.desk()]
    try onThreads(40) { thread in
      let desk = desks[thread % 2]
      let key = SeatSecret().key(in: code)
      let joined = try desk.join("Ann", key: key, in: code, now: 0)
      guard let seat = joined.room.seat(key: key) else { throw RoomRefusal.noSeat }
      var random: any RandomNumberGenerator = SystemRandomNumberGenerator()
      for press in 1...50 {
        // A double click reaches another process.
        for desk in press == 25 ? desks : [desk] {
          do {
            try desk.play(
              .roll, by: .seat(seat.number), press: press, in: code, now: press, using: &random)
          } catch RoomRefusal.pressRepeated {
          }
        }
      }
    }
    for desk in desks + [hall.desk()] {
      let room = try #require(try desk.room(code, now: 50)?.room)
      guard case .experiment(let experiment) = room.play else { throw RoomRefusal.otherKind }
      #expect(room.rolls == 2_000 && room.missing == 0 && room.seats.count == 40)
      #expect(experiment.first.tally.rolls == 2_000)
      #expect(experiment.first.parts.count == 40)
      #expect(experiment.first.parts.values.allSatisfy { $0.tally.rolls == 50 })
      #expect(room == (try desks[0].room(code, now: 50)?.room))
    }
    #expect(try desk.newestNumber(of: code) == 1 + 40 + 2_000)
  }

  @Test func `a process killed in the middle of presses leaves each of them counted once`()
    async throws
  {
    let code = try desk.open(.twoDice())
    try desk.join("Ann", in: code)
    let told = hall.folder + "/told"
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [folder = hall.folder as String, signs = code.signs as String, told = told as String] in
      let desk = RoomHall.desk(in: folder)
      let code = try #require(RoomCode(signs))
      #expect(FileManager.default.createFile(atPath: told, contents: nil))
      let file = try #require(FileHandle(forWritingAtPath: told))
      Thread {
        for press in 1...1_000 {
          guard (try? desk.play(.roll, by: .seat(1), press: press, in: code, now: press)) != nil
          else { return }
          file.write(Data([1]))
        }
      }.start()
      while try Data(contentsOf: URL(filePath: told)).count < 9 { usleep(100) }
      kill(getpid(), SIGKILL)
    }
    let count = try Data(contentsOf: URL(filePath: told)).count
    let rolls = try #require(try desk.room(code, now: 0)).room.rolls
    // One more may have been counted and not been told.
    #expect(count...count + 1 ~= rolls)
    for press in [1, rolls] {
      #expect(throws: RoomRefusal.pressRepeated) {
        try desk.play(.roll, by: .seat(1), press: press, in: code, now: 2_000)
      }
    }
    if rolls < 1_000 {
      #expect(
        try desk.play(.roll, by: .seat(1), press: rolls + 1, in: code, now: 2_000).room.rolls
          == rolls + 1)
    }
  }

  @Test func `a closed room can be looked at, a deleted one not, and in the middle of presses`()
    throws
  {
    let other = hall.desk()
    let code = try desk.open(.twoDice())
    try desk.join("Ann", in: code)
    try desk.play(.roll, by: .seat(1), in: code)
    try other.close(code, now: 86_400)
    for desk in [desk, other, hall.desk()] {
      #expect(throws: RoomRefusal.closed) { try desk.play(.roll, by: .seat(1), in: code) }
      #expect(throws: RoomRefusal.closed) { try desk.join("Bob", in: code) }
      let open = try #require(try desk.room(code, now: 0))
      #expect(open.isClosed && open.number == 4 && open.room.rolls == 1)
    }
    try desk.keep(code, days: 90, now: 86_400)
    try other.close(code, now: 86_400)
    #expect(try other.room(code, now: 91 * 86_400)?.terms.lastDay == 91)
    try other.delete(code)
    for desk in [desk, other, hall.desk()] {
      #expect(try desk.room(code, now: 0) == nil)
      #expect(try desk.newestNumber(of: code) == nil)
      #expect(try desk.events(of: code, after: 0) == nil)
      for act in [
        { try desk.play(.roll, by: .seat(1), in: code) }, { try desk.join("Bob", in: code) },
        { try desk.close(code, now: 0) }, { try desk.keep(code, days: 1, now: 0) },
        { try desk.delete(code) },
      ] as [() throws -> Any] {
        #expect(throws: RoomRefusal.noRoom) { _ = try act() }
      }
    }
  }

  @Test func `after its last day a room is gone, though not yet swept`() throws {
    let code = try desk.open(.table, keptDays: 1)
    try desk.join("Ann", in: code, now: 86_399)
    for (now, isThere) in [(2 * 86_400 - 1, true), (2 * 86_400, false)] {
      #expect((try desk.room(code, now: now) != nil) == isThere)
      #expect((try hall.desk().room(code, now: now) != nil) == isThere)
    }
    #expect(throws: RoomRefusal.noRoom) { try desk.join("Bob", in: code, now: 2 * 86_400) }
    #expect(throws: RoomRefusal.noRoom) { try desk.keep(code, days: 9, now: 2 * 86_400) }
    #expect(try desk.newestNumber(of: code) == 2)
  }

  @Test func `when the last day passes in the middle of presses, the room is gone as a whole`()
    throws
  {
    let desks = [desk, hall.desk()]
    // The files have their times from the system's clock.
    let today = time(nil)
    let code = try desk.open(
      .twoDice(), hostKey: HostSecret().key, by: "a", keptDays: 1, now: today)
    for number in 1...8 { try desk.join("Pupil \(number)", in: code, now: today) }
    let rooms = hall.storage.rooms
    try onThreads(9) { thread in
      if thread == 0 {
        var removed = 0
        while removed == 0 {
          for slice in UInt8.min ... .max {
            removed += try rooms.sweep(slice: slice, now: today + 3 * 86_400)
          }
        }
        return
      }
      var random: any RandomNumberGenerator = SystemRandomNumberGenerator()
      var press = 1
      // Until there is no room or no roll left, and nothing else is ever wrong.
      while true {
        do {
          try desks[thread % 2].play(
            .roll, by: .seat(thread), press: press, in: code, now: today + press, using: &random)
          press += 1
        } catch RoomRefusal.noRoom, RoomRefusal.seatHasRolled {
          return
        }
      }
    }
    for desk in desks + [hall.desk()] { #expect(try desk.room(code, now: today) == nil) }
    #expect(try Data(contentsOf: hall.url(of: code)).isEmpty)
    let left = try FileManager.default.contentsOfDirectory(
      atPath: hall.url(of: code).deletingLastPathComponent().path)
    #expect(left.count == 1)
  }

  @Test func `a long record is opened from its snapshot, and is the same room`() throws {
    let other = hall.desk()
    let code = try desk.open(.table)
    _ = try other.room(code, now: 0)
    let move = try RoomMove.throwing("3d6")
    for number in 1...2_100 {
      try desk.play(move, by: .host, press: number, in: code, now: number)
    }
    let snapshot = try #require(try hall.storage.rooms.snapshot(of: code))
    #expect(snapshot.number == 2_000)
    // Two pages behind, it presses all the same.
    let pressed = try other.play(move, by: .host, press: 2_101, in: code, now: 3_000)
    // What lies before the snapshot isn't read any more.
    try damage(code, at: 200)
    let opened = try #require(try hall.desk().room(code, now: 3_000))
    #expect(opened.room == pressed.room && opened.missing == 0)
    #expect(try desk.room(code, now: 3_000)?.room == pressed.room)
  }

  @Test func `what does not fit on the disk has not happened`() async throws {
    await #expect(processExitsWith: .success) {
      let hall = try RoomHall()
      let desk = hall.desk()
      let code = try desk.open(.twoDice())
      try desk.join("Ann", in: code)
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let size = try Data(contentsOf: hall.url(of: code)).count
      for (room, rolls) in [(10, 0), (100_000, 1)] {
        limit.rlim_cur = rlim_t(size + room)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        if rolls == 0 {
          #expect(throws: StorageError.full) {
            try desk.play(.roll, by: .seat(1), press: 1, in: code)
          }
        } else {
          try desk.play(.roll, by: .seat(1), press: 1, in: code)
        }
        for desk in [desk, hall.desk()] {
          #expect(try desk.room(code, now: 0)?.room.rolls == rolls)
        }
      }
    }
  }

  @Test func `wrong codes drive no room out of memory`() throws {
    let code = try desk.open(.twoDice())
    try desk.join("Ann", in: code)
    for _ in 0..<2 * RoomDesk.entries {
      var random = SystemRandomNumberGenerator()
      #expect(try desk.room(RoomCode(using: &random), now: 0) == nil)
    }
    // What a fresh desk can't read any more, this one still knows.
    try damage(code, at: 20)
    #expect(throws: StorageError.damaged) { try hall.desk().room(code, now: 0) }
    #expect(try desk.room(code, now: 0)?.number == 2)
  }

  @Test func `storage that cannot work is an error each time, and nothing is lost`() throws {
    let storage = FakeStorage()
    let desk = RoomDesk(storage)
    let code = try desk.open(.twoDice())
    try desk.join("Ann", in: code)
    storage.fail(with: .unavailable("No disk."))
    #expect(throws: StorageError.self) { try desk.play(.roll, by: .seat(1), in: code) }
    #expect(throws: StorageError.self) { try desk.room(code, now: 0) }
    storage.fail(with: nil)
    #expect(try desk.play(.roll, by: .seat(1), press: 1, in: code).room.rolls == 1)
  }

  @Test func `a hundred rooms are all that a client opens in a day`() throws {
    let key = HostSecret().key
    for number in 0..<100 {
      _ = try desk.open(.table, hostKey: key, by: "2001:db8::\(number)", now: 0)
    }
    #expect(throws: RoomRefusal.tooManyOpenings(limit: 100, seconds: 86_400)) {
      try desk.open(.table, hostKey: key, by: "2001:db8::ffff:1", now: 0)
    }
    _ = try desk.open(.table, hostKey: key, by: "2001:db8:0:1::", now: 0)
    _ = try desk.open(.table, hostKey: key, by: "2001:db8::", now: 86_400)
  }

  @Test func `two hundred presses fit in a second`() throws {
    let code = try desk.open(.twoDice())
    try desk.join("Ann", in: code)
    for press in 1...200 { try desk.play(.roll, by: .seat(1), press: press, in: code, now: 9) }
    #expect(throws: RoomRefusal.tooBusy) {
      try hall.desk().play(.roll, by: .seat(1), press: 201, in: code, now: 9)
    }
    try desk.play(.roll, by: .seat(1), press: 201, in: code, now: 10)
  }

  // MARK: Damage

  @Test(arguments: 0..<3)
  func `a record cut anywhere opens as it was after its last whole event`(kind: Int) throws {
    let settings = try [
      RoomSettings.table, .match(goal: 20, coach: .off), .twoDice(),
    ][kind]
    let move = kind == 0 ? try RoomMove.throwing("2d6+1") : .roll
    let code = try desk.open(settings)
    func size() throws -> Int { try Data(contentsOf: hall.url(of: code)).count }
    var states = [(size: try size(), open: try #require(try desk.room(code, now: 0)))]
    func note(_ open: OpenRoom) throws { states.append((try size(), open)) }
    for name in ["Ann", "Zoë"] { try note(try desk.join(name, in: code)) }
    try note(try desk.play(move, by: .seat(1), in: code))
    try note(try desk.play(.act(.switched(.names, false)), by: .host, in: code))
    try desk.keep(code, days: 7, now: 5)
    try note(try #require(try desk.room(code, now: 5)))
    let whole = try Data(contentsOf: hall.url(of: code))
    #expect(states.count == 6 && states.last?.size == whole.count)
    for cut in states[0].size...whole.count {
      try whole.prefix(cut).write(to: hall.url(of: code))
      let state = try #require(states.last { $0.size <= cut })
      // The old desk has seen more.
      for desk in [desk, hall.desk()] {
        let open = try #require(try desk.room(code, now: 5))
        #expect(open.room == state.open.room && open.terms == state.open.terms, "\(cut)")
      }
    }
    try whole.prefix(states[2].size + 1).write(to: hall.url(of: code))
    #expect(try desk.play(move, by: .seat(1), press: 1, in: code).number == 4)
    #expect(try hall.desk().room(code, now: 0)?.room == desk.room(code, now: 0)?.room)
  }

  @Test func `a damaged event is told and left out, and the rest stands`() throws {
    let code = try desk.open(.twoDice(rollsAtPress: 5))
    try desk.join("Ann", in: code)
    let start = try Data(contentsOf: hall.url(of: code)).count
    for _ in 0..<10 { try desk.play(.roll, by: .seat(1), in: code) }
    try damage(code, at: start + 40)
    let other = hall.desk()
    let open = try #require(try other.room(code, now: 0))
    #expect(open.missing == 1 && open.room.rolls == 45 && open.number == 12)
    #expect(try other.play(.roll, by: .seat(1), in: code).room.rolls == 50)
    // Who had read it before keeps it, and both go on.
    #expect(try desk.room(code, now: 0)?.room.rolls == 55)
  }

  @Test func `what no event writes is left out`() throws {
    let code = try desk.open(.twoDice())
    try desk.join("Ann", in: code)
    for bytes in ["", "1 1 roll 1 99 2 6 6 ", "9 1 hold ", "no event"] {
      let newest = try #require(try desk.newestNumber(of: code))
      let added = try hall.storage.rooms.append(to: code, after: newest, now: 0) { _ in
        Array(bytes.utf8)
      }
      #expect(added != .declined)
    }
    for desk in [desk, hall.desk()] {
      let open = try #require(try desk.room(code, now: 0))
      #expect(open.missing == 4 && open.room.rolls == 0 && open.number == 6)
    }
    #expect(try desk.play(.roll, by: .seat(1), in: code).number == 7)
  }

  @Test func `a room without its first event is damaged, unless there is a snapshot`() throws {
    let code = try desk.open(.twoDice())
    let open = try desk.join("Ann", in: code)
    try damage(code, at: 20)
    #expect(throws: StorageError.damaged) { try hall.desk().room(code, now: 0) }
    let isSaved = try hall.storage.rooms.save(
      StoredSnapshot(number: 2, bytes: open.room.snapshot), of: code)
    #expect(isSaved)
    #expect(try hall.desk().room(code, now: 0)?.room == open.room)
  }

  /// Changes a byte of a record.
  private func damage(_ code: RoomCode, at offset: Int) throws {
    var bytes = try Data(contentsOf: hall.url(of: code))
    bytes[offset] ^= 2
    try bytes.write(to: hall.url(of: code))
  }
}
