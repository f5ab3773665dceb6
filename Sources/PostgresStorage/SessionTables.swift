/// The tables of sessions.
///
/// `hash` is the SHA-256 of the key. `token` is drawn for each save, so that a save whose answer
/// was lost is recognised when it is made again. `used` is in seconds since 1970. Until
/// `claimed_until`, in milliseconds since 1970 by the database's clock, only whoever drew `claim` may
/// save. `dicehall_probe` is written to see whether anything can be.
enum SessionTables {
  static let first = [
    """
    CREATE TABLE IF NOT EXISTS dicehall_session (
      hash bytea PRIMARY KEY,
      revision bigint NOT NULL,
      token bigint NOT NULL,
      used bigint NOT NULL,
      claim bigint NOT NULL DEFAULT 0,
      claimed_until bigint NOT NULL DEFAULT 0,
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
