import Storage

/// Records of the cloud, for copying, in the order in which they were added.
struct CloudTableArchive: PieceArchive {
  let pool: ConnectionPool
  let database: String

  private static let page = 1000

  var place: String { "\(database), cloud" }

  func place(of name: CloudID) -> String { "\(place), record \(name.text)" }

  private static let listing = Statement(
    "SELECT place, id FROM dicehall_cloud_record WHERE place > $1 ORDER BY place LIMIT $2")

  func names(from place: Int) throws(StorageError) -> NamePage<CloudID> {
    let rows = try pool.run(Self.listing, [.integer(place), .integer(Self.page)])
    let isLast = rows.count < Self.page
    return NamePage(
      names: rows.compactMap { CloudID($0.text(1)) },
      next: isLast ? nil : rows.last?.integer(0))
  }

  private static let reading = Statement(
    """
    SELECT id, name, class, is_compatible, saved, content, secret, place
    FROM dicehall_cloud_record WHERE id = ANY($1)
    """)

  func read(_ names: [CloudID]) throws(StorageError) -> PieceBatch<CloudPiece> {
    let rows = try pool.run(Self.reading, [.texts(names.map(\.text))])
    var batch = PieceBatch<CloudPiece>()
    for piece in rows.compactMap(\.piece) { batch.found[piece.name] = piece }
    return batch
  }

  private static let burying = Statement(
    """
    WITH moved AS (
      UPDATE dicehall_cloud_number SET value = value + 1 WHERE name = 'place' RETURNING value
    )
    INSERT INTO dicehall_cloud_record (id, place, name, class, is_compatible, saved, secret)
    SELECT $1, value, '', '', false, 0, '' FROM moved
    ON CONFLICT (id) DO NOTHING
    """)

  func put(_ pieces: [CloudPiece]) throws(StorageError) {
    try pool.transaction { (connection) throws(DatabaseError) in
      // An earlier attempt whose answer was lost may have written some of them.
      var done: Set<CloudID> = []
      for row in try connection.run(Self.reading, [.texts(pieces.map(\.name.text))]) {
        guard let old = row.piece else { continue }
        if pieces.contains(old) {
          done.insert(old.name)
        } else if let kept = old.kept {
          try connection.run(
            PostgresCloud.deleting, PostgresCloud.values(deleting: kept.record, at: row.integer(7)))
        }
      }
      for piece in pieces where !done.contains(piece.name) { try add(piece, connection) }
    }
  }

  private func add(_ piece: CloudPiece, _ connection: Connection) throws(DatabaseError) {
    if let kept = piece.kept {
      try connection.run(
        PostgresCloud.adding, PostgresCloud.values(adding: kept.record, secretHash: kept.secretHash)
      )
    } else {
      try connection.run(Self.burying, [.text(piece.name.text)])
    }
  }
}

extension Row {
  /// The piece in a row with the columns of a record; without content, the record was deleted.
  fileprivate var piece: CloudPiece? {
    record.map {
      CloudPiece(name: $0.id, kept: isNull(5) ? nil : .init(record: $0, secretHash: blob(6)))
    }
  }
}
