import Storage

extension Database {
  /// Returns the record with that ID; `nil` if it does not exist, was deleted or is blocked.
  func stored(_ id: CloudID) throws(DatabaseError) -> CloudRecord? {
    try record(id, in: "record WHERE (bytes IS NOT NULL OR checksum IS NOT NULL)")
  }

  func blocked(_ id: CloudID) throws(DatabaseError) -> CloudRecord? {
    try record(id, in: "blocked WHERE true")
  }

  private func record(_ id: CloudID, in table: String) throws(DatabaseError) -> CloudRecord? {
    var found: CloudRecord?
    try run(
      "SELECT id, name, class, compatible, saved, bytes, checksum FROM \(table) AND id = ?",
      [.text(id.text)]
    ) { (row) throws(DatabaseError) in
      guard let record = row.record, record.id == id else { throw .damagedRecord(id.text) }
      found = record
    }
    return found
  }

  /// Passes each of these records that exists and was not deleted to `found`.
  /// - Returns: the IDs of those that are damaged.
  func stored(_ ids: [CloudID], _ found: (CloudRecord) -> Void) throws(DatabaseError) -> [String] {
    var damaged: [String] = []
    // An ID needs no escaping.
    let list = ids.map { "\"\($0.text)\"" }.joined(separator: ",")
    try run(
      """
      SELECT id, name, class, compatible, saved, bytes, checksum FROM record
      WHERE id IN (SELECT value FROM json_each(?))
        AND (bytes IS NOT NULL OR checksum IS NOT NULL)
      """, [.text("[\(list)]")]
    ) { (row) throws(DatabaseError) in
      if let record = row.record { found(record) } else { damaged.append(row.text(0)) }
    }
    return damaged
  }

  /// Returns the hash of the secret for deleting a record; empty if there is no such record.
  func secretHash(of id: CloudID, in table: String = "record") throws(DatabaseError) -> [UInt8] {
    try value("SELECT secret FROM \(table) WHERE id = ?", [.text(id.text)]) { $0.blob(0) } ?? []
  }

  /// Adds a record with an unused ID; call this within a transaction.
  func insert(_ record: CloudRecord, secretHash: [UInt8]) throws(DatabaseError) {
    // A deleted record with this ID may have left a row.
    try run("DELETE FROM record WHERE id = ?", [.text(record.id.text)])
    let place = try value(
      """
      INSERT INTO record (id, name, class, compatible, saved, secret, bytes, checksum)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING place
      """,
      [
        .text(record.id.text), .text(record.name), .text(record.classID),
        .integer(record.isCompatible ? 1 : 0), .integer(record.saved), .blob(secretHash),
        .blob(record.bytes), .integer(Int(record.checksum)),
      ]
    ) { $0.integer(0) }
    try list(record, at: place ?? 0)
  }

  /// Puts a record on its lists, and counts it.
  private func list(_ record: CloudRecord, at place: Int) throws(DatabaseError) {
    try index(record, at: place)
    try run("UPDATE total SET count = count + 1")
  }

  private func index(_ record: CloudRecord, at place: Int) throws(DatabaseError) {
    for key in record.keys {
      try run(
        "INSERT INTO word (class, compatible, beginning, place) VALUES (?, ?, ?, ?)",
        key + [.integer(place)])
    }
  }

  private func removeFromIndex(_ record: CloudRecord, at place: Int) throws(DatabaseError) {
    for key in record.keys {
      try run(
        "DELETE FROM word WHERE class = ? AND compatible = ? AND beginning = ? AND place = ?",
        key + [.integer(place)])
    }
  }

  /// Replaces a record under its ID; call this within a transaction.
  func replace(_ old: CloudRecord, with record: CloudRecord) throws(DatabaseError) {
    guard let place = try place(of: record.id) else { return }
    try removeFromIndex(old, at: place)
    try run(
      """
      UPDATE record SET name = ?, class = ?, compatible = ?, saved = ?, bytes = ?, checksum = ?
      WHERE place = ?
      """,
      [
        .text(record.name), .text(record.classID), .integer(record.isCompatible ? 1 : 0),
        .integer(record.saved), .blob(record.bytes), .integer(Int(record.checksum)),
        .integer(place),
      ])
    try index(record, at: place)
  }

  /// Shows a blocked record again; call this within a transaction.
  func restore(_ record: CloudRecord) throws(DatabaseError) {
    guard let place = try place(of: record.id) else { return }
    try run(
      """
      UPDATE record SET (name, class, compatible, saved, secret, bytes, checksum) = (
        SELECT name, class, compatible, saved, secret, bytes, checksum FROM blocked
        WHERE place = ?1
      ) WHERE place = ?1
      """, [.integer(place)])
    try run("DELETE FROM blocked WHERE place = ?", [.integer(place)])
    try list(record, at: place)
  }

  /// Deletes a record except for its ID and place; call this within a transaction.
  func remove(_ record: CloudRecord) throws(DatabaseError) {
    guard let place = try place(of: record.id) else { return }
    try removeFromIndex(record, at: place)
    try run(
      """
      UPDATE record SET name = '', class = '', saved = 0, secret = x'', bytes = NULL,
        checksum = NULL
      WHERE place = ?
      """, [.integer(place)])
    try run("UPDATE total SET count = count - 1")
  }

  /// Adds the ID of a deleted record, unless it has a row; call this within a transaction.
  func bury(_ id: CloudID) throws(DatabaseError) {
    try run(
      """
      INSERT INTO record (id, name, class, compatible, saved, secret) VALUES (?, '', '', 0, 0, x'')
      ON CONFLICT (id) DO NOTHING
      """, [.text(id.text)])
  }

  /// Returns the place before which a list continues after a record; `nil` if it never existed.
  func end(after id: CloudID?) throws(DatabaseError) -> Int? {
    guard let id else { return .max }
    return try place(of: id)
  }

  /// Returns a record's place in the order of adding, even if deleted; `nil` if it never existed.
  func place(of id: CloudID) throws(DatabaseError) -> Int? {
    try value("SELECT place FROM record WHERE id = ?", [.text(id.text)]) { $0.integer(0) }
  }
}

extension CloudRecord {
  /// The class, compatibility and prefix of each `word` row for this record.
  fileprivate var keys: [[SQLValue]] {
    let beginnings = FoldedWords(name).beginnings.union([""])
    return ["", classID].flatMap { listed in
      (isCompatible ? [0, 1] : [0]).flatMap { compatible in
        beginnings.sorted().map { [.text(listed), .integer(compatible), .text($0)] }
      }
    }
  }

  /// The CRC-32 of all its fields.
  fileprivate var checksum: UInt32 {
    var header: [UInt8] = []
    for text in [id.text, name, classID] {
      header.append(littleEndian: UInt32(text.utf8.count))
      header += text.utf8
    }
    header.append(isCompatible ? 1 : 0)
    header.append(littleEndian: Int64(saved))
    return FileStorage.checksum(header, count: header.count, bytes)
  }
}

extension Row {
  /// The record in a row, or `nil` if it is damaged.
  ///
  /// The columns are id, name, class, compatible, saved, bytes and checksum.
  var record: CloudRecord? {
    guard let id = CloudID(text(0)) else { return nil }
    let record = CloudRecord(
      id: id, name: text(1), classID: text(2), isCompatible: integer(3) != 0, bytes: blob(5),
      saved: integer(4))
    // Only a deleted record has neither bytes nor a checksum.
    return isNull(6) || integer(6) == Int(record.checksum) ? record : nil
  }
}
