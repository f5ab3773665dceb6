/// A statement that each connection prepares once, when it first runs it.
///
/// It takes its values as `$1`, `$2` and so on. Its SQL is what PostgreSQL, CockroachDB and
/// YugabyteDB share, and right at every level of isolation from READ COMMITTED on.
struct Statement: Sendable {
  let sql: String
  /// Whether the caller has to hear of it when nobody knows if it was done.
  let leavesDoubt: Bool

  /// `leavesDoubt`: unless otherwise said, whether it does more than read.
  init(_ sql: String, leavesDoubt: Bool? = nil) {
    self.sql = sql
    self.leavesDoubt = leavesDoubt ?? !sql.hasPrefix("SELECT")
  }
}
