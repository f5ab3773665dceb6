import Glibc
import Storage
import StoredSecrets
import TestDatabase
import Testing

@testable import PostgresStorage

@Suite(.enabled(if: TestDatabase.isThere)) struct SessionsTests {
  let database: TestDatabase
  let sessions: any SessionStorage
  let id: SessionID

  init() throws {
    database = try TestDatabase()
    sessions = try database.engine().sessions
    var random = SystemRandomNumberGenerator()
    id = SessionID(using: &random)
    try sessions.create([1], as: id)
  }

  @Test func `a key is nowhere to be read, and a row goes by its hash`() throws {
    let rows = try database.run("SELECT encode(hash, 'hex') FROM dicehall_session")
    #expect(rows.count == 1 && rows[0].count == 64)
    #expect(try database.run("SELECT * FROM dicehall_session WHERE content = '\(id.text)'").isEmpty)
    #expect(sessions.place(of: id).contains(rows[0]))
  }

  @Test func `a load is remembered when the last one is an hour old, and not before`() throws {
    let now = time(nil)
    for (age, isRenewed) in [(3500, false), (3700, true)] {
      try database.run("UPDATE dicehall_session SET used = \(now - age)")
      _ = try sessions.load(id, for: .reading)
      let used = try #require(try database.run("SELECT used FROM dicehall_session").first)
      #expect((Int(used) == now - age) != isRenewed)
    }
  }

  @Test func `an idle session ends up to an hour late, never early`() throws {
    for (used, count) in [(1001, 0), (1000, 1)] {
      try database.run("UPDATE dicehall_session SET used = \(used)")
      let removed = try (UInt8.min...UInt8.max).reduce(0) { sum, slice in
        sum + (try sessions.sweep(slice: slice, idleFor: 60, now: 1060 + 3600))
      }
      #expect(removed == count)
    }
  }

  @Test func `a save that is made again after its answer was lost is found done`() throws {
    let loaded = try #require(try sessions.load(id, for: .changing))
    let pool = try database.engine().pool
    let values: [Parameter] = [
      .blob(hashed(id.text)), .integer(1), .integer(77), .integer(0), .blob([2]),
      .integer(0),
    ]
    for _ in 1...3 { #expect(try pool.run(PostgresSessions.saving, values).changed == 1) }
    #expect(try sessions.load(id, for: .reading)?.revision == 2)
    #expect(throws: StorageError.changed) { try sessions.save([2], over: loaded) }
  }

  @Test func `a session that is made again after its answer was lost is found done`() throws {
    let pool = try database.engine().pool
    let values: [Parameter] = [.blob(hashed("x")), .integer(77), .integer(0), .blob([2])]
    for _ in 1...3 { #expect(try pool.run(PostgresSessions.creating, values).changed == 1) }
    let others: [Parameter] = [.blob(hashed("x")), .integer(78), .integer(0), .blob([3])]
    #expect(try pool.run(PostgresSessions.creating, others).changed == 0)
    #expect(throws: StorageError.self) { try sessions.create([3], as: id) }
    #expect(try sessions.load(id, for: .reading)?.bytes == [1])
  }

  /// The same sessions for somebody who waits that many milliseconds for a claim.
  private func impatient(_ claim: Int) throws -> any SessionStorage {
    var timeouts = Timeouts.patient
    timeouts.claim = claim
    return try database.engine(timeouts: timeouts).sessions
  }

  @Test func `while one request acts, others read, and save only when it is done`() throws {
    var acting = try sessions.load(id, for: .acting)
    let other = try #require(try sessions.load(id, for: .changing))
    let impatient = try impatient(50)
    #expect(throws: StorageError.busy) { try impatient.save([3], over: other) }
    #expect(throws: StorageError.busy) { try impatient.load(id, for: .acting) }
    try sessions.save([2], over: try #require(acting))
    #expect(throws: StorageError.changed) { try impatient.save([3], over: other) }
    acting = try impatient.load(id, for: .acting)
    #expect(acting?.bytes == [2])
  }

  @Test func `a request that acts and saves nothing keeps nobody waiting`() throws {
    #expect(try sessions.load(id, for: .acting)?.bytes == [1])
    let impatient = try impatient(0)
    #expect(try impatient.load(id, for: .acting)?.bytes == [1])
  }

  @Test func `what a backend that is gone has claimed is free after a while`() throws {
    let acting = try #require(try sessions.load(id, for: .acting))
    let end = try #require(Int(try database.run("SELECT claimed_until FROM dicehall_session")[0]))
    // The system's clock of whole seconds may be a few milliseconds behind.
    #expect(9_000...11_010 ~= end - 1000 * time(nil))
    try database.run("UPDATE dicehall_session SET claimed_until = \(1000 * (time(nil) - 1))")
    let other = try #require(try sessions.load(id, for: .changing))
    try sessions.save([2], over: other)
    #expect(throws: StorageError.changed) { try sessions.save([3], over: acting) }
  }
}
