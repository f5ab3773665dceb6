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
    #expect(try engine.migrateSchema() == .missing)
    #expect(try engine.schemaState() == .current)
    #expect(try engine.migrateSchema() == .current)
    // After a failure the pool rests for a moment.
    let fresh = PostgresEngine(database.address, connections: 2)
    try fresh.prepare()
    try fresh.check()
  }

  @Test func `every column of every table is looked at`() throws {
    _ = try engine.migrateSchema()
    let columns = try database.run(
      """
      SELECT table_name || ': ' || string_agg(column_name, ' ' ORDER BY ordinal_position)
      FROM information_schema.columns
      WHERE table_schema = current_schema AND table_name <> 'dicehall_schema'
      GROUP BY table_name
      """)
    #expect(columns.count > 10)
    let known = Schema.tables.map { "\($0.name): \($0.columns.joined(separator: " "))" }
    #expect(columns.sorted() == known.sorted())
  }

  @Test(arguments: [
    ("ALTER TABLE dicehall_session RENAME TO x", "dicehall_session", "does not exist"),
    ("ALTER TABLE dicehall_vault DROP COLUMN visited", "dicehall_vault", "visited"),
    ("DROP TABLE dicehall_room_opening", "dicehall_room_opening", "does not exist"),
  ])
  func `a table that isn't as it should be is named`(act: String, table: String, word: String)
    throws
  {
    _ = try engine.migrateSchema()
    let fresh = PostgresEngine(database.address, connections: 1)
    try fresh.check()
    try database.run(act)
    let told = sentence { try fresh.check() }
    #expect(told.hasPrefix("The table \(table) can't be used. ") && told.contains(word), "\(told)")
    #expect(!told.contains("\n"))
  }

  @Test func `a table that only others may change is named`() throws {
    _ = try engine.migrateSchema()
    let reader = try DatabaseAddress(
      database.address.text.replacing(
        "search_path=", with: "role=pg_read_all_data -c search_path="))
    #expect(
      sentence { try PostgresEngine(reader, connections: 1).check() }
        == "The table dicehall_session can't be used. The database refused a statement: permission "
        + "denied for table dicehall_session (42501).")
  }

  @Test func `a database of a newer program is refused, and left as it is`() throws {
    _ = try engine.migrateSchema()
    try database.run("UPDATE dicehall_schema SET version = 99")
    #expect(try engine.schemaState() == .newer(99))
    for work in [
      { try engine.prepare() }, { try engine.check() }, { _ = try engine.migrateSchema() },
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
        let state = try engine.migrateSchema()
        states.withLock { $0.append(state) }
      } catch {
        Issue.record(error)
      }
    }
    #expect(states.withLock { $0.filter { $0 == .missing } }.count == 1)
    #expect(states.withLock { $0.filter { $0 == .current } }.count == 5)
  }

  @Test func `each step can be taken again after it was taken in part`() throws {
    _ = try engine.migrateSchema()
    try database.run("UPDATE dicehall_schema SET version = 0")
    #expect(try engine.migrateSchema() == .missing)
    #expect(try engine.schemaState() == .current)
  }
}
