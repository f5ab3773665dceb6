/// The tables of sessions.
///
/// `hash` is the SHA-256 of the key. `token` is drawn for each save, so that a repeated save, whose
/// first answer was lost, is recognised. `used` is in seconds since 1970. Until `claimed_until`, in
/// milliseconds since 1970 by the database's clock, only the request that drew `claim` may save.
/// `dicehall_probe` is written to check that writing works.
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

/// The tables of vaults.
///
/// `visited` is the time of the last visit, in seconds since 1970, give or take a day; 0 if
/// unknown. `hash` and `vault` are the SHA-256 of a vault's key. Each change of a vault raises its
/// `revision`, so that if two changes start from the same state, the second starts over. `removed`
/// is null or the time when an entry was removed, in seconds since 1970. `token` is drawn by
/// whoever removes or replaces an entry, and `redeemer` by whoever redeems a transfer code, so that
/// a statement repeated after a lost answer recognises its own work. A code's `name` and `content`
/// come from `StoredSecrets`.
enum VaultTables {
  static let visits = [
    """
    ALTER TABLE dicehall_vault ADD COLUMN IF NOT EXISTS visited bigint NOT NULL DEFAULT 0
    """
  ]

  static let first = [
    """
    CREATE TABLE IF NOT EXISTS dicehall_vault (
      hash bytea PRIMARY KEY,
      revision bigint NOT NULL
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS dicehall_vault_entry (
      vault bytea NOT NULL,
      id text NOT NULL,
      saved bigint NOT NULL,
      removed bigint,
      token bigint NOT NULL,
      content bytea NOT NULL,
      PRIMARY KEY (vault, id)
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS dicehall_transfer (
      name bytea PRIMARY KEY,
      expires bigint NOT NULL,
      redeemer bigint,
      content bytea NOT NULL
    )
    """,
    "CREATE INDEX IF NOT EXISTS dicehall_transfer_expires ON dicehall_transfer (expires)",
  ]
}

/// The tables of the cloud.
///
/// A name or class may contain any character, even NUL, so both are stored as UTF-8 bytes. `place`
/// numbers the records in the order of adding: an insert takes the next place and holds it until
/// the record is visible, so no record ever appears behind one that someone has already seen. Some
/// places are never used. A deleted record keeps its id and place, but no name, class, secret or
/// content.
///
/// `dicehall_cloud_word` has every prefix of every word of a name, and the empty prefix, for each
/// list that the record is on: its class or all classes (''), compatible records or all. So a page
/// of any list, or of a search for one word, is one range of its key, however large the cloud is.
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

  /// The tables for moderation.
  ///
  /// A blocked record looks deleted; everything that was in its row is here.
  static let moderation = [
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

/// The tables of rooms.
///
/// `hash` and `room` are the SHA-256 of a room's code. A room's row has its terms after the newest
/// record, whose number is `last`, so that a single statement adds the next one. `size` is the size
/// of its records: 32 bytes each and those of their events. Each record has the room's terms and
/// size after it, and no content if only the terms changed. `token` is drawn by whoever opens or
/// deletes a room or adds an event, so that a statement repeated after a lost answer recognises its
/// own work. `snapshot` is the number of the snapshot's last record, or 0. `gone` is null or the
/// time when the room was deleted; once only the code is left, the room `is_erased`.
///
/// Records have no checksums of their own: a database created with checksums detects damaged pages
/// itself.
enum RoomTables {
  static let first = [
    """
    CREATE TABLE IF NOT EXISTS dicehall_room (
      hash bytea PRIMARY KEY,
      last bigint NOT NULL,
      last_act bigint NOT NULL,
      kept_days bigint NOT NULL,
      is_closed boolean NOT NULL,
      size bigint NOT NULL,
      snapshot bigint NOT NULL,
      token bigint NOT NULL,
      gone bigint,
      is_erased boolean NOT NULL
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS dicehall_room_record (
      room bytea NOT NULL,
      number bigint NOT NULL,
      time bigint NOT NULL,
      last_act bigint NOT NULL,
      kept_days bigint NOT NULL,
      is_closed boolean NOT NULL,
      size bigint NOT NULL,
      token bigint NOT NULL,
      content bytea,
      PRIMARY KEY (room, number)
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS dicehall_room_snapshot (
      room bytea PRIMARY KEY,
      number bigint NOT NULL,
      content bytea NOT NULL
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS dicehall_room_opening (
      client bytea NOT NULL,
      day bigint NOT NULL,
      number bigint NOT NULL,
      PRIMARY KEY (client, day, number)
    )
    """,
  ]
}
