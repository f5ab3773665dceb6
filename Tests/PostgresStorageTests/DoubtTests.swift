import Storage
import TestDatabase
import Testing

@testable import PostgresStorage

/// A change of which nobody knows whether it was made.
@Suite(.enabled(if: TestDatabase.isThere)) struct DoubtTests {
  let database: TestDatabase

  init() throws { database = try TestDatabase() }

  /// Loses its only connection in the middle.
  private func lost(isUndone: Bool, leavesDoubt: Bool = true) throws -> StorageError? {
    let pool = database.pool(connections: 1)
    return #expect(throws: StorageError.self) {
      try pool.attempt(isRepeatable: true, leavesDoubt: leavesDoubt) {
        (connection) throws(DatabaseError) in
        throw connection.lost("cut", isUndone: isUndone)
      }
    }
  }

  @Test func `what was lost in the middle and can't be asked after may have been done`() throws {
    #expect(try lost(isUndone: false) == .unanswered("no more"))
    #expect(try lost(isUndone: true) == .unavailable("no more"))
    #expect(try lost(isUndone: false, leavesDoubt: false) == .unavailable("no more"))
  }

  @Test func `a look that got no answer leaves no doubt`() throws {
    let pool = database.pool(connections: 1)
    #expect(throws: StorageError.unavailable("no more")) {
      try pool.run(Statement("SELECT pg_terminate_backend(pg_backend_pid())"))
    }
  }

  @Test func `what is now certain leaves no doubt, and what is full does`() {
    #expect(StorageError.changed.inDoubt == .changed)
    #expect(StorageError.tooMany(limit: 5).inDoubt == .tooMany(limit: 5))
    #expect(
      StorageError.full.inDoubt == .unanswered("There is no room to store anything more."))
  }
}
