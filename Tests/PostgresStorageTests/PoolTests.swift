import Dispatch
import Fakes
import Glibc
import Storage
import Synchronization
import TestDatabase
import Testing

@testable import PostgresStorage

/// What holds without a database.
@Suite struct AbsenceTests {
  private let attempts = Counter()

  private func pool(_ timeouts: Timeouts = Timeouts()) -> ConnectionPool {
    ConnectionPool(limit: 4, timeouts) { [attempts] () throws(DatabaseError) in
      attempts.add()
      throw .refused(.unavailable("away"))
    }
  }

  @Test func `while a database is away, few attempts are made, and each caller is told at once`() {
    let pool = pool()
    let start = now()
    var calls = 0
    while now() - start < 1000 {
      #expect(throws: StorageError.unavailable("away")) { try pool.run(Statement("")) }
      calls += 1
      usleep(1000)
    }
    #expect(calls > 100)
    // Two at first, then after pauses of at most 100, 200, 400 and 800 ms, and at least half of each.
    #expect(4...7 ~= attempts.count)
  }

  @Test func `a wrong address is told in one sentence without the password`() throws {
    let address = try DatabaseAddress("postgres://u:secret@127.0.0.1:1/hall")
    let engine = PostgresEngine(address, connections: 1, timeouts: .patient)
    let error = #expect(throws: StorageError.self) { try engine.prepare() }
    let sentence = try #require(error).description
    #expect(sentence.hasPrefix("The database hall on 127.0.0.1 can't be reached: "))
    #expect(sentence.contains("refused"))
    #expect(!sentence.contains("secret") && !sentence.contains("\n"))
  }
}

@Suite(.enabled(if: TestDatabase.isThere)) struct PoolTests {
  let database: TestDatabase

  init() throws { database = try TestDatabase() }

  @Test func `a process has no more connections than it may, and others wait`() throws {
    let engine = try database.engine(connections: 2)
    let most = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      let count = try? engine.pool.run(
        Statement(
          """
          SELECT count(*) FROM pg_stat_activity, pg_sleep(0.02)
          WHERE query LIKE '%FROM pg_stat_activity, pg_sleep%' AND state = 'active'
          """)
      )[0].integer(0)
      most.withLock { $0 = max($0, count ?? 99) }
    }
    #expect(1...2 ~= most.withLock { $0 })
  }

  @Test func `whoever waits too long for a connection learns that storage is busy`() throws {
    var timeouts = Timeouts.patient
    timeouts.connection = 50
    let pool = try database.engine(connections: 1, timeouts: timeouts).pool
    _ = try pool.use { (_) throws(DatabaseError) in
      #expect(throws: StorageError.busy) { try pool.run(Statement("SELECT 1")) }
    }
    #expect(try pool.run(Statement("SELECT 1")).count == 1)
  }

  @Test func `nobody waits for an answer longer than all attempts may take`() throws {
    var timeouts = Timeouts.patient
    timeouts.attempts = 300
    let pool = try database.engine(connections: 1, timeouts: timeouts).pool
    try pool.run(Statement("SELECT 1"))
    let start = now()
    #expect(throws: StorageError.self) { try pool.run(Statement("SELECT pg_sleep(20)")) }
    #expect(300..<10_000 ~= now() - start)
  }

  @Test func `a request that meets a lost database is answered before it takes too long`() throws {
    let timeouts = Timeouts()
    #expect(timeouts.connect + timeouts.answer <= 9_000 && timeouts.answer > timeouts.statement)
    #expect(try #require(timeouts.attempts) < 10_000)
  }

  @Test func `one connection more than the server allows keeps nobody from playing`() throws {
    let pool = database.pool(connections: 1)
    try pool.use { (_) throws(DatabaseError) in }
    let served = Counter()
    try onThreads(6) { _ in
      for _ in 0..<20 {
        try pool.run(Statement("SELECT pg_sleep(0.002)"))
        served.add()
      }
    }
    #expect(served.count == 120)
  }

  @Test func `when the last connection is lost, all who wait for it hear so at once`() throws {
    let pool = database.pool(connections: 1)
    try pool.use { (_) throws(DatabaseError) in }
    let told = Counter()
    let start = now()
    try onThreads(4) { number in
      let error = #expect(throws: StorageError.self) {
        try pool.attempt(isRepeatable: false) { (connection) throws(DatabaseError) in
          usleep(300_000)
          throw connection.lost("cut", isUndone: true)
        }
      }
      if error == .unavailable("no more") { told.add() }
    }
    #expect(told.count == 4)
    #expect(now() - start < 1500)
  }

  @Test func `what others got in the way of is done again`() throws {
    try database.run(
      """
      CREATE SEQUENCE tries;
      CREATE FUNCTION fail_twice() RETURNS bigint LANGUAGE plpgsql AS $$
      DECLARE try bigint := nextval('tries');
      BEGIN
        IF try < 3 THEN RAISE EXCEPTION USING ERRCODE = '40001'; END IF;
        RETURN try;
      END $$
      """)
    let pool = try database.engine().pool
    #expect(try pool.run(Statement("SELECT fail_twice()"))[0].integer(0) == 3)
    try database.run("ALTER SEQUENCE tries RESTART")
    let done = try pool.transaction { (connection) throws(DatabaseError) in
      try connection.run(Statement("SELECT fail_twice()"))[0].integer(0)
    }
    #expect(done == 3)
  }

  @Test(arguments: [true, false])
  func `what was lost in the middle is done again if it may be`(isRepeatable: Bool) throws {
    try database.run(
      """
      CREATE SEQUENCE tries;
      CREATE FUNCTION die_once() RETURNS bigint LANGUAGE plpgsql AS $$
      DECLARE try bigint := nextval('tries');
      BEGIN
        IF try = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
        RETURN try;
      END $$
      """)
    let pool = try database.engine().pool
    let statement = Statement("SELECT die_once()")
    if isRepeatable {
      #expect(try pool.run(statement)[0].integer(0) == 2)
    } else {
      let error = #expect(throws: StorageError.self) {
        try pool.run(statement, isRepeatable: false)
      }
      #expect(error?.description.hasPrefix("The database was lost: ") == true)
      // In a transaction, nothing was done before its end.
      try database.run("ALTER SEQUENCE tries RESTART")
      let done = try pool.transaction(isRepeatable: false) { (connection) throws(DatabaseError) in
        try connection.run(statement)[0].integer(0)
      }
      #expect(done == 2)
    }
  }

  @Test func `what a server can't do at all is told in its own words in the end`() throws {
    try database.run(
      """
      CREATE SEQUENCE tries;
      CREATE FUNCTION refuse() RETURNS bigint LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM nextval('tries');
        RAISE EXCEPTION 'not here' USING ERRCODE = '0A000';
      END $$
      """)
    let pool = try database.engine().pool
    #expect(
      throws: StorageError.unavailable("The database refused a statement: not here (0A000).")
    ) { try pool.run(Statement("SELECT refuse()")) }
    #expect(try database.run("SELECT last_value FROM tries") == ["4"])
  }

  @Test func `connections that ended while nobody used them are replaced unnoticed`() throws {
    let address = try database.address("application_name=ended")
    _ = try database.engine()
    let pool = PostgresEngine(address, connections: 3, timeouts: .patient).pool
    for _ in 1...3 {
      DispatchQueue.concurrentPerform(iterations: 3) { _ in
        _ = try? pool.run(Statement("SELECT pg_sleep(0.02)"))
      }
      try database.run(
        """
        SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity
        WHERE application_name = 'ended'
        """)
      #expect(try pool.run(Statement("SELECT 1"), isRepeatable: false).count == 1)
    }
  }

  @Test func `a server that only reads is left for another, or named`() throws {
    _ = try database.engine()
    let address = try DatabaseAddress(
      database.address.text.replacing(
        "search_path=", with: "default_transaction_read_only=on -c search_path="))
    let sessions = PostgresEngine(address, connections: 1, timeouts: .patient).sessions
    let error = #expect(throws: StorageError.self) { try sessions.checkSaving() }
    #expect(error?.description.contains("read-only transaction") == true)
  }
}

/// Counts from several threads.
final class Counter: Sendable {
  private let value = Mutex(0)
  var count: Int { value.withLock { $0 } }

  @discardableResult func add() -> Int {
    value.withLock { value in
      value += 1
      return value
    }
  }
}

extension TestDatabase {
  /// A pool that gets so many connections, and then no more.
  func pool(connections: Int) -> ConnectionPool {
    let given = Counter()
    return ConnectionPool(limit: 4, .patient) { [address] () throws(DatabaseError) in
      guard given.add() <= connections else { throw .refused(.unavailable("no more")) }
      return try Connection(address, .patient)
    }
  }
}
