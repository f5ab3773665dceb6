import Fakes
import Storage
import Testing

/// What every engine keeps to with rooms.
@Suite struct RoomStorageTests {
  private let place = TemporaryPlace()

  @Test(arguments: Engine.allCases)
  func `events are numbered in the order in which they were decided on`(engine: Engine) throws {
    let rooms = try engine.make(in: place).rooms
    let room = try rooms.openRoom([1], by: "a", keptDays: 30, now: 100)
    var seen: [StoredEvent] = []
    for (bytes, result) in [
      ([2], .added(StoredEvent(number: 2, time: 101, bytes: [2]))), (nil, .declined),
    ] as [([UInt8]?, RoomAppend)] {
      let added = try rooms.append(to: room, after: seen.last?.number ?? 0, now: 101) { page in
        seen += page.events
        return bytes
      }
      #expect(added == result)
    }
    #expect(
      seen == [
        StoredEvent(number: 1, time: 100, bytes: [1]),
        StoredEvent(number: 2, time: 101, bytes: [2]),
      ])
    let terms = RoomTerms(number: 2, lastAct: 101, keptDays: 30, isClosed: false)
    #expect(
      try rooms.events(of: room, after: 1)
        == EventPage(events: [seen[1]], missing: [], terms: terms, isLast: true))
    #expect(try rooms.events(of: room, after: 7)?.through == 2)
    #expect(throws: StorageError.changed) {
      try rooms.append(to: room, after: 3, now: 101) { _ in [3] }
    }
  }

  @Test(arguments: Engine.allCases)
  func `a code opens one room, and only that is counted`(engine: Engine) throws {
    let rooms = try engine.make(in: place).rooms
    let code = try #require(RoomCode("KFH3QD"))
    for count in 0..<150 {
      let isNew = try rooms.openRoom(
        [UInt8(count)], as: code, by: "a", keptDays: 30, now: 100 + count)
      #expect(isNew == (count == 0))
    }
    #expect(
      try rooms.events(of: code, after: 0)?.events == [
        StoredEvent(number: 1, time: 100, bytes: [0])
      ])
    _ = try rooms.delete(code)
    #expect(try !rooms.openRoom([2], as: code, by: "a", keptDays: 30, now: 300))
    _ = try rooms.openRoom([3], by: "a", keptDays: 30, now: 300)
  }

  @Test(arguments: Engine.allCases)
  func `closing and keeping take a number each time they change something`(
    engine: Engine
  ) throws {
    let rooms = try engine.make(in: place).rooms
    let room = try rooms.openRoom([1], by: "a", keptDays: 0, now: 0)
    let acts: [(number: Int, act: () throws -> Bool)] = [
      (2, { try rooms.keep(room, days: 1_000, now: 5) }),
      (2, { try rooms.keep(room, days: 400, now: 6) }),
      (3, { try rooms.close(room, now: 7) }), (3, { try rooms.close(room, now: 8) }),
    ]
    #expect(try rooms.events(of: room, after: 0)?.terms.keptDays == 1)
    for (number, act) in acts {
      let isThere = try act()
      #expect(isThere)
      #expect(try rooms.newestNumber(of: room) == number)
    }
    #expect(
      try rooms.events(of: room, after: 0)?.terms
        == RoomTerms(number: 3, lastAct: 7, keptDays: 400, isClosed: true))
    #expect(try rooms.append(to: room, after: 3, now: 9) { _ in [2] } == .closed)
  }

  @Test(arguments: Engine.allCases)
  func `a clock that is set back ends no room early`(engine: Engine) throws {
    let rooms = try engine.make(in: place).rooms
    let now = 20_000 * 86_400
    let room = try rooms.openRoom([1], by: "a", keptDays: 30, now: now)
    let events = [(2, 0, 2), (3, now + 9, 3), (4, 86_400, 4)].map {
      StoredEvent(number: $0, time: $1, bytes: [$2])
    }
    for event in events {
      #expect(
        try rooms.append(to: room, after: event.number - 1, now: event.time) { _ in event.bytes }
          == .added(event))
    }
    let isKept = try rooms.keep(room, days: 90, now: 5)
    #expect(isKept)
    #expect(
      try rooms.events(of: room, after: 1)
        == EventPage(
          events: events, missing: [],
          terms: RoomTerms(number: 5, lastAct: now + 9, keptDays: 90, isClosed: false),
          isLast: true))
  }

  @Test(arguments: Engine.allCases)
  func `of a deleted room nothing is left, and of an unknown one there is nothing`(
    engine: Engine
  ) throws {
    let rooms = try engine.make(in: place).rooms
    let room = try rooms.openRoom([1], by: "a", keptDays: 1, now: 0)
    let snapshot = StoredSnapshot(number: 1, bytes: [9])
    let (isSaved, isOld, isDeleted) = (
      try rooms.save(snapshot, of: room), try rooms.snapshot(of: room) == snapshot,
      try rooms.delete(room)
    )
    #expect(isSaved && isOld && isDeleted)
    #expect(try rooms.isTaken(room))
    #expect(try !rooms.isTaken(try #require(RoomCode("222222"))))
    for room in [room, try #require(RoomCode("222222"))] {
      #expect(try rooms.newestNumber(of: room) == nil)
      #expect(try rooms.events(of: room, after: 0) == nil)
      #expect(try rooms.append(to: room, after: 0, now: 0) { _ in [2] } == nil)
      #expect(try rooms.snapshot(of: room) == nil)
      let isSomething =
        try rooms.save(snapshot, of: room) || rooms.keep(room, days: 2, now: 0)
        || rooms.close(room, now: 0) || rooms.delete(room)
      #expect(!isSomething)
    }
  }
}
