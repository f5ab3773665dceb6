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
    let rows = try pool.run(
      CloudTableArchive.listing, [.integer(place), .integer(CloudTableArchive.page)])
    let isLast = rows.count < CloudTableArchive.page
    return NamePage(
      names: (0..<rows.count).compactMap { CloudID(rows.text($0, 1)) },
      next: isLast ? nil : rows.integer(rows.count - 1, 0))
  }

  private static let reading = Statement(
    """
    SELECT id, name, class, is_compatible, saved, content, secret, place
    FROM dicehall_cloud_record WHERE id = ANY($1)
    """)

  func read(_ names: [CloudID]) throws(StorageError) -> PieceBatch<CloudPiece> {
    let rows = try pool.run(CloudTableArchive.reading, [.texts(names.map(\.text))])
    var batch = PieceBatch<CloudPiece>()
    for row in 0..<rows.count {
      if let piece = CloudTableArchive.piece(row, of: rows) { batch.found[piece.name] = piece }
    }
    return batch
  }

  private static func piece(_ row: Int, of rows: Rows) -> CloudPiece? {
    rows.record(row).map { record in
      CloudPiece(
        name: record.id,
        kept: rows.isNull(row, 5)
          ? nil : CloudPiece.Kept(record: record, secretHash: rows.blob(row, 6)))
    }
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
      // If the answer was lost, it is done already.
      var done: Set<CloudID> = []
      let rows = try connection.run(
        CloudTableArchive.reading, [.texts(pieces.map(\.name.text))])
      for row in 0..<rows.count {
        guard let old = CloudTableArchive.piece(row, of: rows) else { continue }
        if pieces.contains(old) {
          done.insert(old.name)
        } else if let kept = old.kept {
          try connection.run(
            PostgresCloud.deleting,
            PostgresCloud.values(deleting: kept.record, at: rows.integer(row, 7)))
        }
      }
      for piece in pieces where !done.contains(piece.name) { try add(piece, connection) }
    }
  }

  private func add(_ piece: CloudPiece, _ connection: Connection) throws(DatabaseError) {
    if let kept = piece.kept {
      try connection.run(
        PostgresCloud.adding,
        PostgresCloud.values(adding: kept.record, secretHash: kept.secretHash))
    } else {
      try connection.run(CloudTableArchive.burying, [.text(piece.name.text)])
    }
  }
}
