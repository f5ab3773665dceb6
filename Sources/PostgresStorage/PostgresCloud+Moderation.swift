import Storage
import StoredSecrets

/// Reports, and an operator's moderation.
extension PostgresCloud {
  private static let reporting: Statement = """
    INSERT INTO dicehall_cloud_report (id, client) SELECT $1, $2 WHERE EXISTS (
      SELECT 1 FROM dicehall_cloud_record WHERE id = $1 AND content IS NOT NULL
    ) ON CONFLICT (id, client) DO NOTHING
    """

  func report(_ id: CloudID, by client: String) throws(StorageError) -> Bool? {
    let key = Parameter.blob(hashedReport(of: id, by: client))
    if try pool.run(Self.reporting, [.text(id.text), key]).changed == 1 { return true }
    return try read(id) == nil ? nil : false
  }

  /// All entries with their places and numbers of reports.
  private static let all = """
    SELECT id, name, class, is_compatible, saved, content, false AS is_blocked, place,
      (SELECT count(*) FROM dicehall_cloud_report p WHERE p.id = r.id) AS reports
    FROM dicehall_cloud_record r WHERE content IS NOT NULL
    UNION ALL
    SELECT id, name, class, is_compatible, saved, content, true, place,
      (SELECT count(*) FROM dicehall_cloud_report p WHERE p.id = b.id)
    FROM dicehall_cloud_blocked b
    """
  private static let looking: Statement =
    "SELECT * FROM (\(all)) AS entry WHERE place < $1 ORDER BY place DESC LIMIT $2"
  private static let lookingReported: Statement = """
    SELECT * FROM (\(all)) AS entry WHERE place < $1 AND reports > 0
    ORDER BY reports DESC, place DESC LIMIT $2
    """
  private static let lookingBlocked: Statement =
    "SELECT * FROM (\(all)) AS entry WHERE place < $1 AND is_blocked ORDER BY place DESC LIMIT $2"
  private static let lookingAtOne: Statement = "SELECT * FROM (\(all)) AS entry WHERE id = $1"

  func entries(
    _ choice: CloudChoice, limit: Int, after: CloudID?
  ) throws(StorageError) -> [CloudEntry]? {
    guard let end = try end(after: after) else { return nil }
    let statement =
      switch choice {
      case .all: Self.looking
      case .reported: Self.lookingReported
      case .blocked: Self.lookingBlocked
      }
    return try pool.run(statement, [.integer(end), .integer(max(0, limit))]).compactMap(\.entry)
  }

  func entry(_ id: CloudID) throws(StorageError) -> CloudEntry? {
    try pool.run(Self.lookingAtOne, [.text(id.text)]).first?.entry
  }

  func isBlocked(_ id: CloudID) throws(StorageError) -> Bool { try entry(id)?.isBlocked ?? false }

  private static let keeping: Statement = """
    INSERT INTO dicehall_cloud_blocked
      (id, place, name, class, is_compatible, saved, secret, content)
    SELECT id, place, name, class, is_compatible, saved, secret, content
    FROM dicehall_cloud_record WHERE id = $1 AND content IS NOT NULL
    """
  private static let clearing: Statement = """
    UPDATE dicehall_cloud_record SET name = '', class = '', saved = 0, secret = '', content = NULL
    WHERE id = $1
    """
  private static let unlisting: Statement = """
    DELETE FROM dicehall_cloud_word
    WHERE beginning = ANY($1) AND class = ANY($2) AND is_compatible IN (false, true) AND place = (
      SELECT place FROM dicehall_cloud_record WHERE id = $3
    )
    """
  private static let counting: Statement =
    "UPDATE dicehall_cloud_number SET value = value + $1 WHERE name = 'count'"

  func block(_ id: CloudID) throws(StorageError) -> Bool? {
    guard let entry = try entry(id) else { return nil }
    guard !entry.isBlocked else { return false }
    return try pool.transaction { (connection) throws(DatabaseError) -> Bool in
      // Someone else may block, replace or delete the record at the same moment.
      let taken = try connection.run(Self.taking, [.text(id.text)])
      guard let record = taken.first?.record else { return false }
      try Self.block(record, connection)
      return true
    }
  }

  /// Hides a record from everyone, and keeps it.
  static func block(_ record: CloudRecord, _ connection: Connection) throws(DatabaseError) {
    try connection.run(keeping, [.text(record.id.text)])
    try hide(record, connection)
  }

  private static func hide(_ record: CloudRecord, _ connection: Connection) throws(DatabaseError) {
    let id = Parameter.text(record.id.text)
    try connection.run(unlisting, [.blobs(record.beginnings), .blobs(record.lists), id])
    try connection.run(clearing, [id])
    try connection.run(counting, [.integer(-1)])
  }

  private static let showing: Statement = """
    UPDATE dicehall_cloud_record SET name = b.name, class = b.class,
      is_compatible = b.is_compatible, saved = b.saved, secret = b.secret, content = b.content
    FROM dicehall_cloud_blocked b
    WHERE dicehall_cloud_record.id = $1 AND b.id = $1
      AND dicehall_cloud_record.content IS NULL
    """
  private static let relisting: Statement = """
    INSERT INTO dicehall_cloud_word (beginning, class, is_compatible, place)
    SELECT b.beginning, c.class, i.is_compatible, r.place
    FROM dicehall_cloud_record r, unnest($1) AS b(beginning), unnest($2) AS c(class),
      (VALUES (false), (true)) AS i(is_compatible)
    WHERE r.id = $3 AND (r.is_compatible OR NOT i.is_compatible)
    """
  static let freeing: Statement = "DELETE FROM dicehall_cloud_blocked WHERE id = $1"
  static let forgetting: Statement = "DELETE FROM dicehall_cloud_report WHERE id = $1"

  func unblock(_ id: CloudID) throws(StorageError) -> Bool? {
    guard let entry = try entry(id) else { return nil }
    return try pool.transaction { (connection) throws(DatabaseError) -> Bool in
      let key = Parameter.text(id.text)
      let forgotten = try connection.run(Self.forgetting, [key]).changed > 0
      guard try connection.run(Self.showing, [key]).changed == 1 else { return forgotten }
      try connection.run(
        Self.relisting, [.blobs(entry.record.beginnings), .blobs(entry.record.lists), key])
      try connection.run(Self.freeing, [key])
      try connection.run(Self.counting, [.integer(1)])
      return true
    }
  }

  func discard(_ id: CloudID) throws(StorageError) -> Bool {
    guard try entry(id) != nil else { return false }
    return try pool.transaction { (connection) throws(DatabaseError) -> Bool in
      let key = Parameter.text(id.text)
      try connection.run(Self.forgetting, [key])
      if try connection.run(Self.freeing, [key]).changed == 1 { return true }
      // If two callers delete it at once, only one takes it off the lists.
      let taken = try connection.run(Self.taking, [key])
      guard let record = taken.first?.record else { return false }
      try Self.hide(record, connection)
      return true
    }
  }

  private static let taking: Statement = """
    SELECT id, name, class, is_compatible, saved, content FROM dicehall_cloud_record
    WHERE id = $1 AND content IS NOT NULL FOR UPDATE
    """
}

extension Row {
  /// The entry in a row with a record, whether it is blocked, its place and its reports.
  fileprivate var entry: CloudEntry? {
    record.map { CloudEntry($0, reports: integer(8), isBlocked: boolean(6)) }
  }
}
