import Glibc
import Storage

@testable import PostgresStorage

/// Tables of its own for one test, in the database that `TEST_DATABASE` names as a connection
/// string; they are removed when the test is done.
package final class TestDatabase: Sendable {
  private static let server = getenv("TEST_DATABASE").map { String(cString: $0) }

  /// Whether there is a database for tests; `make test` starts one.
  package static var isThere: Bool { server != nil }

  /// The name of the schema that holds the tables.
  private let name: String
  package let address: DatabaseAddress

  /// A place without tables.
  package init() throws {
    name = "test_\(getpid())_\(UInt64.random(in: .min ... .max))"
    address = try DatabaseAddress(
      "\(TestDatabase.server ?? "host=none") options='-c search_path=\(name)'")
    try run("CREATE SCHEMA \(name)")
  }

  deinit { _ = try? run("DROP SCHEMA \(name) CASCADE") }

  /// The address with more settings of libpq, such as `options`.
  package func address(_ settings: String) throws -> DatabaseAddress {
    try DatabaseAddress("\(address.text) \(settings)")
  }

  /// The path of the server's socket.
  var socket: String {
    var settings = ["host": "", "port": "5432"]
    for setting in (TestDatabase.server ?? "").split(separator: " ") {
      let parts = setting.split(separator: "=", maxSplits: 1).map(String.init)
      if parts.count == 2 { settings[parts[0]] = parts[1] }
    }
    return "\(settings["host"] ?? "")/.s.PGSQL.\(settings["port"] ?? "")"
  }

  /// An engine whose tables are there.
  package func engine(
    connections: Int = 4, timeouts: Timeouts = .patient
  ) throws -> PostgresEngine {
    let engine = PostgresEngine(address, connections: connections, timeouts: timeouts)
    _ = try engine.migrateSchema()
    return engine
  }

  /// Runs statements in a connection of their own; returns the texts of the last answer's first
  /// column.
  @discardableResult
  package func run(_ sql: String) throws -> [String] {
    try Connection(address, .patient).execute(sql).map { $0.text(0) }
  }
}

extension Timeouts {
  /// For tests in which time plays no part: a minute or more, however busy the machine is.
  package static var patient: Timeouts {
    var timeouts = Timeouts()
    timeouts.connect = 60_000
    timeouts.statement = 60_000
    timeouts.answer = 90_000
    timeouts.attempts = nil
    timeouts.idleTransaction = 60_000
    timeouts.claim = 60_000
    timeouts.connection = 60_000
    timeouts.repetition = 60_000
    return timeouts
  }
}
