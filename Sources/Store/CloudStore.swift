import Crypto

/// The cloud: records that everybody may read and search, in one database of all processes.
///
/// Nothing is opened before the first call, and no file made before the first addition. A damaged
/// database is moved to the folder `damaged` and told of once; an empty one begins.
package struct CloudStore: Sendable {
  /// How many bytes a record may have.
  package static let longestBytes = 64 * 1024
  /// How many bytes of UTF-8 a record's name may have.
  package static let longestName = 1024
  private static let longestClassID = 64

  let file: CloudFile
  private let allowance: Allowance

  /// A store in that folder; nothing is touched yet.
  ///
  /// The patience is how long to wait for others that write, the allowance how often one client is
  /// admitted.
  package init(
    folder: String, durability: Durability, patience: Duration = .seconds(2),
    allowance: Allowance = Allowance(count: 120, seconds: 600)
  ) {
    file = CloudFile(folder: folder, durability: durability, patience: patience)
    self.allowance = allowance
  }

  /// Makes the folder, with those above it, and shuts it to other users; for the program's start.
  ///
  /// - Throws: `StoreError.unavailable` or `.full`.
  package func prepare() throws(StoreError) { try file.place.prepare() }

  /// Adds a record, unless there is one of this id already.
  ///
  /// - Throws: `StoreError`; `.tooLarge` also for the name or the class.
  package func add(_ record: CloudRecord) throws(StoreError) -> Addition {
    for (count, limit) in [
      (record.bytes.count, Self.longestBytes), (record.name.utf8.count, Self.longestName),
      (record.classID.utf8.count, Self.longestClassID),
    ] where count > limit { throw .tooLarge(count: count) }
    // An empty class would stand for all of them.
    guard !record.classID.isEmpty else { throw .tooLarge(count: 0) }
    let secret = Signs.draw(26)
    let addition = try file.use(makes: true) { (database) throws(DatabaseError) in
      try database.transaction { () throws(DatabaseError) -> Addition in
        if let found = try database.stored(record.id) {
          return found.bytes == record.bytes ? .same : .conflict
        }
        try database.insert(record, secretHash: hash(secret))
        return .created(secret: secret)
      }
    }
    return addition ?? .conflict
  }

  /// The record of that id, or `nil`.
  ///
  /// - Throws: `StoreError`.
  package func read(_ id: CloudID) throws(StoreError) -> CloudRecord? {
    let found = try file.use(makes: false) { (database) throws(DatabaseError) in
      try database.stored(id)
    }
    return found ?? nil
  }

  /// Whether the secret is the one that permits to delete the record; writes nothing.
  ///
  /// - Throws: `StoreError`.
  package func permits(_ id: CloudID, secret: String) throws(StoreError) -> Bool {
    let isRight = try file.use(makes: false) { (database) throws(DatabaseError) in
      try database.secretHash(of: id) == hash(secret)
    }
    return isRight ?? false
  }

  /// Whether there was a record of that id, which is deleted now.
  ///
  /// - Throws: `StoreError`.
  package func wasDeleted(_ id: CloudID) throws(StoreError) -> Bool {
    let wasDeleted = try file.use(makes: false) { (database) throws(DatabaseError) in
      guard try database.place(of: id) != nil else { return false }
      return try database.stored(id) == nil
    }
    return wasDeleted ?? false
  }

  /// Removes the record when the secret is the one that was told when it was added.
  ///
  /// - Returns: `false` when there is no such record or the secret is another.
  /// - Throws: `StoreError`.
  package func delete(_ id: CloudID, secret: String) throws(StoreError) -> Bool {
    let isDeleted = try file.use(makes: false) { (database) throws(DatabaseError) in
      // Most who try have the right one; the others are not to keep anybody from writing.
      guard try database.secretHash(of: id) == hash(secret) else { return false }
      return try database.transaction { () throws(DatabaseError) -> Bool in
        guard try database.secretHash(of: id) == hash(secret),
          let record = try database.stored(id)
        else { return false }
        try database.remove(record)
        return true
      }
    }
    return isDeleted ?? false
  }

  /// How many records there are.
  ///
  /// - Throws: `StoreError`.
  package func count() throws(StoreError) -> Int {
    let count = try file.use(makes: false) { (database) throws(DatabaseError) in
      var count = 0
      try database.run("SELECT count FROM total") { (row) throws(DatabaseError) in
        count = row.integer(0)
      }
      return count
    }
    return count ?? 0
  }

  /// Takes one off what a client may do, or says how long it has to wait.
  ///
  /// The client, an address say, is kept as a hash, and no longer than it counts.
  ///
  /// - Returns: `nil` when it may go on, or seconds, at least 1.
  /// - Throws: `StoreError`.
  package func admit(_ client: String, now: Int) throws(StoreError) -> Int? {
    let key = SQLValue.blob(hash(client))
    let wait = try file.use(makes: true) { (database) throws(DatabaseError) -> Int? in
      // Who has to wait costs no write.
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

private func hash(_ text: String) -> [UInt8] { Array(SHA256.hash(data: Array(text.utf8))) }

extension Database {
  /// Until when a client has used up what it may, in milliseconds since 1970, or 0.
  fileprivate func used(_ client: SQLValue) throws(DatabaseError) -> Int {
    var until = 0
    try run("SELECT until FROM client WHERE hash = ?", [client]) { (row) throws(DatabaseError) in
      until = row.integer(0)
    }
    return until
  }
}
