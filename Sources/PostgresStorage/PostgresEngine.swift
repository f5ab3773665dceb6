import Storage

/// The storage engine for several machines, which keeps everything in one database.
///
/// Its SQL is for PostgreSQL and compatible databases. Engines in different processes share only
/// the database.
package struct PostgresEngine: StorageEngine {
  package let sessions: any SessionStorage
  package let vaults: any VaultStorage
  package let cloud: any CloudStorage
  package let rooms: any RoomStorage
  private let address: DatabaseAddress
  private let timeouts: Timeouts
  let pool: ConnectionPool

  /// Sets up an engine of at most `connections` connections, at least 1, without connecting.
  package init(
    _ address: DatabaseAddress, connections: Int, allowances: ClientAllowances = ClientAllowances(),
    timeouts: Timeouts = Timeouts()
  ) {
    let pool = ConnectionPool(limit: connections, timeouts) { () throws(DatabaseError) in
      let connection = try Connection(address, timeouts)
      try Schema.check(connection)
      return connection
    }
    self.address = address
    self.timeouts = timeouts
    self.pool = pool
    sessions = PostgresSessions(pool: pool, database: address.description)
    vaults = PostgresVaults(pool: pool, database: address.description)
    cloud = PostgresCloud(pool, of: address.description, allowance: allowances.newRecords)
    rooms = PostgresRooms(pool, of: address.description, openingsPerDay: allowances.roomsPerDay)
  }

  /// Connects, and checks that the schema is this program's.
  package func prepare() throws(StorageError) {
    do throws(DatabaseError) {
      try pool.use { (_) throws(DatabaseError) in }
    } catch {
      throw error.forCaller
    }
  }

  /// Connects, checks that every table can be used, and writes a row.
  package func check() throws(StorageError) {
    try pool.attempt(isRepeatable: true, leavesDoubt: false) {
      (connection) throws(DatabaseError) in try Schema.checkTables(connection)
    }
    try sessions.checkSaving()
  }

  /// Returns the addresses of all backends connected to the database.
  ///
  /// An address is empty for a Unix socket, or if this role may not see it; the array is empty if
  /// the database doesn't tell.
  package func connectedBackends() -> [String] {
    let pool = ConnectionPool(limit: 1, timeouts) { [address, timeouts] () throws(DatabaseError) in
      try Connection(address, timeouts, name: Connection.copyName)
    }
    let rows = try? pool.attempt(isRepeatable: true) { (connection) throws(DatabaseError) in
      try connection.execute(
        """
        SELECT COALESCE(host(client_addr), '') FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = '\(Connection.name)'
        GROUP BY 1 ORDER BY 1
        """)
    }
    return rows?.map { $0.text(0) } ?? []
  }

  /// Everything the engine keeps, for copying to another engine, over a separate connection.
  package var archive: any HallArchive {
    var unhurried = timeouts
    // Reading a slice of a large table or writing many pieces may take a while.
    unhurried.statement = 60_000
    unhurried.answer = 70_000
    unhurried.attempts = nil
    let pool = ConnectionPool(limit: 1, unhurried) { [unhurried] () throws(DatabaseError) in
      let connection = try Connection(address, unhurried, name: Connection.copyName)
      try Schema.check(connection)
      return connection
    }
    return PostgresArchive(pool, of: address.description)
  }

  /// Returns the version of the database's schema, compared with this program's.
  package func schemaState() throws(StorageError) -> SchemaState {
    try withOwnConnection(leavesDoubt: false) { (connection) throws(DatabaseError) in
      try Schema.state(connection)
    }
  }

  /// Creates the tables, or migrates them to this program's schema.
  ///
  /// Several programs may do so at once.
  ///
  /// - Returns: the state before.
  package func migrateSchema() throws(StorageError) -> SchemaState {
    try withOwnConnection(leavesDoubt: true) { (connection) throws(DatabaseError) in
      try Schema.migrate(connection)
    }
  }

  /// The timeouts for work that may take as long as it needs.
  private var patient: Timeouts {
    var patient = timeouts
    patient.statement = 0
    patient.answer = 600_000
    patient.attempts = nil
    return patient
  }

  private func withOwnConnection<Result>(
    leavesDoubt: Bool, _ work: (Connection) throws(DatabaseError) -> Result
  ) throws(StorageError) -> Result {
    let pool = ConnectionPool(limit: 1, patient) { [patient] () throws(DatabaseError) in
      try Connection(address, patient)
    }
    return try pool.attempt(isRepeatable: true, leavesDoubt: leavesDoubt, work)
  }
}

/// The limits on the time of work in the database, in milliseconds.
package struct Timeouts: Sendable {
  /// Connecting to one host; libpq counts in whole seconds, at least 2.
  package var connect = 3_000
  /// One statement, before the server ends it.
  package var statement = 5_000
  /// Waiting for an answer, before the connection counts as lost.
  package var answer = 6_000
  /// All attempts at one piece of work, less than a request may take; `nil` for no limit.
  package var attempts: Int? = 9_000
  /// An idle transaction, before the server ends it.
  package var idleTransaction = 10_000
  /// Waiting for another request's claim to a session.
  package var claim = 2_000
  /// Waiting for a free connection.
  package var connection = 2_000
  /// Retrying after conflicts.
  package var repetition = 5_000
  /// The pause after the first failure to connect; each further failure doubles it.
  package var firstPause = 100
  package var longestPause = 2_000

  package init() {}
}
