import Storage
import TestDatabase
import Testing

@testable import PostgresStorage

@Suite(.enabled(if: TestDatabase.isThere)) struct ConnectionTests {
  let database: TestDatabase
  let connection: Connection

  init() throws {
    database = try TestDatabase()
    var timeouts = Timeouts()
    timeouts.statement = 200
    timeouts.answer = 500
    connection = try Connection(database.address, timeouts)
  }

  @Test func `every kind of value comes back as it was`() throws {
    let bytes = (UInt8.min...UInt8.max).map { $0 }
    let rows = try connection.run(
      Statement(
        """
        SELECT $1::bigint, $2::text, $3::bytea, $4::boolean, $5::bytea, $6::text, NULL::bigint,
          ($7::bigint[])[2], ($8::text[])[2], ($9::bytea[])[1], cardinality($10::text[])::bigint
        """),
      [
        .integer(.min), .text("naïve 🎲"), .blob(bytes), .boolean(true), .blob([]), .text(""),
        .integers([1, -2]), .texts(["", "b"]), .blobs([bytes]), .texts([]),
      ])
    #expect(rows.count == 1)
    #expect(rows[0].integer(0) == .min)
    #expect(rows[0].text(1) == "naïve 🎲")
    #expect(rows[0].blob(2) == bytes)
    #expect(rows[0].boolean(3))
    #expect(rows[0].blob(4).isEmpty && !rows[0].isNull(4))
    #expect(rows[0].text(5).isEmpty && !rows[0].isNull(5))
    #expect(rows[0].isNull(6))
    #expect(rows[0].integer(7) == -2)
    #expect(rows[0].text(8) == "b")
    #expect(rows[0].blob(9) == bytes)
    #expect(rows[0].integer(10) == 0)
  }

  @Test func `large values go through`() throws {
    let bytes = [UInt8](repeating: 7, count: 8 << 20)
    var timeouts = Timeouts()
    timeouts.answer = 20_000
    let connection = try Connection(database.address, timeouts)
    let rows = try connection.run(Statement("SELECT $1::bytea"), [.blob(bytes)])
    #expect(rows[0].blob(0) == bytes)
  }

  @Test func `a transaction is all or nothing`() throws {
    try connection.execute("CREATE TABLE a (b bigint)")
    #expect(throws: DatabaseError.self) {
      try connection.transaction { (connection) throws(DatabaseError) in
        try connection.run(Statement("INSERT INTO a VALUES ($1)"), [.integer(1)])
        throw .refused(.changed)
      }
    }
    let count = try connection.transaction { (connection) throws(DatabaseError) in
      try connection.run(Statement("INSERT INTO a VALUES ($1), ($1)"), [.integer(2)]).changed
    }
    #expect(count == 2)
    #expect(try database.run("SELECT b FROM a") == ["2", "2"])
  }

  @Test func `the server ends a statement that takes too long, and the connection goes on`() throws
  {
    let error = #expect(throws: DatabaseError.self) {
      try connection.run(Statement("SELECT pg_sleep(2)"))
    }
    #expect(error?.forCaller == .busy)
    #expect(connection.isAlive)
    #expect(try connection.run(Statement("SELECT $1::bigint"), [.integer(1)])[0].integer(0) == 1)
  }

  @Test func `a server that does not answer is given up`() throws {
    try connection.execute("SET statement_timeout = 0")
    let error = #expect(throws: DatabaseError.self) {
      try connection.run(Statement("SELECT pg_sleep(2)"))
    }
    guard case .lost("the server did not answer in time", isUndone: false) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!connection.isAlive)
  }

  @Test func `a connection that the server has ended is known to be dead`() throws {
    let process = try connection.execute("SELECT pg_backend_pid()")[0].text(0)
    #expect(connection.isAlive)
    try database.run("SELECT pg_terminate_backend(\(process), 1000)")
    #expect(!connection.isAlive)
    let error = #expect(throws: DatabaseError.self) { try connection.run(Statement("SELECT 1")) }
    guard case .lost(let reason, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("terminating connection"))
  }

  @Test(arguments: [
    ("53100", StorageError.full), ("57014", .busy), ("55P03", .busy), ("40001", .busy),
  ])
  func `the server's codes mean what its manual says`(state: String, meaning: StorageError) {
    #expect(DatabaseError(state: state, message: "").forCaller == meaning)
  }

  @Test(arguments: ["40003", "08006", "57P01"])
  func `after some of them nobody knows what was done`(state: String) {
    guard case .lost("why", isUndone: false) = DatabaseError(state: state, message: "why") else {
      Issue.record("\(DatabaseError(state: state, message: "why"))")
      return
    }
  }
}
