import Fakes
import Glibc
import Storage
import Testing

@testable import FileStorage

@Suite struct RoomDamageTests {
  let scratch = Scratch()

  /// A room with the events [0], [1, 1] and [2, 2, 2], and its whole file: 33, 34 and 35 bytes.
  private func threeEvents() throws -> (RoomFiles, RoomCode, [UInt8]) {
    let store = try scratch.rooms()
    let room = try store.openRoom()
    try store.add([1, 1], to: room)
    try store.add([2, 2, 2], to: room)
    let whole = try contents(store.path(of: room))
    #expect(whole.count == 102)
    return (store, room, whole)
  }

  @Test func `a record cut anywhere keeps what was whole, and goes on from there`() throws {
    let (store, room, whole) = try threeEvents()
    let events: [[UInt8]] = [[0], [1, 1], [2, 2, 2]]
    for kept in 33..<102 {
      let left = Array(events.prefix(kept < 67 ? 1 : 2))
      for tail in [0, 102 - kept] {
        try overwrite(store.path(of: room), whole[..<kept] + [UInt8](repeating: 0, count: tail))
        for other in [store, try scratch.rooms()] {
          let (found, missing) = try other.all(room)
          #expect(found == left && missing.isEmpty)
          #expect(try other.newestNumber(of: room) == left.count)
        }
        try store.add([9], to: room)
        #expect(try scratch.rooms().all(room).events == left + [[9]])
        #expect(try contents(store.path(of: room)).count == (kept < 67 ? 66 : 100))
      }
    }
    // Reported once by each writer that cuts them off: 1 to 33 bytes and 69, then 1 to 34 and 35.
    #expect(scratch.damaged.count == 69)
  }

  @Test func `a changed byte in the last record costs it alone, and is told by the next`() throws {
    let (store, room, whole) = try threeEvents()
    for index in 67..<102 {
      try overwrite(store.path(of: room), whole)
      try overwriteByte(store.path(of: room), at: index)
      let other = try scratch.rooms()
      let count = scratch.damaged.count
      #expect(try other.all(room).events == [[0], [1, 1]])
      try other.add([9], to: room)
      #expect(try other.all(room).events == [[0], [1, 1], [9]])
      #expect(scratch.damaged.count == count + 1)
    }
  }

  @Test func `a changed byte in the middle costs that record alone, and is told`() throws {
    let (store, room, whole) = try threeEvents()
    for index in 33..<67 {
      try overwrite(store.path(of: room), whole)
      try overwriteByte(store.path(of: room), at: index)
      let other = try scratch.rooms()
      let (found, missing) = try other.all(room)
      #expect(found == [[0], [2, 2, 2]] && missing == [2...2])
      try other.add([9], to: room)
      #expect(try other.all(room).events == [[0], [2, 2, 2], [9]])
      #expect(try other.events(of: room, after: 2)?.missing == [])
    }
    // Reported once by each, however often it was read.
    #expect(scratch.damaged.count == 34)
  }

  @Test func `a changed byte in the first record leaves a room without it`() throws {
    let (store, room, _) = try threeEvents()
    try overwriteByte(store.path(of: room), at: 20)
    let (found, missing) = try scratch.rooms().all(room)
    #expect(found == [[1, 1], [2, 2, 2]] && missing == [1...1])
  }

  @Test func `an event that looks like records is none, even behind damage`() throws {
    let (store, room, whole) = try threeEvents()
    let text = String(decoding: whole, as: UTF8.self)
    try store.add(Array(text.utf8), to: room)
    try store.add([3], to: room)
    try overwriteByte(store.path(of: room), at: 102 + 6)
    let (found, missing) = try scratch.rooms().all(room)
    #expect(found == [[0], [1, 1], [2, 2, 2], [3]] && missing == [4...4])
  }

  @Test(arguments: [Int.min, -1, 401_000, .max - 1])
  func `what has a number that no record can have is none, whatever its checksum`(
    before: Int
  ) throws {
    let (store, room, whole) = try threeEvents()
    let last = RoomTerms(number: before, lastAct: 0, keptDays: 30, isClosed: false)
    let record = try RoomRecord(after: last, event: [3], keptDays: 30, now: 0).encoded()
    try overwrite(store.path(of: room), whole + record)
    try scratch.rooms().add([4], to: room)
    #expect(try store.all(room).events == [[0], [1, 1], [2, 2, 2], [4]])
  }

  @Test func `a file without a record is put aside, and its code stays taken`() throws {
    for bytes: [UInt8] in [[0], [UInt8](repeating: 0xff, count: 1000)] {
      let (store, room, _) = try threeEvents()
      try overwrite(store.path(of: room), bytes)
      let name = try scratch.damage { _ = try scratch.rooms().events(of: room, after: 0) }
      #expect(try contents("\(store.place.path)/damaged/\(name)") == bytes)
      #expect(try contents(store.path(of: room)) == [])
      #expect(try store.events(of: room, after: 0) == nil)
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["pipe", "folder", "link", "socket"])
  func `anything but a plain file is put aside without being followed`(kind: String) throws {
    let (store, room, _) = try threeEvents()
    let other = try store.openRoom()
    try replace(store.path(of: room), by: kind, linkTo: store.path(of: other))
    _ = try scratch.damage { _ = try store.events(of: room, after: 0) }
    #expect(try store.newestNumber(of: room) == nil)
    #expect(try store.all(other).events == [[0]])
  }

  @Test func `a snapshot with a changed byte anywhere is none, and the record stands`() throws {
    let (store, room, _) = try threeEvents()
    let isSaved = try store.save(StoredSnapshot(number: 2, bytes: [4, 5, 6]), of: room)
    #expect(isSaved)
    let path = store.snapshotPath(of: room)
    let whole = try contents(path)
    for index in whole.indices {
      try overwrite(path, whole)
      try overwriteByte(path, at: index)
      let other = try scratch.rooms()
      #expect(try other.snapshot(of: room) == nil)
      #expect(try other.all(room).events.count == 3)
    }
    try overwrite(path, whole)
    // A power failure may cost the record its end, but not the snapshot.
    truncate(store.path(of: room), 40)
    #expect(try scratch.rooms().snapshot(of: room) == nil)
    #expect(try scratch.rooms().newestNumber(of: room) == 1)
  }

  @Test func `files of random bytes are read or put aside`() throws {
    var random = SplitMix(state: 16)
    for _ in 0..<200 {
      let (store, room, whole) = try threeEvents()
      var bytes = whole
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      try overwrite(store.path(of: room), bytes)
      do {
        let (found, _) = try scratch.rooms().all(room)
        #expect(found.allSatisfy { [[0], [1, 1], [2, 2, 2]].contains($0) })
      } catch StorageError.damaged {
      }
    }
  }
}
