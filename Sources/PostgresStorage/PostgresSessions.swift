import Glibc
import Storage
import StoredSecrets

/// Sessions as rows of a table.
///
/// Nothing is locked between a load and a save: a save that comes too late throws `.changed`. Only a
/// load for acting claims the session, and the claim lapses by itself. A load and a save are one
/// round trip each.
struct PostgresSessions: SessionStorage {
  let pool: ConnectionPool
  private let database: String

  /// How old `used` may be before a load renews it, in seconds: writing it each time would make every
  /// load a save.
  static let renewal = 3600

  init(_ pool: ConnectionPool, of database: String) {
    self.pool = pool
    self.database = database
  }

  private static let loading = Statement(
    "SELECT revision, used, content FROM dicehall_session WHERE hash = $1")
  private static let renewing = Statement(
    "UPDATE dicehall_session SET used = $2 WHERE hash = $1 AND used < $2")

  func load(_ id: SessionID, for use: SessionUse) throws(StorageError) -> StoredSession? {
    let hash = id.hash
    let claim = use == .acting ? SessionClaim(hash, pool) : nil
    let rows =
      if let claim {
        try waiting { () throws(StorageError) in try claim.take() }
      } else {
        try pool.run(PostgresSessions.loading, [.blob(hash)])
      }
    guard rows.count == 1 else { return nil }
    let now = time(nil)
    if rows.integer(0, 1) < now - PostgresSessions.renewal {
      // The session can be shown without it.
      _ = try? pool.run(PostgresSessions.renewing, [.blob(hash), .integer(now)])
    }
    return StoredSession(
      id, rows.blob(0, 2), revision: UInt64(clamping: rows.integer(0, 0)), lease: claim)
  }

  /// The second half of the condition is met by a save that was done, and whose answer was lost.
  static let saving = Statement(
    """
    UPDATE dicehall_session
    SET revision = $2 + 1, token = $3, used = $4, content = $5, claimed_until = 0
    WHERE hash = $1 AND (
      revision = $2 AND (claim = $6 OR claimed_until <= \(SessionClaim.clock))
      OR revision = $2 + 1 AND token = $3)
    """)
  private static let comparing = Statement(
    "SELECT claimed_until FROM dicehall_session WHERE hash = $1 AND revision = $2")

  func save(_ bytes: [UInt8], over loaded: StoredSession) throws(StorageError) {
    try PostgresSessions.checkSize(of: bytes)
    let key: [Parameter] = [.blob(loaded.id.hash), .integer(Int(clamping: loaded.revision))]
    func isUnchanged() throws(StorageError) -> Bool {
      try pool.run(PostgresSessions.comparing, key).count == 1
    }
    guard bytes != loaded.bytes else {
      guard try isUnchanged() else { throw .changed }
      return
    }
    let claim = loaded.lease as? SessionClaim
    let values =
      key + [.token(), .integer(time(nil)), .blob(bytes), .integer(claim?.token ?? 0)]
    let isSaved: Bool? = try waiting { () throws(StorageError) in
      if try pool.run(PostgresSessions.saving, values).changed == 1 { return true }
      // If nobody has saved it, somebody has claimed it.
      return try isUnchanged() ? nil : false
    }
    guard isSaved == true else { throw .changed }
    claim?.isOver()
  }

  /// Asks again and again while somebody else has a claim.
  ///
  /// - Throws: `StorageError.busy` if that takes too long.
  private func waiting<Result>(
    for answer: () throws(StorageError) -> Result?
  ) throws(StorageError) -> Result {
    let end = now() + pool.timeouts.claim
    var pause: UInt32 = 2_000
    while true {
      if let result = try answer() { return result }
      guard now() < end else { throw .busy }
      usleep(pause)
      pause = min(2 * pause, 50_000)
    }
  }

  /// A row that is there already can only be our own, of which the answer was lost.
  static let creating = Statement(
    """
    INSERT INTO dicehall_session (hash, revision, token, used, content) VALUES ($1, 1, $2, $3, $4)
    ON CONFLICT (hash) DO UPDATE SET token = excluded.token
    WHERE dicehall_session.token = excluded.token
    """)

  func create(_ bytes: [UInt8], as id: SessionID) throws(StorageError) {
    try PostgresSessions.checkSize(of: bytes)
    let values: [Parameter] = [.blob(id.hash), .token(), .integer(time(nil)), .blob(bytes)]
    guard try pool.run(PostgresSessions.creating, values).changed == 1 else {
      throw .unavailable("There is a session under a new key already.", code: EEXIST)
    }
  }

  private static func checkSize(of bytes: [UInt8]) throws(StorageError) {
    guard bytes.count <= StorageLimits.sessionBytes else { throw .tooLarge(count: bytes.count) }
  }

  private static let deleting = Statement("DELETE FROM dicehall_session WHERE hash = $1")

  func delete(_ id: SessionID) throws(StorageError) -> Bool {
    try pool.run(PostgresSessions.deleting, [.blob(id.hash)]).changed == 1
  }

  func place(of id: SessionID) -> String { "\(database), session \(hex(id.hash))" }

  private static let probing = Statement(
    """
    INSERT INTO dicehall_probe (part, used) VALUES (1, $1)
    ON CONFLICT (part) DO UPDATE SET used = excluded.used
    """)

  func checkSaving() throws(StorageError) {
    try pool.run(PostgresSessions.probing, [.integer(time(nil))])
  }

  /// Rows of a range of keys, so that several may sweep without meeting; those that are just being
  /// saved are not idle.
  private static let sweeping = Statement(
    """
    DELETE FROM dicehall_session WHERE used <= $3 AND hash IN (
      SELECT hash FROM dicehall_session WHERE hash >= $1 AND hash < $2 AND used <= $3
      LIMIT $4 FOR UPDATE SKIP LOCKED
    )
    """)

  func sweep(
    slice: UInt8, idleFor seconds: Int, atMost most: Int, now: Int
  ) throws(StorageError) -> Int {
    let range = HashRange(slice: slice)
    var removed = 0
    while true {
      let limit = min(500, most - removed)
      let count = try pool.run(
        PostgresSessions.sweeping,
        [
          range.start, range.end, .integer(now - seconds - PostgresSessions.renewal),
          .integer(limit),
        ]
      ).changed
      removed += count
      if count < 500 { return removed }
    }
  }
}

extension PostgresSessions {
  private static let counting = Statement(
    """
    SELECT used - used % 60, count(*), sum(octet_length(content))::bigint FROM dicehall_session
    WHERE hash >= $1 AND hash < $2 GROUP BY 1
    """)
  /// What a row takes beside its content, and in the index, in bytes: rounded up.
  private static let rowBytes = 200

  /// As `used` may be behind, each counts as used at the latest moment that is possible.
  func count(slice: UInt8, in census: inout SessionCensus) throws(StorageError) {
    let range = HashRange(slice: slice)
    let rows = try pool.run(PostgresSessions.counting, [range.start, range.end])
    for row in 0..<rows.count {
      let count = rows.integer(row, 1)
      census.add(
        count, used: rows.integer(row, 0) + PostgresSessions.renewal,
        bytes: rows.integer(row, 2) + count * PostgresSessions.rowBytes)
    }
  }
}

extension SessionID {
  /// What the row goes by, so that reading the table reveals no key.
  var hash: [UInt8] { hashed(text) }
}

extension Parameter {
  /// A random number by which something is recognised when it is done again.
  static func token() -> Parameter { .integer(.random(in: .min ... .max)) }
}
