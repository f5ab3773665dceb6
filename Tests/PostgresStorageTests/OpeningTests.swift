import Fakes
import Storage
import StoredSecrets
import TestDatabase
import Testing

@testable import PostgresStorage

@Suite(.enabled(if: TestDatabase.isThere)) struct OpeningTests {
  let database: TestDatabase

  init() throws { database = try TestDatabase() }

  @Test func `a room whose first opening is still under way is found to be one's own`() throws {
    _ = try database.engine()
    let address = try database.address("application_name=opening")
    let engine = PostgresEngine(address, connections: 1, timeouts: .patient)
    let rooms = try #require(engine.rooms as? PostgresRooms)
    var random = SystemRandomNumberGenerator()
    let code = RoomCode(using: &random)
    let first = try Connection(database.address, .patient)
    for (token, isOwn) in [(77, true), (78, false)] {
      try database.run("DELETE FROM dicehall_room")
      try first.execute(
        """
        BEGIN;
        INSERT INTO dicehall_room VALUES (
          decode('\(hex(code.hash))', 'hex'), 1, 0, 30, false, 33, 0, 77, NULL, false)
        """)
      try onThreads(
        1,
        { _ in
          let isOpen = try rooms.openRoom(
            [1], as: code, by: "a", keptDays: 30, now: 0, token: token)
          #expect(isOpen == isOwn)
        },
        meanwhile: {
          let waiting = """
            SELECT 1 FROM pg_stat_activity
            WHERE application_name = 'opening' AND wait_event_type = 'Lock'
            """
          var count = 0
          while try database.run(waiting).isEmpty, count < 1000 { count += 1 }
          #expect(count < 1000)
          try first.execute("COMMIT")
        })
    }
  }
}
