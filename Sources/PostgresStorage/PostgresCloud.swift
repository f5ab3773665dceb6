import Storage
import StoredSecrets

/// The cloud as rows of tables.
///
/// Adding, deleting and admitting are one statement each.
struct PostgresCloud: CloudStorage {
  let pool: ConnectionPool
  let place: String
  /// How often one client may add something; `nil` for as often as it likes.
  let allowance: Allowance?

  init(_ pool: ConnectionPool, of database: String, allowance: Allowance?) {
    self.pool = pool
    self.allowance = allowance
    place = "\(database), cloud"
  }

  private static let reading = Statement(
    """
    SELECT id, name, class, is_compatible, saved, content, secret, place
    FROM dicehall_cloud_record WHERE id = ANY($1) AND content IS NOT NULL
    """)

  func read(_ id: CloudID) throws(StorageError) -> CloudRecord? {
    try stored([id]).flatMap { $0.count == 1 ? $0.record(0) : nil }
  }

  func read(_ ids: [CloudID], _ found: (CloudRecord) -> Void) throws(StorageError) {
    guard let rows = try stored(ids) else { return }
    for row in 0..<rows.count {
      if let record = rows.record(row) { found(record) }
    }
  }

  /// The rows of those records that there are; `nil` if nothing was asked for.
  private func stored(_ ids: [CloudID]) throws(StorageError) -> Rows? {
    guard !ids.isEmpty else { return nil }
    return try pool.run(PostgresCloud.reading, [.texts(ids.map(\.text))])
  }

  /// Whoever adds the same id at once waits for the next place, and finds the record then.
  static let adding = Statement(
    """
    WITH moved AS (
      UPDATE dicehall_cloud_number SET value = value + 1
      WHERE name = 'place' AND NOT EXISTS (
        SELECT 1 FROM dicehall_cloud_record WHERE id = $1 AND content IS NOT NULL
      ) AND NOT EXISTS (SELECT 1 FROM dicehall_cloud_blocked WHERE id = $1) RETURNING value
    ), made AS (
      INSERT INTO dicehall_cloud_record AS r
        (id, place, name, class, is_compatible, saved, secret, content)
      SELECT $1, value, $2, $3, $4, $5, $6, $7 FROM moved
      ON CONFLICT (id) DO UPDATE SET place = excluded.place, name = excluded.name,
        class = excluded.class, is_compatible = excluded.is_compatible, saved = excluded.saved,
        secret = excluded.secret, content = excluded.content
      WHERE r.content IS NULL RETURNING place
    ), counted AS (
      UPDATE dicehall_cloud_number SET value = value + 1
      WHERE name = 'count' AND EXISTS (SELECT 1 FROM made)
    ), listed AS (
      INSERT INTO dicehall_cloud_word (beginning, class, is_compatible, place)
      SELECT b.beginning, c.class, i.is_compatible, made.place
      FROM made, unnest($8) AS b(beginning), unnest($9) AS c(class),
        (VALUES (false), (true)) AS i(is_compatible)
      WHERE $4 OR NOT i.is_compatible
    )
    SELECT place FROM made
    """)

  static func values(adding record: CloudRecord, secretHash: [UInt8]) -> [Parameter] {
    [
      .text(record.id.text), .blob(Array(record.name.utf8)), .blob(Array(record.classID.utf8)),
      .boolean(record.isCompatible), .integer(record.saved), .blob(secretHash),
      .blob(record.bytes), .blobs(record.beginnings), .blobs(record.lists),
    ]
  }

  func add(_ record: CloudRecord) throws(StorageError) -> CloudAddition {
    try record.checkSize()
    var random = SystemRandomNumberGenerator()
    let secret = KeyText.draw(using: &random)
    return try pool.whileOthersAreFaster { () throws(StorageError) -> CloudAddition? in
      let made = try pool.run(
        PostgresCloud.adding,
        PostgresCloud.values(adding: record, secretHash: hashed(secret)))
      if made.count == 1 { return .created(secret: secret) }
      // Somebody may have deleted it between the two statements.
      guard let found = try stored([record.id]), found.count == 1 else {
        return try isBlocked(record.id) ? .conflict : nil
      }
      // The answer to the statement was lost, and it was made again.
      if found.blob(0, 6) == hashed(secret) { return .created(secret: secret) }
      return found.blob(0, 5) == record.bytes ? .same : .conflict
    }
  }

  func permits(_ id: CloudID, secret: String) throws(StorageError) -> Bool {
    guard let rows = try stored([id]), rows.count == 1 else { return false }
    return rows.blob(0, 6) == hashed(secret)
  }

  private static let findingDeleted = Statement(
    "SELECT 1 FROM dicehall_cloud_record WHERE id = $1 AND content IS NULL")

  func wasDeleted(_ id: CloudID) throws(StorageError) -> Bool {
    try pool.run(PostgresCloud.findingDeleted, [.text(id.text)]).count == 1
  }

  static let deleting = Statement(
    """
    WITH gone AS (
      UPDATE dicehall_cloud_record SET name = '', class = '', saved = 0, secret = '', content = NULL
      WHERE id = $1 AND place = $2 AND content IS NOT NULL RETURNING place
    ), counted AS (
      UPDATE dicehall_cloud_number SET value = value - 1
      WHERE name = 'count' AND EXISTS (SELECT 1 FROM gone)
    ), unlisted AS (
      DELETE FROM dicehall_cloud_word
      WHERE beginning = ANY($3) AND class = ANY($4) AND is_compatible IN (false, true)
      AND place IN (SELECT place FROM gone)
    ), forgotten AS (
      DELETE FROM dicehall_cloud_report WHERE id = $1 AND EXISTS (SELECT 1 FROM gone)
    )
    SELECT place FROM gone
    """)

  static func values(deleting record: CloudRecord, at place: Int) -> [Parameter] {
    [.text(record.id.text), .integer(place), .blobs(record.beginnings), .blobs(record.lists)]
  }

  func delete(_ id: CloudID, secret: String) throws(StorageError) -> Bool {
    guard let rows = try stored([id]), rows.count == 1, let record = rows.record(0),
      rows.blob(0, 6) == hashed(secret)
    else { return false }
    let gone = try pool.runCounting(
      PostgresCloud.deleting, PostgresCloud.values(deleting: record, at: rows.integer(0, 7)))
    // If it was gone the second time, whoever deleted it knew the secret too.
    return gone.rows.count == 1 || gone.wasRepeated
  }

  private static let counting = Statement(
    "SELECT value FROM dicehall_cloud_number WHERE name = 'count'")

  func count() throws(StorageError) -> Int {
    let rows = try pool.run(PostgresCloud.counting)
    return rows.count == 1 ? rows.integer(0, 0) : 0
  }
}

extension CloudRecord {
  /// What searches for it begin with; the empty one is what lists of all names look for.
  var beginnings: [[UInt8]] {
    FoldedWords(name).beginnings.union([""]).sorted().map { Array($0.utf8) }
  }

  /// The classes of the lists that it is on.
  var lists: [[UInt8]] { [[], Array(classID.utf8)] }
}

extension Rows {
  /// The record in a row with id, name, class, whether it is compatible, moment and content.
  func record(_ row: Int) -> CloudRecord? {
    CloudID(text(row, 0)).map {
      CloudRecord(
        id: $0, name: text(row, 1), classID: text(row, 2), isCompatible: boolean(row, 3),
        bytes: blob(row, 5), saved: integer(row, 4))
    }
  }
}
