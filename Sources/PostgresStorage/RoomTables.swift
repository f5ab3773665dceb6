/// The tables of rooms.
///
/// `hash` and `room` are the SHA-256 of a room's code. A room's row has what is true after its newest
/// record, whose number is `last`, so that adding the next is one statement which nothing can come
/// between; `size` is the bytes of its records, 32 for each and those of its event. Each record has
/// the same for itself, and no content if only the terms changed. `token` is drawn by whoever opens or
/// deletes a room or adds an event, so that either is recognised when it is done again because the
/// answer was lost. `snapshot` is the number of the snapshot's last record, or 0. `gone` is null or
/// the moment when the room was deleted; when nothing is left but the code, it `is_erased`.
///
/// Records have no checksum of their own: a database that was made with checksums finds damage to its
/// pages itself.
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
