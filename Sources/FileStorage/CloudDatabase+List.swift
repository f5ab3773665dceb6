import Storage

extension CloudDatabase {
  func list(_ query: CloudQuery) throws(StorageError) -> CloudListing? {
    var damaged: [String] = []
    let found = try file.use(makes: false) { (database) throws(DatabaseError) -> CloudListing? in
      var end = Int.max
      if let after = query.after {
        guard let place = try database.place(of: after) else { return nil }
        end = place
      }
      guard let words = query.foldedWords else { return .empty }
      // The empty prefix matches every name.
      return try database.list(
        query, words: words.isEmpty ? [""] : words, before: end, damaged: &damaged)
    }
    file.tellOfDamaged(damaged)
    // If there is no database, the cloud is empty.
    return found ?? (query.after == nil ? .empty : nil)
  }
}

extension CloudListing {
  fileprivate static let empty = CloudListing(records: [], hasMore: false)
}

extension Database {
  /// `damaged` gets the ids of records that are left out because they are damaged.
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

  /// A query that walks through the first word's places and looks up each one for the other words.
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
      try run(
        """
        SELECT count(*) FROM (
          SELECT 1 FROM word WHERE class = ? AND compatible = ? AND beginning = ? LIMIT 500)
        """, list + [.text(word)]
      ) { (row) throws(DatabaseError) in counts[word] = row.integer(0) }
    }
    return words.sorted { counts[$0, default: 0] < counts[$1, default: 0] }
  }
}
