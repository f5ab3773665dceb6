import Storage
import Synchronization

/// One request's claim to a session: nobody else can save it until the request has, or until the
/// claim lapses because its backend is gone.
final class SessionClaim: Sendable {
  let token = Int.random(in: 1 ... .max)
  private let hash: [UInt8]
  private let pool: ConnectionPool
  /// Whether the row may still have this claim.
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
    // If it fails, the claim lapses.
    _ = try? pool.run(SessionClaim.releasing, [.blob(hash), .integer(token)])
  }

  private static let taking = Statement(
    """
    UPDATE dicehall_session SET claim = $2, claimed_until = \(clock) + \(lifetime)
    WHERE hash = $1 AND (claim = $2 OR claimed_until <= \(clock))
    RETURNING revision, used, content
    """,
    // A claim that nobody knows of lapses.
    leavesDoubt: false)
  private static let counting = Statement("SELECT 1 FROM dicehall_session WHERE hash = $1")
  private static let releasing = Statement(
    "UPDATE dicehall_session SET claimed_until = 0 WHERE hash = $1 AND claim = $2")

  /// The session's row, now claimed, or no row if there is no session; `nil` while somebody else has
  /// a claim.
  func take() throws(StorageError) -> Rows? {
    let rows = try pool.run(SessionClaim.taking, [.blob(hash), .integer(token)])
    if rows.count == 1 {
      isOpen.withLock { $0 = true }
      return rows
    }
    return try pool.run(SessionClaim.counting, [.blob(hash)]).count == 0 ? rows : nil
  }

  /// The session was saved, which ended the claim.
  func isOver() { isOpen.withLock { $0 = false } }
}
