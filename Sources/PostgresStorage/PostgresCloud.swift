import Storage
import StoredSecrets

/// The cloud as rows of tables.
///
/// Adding, deleting and admitting are one statement each.
struct PostgresCloud: CloudStorage {
  let pool: ConnectionPool
  let place: String
  /// The limit of a client's additions; `nil` for none.
  let allowance: Allowance?

  init(_ pool: ConnectionPool, of database: String, allowance: Allowance?) {
    self.pool = pool
    self.allowance = allowance
    place = "\(database), cloud"
  }

  private static let reading: Statement = """
    SELECT id, name, class, is_compatible, saved, content, secret, place
    FROM dicehall_cloud_record WHERE id = ANY($1) AND content IS NOT NULL
    """

  func read(_ id: CloudID) throws(StorageError) -> CloudRecord? { try stored([id]).first?.record }

  func read(_ ids: [CloudID], _ found: (CloudRecord) -> Void) throws(StorageError) {
    if !ids.isEmpty { try stored(ids).lazy.compactMap(\.record).forEach(found) }
  }

  /// Returns the rows of those records that exist.
  private func stored(_ ids: [CloudID]) throws(StorageError) -> Rows {
    try pool.run(Self.reading, [.texts(ids.map(\.text))])
  }

  /// A concurrent insert of the same id waits for the next place, and then finds the record.
  static let adding: Statement = """
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
    """

  static func values(adding record: CloudRecord, secretHash: [UInt8]) -> [Parameter] {
    [
      .text(record.id.text), .blob(Array(record.name.utf8)), .blob(Array(record.classID.utf8)),
      .boolean(record.isCompatible), .integer(record.saved), .blob(secretHash),
      .blob(record.bytes), .blobs(record.beginnings), .blobs(record.lists),
    ]
  }

  func add(_ record: CloudRecord) throws(StorageError) -> CloudAddition {
    try record.checkSize()
    let secret = KeyText.draw()
    return try pool.retrying { () throws(StorageError) -> CloudAddition? in
      let made = try pool.run(Self.adding, Self.values(adding: record, secretHash: hashed(secret)))
      if made.count == 1 { return .created(secret: secret) }
      // Someone may have deleted it between the two statements.
      guard let found = try stored([record.id]).first else {
        return try isBlocked(record.id) ? .conflict : nil
      }
      // The statement ran twice because its first answer was lost.
      if found.blob(6) == hashed(secret) { return .created(secret: secret) }
      return found.blob(5) == record.bytes ? .same : .conflict
    }
  }

  func permits(_ id: CloudID, secret: String) throws(StorageError) -> Bool {
    try stored([id]).first?.blob(6) == hashed(secret)
  }

  private static let findingDeleted: Statement =
    "SELECT 1 FROM dicehall_cloud_record WHERE id = $1 AND content IS NULL"

  func wasDeleted(_ id: CloudID) throws(StorageError) -> Bool {
    try pool.run(Self.findingDeleted, [.text(id.text)]).count == 1
  }

  static let deleting: Statement = """
    WITH gone AS (
      UPDATE dicehall_cloud_record SET name = '', class = '', saved = 0, secret = '', content = NULL
      WHERE id = $1 AND place = $2 AND content = $5 RETURNING place
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
    """

  static func values(deleting record: CloudRecord, at place: Int) -> [Parameter] {
    [
      .text(record.id.text), .integer(place), .blobs(record.beginnings), .blobs(record.lists),
      .blob(record.bytes),
    ]
  }

  func delete(_ id: CloudID, secret: String) throws(StorageError) -> Bool {
    try pool.retrying { () throws(StorageError) -> Bool? in
      guard let row = try stored([id]).first, let record = row.record,
        row.blob(6) == hashed(secret)
      else { return false }
      let gone = try pool.runCounting(
        Self.deleting, Self.values(deleting: record, at: row.integer(7)))
      // If the retry found it gone, whoever deleted it also knew the secret. Without one, somebody
      // has deleted or replaced it between the two statements.
      return gone.rows.count == 1 || gone.wasRepeated ? true : nil
    }
  }

  /// Rows of the old lists go unless the new ones have them too: one statement can't delete a row and
  /// make it again.
  static let replacing: Statement = """
    WITH changed AS (
      UPDATE dicehall_cloud_record
      SET name = $4, class = $5, is_compatible = $6, saved = $7, content = $8
      WHERE id = $1 AND place = $2 AND secret = $3 AND content = $9 RETURNING place
    ), unlisted AS (
      DELETE FROM dicehall_cloud_word
      WHERE beginning = ANY($10) AND class = ANY($11) AND is_compatible IN (false, true)
      AND place IN (SELECT place FROM changed)
      AND NOT (beginning = ANY($12) AND class = ANY($13) AND ($6 OR NOT is_compatible))
    ), listed AS (
      INSERT INTO dicehall_cloud_word (beginning, class, is_compatible, place)
      SELECT b.beginning, c.class, i.is_compatible, changed.place
      FROM changed, unnest($12) AS b(beginning), unnest($13) AS c(class),
        (VALUES (false), (true)) AS i(is_compatible)
      WHERE $6 OR NOT i.is_compatible
      ON CONFLICT DO NOTHING
    )
    SELECT place FROM changed
    """

  static func values(
    replacing old: CloudRecord, at place: Int, with record: CloudRecord, secretHash: [UInt8]
  ) -> [Parameter] {
    [
      .text(record.id.text), .integer(place), .blob(secretHash), .blob(Array(record.name.utf8)),
      .blob(Array(record.classID.utf8)), .boolean(record.isCompatible), .integer(record.saved),
      .blob(record.bytes), .blob(old.bytes), .blobs(old.beginnings), .blobs(old.lists),
      .blobs(record.beginnings), .blobs(record.lists),
    ]
  }

  func replace(_ record: CloudRecord, secret: String) throws(StorageError) -> Bool {
    try record.checkSize()
    return try pool.retrying { () throws(StorageError) -> Bool? in
      guard let row = try stored([record.id]).first, let old = row.record,
        row.blob(6) == hashed(secret)
      else { return false }
      // Also if the statement ran and its answer was lost.
      guard old.bytes != record.bytes else { return true }
      let changed = try pool.run(
        Self.replacing,
        Self.values(replacing: old, at: row.integer(7), with: record, secretHash: hashed(secret)))
      // Somebody else may have changed it between the two statements.
      return changed.count == 1 ? true : nil
    }
  }

  private static let counting: Statement =
    "SELECT value FROM dicehall_cloud_number WHERE name = 'count'"

  func count() throws(StorageError) -> Int { try pool.run(Self.counting).first?.integer(0) ?? 0 }

  private static let findingPlace: Statement =
    "SELECT place FROM dicehall_cloud_record WHERE id = $1"

  /// Returns the place before which a list continues after a record; `nil` if it never existed.
  func end(after id: CloudID?) throws(StorageError) -> Int? {
    guard let id else { return .max }
    return try place(of: id)
  }

  /// Returns the place of a record in the order of adding, even of a deleted one.
  func place(of id: CloudID) throws(StorageError) -> Int? {
    try pool.run(Self.findingPlace, [.text(id.text)]).first?.integer(0)
  }

  /// The SQL version of `Allowance.spend`.
  ///
  /// `$2` is the time, `$3` the window and `$4` the interval, all in milliseconds. A client that
  /// has to wait writes nothing; some expired clients are deleted. If the answer is lost, the
  /// addition is counted twice.
  private static let admitting: Statement = """
    WITH spent AS (
      INSERT INTO dicehall_cloud_client AS c (hash, used_until)
      SELECT $1, $2 + $4 WHERE NOT EXISTS (
        SELECT 1 FROM dicehall_cloud_client
        WHERE hash = $1 AND used_until > $2 + $3 - $4
      )
      ON CONFLICT (hash) DO UPDATE
      SET used_until = GREATEST($2, c.used_until) + $4
      WHERE c.used_until <= $2 + $3 - $4
      RETURNING used_until
    ), forgotten AS (
      DELETE FROM dicehall_cloud_client WHERE hash IN (
        SELECT hash FROM dicehall_cloud_client
        WHERE used_until <= $2 AND hash <> $1 AND EXISTS (SELECT 1 FROM spent)
        LIMIT 100 FOR UPDATE SKIP LOCKED
      )
    )
    SELECT used_until FROM spent
    """
  private static let findingUsed: Statement =
    "SELECT used_until FROM dicehall_cloud_client WHERE hash = $1"

  func admit(_ client: String, now: Int) throws(StorageError) -> Int? {
    guard let allowance else { return nil }
    let key = Parameter.blob(hashed(client))
    return try pool.retrying { () throws(StorageError) -> Int?? in
      let spent = try pool.run(
        Self.admitting,
        [key, .integer(now * 1000), .integer(allowance.window), .integer(allowance.interval)])
      if spent.count == 1 { return .some(nil) }
      guard let used = try pool.run(Self.findingUsed, [key]).first,
        case .wait(let seconds) = allowance.spend(used: used.integer(0), now: now * 1000)
      else { return nil }
      return .some(seconds)
    }
  }
}

extension CloudRecord {
  /// The prefixes under which a search finds the record; lists of all names use the empty one.
  var beginnings: [[UInt8]] {
    FoldedWords(name).beginnings.union([""]).sorted().map { Array($0.utf8) }
  }

  /// The classes of the lists that it is on.
  var lists: [[UInt8]] { [[], Array(classID.utf8)] }
}

extension Row {
  /// The record in a row with id, name, class, whether it is compatible, moment and content.
  var record: CloudRecord? {
    CloudID(text(0)).map {
      CloudRecord(
        id: $0, name: text(1), classID: text(2), isCompatible: boolean(3), bytes: blob(5),
        saved: integer(4))
    }
  }
}
