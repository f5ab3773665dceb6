import Storage

struct RoomTableArchive: RoomArchive {
  let rooms: PostgresRooms

  private var pool: ConnectionPool { rooms.pool }

  func place(of name: StoredName) -> String { rooms.place(of: name.hash) }

  private static let listing: Statement =
    "SELECT hash FROM dicehall_room WHERE hash >= $1 AND hash < $2 ORDER BY hash"

  func names(from slice: Int) throws(StorageError) -> NamePage<StoredName> {
    try pool.names(Self.listing, slice: slice)
  }

  private static let finding: Statement =
    "SELECT gone, last, last_act, kept_days, is_closed FROM dicehall_room WHERE hash = $1"

  func room(_ name: StoredName) throws(StorageError) -> ArchivedRoom? {
    try pool.run(Self.finding, [.blob(name.hash)]).first.map { row in
      row.isNull(0) ? .kept(row.terms(number: 1, others: 2)) : .gone(at: row.integer(0))
    }
  }

  /// Reads as many records as fit on a page of `$4` bytes.
  private static let reading: Statement = """
    SELECT number, last_act, kept_days, is_closed, time, content FROM dicehall_room_record
    WHERE room = $1 AND number > $2 AND size <= $4 + COALESCE((
      SELECT size FROM dicehall_room_record WHERE room = $1 AND number <= $2
      ORDER BY number DESC LIMIT 1
    ), 0)
    ORDER BY number LIMIT $3
    """

  func records(of name: StoredName, after number: Int) throws(StorageError) -> [RoomEntry] {
    let rows = try pool.run(
      Self.reading,
      [
        .blob(name.hash), .integer(number), .integer(StorageLimits.roomPageRecords),
        .integer(StorageLimits.roomPageBytes),
      ])
    return rows.map { row in
      RoomEntry(
        terms: row.terms(number: 0, others: 1), time: row.integer(4),
        event: row.isNull(5) ? nil : row.blob(5))
    }
  }

  func append(_ records: [RoomEntry], to name: StoredName, after number: Int) throws(StorageError) {
    guard let newest = records.last else { return }
    // Whoever starts over finds it older than anything.
    if number == 0 { try bury(name, at: 0) }
    try pool.transaction { (connection) throws(DatabaseError) in
      let old = try connection.run(Self.holding, [.blob(name.hash)]).first
      let last = old?.integer(0) ?? 0
      // An earlier attempt wrote them, and its answer was lost.
      if last == newest.number { return }
      guard last == number else { throw .refused(.changed) }
      try add(records, to: name, sized: old?.integer(1) ?? 0, connection)
    }
  }

  private static let holding: Statement =
    "SELECT last, size FROM dicehall_room WHERE hash = $1 AND gone IS NULL FOR UPDATE"
  private static let moving: Statement = """
    INSERT INTO dicehall_room
      (hash, last, last_act, kept_days, is_closed, size, snapshot, token, is_erased)
    VALUES ($1, $2, $3, $4, $5, $6, 0, 0, false)
    ON CONFLICT (hash) DO UPDATE SET last = excluded.last, last_act = excluded.last_act,
      kept_days = excluded.kept_days, is_closed = excluded.is_closed, size = excluded.size,
      gone = NULL, is_erased = false
    """
  /// Booleans are passed as 0 and 1.
  private static let adding: Statement = """
    INSERT INTO dicehall_room_record
      (room, number, time, last_act, kept_days, is_closed, size, token, content)
    SELECT $1, number, time, last_act, kept_days, closed = 1, size, 0,
      CASE WHEN has_event = 1 THEN content END
    FROM unnest($2, $3, $4, $5, $6, $7, $8, $9)
      AS given(number, time, last_act, kept_days, closed, size, has_event, content)
    """

  private func add(
    _ records: [RoomEntry], to name: StoredName, sized size: Int, _ connection: Connection
  ) throws(DatabaseError) {
    guard let terms = records.last?.terms else { return }
    var size = size
    let sizes = records.map { record in
      size += PostgresRooms.recordSize + (record.event?.count ?? 0)
      return size
    }
    try connection.run(
      Self.moving,
      [
        .blob(name.hash), .integer(terms.number), .integer(terms.lastAct), .integer(terms.keptDays),
        .boolean(terms.isClosed), .integer(size),
      ])
    try connection.run(
      Self.adding,
      [
        .blob(name.hash), .integers(records.map(\.number)), .integers(records.map(\.time)),
        .integers(records.map(\.terms.lastAct)), .integers(records.map(\.terms.keptDays)),
        .integers(records.map { $0.terms.isClosed ? 1 : 0 }), .integers(sizes),
        .integers(records.map { $0.event == nil ? 0 : 1 }), .blobs(records.map { $0.event ?? [] }),
      ])
  }

  private static let burying: Statement = """
    INSERT INTO dicehall_room
      (hash, last, last_act, kept_days, is_closed, size, snapshot, token, gone, is_erased)
    VALUES ($1, 0, 0, 1, true, 0, 0, 0, $2, true)
    ON CONFLICT (hash) DO UPDATE
    SET gone = excluded.gone, snapshot = 0, is_erased = false
    """

  func bury(_ name: StoredName, at moment: Int) throws(StorageError) {
    try pool.run(Self.burying, [.blob(name.hash), .integer(moment)])
    try rooms.erase(.blob(name.hash))
  }
}
