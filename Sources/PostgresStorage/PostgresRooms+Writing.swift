import Storage

extension PostgresRooms {
  /// What a record counts for besides the bytes of its event, so that a room is full at the same
  /// size in every engine.
  static let recordSize = 32

  /// Only while nothing came after `$2`; whoever adds at once waits for this row, and then finds that
  /// something did.
  private static let adding = Statement(
    """
    WITH moved AS (
      UPDATE dicehall_room
      SET last = last + 1, last_act = GREATEST(last_act, $3), size = size + $4
      WHERE hash = $1 AND last = $2 AND gone IS NULL AND NOT is_closed
      RETURNING hash, last, last_act, kept_days, is_closed, size
    )
    INSERT INTO dicehall_room_record
      (room, number, time, last_act, kept_days, is_closed, size, token, content)
    SELECT hash, last, $3, last_act, kept_days, is_closed, size, $5, $6 FROM moved
    """)
  private static let findingAdded = Statement(
    "SELECT 1 FROM dicehall_room_record WHERE room = $1 AND number = $2 AND token = $3")

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
    try pool.whileOthersAreFaster { () throws(StorageError) -> RoomAppend?? in
      let known = known()
      guard let page = try events(of: room, after: known) else { return .some(nil) }
      guard !page.terms.isClosed else { return .closed }
      guard page.isLast, page.through >= known else { throw .changed }
      guard let bytes = decide(page) else { return .declined }
      let event = StoredEvent(number: page.through + 1, time: now, bytes: bytes)
      return try add(event, to: room) ? .added(event) : nil
    }
  }

  /// - Returns: whether the event is there; otherwise others were faster.
  private func add(_ event: StoredEvent, to room: RoomCode) throws(StorageError) -> Bool {
    let size = event.bytes.count
    guard size <= StorageLimits.eventBytes else { throw .tooLarge(count: size) }
    guard event.number <= StorageLimits.roomRecords else {
      throw .tooMany(limit: StorageLimits.roomRecords)
    }
    let key: [Parameter] = [.blob(room.hash)]
    let token = Parameter.token()
    let added = try pool.runCounting(
      PostgresRooms.adding,
      key + [
        .integer(event.number - 1), .integer(event.time),
        .integer(PostgresRooms.recordSize + size), token, .blob(event.bytes),
      ])
    if added.rows.changed == 1 { return true }
    guard added.wasRepeated else { return false }
    do throws(StorageError) {
      let found = try pool.run(PostgresRooms.findingAdded, key + [.integer(event.number), token])
      return found.count == 1
    } catch {
      throw error.inDoubt
    }
  }

  /// Adds a record only if something changes.
  ///
  /// `$3` is for how many days the room is to be kept, 0 for as many as before, and `$4` whether it is
  /// to be closed.
  private static let changing = Statement(
    """
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
    """)

  func keep(_ room: RoomCode, days: Int, now: Int) throws(StorageError) -> Bool {
    try changeTerms(of: room, keptDays: PostgresRooms.nearest(days), isClosed: false, now: now)
  }

  func close(_ room: RoomCode, now: Int) throws(StorageError) -> Bool {
    try changeTerms(of: room, keptDays: 0, isClosed: true, now: now)
  }

  private func changeTerms(
    of room: RoomCode, keptDays: Int, isClosed: Bool, now: Int
  ) throws(StorageError) -> Bool {
    let limit = StorageLimits.roomRecords + StorageLimits.roomTermsReserve
    let rows = try pool.run(
      PostgresRooms.changing,
      [
        .blob(room.hash), .integer(now), .integer(keptDays), .boolean(isClosed),
        .integer(PostgresRooms.recordSize), .integer(limit),
      ])
    guard rows.count == 1 else { return false }
    let (wasChanged, wasToChange) = (rows.boolean(0, 1), rows.boolean(0, 2))
    guard wasChanged || !wasToChange || rows.integer(0, 0) < limit else {
      throw .tooMany(limit: limit)
    }
    return true
  }

  private static let savingSnapshot = Statement(
    """
    WITH moved AS (
      UPDATE dicehall_room SET snapshot = $2
      WHERE hash = $1 AND gone IS NULL AND last >= $2 AND snapshot <= $2 RETURNING hash
    ), saved AS (
      INSERT INTO dicehall_room_snapshot (room, number, content) SELECT hash, $2, $3 FROM moved
      ON CONFLICT (room) DO UPDATE SET number = excluded.number, content = excluded.content
      RETURNING number
    )
    SELECT EXISTS (SELECT 1 FROM saved) FROM dicehall_room WHERE hash = $1 AND gone IS NULL
    """)

  func save(_ snapshot: StoredSnapshot, of room: RoomCode) throws(StorageError) -> Bool {
    guard snapshot.bytes.count <= StorageLimits.snapshotBytes else {
      throw .tooLarge(count: snapshot.bytes.count)
    }
    let rows = try pool.run(
      PostgresRooms.savingSnapshot,
      [.blob(room.hash), .integer(snapshot.number), .blob(snapshot.bytes)])
    guard rows.count == 1 else { return false }
    guard rows.boolean(0, 0) else { throw .changed }
    return true
  }
}
