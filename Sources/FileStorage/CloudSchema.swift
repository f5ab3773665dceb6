/// The cloud's tables.
///
/// `word` indexes every prefix of every word in a record's name, plus the empty prefix, which
/// matches all names. Each prefix has a row for every list that the record is on: its class or all
/// classes (''), compatible records or all records. So a page of any list or one-word search is one
/// range of the index, however large the cloud is. Because the key starts with the prefix, the many
/// rows of a rare word are next to each other, and adding a record writes few pages. A deleted
/// record keeps its ID and its place in the order; a blocked one looks deleted, and `blocked` has
/// everything that was in its row. SQLite doesn't notice when a byte within a value changes, so
/// `checksum` covers the record; it is NULL for records older than the column.
enum CloudSchema {
  /// The number that marks the file as ours ("DhCl").
  static let application = 0x4468_436c
  static let version = 1

  static let sql = """
    CREATE TABLE record (
      place INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      class TEXT NOT NULL,
      compatible INTEGER NOT NULL,
      saved INTEGER NOT NULL,
      secret BLOB NOT NULL,
      bytes BLOB,
      checksum INTEGER
    );
    CREATE TABLE word (
      beginning TEXT NOT NULL,
      class TEXT NOT NULL,
      compatible INTEGER NOT NULL,
      place INTEGER NOT NULL,
      PRIMARY KEY (beginning, class, compatible, place)
    ) WITHOUT ROWID;
    CREATE TABLE total (count INTEGER NOT NULL);
    INSERT INTO total VALUES (0);
    CREATE TABLE client (hash BLOB PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID;
    CREATE INDEX client_until ON client (until);
    \(moderation.map { "\($0);" }.joined(separator: "\n"))
    PRAGMA application_id = \(application);
    PRAGMA user_version = \(version);
    """

  /// Adds the column that a database of an earlier release lacks; that release ignores it.
  static func complete(_ database: Database) throws(DatabaseError) {
    guard try !hasChecksums(database) else { return }
    try database.transaction { () throws(DatabaseError) in
      // Someone else may have been first.
      guard try !hasChecksums(database) else { return }
      try database.run("ALTER TABLE record ADD COLUMN checksum INTEGER")
    }
  }

  private static func hasChecksums(_ database: Database) throws(DatabaseError) -> Bool {
    try database.value("SELECT 1 FROM pragma_table_info('record') WHERE name = 'checksum'") { _ in
      true
    } ?? false
  }

  /// The tables for moderation.
  ///
  /// Older databases lack these tables. Older programs ignore them, so the version stays the same,
  /// and the first use creates them.
  static let moderation = [
    """
    CREATE TABLE IF NOT EXISTS blocked (
      place INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      class TEXT NOT NULL,
      compatible INTEGER NOT NULL,
      saved INTEGER NOT NULL,
      secret BLOB NOT NULL,
      bytes BLOB NOT NULL,
      checksum INTEGER
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS report (
      id TEXT NOT NULL,
      client BLOB NOT NULL,
      PRIMARY KEY (id, client)
    ) WITHOUT ROWID
    """,
  ]

  /// Returns the settings for each new connection.
  ///
  /// In WAL mode, `NORMAL` survives a crash of the process, and `FULL` also a power failure.
  static func settings(_ durability: Durability) -> String {
    """
    PRAGMA synchronous = \(durability == .power ? "FULL" : "NORMAL");
    PRAGMA cache_size = -1024;
    PRAGMA journal_size_limit = 4194304;
    PRAGMA cell_size_check = ON;
    PRAGMA trusted_schema = OFF;
    """
  }
}
