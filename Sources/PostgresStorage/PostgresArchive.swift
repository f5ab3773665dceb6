import Storage

/// A whole database, for copying.
struct PostgresArchive: HallArchive {
  let sessions: any PieceArchive<SessionPiece>
  let vaults: any PieceArchive<VaultPiece>
  let cloud: any PieceArchive<CloudPiece>
  let rooms: any RoomArchive
  private let pool: ConnectionPool

  init(_ pool: ConnectionPool, of database: String) {
    self.pool = pool
    sessions = SessionTableArchive(pool: pool, database: database)
    vaults = VaultTableArchive(pool: pool, database: database)
    cloud = CloudTableArchive(pool: pool, database: database)
    rooms = RoomTableArchive(rooms: PostgresRooms(pool, of: database, openingsPerDay: nil))
  }

  /// Connects, and finds the tables as this program needs them.
  func checkReading() throws(StorageError) { _ = try mark() }

  /// Tables are made by a command of their own.
  func prepareWriting() throws(StorageError) { try checkReading() }

  private static let reading = Statement("SELECT used FROM dicehall_probe WHERE part = 2")
  private static let writing = Statement(
    """
    INSERT INTO dicehall_probe (part, used) VALUES (2, $1)
    ON CONFLICT (part) DO UPDATE SET used = excluded.used
    """)
  private static let removing = Statement("DELETE FROM dicehall_probe WHERE part = 2")

  func mark() throws(StorageError) -> Int? {
    let rows = try pool.run(PostgresArchive.reading)
    return rows.count == 1 ? rows.integer(0, 0) : nil
  }

  func leaveMark(_ number: Int?) throws(StorageError) {
    if let number {
      try pool.run(PostgresArchive.writing, [.integer(number)])
    } else {
      try pool.run(PostgresArchive.removing)
    }
  }

  /// A transaction that is done is as safe as the server's own settings make it.
  func flush() {}
}
