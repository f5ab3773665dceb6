import Storage
import TestDatabase
import Testing

@testable import PostgresStorage

/// Changes of vaults, cloud and rooms when something goes wrong.
@Suite(.enabled(if: TestDatabase.isThere)) struct ChangeTests {
  let database: TestDatabase
  let engine: PostgresEngine
  let examples: Examples

  init() throws {
    database = try TestDatabase()
    engine = try database.engine()
    examples = try Examples(in: engine)
  }

  @Test(arguments: Change.allCases)
  func `what was done although its answer was lost is not done twice`(change: Change) throws {
    let relay = try Relay(to: database)
    relay.loseAnswer(to: change.words)
    let engine = PostgresEngine(relay.address, connections: 2, timeouts: .patient)
    try examples.expect(change, in: engine)
    #expect(relay.answersLost == 1)
  }

  @Test(arguments: Change.allCases)
  func `what others got in the way of is done in the end, once`(change: Change) throws {
    try fail(change, with: "40001", times: 2)
    try examples.expect(change, in: engine)
    #expect(try database.run("SELECT last_value > 2 FROM tries") == ["t"])
  }

  @Test(arguments: Change.allCases)
  func `a database that is full changes nothing, and goes on when there is room`(
    change: Change
  ) throws {
    try fail(change, with: "53100", times: 1)
    let before = try contents()
    #expect(throws: StorageError.full) { try examples.expect(change, in: engine) }
    #expect(try contents() == before)
    try examples.expect(change, in: engine)
  }

  @Test(arguments: Change.allCases)
  func `a database that takes too long is busy, and nothing was changed`(change: Change) throws {
    var timeouts = Timeouts.patient
    timeouts.statement = 100
    let impatient = PostgresEngine(database.address, connections: 1, timeouts: timeouts)
    let before = try contents()
    let other = try Connection(database.address, .patient)
    try other.execute("BEGIN; LOCK TABLE \(change.table) IN SHARE ROW EXCLUSIVE MODE")
    #expect(throws: StorageError.busy) { try examples.expect(change, in: impatient) }
    try other.execute("ROLLBACK")
    #expect(try contents() == before)
    try examples.expect(change, in: impatient)
  }

  /// Makes the next attempts at a change fail with that SQLSTATE.
  private func fail(_ change: Change, with state: String, times: Int) throws {
    try database.run(
      """
      CREATE SEQUENCE tries;
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF nextval('tries') <= \(times) THEN
          RAISE EXCEPTION USING ERRCODE = '\(state)';
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER fail AFTER INSERT OR UPDATE OR DELETE ON \(change.table)
      FOR EACH STATEMENT EXECUTE FUNCTION fail()
      """)
  }

  /// Everything that is in the tables.
  private func contents() throws -> [String] {
    let tables = try database.run(
      """
      SELECT tablename FROM pg_tables WHERE schemaname = current_schema
      AND tablename NOT IN ('dicehall_probe', 'dicehall_session') ORDER BY tablename
      """)
    #expect(tables.count > 10)
    return try tables.flatMap { try database.run("SELECT \($0)::text FROM \($0) ORDER BY 1") }
  }
}
