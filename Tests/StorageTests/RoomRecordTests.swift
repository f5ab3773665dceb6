import Fakes
import Glibc
import Storage
import Testing

/// What every engine keeps to with the record of a room.
@Suite struct RoomRecordTests {
  private let place = TemporaryPlace()
  /// Some moment, in seconds since 1970.
  private let now = 1_800_000_000

  @Test(arguments: Engine.lasting)
  func `who adds sees what came since, and may decide against it`(engine: Engine) throws {
    let store = try engine.make(in: place).rooms
    let room = try store.openRoom()
    try store.add([1], to: room)
    var seen: [[UInt8]] = []
    let result = try store.append(to: room, after: 1, now: now) { page in
      seen = page.events.map(\.bytes)
      return nil
    }
    #expect(result == .declined)
    #expect(seen == [[1]])
    #expect(throws: StorageError.changed) {
      try store.append(to: room, after: 3, now: now) { _ in [2] }
    }
    #expect(try store.newestNumber(of: room) == 2)
  }

  @Test(arguments: Engine.lasting)
  func `a page ends after a thousand records, and nobody adds further behind`(
    engine: Engine
  ) throws {
    let store = try engine.make(in: place).rooms
    let room = try store.openRoom()
    for number in 2...1500 { try store.add([UInt8(number % 256)], to: room) }
    for other in [store, try engine.make(in: place).rooms] {
      let page = try #require(try other.events(of: room, after: 0))
      #expect(page.through == 1000 && !page.isLast)
      #expect(try other.all(room).events.count == 1500)
      for after in [1, 255, 256, 700, 1499] {
        #expect(try other.events(of: room, after: after)?.events.first?.number == after + 1)
      }
      #expect(throws: StorageError.changed) {
        try other.append(to: room, after: 400, now: now) { _ in [1] }
      }
    }
  }

  @Test(arguments: Engine.lasting)
  func `a page ends after a megabyte`(engine: Engine) throws {
    let store = try engine.make(in: place).rooms
    let room = try store.openRoom()
    for _ in 0..<20 { try store.add([UInt8](repeating: 1, count: 65_536), to: room) }
    let page = try #require(try store.events(of: room, after: 0))
    #expect(page.through == 16 && !page.isLast)
    #expect(try store.all(room).events.count == 21)
    try store.add([UInt8](repeating: 1, count: 131_072), to: room)
    #expect(try store.all(room).events.last?.count == 131_072)
    #expect(throws: StorageError.tooLarge(count: 131_073)) {
      try store.add([UInt8](repeating: 1, count: 131_073), to: room)
    }
  }

  @Test(arguments: Engine.lasting)
  func `events come back with their numbers and moments, from any number on`(
    engine: Engine
  ) throws {
    let store = try engine.make(in: place).rooms
    let room = try store.openRoom([7], by: "a", keptDays: 30, now: now)
    let result = try store.append(to: room, after: 1, now: now + 5) { _ in [8, 9] }
    #expect(result == .added(StoredEvent(number: 2, time: now + 5, bytes: [8, 9])))
    // A clock that went back: the numbers are the order.
    try store.add([], to: room, now: now - 60)
    let events = [
      StoredEvent(number: 1, time: now, bytes: [7]),
      StoredEvent(number: 2, time: now + 5, bytes: [8, 9]),
      StoredEvent(number: 3, time: now - 60, bytes: []),
    ]
    let terms = RoomTerms(number: 3, lastAct: now + 5, keptDays: 30, isClosed: false)
    for other in [store, try engine.make(in: place).rooms] {
      for after in 0...3 {
        #expect(
          try other.events(of: room, after: after)
            == EventPage(events: Array(events[after...]), missing: [], terms: terms, isLast: true))
      }
      #expect(try other.events(of: room, after: 9)?.through == 3)
      #expect(try other.newestNumber(of: room) == 3)
    }
  }

  @Test(arguments: Engine.lasting)
  func `the terms of a page are those of its last record`(engine: Engine) throws {
    let store = try engine.make(in: place).rooms
    let room = try store.openRoom(now: now)
    for number in 2...999 { try store.add([UInt8(number % 256)], to: room, now: now + number) }
    for days in [40, 41, 42] {
      let isKept = try store.keep(room, days: days, now: now + 1000)
      #expect(isKept)
    }
    let page = try #require(try store.events(of: room, after: 0))
    #expect(
      page.terms == RoomTerms(number: 1000, lastAct: now + 1000, keptDays: 40, isClosed: false))
    #expect(page.events.count == 999 && !page.isLast)
    let rest = try #require(try store.events(of: room, after: 1000))
    #expect(rest.terms.number == 1002 && rest.terms.keptDays == 42)
    #expect(rest.events.isEmpty && rest.isLast)
  }

  @Test(arguments: Engine.lasting)
  func `a snapshot replaces an older one only`(engine: Engine) throws {
    let store = try engine.make(in: place).rooms
    let room = try store.openRoom()
    for number: UInt8 in 1...4 { try store.add([number], to: room) }
    #expect(try store.snapshot(of: room) == nil)
    let snapshot = StoredSnapshot(number: 3, bytes: [UInt8](repeating: 3, count: 100_000))
    let isSaved = try store.save(snapshot, of: room)
    #expect(isSaved)
    for number in [2, 6] {
      #expect(throws: StorageError.changed) {
        try store.save(StoredSnapshot(number: number, bytes: []), of: room)
      }
    }
    #expect(throws: StorageError.tooLarge(count: 8_388_609)) {
      try store.save(
        StoredSnapshot(number: 4, bytes: [UInt8](repeating: 0, count: 8_388_609)), of: room)
    }
    #expect(try engine.make(in: place).rooms.snapshot(of: room) == snapshot)
    let last = StoredSnapshot(number: 5, bytes: [5])
    let isReplaced = try store.save(last, of: room)
    #expect(isReplaced)
    #expect(try store.snapshot(of: room) == last)
  }

  @Test(arguments: Engine.lasting)
  func `a client may open a hundred rooms in a day`(engine: Engine) throws {
    let store = try engine.make(in: place).rooms
    for _ in 0..<100 { _ = try store.openRoom([1], by: "a", keptDays: 1, now: now) }
    #expect(throws: StorageError.tooMany(limit: 100)) {
      try store.openRoom([1], by: "a", keptDays: 1, now: now)
    }
    _ = try store.openRoom([1], by: "b", keptDays: 1, now: now)
    _ = try store.openRoom([1], by: "a", keptDays: 1, now: now + 2 * 86_400)
    #expect(throws: StorageError.tooLarge(count: 131_073)) {
      try store.openRoom([UInt8](repeating: 1, count: 131_073), by: "b", keptDays: 1, now: now)
    }
  }

  @Test(arguments: Engine.lasting)
  func `rooms go after their last day, and codes a year later`(engine: Engine) throws {
    let store = try engine.make(in: place).rooms
    // When a room went is told by the clock of the engine.
    let now = time(nil)
    let rooms = try [1, 30, 90].map { try store.openRoom(keptDays: $0, now: now) }
    // As long as a table with characters, and no longer.
    for days in [400, 401] { _ = try store.openRoom(keptDays: days, now: now) }
    func sweep(_ days: Int) throws -> Int { try store.sweepAll(now: now + days * 86_400) }
    #expect(try [-400, 0, 1, 2, 30, 31, 90, 91].map(sweep) == [0, 0, 0, 1, 0, 1, 0, 1])
    #expect(try rooms.map { try store.newestNumber(of: $0) } == [nil, nil, nil])
    #expect(try sweep(365) == 0)
    #expect(try rooms.map { try store.isTaken($0) } == [true, true, true])
    #expect(try sweep(367) == 0)
    #expect(try rooms.map { try store.isTaken($0) } == [false, false, false])
    #expect(try [400, 401].map(sweep) == [0, 2])
    let isOpen = try store.openRoom([1], as: rooms[0], by: "a", keptDays: 1, now: now)
    #expect(isOpen)
  }
}
