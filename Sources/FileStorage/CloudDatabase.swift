import Storage
import StoredSecrets

/// The cloud in one SQLite database that all processes share.
///
/// The first call opens the database, and the first write creates it. A damaged database is put
/// aside and replaced with an empty one; a damaged record stays, and is not shown.
struct CloudDatabase: CloudStorage {
  let file: CloudFile
  private let allowance: Allowance?

  /// Sets up a cloud in that folder without touching the disk.
  ///
  /// `patience` is how long to wait for other writers. `allowance` is how often one client may add
  /// a record; `nil` means no limit.
  init(
    _ place: StateFolder, _ durability: Durability, patience: Duration = .seconds(2),
    allowance: Allowance? = StorageLimits.newRecords
  ) {
    file = CloudFile(place, durability, patience: patience)
    self.allowance = allowance
  }

  var place: String { file.path }

  func add(_ record: CloudRecord) throws(StorageError) -> CloudAddition {
    try record.checkSize()
    let secret = KeyText.draw()
    let addition = try file.use(makes: true) { (database) throws(DatabaseError) in
      try database.transaction { () throws(DatabaseError) -> CloudAddition in
        if let found = try database.stored(record.id) {
          return found.bytes == record.bytes ? .same : .conflict
        }
        try database.prepareModeration()
        guard try !database.isBlocked(record.id) else { return .conflict }
        try database.insert(record, secretHash: hashed(secret))
        return .created(secret: secret)
      }
    }
    return addition ?? .conflict
  }

  func read(_ id: CloudID) throws(StorageError) -> CloudRecord? {
    try file.use(or: nil) { (database) throws(DatabaseError) in try database.stored(id) }
  }

  func read(_ ids: [CloudID], _ found: (CloudRecord) -> Void) throws(StorageError) {
    file.reportDamaged(
      try file.use(or: []) { (database) throws(DatabaseError) in try database.stored(ids, found) })
  }

  func permits(_ id: CloudID, secret: String) throws(StorageError) -> Bool {
    try file.use(or: false) { (database) throws(DatabaseError) in
      try database.secretHash(of: id) == hashed(secret)
    }
  }

  func wasDeleted(_ id: CloudID) throws(StorageError) -> Bool {
    try file.use(or: false) { (database) throws(DatabaseError) in
      guard try database.place(of: id) != nil else { return false }
      return try database.stored(id) == nil
    }
  }

  func delete(_ id: CloudID, secret: String) throws(StorageError) -> Bool {
    try change(id, secret) { (database, record) throws(DatabaseError) in
      try database.remove(record)
      try database.prepareModeration()
      try database.forgetReports(of: id)
    }
  }

  func replace(_ record: CloudRecord, secret: String) throws(StorageError) -> Bool {
    try record.checkSize()
    return try change(record.id, secret) { (database, old) throws(DatabaseError) in
      try database.replace(old, with: record)
    }
  }

  /// Changes the record with that ID, if it exists and this is its secret.
  private func change(
    _ id: CloudID, _ secret: String,
    _ work: (Database, CloudRecord) throws(DatabaseError) -> Void
  ) throws(StorageError) -> Bool {
    try file.use(or: false) { (database) throws(DatabaseError) in
      // Check before the transaction, so that a wrong secret does not block writers.
      guard try database.secretHash(of: id) == hashed(secret) else { return false }
      return try database.transaction { () throws(DatabaseError) -> Bool in
        guard try database.secretHash(of: id) == hashed(secret),
          let record = try database.stored(id)
        else { return false }
        try work(database, record)
        return true
      }
    }
  }

  func count() throws(StorageError) -> Int {
    try file.use(or: 0) { (database) throws(DatabaseError) in
      try database.value("SELECT count FROM total") { $0.integer(0) } ?? 0
    }
  }

  func admit(_ client: String, now: Int) throws(StorageError) -> Int? {
    guard let allowance else { return nil }
    let key = SQLValue.blob(hashed(client))
    let wait = try file.use(makes: true) { (database) throws(DatabaseError) -> Int? in
      // Check before the transaction, so that turning a client away writes nothing.
      if case .wait(let seconds) = allowance.spend(used: try database.used(key), now: now * 1000) {
        return seconds
      }
      return try database.transaction { () throws(DatabaseError) -> Int? in
        switch allowance.spend(used: try database.used(key), now: now * 1000) {
        case .wait(let seconds): return seconds
        case .used(let until):
          try database.run("DELETE FROM client WHERE until <= ?", [.integer(now * 1000)])
          try database.run("REPLACE INTO client VALUES (?, ?)", [key, .integer(until)])
          return nil
        }
      }
    }
    return wait ?? nil
  }
}

extension Database {
  /// Returns the time up to which a client has used its allowance, in ms since 1970, or 0.
  fileprivate func used(_ client: SQLValue) throws(DatabaseError) -> Int {
    try value("SELECT until FROM client WHERE hash = ?", [client]) { $0.integer(0) } ?? 0
  }
}

extension CloudDatabase {
  func list(_ query: CloudQuery) throws(StorageError) -> CloudListing? {
    var damaged: [String] = []
    let found = try file.use(makes: false) { (database) throws(DatabaseError) -> CloudListing? in
      guard let end = try database.end(after: query.after) else { return nil }
      guard let words = query.foldedWords else { return .empty }
      // The empty prefix matches every name.
      return try database.list(
        query, words: words.isEmpty ? [""] : words, before: end, damaged: &damaged)
    }
    file.reportDamaged(damaged)
    // If there is no database, the cloud is empty.
    return found ?? (query.after == nil ? .empty : nil)
  }
}

extension CloudListing {
  fileprivate static let empty = CloudListing(records: [], hasMore: false)
}

extension Database {
  /// Lists records; `damaged` gets the IDs of those left out because they are damaged.
  fileprivate func list(
    _ query: CloudQuery, words: [String], before end: Int, damaged: inout [String]
  ) throws(DatabaseError) -> CloudListing {
    let limit = min(max(query.limit, 1), StorageLimits.pageRecords)
    let list: [SQLValue] = [
      .text(query.classID ?? ""), .integer(query.onlyCompatible ? 1 : 0),
    ]
    let words = try rarestFirst(words, in: list)
    var records: [CloudRecord] = []
    var count = 0
    try run(
      Self.sql(words: words.count),
      list + [.integer(end), .integer(limit + 1)] + words.map { .text($0) }
    ) { (row) throws(DatabaseError) in
      count += 1
      guard count <= limit else { return }
      if let record = row.record { records.append(record) } else { damaged.append(row.text(0)) }
    }
    return CloudListing(records: records, hasMore: count > limit)
  }

  /// Returns a query that visits the first word's places and looks each up for the other words.
  private static func sql(words count: Int) -> String {
    let joins = (1..<count).map { number in
      """
      CROSS JOIN word w\(number) ON w\(number).class = ?1 AND w\(number).compatible = ?2
      AND w\(number).beginning = ?\(5 + number) AND w\(number).place = w0.place
      """
    }
    return """
      SELECT id, name, record.class, record.compatible, saved, bytes, checksum FROM word w0
      \(joins.joined(separator: "\n")) CROSS JOIN record ON record.place = w0.place
      WHERE w0.class = ?1 AND w0.compatible = ?2 AND w0.beginning = ?5 AND w0.place < ?3
      ORDER BY w0.place DESC LIMIT ?4
      """
  }

  /// Sorts the words by rarity, so that the query checks few places.
  private func rarestFirst(
    _ words: [String], in list: [SQLValue]
  ) throws(DatabaseError) -> [String] {
    guard words.count > 1 else { return words }
    var counts: [String: Int] = [:]
    for word in words {
      // Counting beyond 500 would cost more than it saves.
      counts[word] = try value(
        """
        SELECT count(*) FROM (
          SELECT 1 FROM word WHERE class = ? AND compatible = ? AND beginning = ? LIMIT 500)
        """, list + [.text(word)]
      ) { $0.integer(0) }
    }
    return words.sorted { counts[$0, default: 0] < counts[$1, default: 0] }
  }
}
