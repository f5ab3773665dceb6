import Glibc
import Storage
import Testing

@testable import FileStorage

@Suite struct RoomFilesTests {
  let scratch = Scratch()
  private let now = 1_800_000_000

  @Test func `events come back with their numbers and moments, from any number on`() throws {
    let store = try scratch.rooms()
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
    for other in [store, try scratch.rooms()] {
      for after in 0...3 {
        #expect(
          try other.events(of: room, after: after)
            == EventPage(events: Array(events[after...]), missing: [], terms: terms, isLast: true))
      }
      #expect(try other.events(of: room, after: 9)?.through == 3)
      #expect(try other.newestNumber(of: room) == 3)
    }
  }

  @Test func `who adds sees what came since, and may decide against it`() throws {
    let store = try scratch.rooms()
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

  @Test func `a page ends after a thousand records, and nobody adds further behind`() throws {
    let store = try scratch.rooms()
    let room = try store.openRoom()
    for number in 2...1500 { try store.add([UInt8(number % 256)], to: room) }
    for other in [store, try scratch.rooms()] {
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

  @Test func `a page ends after a megabyte`() throws {
    let store = try scratch.rooms()
    let room = try store.openRoom()
    for _ in 0..<20 { try store.add([UInt8](repeating: 1, count: 65_536), to: room) }
    let page = try #require(try store.events(of: room, after: 0))
    #expect(page.through == 16 && !page.isLast)
    #expect(try store.all(room).events.count == 21)
    #expect(throws: StorageError.tooLarge(count: 65_537)) {
      try store.add([UInt8](repeating: 1, count: 65_537), to: room)
    }
  }

  @Test func `a closed room can be read, and its watchers hear of it`() throws {
    let store = try scratch.rooms()
    let room = try store.openRoom(now: now)
    let (isKept, isClosed) = (
      try store.keep(room, days: 400, now: now), try store.close(room, now: now + 86_400)
    )
    #expect(isKept && isClosed)
    let isClosedAgain = try store.close(room, now: now + 9)
    #expect(isClosedAgain)
    let terms = RoomTerms(number: 3, lastAct: now + 86_400, keptDays: 90, isClosed: true)
    #expect(try store.terms(of: room) == terms)
    #expect(terms.lastDay == now / 86_400 + 91)
    #expect(try store.append(to: room, after: 3, now: now) { _ in [1] } == .closed)
    #expect(try store.all(room).events == [[0]])
    #expect(try scratch.rooms().newestNumber(of: room) == 3)
  }

  @Test func `a deleted room is gone with its snapshot, and its code stays taken`() throws {
    let store = try scratch.rooms()
    let room = try store.openRoom()
    let isSaved = try store.save(StoredSnapshot(number: 1, bytes: [5]), of: room)
    close(creat(store.snapshotPath(of: room) + "-new-1", 0o600))
    let isDeleted = try store.delete(room)
    #expect(isSaved && isDeleted)
    let name = room.fileName
    #expect(everything(store.shard(of: room)) == [name])
    #expect(try contents(store.path(of: room)) == [])
    for other in [store, try scratch.rooms()] {
      #expect(try other.newestNumber(of: room) == nil)
      #expect(try other.events(of: room, after: 0) == nil)
      #expect(try other.append(to: room, after: 0, now: now) { _ in [1] } == nil)
      #expect(try other.snapshot(of: room) == nil)
      let isThere = try other.delete(room)
      let isSaved = try other.save(StoredSnapshot(number: 1, bytes: [5]), of: room)
      #expect(!isThere && !isSaved)
    }
  }

  @Test func `a snapshot replaces an older one only, and reading goes on from it`() throws {
    let store = try scratch.rooms(.power)
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
    #expect(files(store.place.path).count { $0.contains("-new-") } == 0)
    // What lies before the snapshot is not even read.
    try overwriteByte(store.path(of: room), at: 40)
    let other = try scratch.rooms()
    #expect(try other.snapshot(of: room) == snapshot)
    #expect(
      try other.events(of: room, after: 3)
        == EventPage(
          events: [
            StoredEvent(number: 4, time: 0, bytes: [3]),
            StoredEvent(number: 5, time: 0, bytes: [4]),
          ], missing: [],
          terms: RoomTerms(number: 5, lastAct: 0, keptDays: 30, isClosed: false), isLast: true))
    #expect(try other.events(of: room, after: 0)?.missing == [2...2])
  }

  @Test func `a client may open a hundred rooms in a day`() throws {
    let store = try scratch.rooms()
    for _ in 0..<100 { _ = try store.openRoom([1], by: "a", keptDays: 1, now: now) }
    #expect(throws: StorageError.tooMany(limit: 100)) {
      try store.openRoom([1], by: "a", keptDays: 1, now: now)
    }
    _ = try store.openRoom([1], by: "b", keptDays: 1, now: now)
    _ = try store.openRoom([1], by: "a", keptDays: 1, now: now + 2 * 86_400)
    let days = try store.place.names(in: store.place.path + "/openings")
    #expect(days.count { !$0.hasPrefix(".") } == 1)
  }

  @Test func `rooms go after their last day, and codes a year later`() throws {
    let store = try scratch.rooms()
    // The files have their times from the system's clock.
    let now = time(nil)
    let rooms = try [1, 30, 90].map { try store.openRoom(keptDays: $0, now: now) }
    func sweep(_ days: Int) throws -> Int {
      try (UInt8.min...UInt8.max).reduce(0) {
        $0 + (try store.sweep(slice: $1, now: now + days * 86_400))
      }
    }
    #expect(try [-400, 0, 1, 2, 30, 31, 90, 91].map(sweep) == [0, 0, 0, 1, 0, 1, 0, 1])
    #expect(try rooms.map { try store.newestNumber(of: $0) } == [nil, nil, nil])
    #expect(files(store.place.path).count { $0.utf8.count == 64 } == 6)
    #expect(try sweep(365) == 0)
    #expect(files(store.shard(of: rooms[0])).contains(rooms[0].fileName))
    #expect(try sweep(367) == 0)
    #expect(!files(store.shard(of: rooms[0])).contains(rooms[0].fileName))
  }
}

/// Changes one byte of a file.
func overwriteByte(_ path: String, at offset: Int) throws {
  let file = try OpenFile(path, O_RDWR)
  try file.write([try file.read(1, at: offset)[0] ^ 0x10], at: offset)
}
