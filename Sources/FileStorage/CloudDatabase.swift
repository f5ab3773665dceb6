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
  /// `patience`: how long to wait for other writers. `allowance`: how often one client may add
  /// something; `nil` for as often as it likes.
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
    var random = SystemRandomNumberGenerator()
    let secret = KeyText.draw(using: &random)
    let addition = try file.use(makes: true) { (database) throws(DatabaseError) in
      try database.transaction { () throws(DatabaseError) -> CloudAddition in
        if let found = try database.stored(record.id) {
          return found.bytes == record.bytes ? .same : .conflict
        }
        try database.prepareCare()
        guard try !database.isBlocked(record.id) else { return .conflict }
        try database.insert(record, secretHash: hashed(secret))
        return .created(secret: secret)
      }
    }
    return addition ?? .conflict
  }

  func read(_ id: CloudID) throws(StorageError) -> CloudRecord? {
    let found = try file.use(makes: false) { (database) throws(DatabaseError) in
      try database.stored(id)
    }
    return found ?? nil
  }

  func read(_ ids: [CloudID], _ found: (CloudRecord) -> Void) throws(StorageError) {
    let damaged = try file.use(makes: false) { (database) throws(DatabaseError) in
      try database.stored(ids, found)
    }
    file.tellOfDamaged(damaged ?? [])
  }

  func permits(_ id: CloudID, secret: String) throws(StorageError) -> Bool {
    let isRight = try file.use(makes: false) { (database) throws(DatabaseError) in
      try database.secretHash(of: id) == hashed(secret)
    }
    return isRight ?? false
  }

  func wasDeleted(_ id: CloudID) throws(StorageError) -> Bool {
    let wasDeleted = try file.use(makes: false) { (database) throws(DatabaseError) in
      guard try database.place(of: id) != nil else { return false }
      return try database.stored(id) == nil
    }
    return wasDeleted ?? false
  }

  func delete(_ id: CloudID, secret: String) throws(StorageError) -> Bool {
    let isDeleted = try file.use(makes: false) { (database) throws(DatabaseError) in
      // Check before the transaction, so that a wrong secret does not block writers.
      guard try database.secretHash(of: id) == hashed(secret) else { return false }
      return try database.transaction { () throws(DatabaseError) -> Bool in
        guard try database.secretHash(of: id) == hashed(secret),
          let record = try database.stored(id)
        else { return false }
        try database.remove(record)
        try database.prepareCare()
        try database.forgetReports(of: id)
        return true
      }
    }
    return isDeleted ?? false
  }

  func count() throws(StorageError) -> Int {
    let count = try file.use(makes: false) { (database) throws(DatabaseError) in
      var count = 0
      try database.run("SELECT count FROM total") { (row) throws(DatabaseError) in
        count = row.integer(0)
      }
      return count
    }
    return count ?? 0
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
  /// The time up to which a client has used its allowance, in milliseconds since 1970, or 0.
  fileprivate func used(_ client: SQLValue) throws(DatabaseError) -> Int {
    var until = 0
    try run("SELECT until FROM client WHERE hash = ?", [client]) { (row) throws(DatabaseError) in
      until = row.integer(0)
    }
    return until
  }
}
