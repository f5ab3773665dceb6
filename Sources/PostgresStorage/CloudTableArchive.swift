import Storage

/// The records of the cloud for copying, in the order of adding.
struct CloudTableArchive: PieceArchive {
  let pool: ConnectionPool
  let database: String

  private static let page = 1000

  var place: String { "\(database), cloud" }

  func place(of name: CloudID) -> String { "\(place), record \(name.text)" }

  private static let listing: Statement =
    "SELECT place, id FROM dicehall_cloud_record WHERE place > $1 ORDER BY place LIMIT $2"

  func names(from place: Int) throws(StorageError) -> NamePage<CloudID> {
    let rows = try pool.run(Self.listing, [.integer(place), .integer(Self.page)])
    let isLast = rows.count < Self.page
    return NamePage(
      names: rows.compactMap { CloudID($0.text(1)) },
      next: isLast ? nil : rows.last?.integer(0))
  }

  private static let reading: Statement = """
    SELECT id, name, class, is_compatible, saved, content, secret, place, false
    FROM dicehall_cloud_record r WHERE id = ANY($1)
      AND NOT EXISTS (SELECT 1 FROM dicehall_cloud_blocked b WHERE b.id = r.id)
    UNION ALL
    SELECT id, name, class, is_compatible, saved, content, secret, place, true
    FROM dicehall_cloud_blocked WHERE id = ANY($1)
    """
  private static let readingReports: Statement =
    "SELECT id, client FROM dicehall_cloud_report WHERE id = ANY($1) ORDER BY id, client"

  func read(_ names: [CloudID]) throws(StorageError) -> PieceBatch<CloudPiece> {
    var batch = PieceBatch<CloudPiece>()
    let found = try pool.transaction { (connection) throws(DatabaseError) in
      try Self.read(names, connection)
    }
    for (piece, _) in found { batch.found[piece.name] = piece }
    return batch
  }

  /// Returns the existing pieces with their places in the order of adding.
  private static func read(
    _ names: [CloudID], _ connection: Connection
  ) throws(DatabaseError) -> [(piece: CloudPiece, place: Int)] {
    let key = Parameter.texts(names.map(\.text))
    var reports: [String: [[UInt8]]] = [:]
    for row in try connection.run(readingReports, [key]) {
      reports[row.text(0), default: []].append(row.blob(1))
    }
    return try connection.run(reading, [key]).compactMap { row in
      guard let record = row.record else { return nil }
      let kept = CloudPiece.Kept(
        record: record, secretHash: row.blob(6), isBlocked: row.boolean(8),
        reports: reports[record.id.text] ?? [])
      // Without content, the record was deleted.
      return (CloudPiece(name: record.id, kept: row.isNull(5) ? nil : kept), row.integer(7))
    }
  }

  private static let burying: Statement = """
    WITH moved AS (
      UPDATE dicehall_cloud_number SET value = value + 1 WHERE name = 'place' RETURNING value
    )
    INSERT INTO dicehall_cloud_record (id, place, name, class, is_compatible, saved, secret)
    SELECT $1, value, '', '', false, 0, '' FROM moved
    ON CONFLICT (id) DO NOTHING
    """

  func put(_ pieces: [CloudPiece]) throws(StorageError) {
    try pool.transaction { (connection) throws(DatabaseError) in
      // An earlier attempt whose answer was lost may have written some of them.
      var done: Set<CloudID> = []
      for (old, place) in try Self.read(pieces.map(\.name), connection) {
        if pieces.contains(old) {
          done.insert(old.name)
        } else if let kept = old.kept {
          let key = Parameter.text(old.name.text)
          try connection.run(PostgresCloud.forgetting, [key])
          try connection.run(PostgresCloud.freeing, [key])
          try connection.run(
            PostgresCloud.deleting, PostgresCloud.values(deleting: kept.record, at: place))
        }
      }
      for piece in pieces where !done.contains(piece.name) { try add(piece, connection) }
    }
  }

  private static let reporting: Statement = """
    INSERT INTO dicehall_cloud_report (id, client) SELECT $1, client FROM unnest($2) AS c(client)
    ON CONFLICT (id, client) DO NOTHING
    """

  private func add(_ piece: CloudPiece, _ connection: Connection) throws(DatabaseError) {
    let key = Parameter.text(piece.name.text)
    guard let kept = piece.kept else {
      try connection.run(Self.burying, [key])
      return
    }
    try connection.run(
      PostgresCloud.adding, PostgresCloud.values(adding: kept.record, secretHash: kept.secretHash))
    try connection.run(Self.reporting, [key, .blobs(kept.reports)])
    if kept.isBlocked { try PostgresCloud.block(kept.record, connection) }
  }
}
