/// A statement that each connection prepares once, when it first runs it.
///
/// It takes its values as `$1`, `$2` and so on. Its SQL is what PostgreSQL, CockroachDB and
/// YugabyteDB share, and right at every level of isolation from READ COMMITTED on.
struct Statement: Sendable {
  let sql: String

  init(_ sql: String) { self.sql = sql }
}
