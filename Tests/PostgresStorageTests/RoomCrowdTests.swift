import Fakes
import Storage
import Synchronization
import TestDatabase
import Testing

@testable import PostgresStorage

@Suite(.enabled(if: TestDatabase.isThere)) struct RoomCrowdTests {
  @Test(arguments: [(delay: 0, presses: 10), (delay: 20, presses: 1)])
  func
    `a class that presses at three backends at once is counted, near the database or far from it`(
      distance: (delay: Int, presses: Int)
    ) throws
  {
    let database = try TestDatabase()
    _ = try database.engine()
    let relay = try Relay(to: database, delay: distance.delay)
    let stores = (0..<3).map { _ in
      PostgresEngine(relay.address, connections: 4, timeouts: .patient).rooms
    }
    let room = try stores[0].openRoom()
    let decisions = Atomic(0)
    try onThreads(40) { thread in
      for _ in 0..<distance.presses {
        let result = try stores[thread % 3].append(to: room, after: 1, now: 0) { page in
          decisions.add(1, ordering: .relaxed)
          return [UInt8(page.events.count % 251)]
        }
        guard case .added = result else { throw StorageError.changed }
      }
    }
    let count = 40 * distance.presses
    #expect(try stores[0].all(room).events == [[0]] + (0..<count).map { [UInt8($0 % 251)] })
    // Within a process they take turns, so only the three backends come in each other's way.
    #expect(decisions.load(ordering: .relaxed) <= 5 * count)
  }

  @Test func `a room that somebody keeps locked is busy, and no other room has to wait`() throws {
    let database = try TestDatabase()
    let engine = try database.engine(connections: 2)
    let (room, other) = (try engine.rooms.openRoom(), try engine.rooms.openRoom())
    var timeouts = Timeouts.patient
    timeouts.statement = 300
    timeouts.repetition = 300
    let impatient = PostgresEngine(database.address, connections: 2, timeouts: timeouts).rooms
    let holder = try Connection(database.address, .patient)
    try holder.execute(
      "BEGIN; UPDATE dicehall_room SET size = size WHERE hash = '\\x\(hex(room.hash))'")
    let busy = Atomic(0)
    try onThreads(6) { thread in
      guard thread > 0 else {
        for _ in 0..<20 { try impatient.add([1], to: other) }
        return
      }
      do throws(any Error) {
        try impatient.add([1], to: room)
      } catch StorageError.busy {
        busy.add(1, ordering: .relaxed)
      }
    }
    #expect(busy.load(ordering: .relaxed) == 5)
    try holder.execute("ROLLBACK")
    try impatient.add([2], to: room)
    #expect(try engine.rooms.all(room).events == [[0], [2]])
    #expect(try engine.rooms.newestNumber(of: other) == 21)
  }
}
