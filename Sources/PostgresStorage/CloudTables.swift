/// The tables of the cloud.
///
/// A name or a class may have any character, so both are bytes of UTF-8. `place` is the order of
/// adding: whoever adds a record takes the next one and holds it until the record can be seen, so
/// nothing ever comes to stand behind what somebody has seen already. Some places are never used. A
/// deleted record keeps its id and its place, and has neither name, class, secret nor content.
///
/// `dicehall_cloud_word` has each beginning of each word of a name, and the empty one, for each list
/// that the record is on: its class or all classes (''), the compatible records or all. So a page of
/// any list, or of a search for one word, is one range of its key, however large the cloud is.
enum CloudTables {
  static let first = [
    """
    CREATE TABLE IF NOT EXISTS dicehall_cloud_number (
      name text PRIMARY KEY,
      value bigint NOT NULL
    )
    """,
    """
    INSERT INTO dicehall_cloud_number (name, value) VALUES ('place', 0), ('count', 0)
    ON CONFLICT (name) DO NOTHING
    """,
    """
    CREATE TABLE IF NOT EXISTS dicehall_cloud_record (
      id text PRIMARY KEY,
      place bigint NOT NULL UNIQUE,
      name bytea NOT NULL,
      class bytea NOT NULL,
      is_compatible boolean NOT NULL,
      saved bigint NOT NULL,
      secret bytea NOT NULL,
      content bytea
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS dicehall_cloud_word (
      beginning bytea NOT NULL,
      class bytea NOT NULL,
      is_compatible boolean NOT NULL,
      place bigint NOT NULL,
      PRIMARY KEY (beginning, class, is_compatible, place)
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS dicehall_cloud_client (
      hash bytea PRIMARY KEY,
      used_until bigint NOT NULL
    )
    """,
    """
    CREATE INDEX IF NOT EXISTS dicehall_cloud_client_used_until
    ON dicehall_cloud_client (used_until)
    """,
  ]

  /// What looking after the cloud needs: a blocked record looks deleted, and has all that was in its
  /// row here.
  static let care = [
    """
    CREATE TABLE IF NOT EXISTS dicehall_cloud_blocked (
      id text PRIMARY KEY,
      place bigint NOT NULL UNIQUE,
      name bytea NOT NULL,
      class bytea NOT NULL,
      is_compatible boolean NOT NULL,
      saved bigint NOT NULL,
      secret bytea NOT NULL,
      content bytea NOT NULL
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS dicehall_cloud_report (
      id text NOT NULL,
      client bytea NOT NULL,
      PRIMARY KEY (id, client)
    )
    """,
  ]
}
