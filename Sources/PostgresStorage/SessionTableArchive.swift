import Storage

/// Sessions, for copying.
struct SessionTableArchive: PieceArchive {
  let pool: ConnectionPool
  let database: String

  var place: String { "\(database), sessions" }

  func place(of name: StoredName) -> String { "\(database), session \(name.text)" }

  private static let listing = Statement(
    "SELECT hash FROM dicehall_session WHERE hash >= $1 AND hash < $2 ORDER BY hash")

  func names(from slice: Int) throws(StorageError) -> NamePage<StoredName> {
    try pool.names(SessionTableArchive.listing, slice: slice)
  }

  private static let reading = Statement(
    "SELECT hash, revision, used, content FROM dicehall_session WHERE hash = ANY($1)")

  func read(_ names: [StoredName]) throws(StorageError) -> PieceBatch<SessionPiece> {
    let rows = try pool.run(SessionTableArchive.reading, [.blobs(names.map(\.hash))])
    var batch = PieceBatch<SessionPiece>()
    for row in 0..<rows.count {
      let name = StoredName(hash: rows.blob(row, 0))
      batch.found[name] = SessionPiece(
        name: name, revision: UInt64(clamping: rows.integer(row, 1)), used: rows.integer(row, 2),
        bytes: rows.blob(row, 3))
    }
    return batch
  }

  /// A session that somebody saves meanwhile keeps what is newer.
  private static let writing = Statement(
    """
    INSERT INTO dicehall_session AS kept (hash, revision, token, used, content)
    SELECT hash, revision, 0, used, content
    FROM unnest($1, $2, $3, $4) AS given(hash, revision, used, content)
    ON CONFLICT (hash) DO UPDATE SET revision = excluded.revision, token = 0,
      used = excluded.used, claimed_until = 0, content = excluded.content
    WHERE kept.revision <= excluded.revision
    """)

  func put(_ pieces: [SessionPiece]) throws(StorageError) {
    try pool.run(
      SessionTableArchive.writing,
      [
        .blobs(pieces.map(\.name.hash)), .integers(pieces.map { Int(clamping: $0.revision) }),
        .integers(pieces.map(\.used)), .blobs(pieces.map(\.bytes)),
      ])
  }
}

extension ConnectionPool {
  /// The hashes in a slice, by a statement that selects them between two.
  func names(
    _ statement: Statement, slice: Int
  ) throws(StorageError) -> NamePage<StoredName> {
    let range = HashRange(slice: UInt8(clamping: slice))
    let rows = try run(statement, [range.start, range.end])
    return NamePage(
      names: (0..<rows.count).map { StoredName(hash: rows.blob($0, 0)) }, slice: slice)
  }
}
