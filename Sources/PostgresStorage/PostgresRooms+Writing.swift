import Storage
import StoredSecrets

extension PostgresRooms {
  /// The size of a record besides its event's bytes, so that a room is full at the same size in
  /// every engine.
  static let recordSize = 32

  /// Adds a record only if `$2` is still the newest.
  ///
  /// A concurrent insert waits for this row, and then finds a newer record.
  private static let adding: Statement = """
    WITH moved AS (
      UPDATE dicehall_room
      SET last = last + 1, last_act = GREATEST(last_act, $3), size = size + $4
      WHERE hash = $1 AND last = $2 AND gone IS NULL AND NOT is_closed
      RETURNING hash, last, last_act, kept_days, is_closed, size
    )
    INSERT INTO dicehall_room_record
      (room, number, time, last_act, kept_days, is_closed, size, token, content)
    SELECT hash, last, $3, last_act, kept_days, is_closed, size, $5, $6 FROM moved
    """
  private static let findingAdded: Statement =
    "SELECT 1 FROM dicehall_room_record WHERE room = $1 AND number = $2 AND token = $3"

  func append(
    to room: RoomCode, after known: @autoclosure () -> Int, now: Int,
    _ decide: (EventPage) -> [UInt8]?
  ) throws(StorageError) -> RoomAppend? {
    try turns.inTurn(at: room.hash, milliseconds: pool.timeouts.repetition) {
      () throws(StorageError) -> RoomAppend? in
      try addInTurn(to: room, after: known(), now: now, decide)
    }
  }

  private func addInTurn(
    to room: RoomCode, after known: @autoclosure () -> Int, now: Int,
    _ decide: (EventPage) -> [UInt8]?
  ) throws(StorageError) -> RoomAppend? {
    try pool.retrying { () throws(StorageError) -> RoomAppend?? in
      let known = known()
      guard let page = try events(of: room, after: known) else { return .some(nil) }
      guard !page.terms.isClosed else { return .closed }
      guard page.isLast, page.through >= known else { throw .changed }
      guard let bytes = decide(page) else { return .declined }
      let event = StoredEvent(number: page.through + 1, time: now, bytes: bytes)
      return try add(event, to: room) ? .added(event) : nil
    }
  }

  /// - Returns: whether the event was added; `false` if another was added first.
  private func add(_ event: StoredEvent, to room: RoomCode) throws(StorageError) -> Bool {
    let size = event.bytes.count
    guard size <= StorageLimits.eventBytes else { throw .tooLarge(count: size) }
    guard event.number <= StorageLimits.roomRecords else {
      throw .tooMany(limit: StorageLimits.roomRecords)
    }
    let key: [Parameter] = [.blob(room.hash)]
    let token = Parameter.token()
    let added = try pool.runCounting(
      Self.adding,
      key + [
        .integer(event.number - 1), .integer(event.time), .integer(Self.recordSize + size), token,
        .blob(event.bytes),
      ])
    if added.rows.changed == 1 { return true }
    guard added.wasRepeated else { return false }
    do throws(StorageError) {
      return try pool.run(Self.findingAdded, key + [.integer(event.number), token]).count == 1
    } catch {
      throw error.inDoubt
    }
  }

  /// Adds a record only if something changes.
  ///
  /// `$3` is the number of days to keep the room, or 0 for no change; `$4` is whether to close it.
  private static let changing: Statement = """
    WITH moved AS (
      UPDATE dicehall_room SET last = last + 1, last_act = GREATEST(last_act, $2),
        kept_days = CASE WHEN $3 = 0 THEN kept_days ELSE $3 END, is_closed = is_closed OR $4,
        size = size + $5
      WHERE hash = $1 AND gone IS NULL AND last < $6
      AND ($3 <> 0 AND kept_days <> $3 OR $4 AND NOT is_closed)
      RETURNING hash, last, last_act, kept_days, is_closed, size
    ), added AS (
      INSERT INTO dicehall_room_record
        (room, number, time, last_act, kept_days, is_closed, size, token)
      SELECT hash, last, $2, last_act, kept_days, is_closed, size, 0 FROM moved RETURNING number
    )
    SELECT r.last, EXISTS (SELECT 1 FROM added), $3 <> 0 AND kept_days <> $3 OR $4 AND NOT is_closed
    FROM dicehall_room r WHERE hash = $1 AND gone IS NULL
    """

  func keep(_ room: RoomCode, days: Int, now: Int) throws(StorageError) -> Bool {
    let days = StorageLimits.nearestKeptDays(days)
    return try changeTerms(of: room, keptDays: days, isClosed: false, now: now)
  }

  func close(_ room: RoomCode, now: Int) throws(StorageError) -> Bool {
    try changeTerms(of: room, keptDays: 0, isClosed: true, now: now)
  }

  private func changeTerms(
    of room: RoomCode, keptDays: Int, isClosed: Bool, now: Int
  ) throws(StorageError) -> Bool {
    let limit = StorageLimits.roomRecords + StorageLimits.roomTermsReserve
    let rows = try pool.run(
      Self.changing,
      [
        .blob(room.hash), .integer(now), .integer(keptDays), .boolean(isClosed),
        .integer(Self.recordSize), .integer(limit),
      ])
    guard let row = rows.first else { return false }
    let (wasChanged, wasToChange) = (row.boolean(1), row.boolean(2))
    guard wasChanged || !wasToChange || row.integer(0) < limit else { throw .tooMany(limit: limit) }
    return true
  }

  private static let savingSnapshot: Statement = """
    WITH moved AS (
      UPDATE dicehall_room SET snapshot = $2
      WHERE hash = $1 AND gone IS NULL AND last >= $2 AND snapshot <= $2 RETURNING hash
    ), saved AS (
      INSERT INTO dicehall_room_snapshot (room, number, content) SELECT hash, $2, $3 FROM moved
      ON CONFLICT (room) DO UPDATE SET number = excluded.number, content = excluded.content
      RETURNING number
    )
    SELECT EXISTS (SELECT 1 FROM saved) FROM dicehall_room WHERE hash = $1 AND gone IS NULL
    """

  func save(_ snapshot: StoredSnapshot, of room: RoomCode) throws(StorageError) -> Bool {
    guard snapshot.bytes.count <= StorageLimits.snapshotBytes else {
      throw .tooLarge(count: snapshot.bytes.count)
    }
    let rows = try pool.run(
      Self.savingSnapshot, [.blob(room.hash), .integer(snapshot.number), .blob(snapshot.bytes)])
    guard let row = rows.first else { return false }
    guard row.boolean(0) else { throw .changed }
    return true
  }

  /// Opens the room, counts it and writes the first record, or does none of these.
  ///
  /// A client's rooms are numbered each day. If two requests take the same number at once, the
  /// second starts over, so nobody opens more than `$8`.
  private static let opening: Statement = """
    WITH opened AS (
      SELECT count(*) AS count FROM dicehall_room_opening WHERE client = $6 AND day = $7
    ), made AS (
      INSERT INTO dicehall_room
        (hash, last, last_act, kept_days, is_closed, size, snapshot, token, is_erased)
      SELECT $1, 1, $2, $3, false, $4, 0, $5, false FROM opened WHERE count < $8
      ON CONFLICT (hash) DO NOTHING RETURNING hash
    ), counted AS (
      INSERT INTO dicehall_room_opening (client, day, number)
      SELECT $6, $7, opened.count + 1 FROM made, opened
    ), added AS (
      INSERT INTO dicehall_room_record
        (room, number, time, last_act, kept_days, is_closed, size, token, content)
      SELECT hash, 1, $2, $2, $3, false, $4, $5, $9 FROM made RETURNING number
    )
    SELECT EXISTS (SELECT 1 FROM added), count, r.token
    FROM opened LEFT JOIN dicehall_room r ON r.hash = $1
    """
  private static let findingToken: Statement = "SELECT token FROM dicehall_room WHERE hash = $1"
  /// The SQLSTATE for a duplicate key.
  private static let uniqueViolation = "23505"

  func openRoom(
    _ first: [UInt8], as room: RoomCode, by client: String, keptDays: Int, now: Int
  ) throws(StorageError) -> Bool {
    try openRoom(
      first, as: room, by: client, keptDays: keptDays, now: now,
      token: .random(in: .min ... .max))
  }

  /// Opens a room; the token identifies it if the answer is lost and the statement runs again.
  func openRoom(
    _ first: [UInt8], as room: RoomCode, by client: String, keptDays: Int, now: Int, token: Int
  ) throws(StorageError) -> Bool {
    guard first.count <= StorageLimits.eventBytes else { throw .tooLarge(count: first.count) }
    let limit = openingsPerDay
    let values: [Parameter] = [
      .blob(room.hash), .integer(now), .integer(StorageLimits.nearestKeptDays(keptDays)),
      .integer(Self.recordSize + first.count), .integer(token), .blob(hashed(client)),
      .integer(now / 86_400), .integer(limit), .blob(first),
    ]
    let row = try pool.attempt(isRepeatable: true) { (connection) throws(DatabaseError) in
      do throws(DatabaseError) {
        return try connection.run(Self.opening, values)[0]
      } catch .refused(_, state: Self.uniqueViolation) {
        throw .conflict
      }
    }
    if row.boolean(0) { return true }
    // The code is taken: by this very room, if the first answer was lost.
    if !row.isNull(2) { return row.integer(2) == token }
    guard row.integer(1) < limit else { throw .tooMany(limit: limit) }
    // Someone else, or an earlier attempt that was still running, opened it at the same moment.
    do throws(StorageError) {
      return try pool.run(Self.findingToken, [.blob(room.hash)]).first?.integer(0) == token
    } catch {
      throw error.inDoubt
    }
  }
}
