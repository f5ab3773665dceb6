import Fakes
import Glibc
import Storage
import Testing

@testable import FileStorage

@Suite struct RoomFilesTests {
  let scratch = Scratch()
  private let now = 1_800_000_000

  @Test func `a deleted room is gone with its snapshot, and its code stays taken`() throws {
    let store = try scratch.rooms()
    let room = try store.openRoom()
    let isSaved = try store.save(StoredSnapshot(number: 1, bytes: [5]), of: room)
    close(creat(store.snapshotPath(of: room) + "-new-1", 0o600))
    let isDeleted = try store.delete(room)
    #expect(isSaved && isDeleted)
    let name = room.fileName
    #expect(everything(store.place.shard(of: room.fileName)) == [name])
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

  @Test func `openings are counted for a day or two`() throws {
    let store = try scratch.rooms()
    for day in 0..<4 {
      _ = try store.openRoom([1], by: "a", keptDays: 1, now: now + day * 86_400)
    }
    let days = try store.place.names(in: store.place.path + "/openings")
    #expect(days.count { !$0.hasPrefix(".") } == 2)
  }
}

/// Changes one byte of a file.
func overwriteByte(_ path: String, at offset: Int) throws {
  let file = try OpenFile(path, O_RDWR)
  try file.write([try file.read(1, at: offset)[0] ^ 0x10], at: offset)
}
