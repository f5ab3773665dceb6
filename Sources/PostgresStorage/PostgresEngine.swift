import Storage

/// The storage engine for several machines: everything is in one database.
///
/// Its SQL is for PostgreSQL and those that speak the same. Values of this type that are made by
/// different processes share only the database.
package struct PostgresEngine: StorageEngine {
  package let sessions: any SessionStorage
  package let vaults: any VaultStorage
  package let cloud: any CloudStorage
  package let rooms: any RoomStorage
  private let address: DatabaseAddress
  private let timeouts: Timeouts
  let pool: ConnectionPool

  /// Sets up an engine without connecting.
  ///
  /// `connections`: how many it may have at once, at least 1. `allowances`: what one client may do.
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
    sessions = PostgresSessions(pool, of: address.description)
    vaults = PostgresVaults(pool, of: address.description)
    cloud = PostgresCloud(pool, of: address.description, allowance: allowances.newRecords)
    rooms = PostgresRooms(
      pool, of: address.description, openingsPerDay: allowances.roomsPerDay)
  }

  /// Connects, and finds the database as this program needs it.
  package func prepare() throws(StorageError) {
    do throws(DatabaseError) {
      try pool.use { (_) throws(DatabaseError) in }
    } catch {
      throw error.forCaller
    }
  }

  /// Connects, looks whether the tables can be used, and writes.
  package func check() throws(StorageError) {
    try pool.attempt(isRepeatable: true, leavesDoubt: false) {
      (connection) throws(DatabaseError) in try Schema.checkTables(connection)
    }
    try sessions.checkSaving()
  }

  /// The addresses of all backends that are connected to the database, empty texts for those that come
  /// over a socket or from where this role may not know; none if the database doesn't tell.
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
    guard let rows else { return [] }
    return (0..<rows.count).map { rows.text($0, 0) }
  }

  /// What it keeps, for copying it to another engine, with a connection of its own.
  package var archive: any HallArchive {
    var unhurried = timeouts
    // A slice of a large table, and many pieces at once, may take a while.
    unhurried.statement = 60_000
    unhurried.answer = 70_000
    let pool = ConnectionPool(limit: 1, unhurried) { [unhurried] () throws(DatabaseError) in
      let connection = try Connection(address, unhurried, name: Connection.copyName)
      try Schema.check(connection)
      return connection
    }
    return PostgresArchive(pool, of: address.description)
  }

  /// How far the database's tables are.
  package func schemaState() throws(StorageError) -> SchemaState {
    try withOwnConnection(leavesDoubt: false) { (connection) throws(DatabaseError) in
      try Schema.state(connection)
    }
  }

  /// Makes the tables, or changes them to what this program needs; several may do so at once.
  ///
  /// - Returns: how far they were.
  package func bringUpSchema() throws(StorageError) -> SchemaState {
    try withOwnConnection(leavesDoubt: true) { (connection) throws(DatabaseError) in
      try Schema.bringUp(connection)
    }
  }

  /// For what may take as long as it has to.
  private var patient: Timeouts {
    var patient = timeouts
    patient.statement = 0
    patient.answer = 600_000
    return patient
  }

  private func withOwnConnection<Result>(
    leavesDoubt: Bool, _ work: (Connection) throws(DatabaseError) -> Result
  ) throws(StorageError) -> Result {
    let pool = ConnectionPool(limit: 1, timeouts) { [patient] () throws(DatabaseError) in
      try Connection(address, patient)
    }
    return try pool.attempt(isRepeatable: true, leavesDoubt: leavesDoubt, work)
  }
}
