import Dispatch
import Storage
import Synchronization
import TestDatabase
import Testing

@testable import PostgresStorage

@Suite(.enabled(if: TestDatabase.isThere)) struct SchemaTests {
  let database: TestDatabase
  let engine: PostgresEngine

  init() throws {
    database = try TestDatabase()
    engine = PostgresEngine(database.address, connections: 2)
  }

  private func sentence(_ work: () throws -> Void) -> String {
    #expect(throws: StorageError.self) { try work() }.map { "\($0)" } ?? ""
  }

  @Test func `a database without tables is refused until they are made`() throws {
    #expect(try engine.schemaState() == .missing)
    #expect(sentence { try engine.prepare() }.contains("dicehall store init"))
    #expect(try engine.bringUpSchema() == .missing)
    #expect(try engine.schemaState() == .current)
    #expect(try engine.bringUpSchema() == .current)
    // After a failure the pool rests for a moment.
    let fresh = PostgresEngine(database.address, connections: 2)
    try fresh.prepare()
    try fresh.check()
  }

  @Test func `a database of a newer program is refused, and left as it is`() throws {
    _ = try engine.bringUpSchema()
    try database.run("UPDATE dicehall_schema SET version = 99")
    #expect(try engine.schemaState() == .newer(99))
    for work in [
      { try engine.prepare() }, { try engine.check() }, { _ = try engine.bringUpSchema() },
    ] as [() throws -> Void] {
      #expect(sentence(work).contains("version 99, which is newer"))
    }
    #expect(try database.run("SELECT version FROM dicehall_schema") == ["99"])
  }

  @Test func `of several who make the tables at once, one does`() throws {
    let states = Mutex<[SchemaState]>([])
    DispatchQueue.concurrentPerform(iterations: 6) { _ in
      do {
        let engine = PostgresEngine(database.address, connections: 1)
        let state = try engine.bringUpSchema()
        states.withLock { $0.append(state) }
      } catch {
        Issue.record(error)
      }
    }
    #expect(states.withLock { $0.filter { $0 == .missing } }.count == 1)
    #expect(states.withLock { $0.filter { $0 == .current } }.count == 5)
  }

  @Test func `each step can be taken again after it was taken in part`() throws {
    _ = try engine.bringUpSchema()
    try database.run("UPDATE dicehall_schema SET version = 0")
    #expect(try engine.bringUpSchema() == .missing)
    #expect(try engine.schemaState() == .current)
  }
}
