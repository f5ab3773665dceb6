import Glibc
import Storage
import StoredSecrets

/// Rooms and their records as rows of tables.
///
/// Nothing is locked while a caller decides on an event: it is added only if there are no newer
/// records, and decided again if there are.
struct PostgresRooms: RoomStorage {
  let pool: ConnectionPool
  let turns = Turns()
  /// The most rooms that one client may open in a UTC day.
  let openingsPerDay: Int
  private let database: String

  /// `openingsPerDay` is the most rooms that one client may open in a UTC day; `nil` means no
  /// limit.
  init(_ pool: ConnectionPool, of database: String, openingsPerDay: Int?) {
    self.pool = pool
    self.openingsPerDay = openingsPerDay ?? .max
    self.database = database
  }

  func place(of room: RoomCode) -> String { place(of: room.hash) }

  func place(of hash: [UInt8]) -> String { "\(database), room \(hex(hash))" }

  private static let findingNewest: Statement =
    "SELECT last FROM dicehall_room WHERE hash = $1 AND gone IS NULL"

  func newestNumber(of room: RoomCode) throws(StorageError) -> Int? {
    try pool.run(Self.findingNewest, [.blob(room.hash)]).first?.integer(0)
  }

  private static let finding: Statement = "SELECT 1 FROM dicehall_room WHERE hash = $1"

  func isTaken(_ room: RoomCode) throws(StorageError) -> Bool {
    try pool.run(Self.finding, [.blob(room.hash)]).count == 1
  }

  /// Reads a page of records after `$2`: at most `$3` records and `$4` bytes in total.
  ///
  /// If record `$2` is missing, the room's size is that after the record before it.
  private static let reading: Statement = """
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
    """

  func events(of room: RoomCode, after number: Int) throws(StorageError) -> EventPage? {
    let rows = try pool.run(
      Self.reading,
      [
        .blob(room.hash), .integer(number), .integer(StorageLimits.roomPageRecords),
        .integer(StorageLimits.roomPageBytes),
      ])
    guard let first = rows.first, let last = rows.last else { return nil }
    let newest = first.terms(number: 0, others: 1)
    guard !first.isNull(4) else {
      return EventPage(events: [], missing: [], terms: newest, isLast: true)
    }
    var events: [StoredEvent] = []
    var missing: [ClosedRange<Int>] = []
    var through = number
    for row in rows {
      let number = row.integer(4)
      if through + 1 < number { missing.append((through + 1)...(number - 1)) }
      through = number
      guard !row.isNull(6) else { continue }
      events.append(StoredEvent(number: number, time: row.integer(5), bytes: row.blob(6)))
    }
    let isLast = through == newest.number
    return EventPage(
      events: events, missing: missing,
      terms: isLast ? newest : last.terms(number: 4, others: 7), isLast: isLast)
  }

  private static let readingSnapshot: Statement = """
    SELECT s.number, s.content FROM dicehall_room r
    JOIN dicehall_room_snapshot s ON s.room = r.hash WHERE r.hash = $1 AND r.gone IS NULL
    """

  func snapshot(of room: RoomCode) throws(StorageError) -> StoredSnapshot? {
    try pool.run(Self.readingSnapshot, [.blob(room.hash)]).first
      .map { StoredSnapshot(number: $0.integer(0), bytes: $0.blob(1)) }
  }

  /// From here on the room is gone for everyone, and its remains wait to be erased.
  private static let deleting: Statement = """
    UPDATE dicehall_room SET gone = $2, token = $3
    WHERE hash = $1 AND (gone IS NULL OR token = $3)
    """

  func delete(_ room: RoomCode) throws(StorageError) -> Bool {
    let hash = Parameter.blob(room.hash)
    let rows = try pool.run(Self.deleting, [hash, .integer(time(nil)), .token()])
    guard rows.changed == 1 else { return false }
    // The room is gone. The next sweep erases whatever this leaves behind.
    _ = try? erase(hash)
    return true
  }

  private static let erasingRecords: Statement = """
    DELETE FROM dicehall_room_record WHERE room = $1 AND number IN (
      SELECT number FROM dicehall_room_record WHERE room = $1 ORDER BY number LIMIT 5000
    )
    """
  private static let erasingSnapshot: Statement =
    "DELETE FROM dicehall_room_snapshot WHERE room = $1"
  private static let finishing: Statement =
    "UPDATE dicehall_room SET is_erased = true WHERE hash = $1 AND gone IS NOT NULL"

  /// Erases everything but the code of a deleted room; this may be repeated.
  func erase(_ hash: Parameter) throws(StorageError) {
    while try pool.run(Self.erasingRecords, [hash]).changed > 0 {}
    try pool.run(Self.erasingSnapshot, [hash])
    try pool.run(Self.finishing, [hash])
  }

  /// A room ends when the day after its last one begins.
  ///
  /// A day has 86,400 seconds.
  private static let ending: Statement = """
    UPDATE dicehall_room SET gone = $4 WHERE gone IS NULL AND hash IN (
      SELECT hash FROM dicehall_room WHERE hash >= $1 AND hash < $2 AND gone IS NULL
      AND last_act + 86400 * kept_days < $3 LIMIT 500 FOR UPDATE SKIP LOCKED
    )
    """
  private static let findingRemains: Statement = """
    SELECT hash FROM dicehall_room WHERE hash >= $1 AND hash < $2 AND gone IS NOT NULL
    AND NOT is_erased
    """
  private static let forgettingCodes: Statement =
    "DELETE FROM dicehall_room WHERE hash >= $1 AND hash < $2 AND is_erased AND gone <= $3"
  private static let forgettingOpenings: Statement =
    "DELETE FROM dicehall_room_opening WHERE client >= $1 AND client < $2 AND day < $3"

  func sweep(slice: UInt8, now: Int) throws(StorageError) -> Int {
    let range = HashRange(slice: slice)
    let today = now / 86_400
    let count = try pool.repeating { (_) throws(StorageError) in
      try pool.run(
        Self.ending, [range.start, range.end, .integer(86_400 * today), .integer(time(nil))]
      ).changed
    }
    for row in try pool.run(Self.findingRemains, [range.start, range.end]) {
      try erase(.blob(row.blob(0)))
    }
    try pool.run(
      Self.forgettingCodes,
      [range.start, range.end, .integer(now - 86_400 * StorageLimits.codeRestDays)])
    // Keeps one day more, as the clocks of two machines may differ a little.
    try pool.run(Self.forgettingOpenings, [range.start, range.end, .integer(today - 1)])
    return count
  }
}

extension RoomCode {
  /// The rows' key, which keeps codes out of listings and logs.
  var hash: [UInt8] { hashed(signs) }
}

extension Row {
  /// Returns a room's terms from the columns of a row.
  ///
  /// The number is in one column; the last act, the days it is kept and whether it is closed are in
  /// three others, from `others` on.
  func terms(number: Int, others: Int) -> RoomTerms {
    RoomTerms(
      number: integer(number), lastAct: integer(others), keptDays: integer(others + 1),
      isClosed: boolean(others + 2))
  }
}
