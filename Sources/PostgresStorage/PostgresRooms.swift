import Storage
import StoredSecrets

/// Rooms and their records as rows of tables.
///
/// Nothing is locked while somebody decides on an event: it is added only if no record came since,
/// and decided on anew if one did.
struct PostgresRooms: RoomStorage {
  let pool: ConnectionPool
  let turns = Turns()
  /// How many rooms one client may open in a day of UTC.
  let openingsPerDay: Int
  private let database: String

  /// `openingsPerDay`: how many rooms one client may open in a day of UTC; `nil` for any number.
  init(_ pool: ConnectionPool, of database: String, openingsPerDay: Int?) {
    self.pool = pool
    self.openingsPerDay = openingsPerDay ?? .max
    self.database = database
  }

  func place(of room: RoomCode) -> String { place(of: room.hash) }

  func place(of hash: [UInt8]) -> String { "\(database), room \(hex(hash))" }

  private static let findingNewest = Statement(
    "SELECT last FROM dicehall_room WHERE hash = $1 AND gone IS NULL")

  func newestNumber(of room: RoomCode) throws(StorageError) -> Int? {
    let rows = try pool.run(PostgresRooms.findingNewest, [.blob(room.hash)])
    return rows.count == 1 ? rows.integer(0, 0) : nil
  }

  private static let finding = Statement("SELECT 1 FROM dicehall_room WHERE hash = $1")

  func isTaken(_ room: RoomCode) throws(StorageError) -> Bool {
    try pool.run(PostgresRooms.finding, [.blob(room.hash)]).count == 1
  }

  /// Reads the records after `$2`, of which at most `$3` and together `$4` bytes are on a page.
  ///
  /// Where a number is missing, the room has the size that it had after the one before.
  private static let reading = Statement(
    """
    SELECT r.last, r.last_act, r.kept_days, r.is_closed,
      e.number, e.time, e.content, e.last_act, e.kept_days, e.is_closed
    FROM dicehall_room r LEFT JOIN LATERAL (
      SELECT * FROM dicehall_room_record WHERE room = r.hash AND number > $2
      AND size <= $4 + COALESCE((
        SELECT size FROM dicehall_room_record WHERE room = $1 AND number <= $2
        ORDER BY number DESC LIMIT 1
      ), 0)
      ORDER BY number LIMIT $3
    ) AS e ON true
    WHERE r.hash = $1 AND r.gone IS NULL ORDER BY e.number
    """)

  func events(of room: RoomCode, after number: Int) throws(StorageError) -> EventPage? {
    let rows = try pool.run(
      PostgresRooms.reading,
      [
        .blob(room.hash), .integer(number), .integer(StorageLimits.roomPageRecords),
        .integer(StorageLimits.roomPageBytes),
      ])
    guard rows.count > 0 else { return nil }
    let newest = rows.terms(0, number: 0, others: 1)
    guard !rows.isNull(0, 4) else {
      return EventPage(events: [], missing: [], terms: newest, isLast: true)
    }
    var events: [StoredEvent] = []
    var missing: [ClosedRange<Int>] = []
    var through = number
    for row in 0..<rows.count {
      let number = rows.integer(row, 4)
      if through + 1 < number { missing.append((through + 1)...(number - 1)) }
      through = number
      guard !rows.isNull(row, 6) else { continue }
      events.append(
        StoredEvent(number: number, time: rows.integer(row, 5), bytes: rows.blob(row, 6)))
    }
    let isLast = through == newest.number
    return EventPage(
      events: events, missing: missing,
      terms: isLast ? newest : rows.terms(rows.count - 1, number: 4, others: 7),
      isLast: isLast)
  }

  private static let readingSnapshot = Statement(
    """
    SELECT s.number, s.content FROM dicehall_room r
    JOIN dicehall_room_snapshot s ON s.room = r.hash WHERE r.hash = $1 AND r.gone IS NULL
    """)

  func snapshot(of room: RoomCode) throws(StorageError) -> StoredSnapshot? {
    let rows = try pool.run(PostgresRooms.readingSnapshot, [.blob(room.hash)])
    guard rows.count == 1 else { return nil }
    return StoredSnapshot(number: rows.integer(0, 0), bytes: rows.blob(0, 1))
  }
}

extension RoomCode {
  /// What the rows go by, so that codes are in no listing and no log.
  var hash: [UInt8] { hashed(signs) }
}

extension Rows {
  /// Terms of which the number is in one column, and the last act, the kept days and whether the room
  /// is closed from another on.
  func terms(_ row: Int, number: Int, others: Int) -> RoomTerms {
    RoomTerms(
      number: integer(row, number), lastAct: integer(row, others),
      keptDays: integer(row, others + 1), isClosed: boolean(row, others + 2))
  }
}
