import Glibc
import Storage
import StoredSecrets
import Synchronization

/// Sessions as rows of a table.
///
/// Nothing is locked between a load and a save: a save that comes too late throws `.changed`. Only
/// a load for acting claims the session, and the claim expires by itself. A load and a save take
/// one round trip each.
struct PostgresSessions: SessionStorage {
  let pool: ConnectionPool
  let database: String

  /// The age of `used` at which a load renews it, in seconds.
  ///
  /// Renewing it each time would turn every load into a save.
  static let renewal = 3600

  private static let loading: Statement =
    "SELECT revision, used, content FROM dicehall_session WHERE hash = $1"
  private static let renewing: Statement =
    "UPDATE dicehall_session SET used = $2 WHERE hash = $1 AND used < $2"

  func load(_ id: SessionID, for use: SessionUse) throws(StorageError) -> StoredSession? {
    let hash = id.hash
    let claim = use == .acting ? SessionClaim(hash, pool) : nil
    let rows =
      if let claim {
        try waiting { () throws(StorageError) in try claim.take() }
      } else {
        try pool.run(Self.loading, [.blob(hash)])
      }
    guard let row = rows.first else { return nil }
    let now = time(nil)
    if row.integer(1) < now - Self.renewal {
      // The session can be shown even if this fails.
      _ = try? pool.run(Self.renewing, [.blob(hash), .integer(now)])
    }
    return StoredSession(id, row.blob(2), revision: UInt64(clamping: row.integer(0)), lease: claim)
  }

  /// The second half of the condition recognises a save that succeeded and whose answer was lost.
  static let saving: Statement = """
    UPDATE dicehall_session
    SET revision = $2 + 1, token = $3, used = $4, content = $5, claimed_until = 0
    WHERE hash = $1 AND (
      revision = $2 AND (claim = $6 OR claimed_until <= \(SessionClaim.clock))
      OR revision = $2 + 1 AND token = $3)
    """
  private static let comparing: Statement =
    "SELECT claimed_until FROM dicehall_session WHERE hash = $1 AND revision = $2"

  func save(_ bytes: [UInt8], over loaded: StoredSession) throws(StorageError) {
    try Self.checkSize(of: bytes)
    let key: [Parameter] = [.blob(loaded.id.hash), .integer(Int(clamping: loaded.revision))]
    func isUnchanged() throws(StorageError) -> Bool {
      try pool.run(Self.comparing, key).count == 1
    }
    guard bytes != loaded.bytes else {
      guard try isUnchanged() else { throw .changed }
      return
    }
    let claim = loaded.lease as? SessionClaim
    let values = key + [.token(), .integer(time(nil)), .blob(bytes), .integer(claim?.token ?? 0)]
    let isSaved: Bool? = try waiting { () throws(StorageError) in
      if try pool.run(Self.saving, values).changed == 1 { return true }
      // If nobody has saved it, someone has claimed it.
      return try isUnchanged() ? nil : false
    }
    guard isSaved == true else { throw .changed }
    claim?.end()
  }

  /// Polls while another request has a claim.
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

  /// An existing row can only be our own, whose answer was lost.
  static let creating: Statement = """
    INSERT INTO dicehall_session (hash, revision, token, used, content) VALUES ($1, 1, $2, $3, $4)
    ON CONFLICT (hash) DO UPDATE SET token = excluded.token
    WHERE dicehall_session.token = excluded.token
    """

  func create(_ bytes: [UInt8], as id: SessionID) throws(StorageError) {
    try Self.checkSize(of: bytes)
    let values: [Parameter] = [.blob(id.hash), .token(), .integer(time(nil)), .blob(bytes)]
    guard try pool.run(Self.creating, values).changed == 1 else {
      throw .unavailable("There is a session under a new key already.", code: EEXIST)
    }
  }

  private static func checkSize(of bytes: [UInt8]) throws(StorageError) {
    guard bytes.count <= StorageLimits.sessionBytes else { throw .tooLarge(count: bytes.count) }
  }

  private static let deleting: Statement = "DELETE FROM dicehall_session WHERE hash = $1"

  func delete(_ id: SessionID) throws(StorageError) -> Bool {
    try pool.run(Self.deleting, [.blob(id.hash)]).changed == 1
  }

  func place(of id: SessionID) -> String { "\(database), session \(hex(id.hash))" }

  private static let probing: Statement = """
    INSERT INTO dicehall_probe (part, used) VALUES (1, $1)
    ON CONFLICT (part) DO UPDATE SET used = excluded.used
    """

  func checkSaving() throws(StorageError) { try pool.run(Self.probing, [.integer(time(nil))]) }

  /// Deletes idle rows in a range of keys, so that several backends can sweep without collisions.
  ///
  /// Locked rows are being saved, so they aren't idle.
  private static let sweeping: Statement = """
    DELETE FROM dicehall_session WHERE used <= $3 AND hash IN (
      SELECT hash FROM dicehall_session WHERE hash >= $1 AND hash < $2 AND used <= $3
      LIMIT $4 FOR UPDATE SKIP LOCKED
    )
    """

  func sweep(
    slice: UInt8, idleFor seconds: Int, atMost most: Int, now: Int
  ) throws(StorageError) -> Int {
    let range = HashRange(slice: slice)
    return try pool.repeating { (removed) throws(StorageError) in
      let limit = Parameter.integer(min(500, most - removed))
      let deadline = Parameter.integer(now - seconds - Self.renewal)
      return try pool.run(Self.sweeping, [range.start, range.end, deadline, limit]).changed
    }
  }

  private static let counting: Statement = """
    SELECT used - used % 60, count(*), sum(octet_length(content))::bigint FROM dicehall_session
    WHERE hash >= $1 AND hash < $2 GROUP BY 1
    """
  /// The size of a row besides its content, including its index, rounded up, in bytes.
  private static let rowBytes = 200

  /// As `used` may be out of date, each session counts as used at the latest possible moment.
  func count(slice: UInt8, in census: inout SessionCensus) throws(StorageError) {
    let range = HashRange(slice: slice)
    let rows = try pool.run(Self.counting, [range.start, range.end])
    for row in rows {
      let count = row.integer(1)
      census.add(
        count, used: row.integer(0) + Self.renewal,
        bytes: row.integer(2) + count * Self.rowBytes)
    }
  }
}

extension SessionID {
  /// The row's key, so that the table reveals no session key.
  var hash: [UInt8] { hashed(text) }
}

extension Parameter {
  /// Returns a random number that identifies a write when it is repeated.
  static func token() -> Parameter { .integer(.random(in: .min ... .max)) }
}

/// One request's claim to a session.
///
/// Nobody else can save the session until the request has, or until the claim expires because its
/// backend is gone.
final class SessionClaim: Sendable {
  let token = Int.random(in: 1 ... .max)
  private let hash: [UInt8]
  private let pool: ConnectionPool
  /// Whether the row may still hold this claim.
  private let isOpen = Mutex(false)

  /// Longer than a request may take, in milliseconds.
  private static let lifetime = 10_000
  /// The database's clock, which all backends share, in milliseconds since 1970.
  static let clock = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

  init(_ hash: [UInt8], _ pool: ConnectionPool) {
    self.hash = hash
    self.pool = pool
  }

  deinit {
    guard isOpen.withLock({ $0 }) else { return }
    // If this fails, the claim expires.
    _ = try? pool.run(Self.releasing, [.blob(hash), .integer(token)])
  }

  private static let taking = Statement(
    """
    UPDATE dicehall_session SET claim = $2, claimed_until = \(clock) + \(lifetime)
    WHERE hash = $1 AND (claim = $2 OR claimed_until <= \(clock))
    RETURNING revision, used, content
    """,
    // A claim nobody knows of expires.
    leavesDoubt: false)
  private static let counting: Statement = "SELECT 1 FROM dicehall_session WHERE hash = $1"
  private static let releasing: Statement =
    "UPDATE dicehall_session SET claimed_until = 0 WHERE hash = $1 AND claim = $2"

  /// Claims the session and returns its row, or no rows if there is no session.
  /// - Returns: `nil` while another request has a claim.
  func take() throws(StorageError) -> Rows? {
    let rows = try pool.run(Self.taking, [.blob(hash), .integer(token)])
    if rows.count == 1 {
      isOpen.withLock { $0 = true }
      return rows
    }
    return try pool.run(Self.counting, [.blob(hash)]).count == 0 ? rows : nil
  }

  /// Notes that saving the session ended the claim.
  func end() { isOpen.withLock { $0 = false } }
}
