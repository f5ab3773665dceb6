import Storage

/// Records of the cloud, for copying, in the order in which they were added.
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
      for name in names { batch.found[name] = try database.piece(name) }
    }
    return batch
  }

  func put(_ pieces: [CloudPiece]) throws(StorageError) {
    _ = try file.use(makes: true) { (database) throws(DatabaseError) in
      try database.transaction { () throws(DatabaseError) in
        for piece in pieces { try database.put(piece) }
      }
    }
  }
}

extension Database {
  fileprivate func piece(_ id: CloudID) throws(DatabaseError) -> CloudPiece? {
    guard try place(of: id) != nil else { return nil }
    guard let record = try stored(id) else { return CloudPiece(name: id, kept: nil) }
    return CloudPiece(
      name: id, kept: .init(record: record, secretHash: try secretHash(of: id)))
  }

  fileprivate func put(_ piece: CloudPiece) throws(DatabaseError) {
    if let old = try stored(piece.name) { try remove(old) }
    if let kept = piece.kept {
      try insert(kept.record, secretHash: kept.secretHash)
    } else {
      try bury(piece.name)
    }
  }
}
