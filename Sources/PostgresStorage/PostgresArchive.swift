import Storage

/// Everything that a database holds, for copying.
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

  /// Connects, and checks that the schema is this program's.
  func checkReading() throws(StorageError) { _ = try mark() }

  /// Tables are created by a separate command.
  func prepareWriting() throws(StorageError) { try checkReading() }

  private static let reading: Statement = "SELECT used FROM dicehall_probe WHERE part = 2"
  private static let writing: Statement = """
    INSERT INTO dicehall_probe (part, used) VALUES (2, $1)
    ON CONFLICT (part) DO UPDATE SET used = excluded.used
    """
  private static let removing: Statement = "DELETE FROM dicehall_probe WHERE part = 2"

  func mark() throws(StorageError) -> Int? { try pool.run(Self.reading).first?.integer(0) }

  func leaveMark(_ number: Int?) throws(StorageError) {
    if let number {
      try pool.run(Self.writing, [.integer(number)])
    } else {
      try pool.run(Self.removing)
    }
  }

  /// Does nothing, as a committed transaction is as durable as the server's settings make it.
  func flush() {}
}

struct SessionTableArchive: PieceArchive {
  let pool: ConnectionPool
  let database: String

  var place: String { "\(database), sessions" }

  func place(of name: StoredName) -> String { "\(database), session \(name.text)" }

  private static let listing: Statement =
    "SELECT hash FROM dicehall_session WHERE hash >= $1 AND hash < $2 ORDER BY hash"

  func names(from slice: Int) throws(StorageError) -> NamePage<StoredName> {
    try pool.names(Self.listing, slice: slice)
  }

  private static let reading: Statement =
    "SELECT hash, revision, used, content FROM dicehall_session WHERE hash = ANY($1)"

  func read(_ names: [StoredName]) throws(StorageError) -> PieceBatch<SessionPiece> {
    let rows = try pool.run(Self.reading, [.blobs(names.map(\.hash))])
    var batch = PieceBatch<SessionPiece>()
    for row in rows {
      let name = StoredName(hash: row.blob(0))
      batch.found[name] = SessionPiece(
        name: name, revision: UInt64(clamping: row.integer(1)), used: row.integer(2),
        bytes: row.blob(3))
    }
    return batch
  }

  /// A session that is saved meanwhile keeps its newer revision.
  private static let writing: Statement = """
    INSERT INTO dicehall_session AS kept (hash, revision, token, used, content)
    SELECT hash, revision, 0, used, content
    FROM unnest($1, $2, $3, $4) AS given(hash, revision, used, content)
    ON CONFLICT (hash) DO UPDATE SET revision = excluded.revision, token = 0,
      used = excluded.used, claimed_until = 0, content = excluded.content
    WHERE kept.revision <= excluded.revision
    """

  func put(_ pieces: [SessionPiece]) throws(StorageError) {
    try pool.run(
      Self.writing,
      [
        .blobs(pieces.map(\.name.hash)), .integers(pieces.map { Int(clamping: $0.revision) }),
        .integers(pieces.map(\.used)), .blobs(pieces.map(\.bytes)),
      ])
  }
}

extension ConnectionPool {
  /// Returns the hashes in a slice, with a statement that selects those between two bounds.
  func names(_ statement: Statement, slice: Int) throws(StorageError) -> NamePage<StoredName> {
    let range = HashRange(slice: UInt8(clamping: slice))
    let rows = try run(statement, [range.start, range.end])
    return NamePage(names: rows.map { StoredName(hash: $0.blob(0)) }, slice: slice)
  }
}
