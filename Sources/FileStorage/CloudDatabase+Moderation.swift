import Storage
import StoredSecrets

/// Reports, and an operator's decisions on them.
extension CloudDatabase {
  func report(_ id: CloudID, by client: String) throws(StorageError) -> Bool? {
    let key = hashedReport(of: id, by: client)
    return try change(or: nil) { (database) throws(DatabaseError) -> Bool? in
      guard try database.stored(id) != nil else { return nil }
      let before = try database.reports(of: id)
      try database.addReport(of: id, by: key)
      return try database.reports(of: id) > before
    }
  }

  func entries(
    _ choice: CloudChoice, limit: Int, after: CloudID?
  ) throws(StorageError) -> [CloudEntry]? {
    // If there is no database, the cloud is empty.
    try change(or: after == nil ? [] : nil) { (database) throws(DatabaseError) -> [CloudEntry]? in
      guard let end = try database.end(after: after) else { return nil }
      return try database.entries(choice, "place < ?1", [.integer(end), .integer(max(0, limit))])
    }
  }

  func entry(_ id: CloudID) throws(StorageError) -> CloudEntry? {
    try change(or: nil) { (database) throws(DatabaseError) in try database.entry(id) }
  }

  func block(_ id: CloudID) throws(StorageError) -> Bool? {
    try change(or: nil) { (database) throws(DatabaseError) -> Bool? in
      guard let record = try database.stored(id) else {
        return try database.isBlocked(id) ? false : nil
      }
      try database.block(record)
      return true
    }
  }

  func unblock(_ id: CloudID) throws(StorageError) -> Bool? {
    try change(or: nil) { (database) throws(DatabaseError) -> Bool? in
      guard let entry = try database.entry(id) else { return nil }
      try database.forgetReports(of: id)
      if entry.isBlocked { try database.restore(entry.record) }
      return entry.isBlocked || entry.reports > 0
    }
  }

  func discard(_ id: CloudID) throws(StorageError) -> Bool {
    try change(or: false) { (database) throws(DatabaseError) in
      guard let entry = try database.entry(id) else { return false }
      if entry.isBlocked {
        try database.forgetBlocked(id)
      } else {
        try database.remove(entry.record)
      }
      try database.forgetReports(of: id)
      return true
    }
  }

  /// Runs `work` in a transaction, in which the tables for moderation exist.
  private func change<Result>(
    or absent: Result, _ work: (Database) throws(DatabaseError) -> Result
  ) throws(StorageError) -> Result {
    try file.use(or: absent) { (database) throws(DatabaseError) in
      try database.transaction { () throws(DatabaseError) -> Result in
        try database.prepareModeration()
        return try work(database)
      }
    }
  }
}

extension Database {
  /// Creates the moderation tables that an older database lacks; call this within a transaction.
  func prepareModeration() throws(DatabaseError) {
    for statement in CloudSchema.moderation { try run(statement) }
  }

  func isBlocked(_ id: CloudID) throws(DatabaseError) -> Bool {
    try value("SELECT 1 FROM blocked WHERE id = ?", [.text(id.text)]) { _ in true } ?? false
  }

  /// Hides a record from everyone, and keeps it.
  func block(_ record: CloudRecord) throws(DatabaseError) {
    try run(
      """
      INSERT INTO blocked (place, id, name, class, compatible, saved, secret, bytes, checksum)
      SELECT place, id, name, class, compatible, saved, secret, bytes, checksum FROM record
      WHERE id = ?
      """, [.text(record.id.text)])
    try remove(record)
  }

  func forgetBlocked(_ id: CloudID) throws(DatabaseError) {
    try run("DELETE FROM blocked WHERE id = ?", [.text(id.text)])
  }

  /// Records a client's report by the client's hash; once is enough.
  func addReport(of id: CloudID, by client: [UInt8]) throws(DatabaseError) {
    try run("INSERT OR IGNORE INTO report VALUES (?, ?)", [.text(id.text), .blob(client)])
  }

  func forgetReports(of id: CloudID) throws(DatabaseError) {
    try run("DELETE FROM report WHERE id = ?", [.text(id.text)])
  }

  fileprivate func reports(of id: CloudID) throws(DatabaseError) -> Int {
    try value("SELECT count(*) FROM report WHERE id = ?", [.text(id.text)]) { $0.integer(0) } ?? 0
  }

  fileprivate func entry(_ id: CloudID) throws(DatabaseError) -> CloudEntry? {
    try entries(.all, "id = ?1", [.text(id.text), .integer(1)]).first
  }

  /// Returns the entries that meet `condition`, at most `?2` of them.
  fileprivate func entries(
    _ choice: CloudChoice, _ condition: String, _ values: [SQLValue]
  ) throws(DatabaseError) -> [CloudEntry] {
    let (filter, order) =
      switch choice {
      case .all: ("true", "place DESC")
      case .reported: ("reports > 0", "reports DESC, place DESC")
      case .blocked: ("isBlocked", "place DESC")
      }
    var entries: [CloudEntry] = []
    try run(
      """
      SELECT id, name, class, compatible, saved, bytes, checksum, isBlocked,
        (SELECT count(*) FROM report WHERE report.id = entry.id) AS reports
      FROM (
        SELECT place, id, name, class, compatible, saved, bytes, checksum, 0 AS isBlocked
        FROM record WHERE bytes IS NOT NULL
        UNION ALL
        SELECT place, id, name, class, compatible, saved, bytes, checksum, 1 FROM blocked
      ) AS entry
      WHERE \(condition) AND \(filter) ORDER BY \(order) LIMIT ?2
      """, values
    ) { (row) throws(DatabaseError) in
      guard let record = row.record else { return }
      entries.append(CloudEntry(record, reports: row.integer(8), isBlocked: row.integer(7) != 0))
    }
    return entries
  }
}
