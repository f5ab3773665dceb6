import Storage

/// An archive of the cloud's records, in the order in which they were added.
struct CloudFileArchive: PieceArchive {
  let file: CloudFile

  private static let page = 1000

  var place: String { file.path }

  func place(of name: CloudID) -> String { "\(file.path), record \(name.text)" }

  func names(from place: Int) throws(StorageError) -> NamePage<CloudID> {
    var names: [CloudID] = []
    var last: Int?
    _ = try file.use(makes: false) { (database) throws(DatabaseError) in
      var count = 0
      try database.run(
        "SELECT place, id FROM record WHERE place > ? ORDER BY place LIMIT ?",
        [.integer(place), .integer(Self.page)]
      ) { (row) throws(DatabaseError) in
        count += 1
        if count == Self.page { last = row.integer(0) }
        if let name = CloudID(row.text(1)) { names.append(name) }
      }
    }
    return NamePage(names: names, next: last)
  }

  func read(_ names: [CloudID]) throws(StorageError) -> PieceBatch<CloudPiece> {
    var batch = PieceBatch<CloudPiece>()
    _ = try file.use(makes: false) { (database) throws(DatabaseError) in
      try database.transaction { () throws(DatabaseError) in
        try database.prepareModeration()
        for name in names {
          do throws(DatabaseError) {
            batch.found[name] = try database.piece(name)
          } catch .damagedRecord {
            batch.damaged.insert(name)
          }
        }
      }
    }
    return batch
  }

  func put(_ pieces: [CloudPiece]) throws(StorageError) {
    _ = try file.use(makes: true) { (database) throws(DatabaseError) in
      try database.transaction { () throws(DatabaseError) in
        try database.prepareModeration()
        for piece in pieces { try database.put(piece) }
      }
    }
  }
}

extension Database {
  fileprivate func piece(_ id: CloudID) throws(DatabaseError) -> CloudPiece? {
    guard try place(of: id) != nil else { return nil }
    let visible = try stored(id)
    var found = visible
    if found == nil { found = try blocked(id) }
    guard let record = found else { return CloudPiece(name: id, kept: nil) }
    let table = visible == nil ? "blocked" : "record"
    return CloudPiece(
      name: id,
      kept: .init(
        record: record, secretHash: try secretHash(of: id, in: table), isBlocked: visible == nil,
        reports: try reporters(of: id)))
  }

  private func reporters(of id: CloudID) throws(DatabaseError) -> [[UInt8]] {
    var hashes: [[UInt8]] = []
    try run("SELECT client FROM report WHERE id = ? ORDER BY client", [.text(id.text)]) {
      (row) throws(DatabaseError) in hashes.append(row.blob(0))
    }
    return hashes
  }

  fileprivate func put(_ piece: CloudPiece) throws(DatabaseError) {
    if let old = try stored(piece.name) { try remove(old) }
    try forgetBlocked(piece.name)
    try forgetReports(of: piece.name)
    guard let kept = piece.kept else { return try bury(piece.name) }
    try insert(kept.record, secretHash: kept.secretHash)
    for client in kept.reports { try addReport(of: piece.name, by: client) }
    if kept.isBlocked { try block(kept.record) }
  }
}
