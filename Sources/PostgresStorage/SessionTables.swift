/// The tables of sessions.
///
/// `hash` is the SHA-256 of the key. `token` is drawn for each save, so that a save whose answer
/// was lost is recognised when it is made again. `used` is in seconds since 1970. `dicehall_probe`
/// is written to see whether anything can be.
enum SessionTables {
  static let first = [
    """
    CREATE TABLE IF NOT EXISTS dicehall_session (
      hash bytea PRIMARY KEY,
      revision bigint NOT NULL,
      token bigint NOT NULL,
      used bigint NOT NULL,
      content bytea NOT NULL
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS dicehall_probe (
      part bigint PRIMARY KEY,
      used bigint NOT NULL
    )
    """,
  ]
}
