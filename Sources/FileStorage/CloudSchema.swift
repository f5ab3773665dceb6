/// The cloud's tables.
///
/// `word` has a row for everything that a word of a record's name begins with (and for the empty
/// beginning, which all names have) in each list that the record is on: of its class and of all
/// classes (''), of compatible records and of all. So each page of each list or search by one word is
/// a piece of one index, however much there is. Because the beginning comes first in it, the many
/// rows of a rare word lie together, and adding a record writes few pages. A deleted record leaves
/// its id and its place in the order.
enum CloudSchema {
  /// "DhCl" marks the file as ours.
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
      bytes BLOB
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
    PRAGMA application_id = \(application);
    PRAGMA user_version = \(version);
    """

  /// What each new connection sets.
  ///
  /// Under WAL, NORMAL survives the death of the process, FULL a loss of power too.
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
