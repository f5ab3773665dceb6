import Storage
import StoredSecrets

extension PostgresRooms {
  /// Opens, counts and writes the first record, or nothing of these.
  ///
  /// Each of a client's rooms of a day has a number of its own. Of two who take the same one at once,
  /// the second begins again, so nobody opens more than `$8`.
  private static let opening = Statement(
    """
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
    """)
  private static let findingToken = Statement("SELECT token FROM dicehall_room WHERE hash = $1")
  /// The SQLSTATE of two rows with the same key.
  private static let uniqueViolation = "23505"

  func openRoom(
    _ first: [UInt8], as room: RoomCode, by client: String, keptDays: Int, now: Int
  ) throws(StorageError) -> Bool {
    try openRoom(
      first, as: room, by: client, keptDays: keptDays, now: now,
      token: .random(in: .min ... .max))
  }

  /// Opens a room that goes by that token when it is opened again because the answer was lost.
  func openRoom(
    _ first: [UInt8], as room: RoomCode, by client: String, keptDays: Int, now: Int, token: Int
  ) throws(StorageError) -> Bool {
    guard first.count <= StorageLimits.eventBytes else { throw .tooLarge(count: first.count) }
    let limit = openingsPerDay
    let values: [Parameter] = [
      .blob(room.hash), .integer(now), .integer(PostgresRooms.nearest(keptDays)),
      .integer(PostgresRooms.recordSize + first.count), .integer(token), .blob(hashed(client)),
      .integer(now / 86_400), .integer(limit), .blob(first),
    ]
    let rows = try pool.attempt(isRepeatable: true) { (connection) throws(DatabaseError) in
      do throws(DatabaseError) {
        return try connection.run(PostgresRooms.opening, values)
      } catch .refused(_, state: PostgresRooms.uniqueViolation) {
        throw .conflict
      }
    }
    if rows.boolean(0, 0) { return true }
    // There was a room under the code already: this one, if the answer was lost.
    if !rows.isNull(0, 2) { return rows.integer(0, 2) == token }
    guard rows.integer(0, 1) < limit else { throw .tooMany(limit: limit) }
    // It was opened in the same moment, by somebody else or by a first attempt that was still under
    // way.
    do throws(StorageError) {
      let found = try pool.run(PostgresRooms.findingToken, [.blob(room.hash)])
      return found.count == 1 && found.integer(0, 0) == token
    } catch {
      throw error.inDoubt
    }
  }

  /// The nearest number of days that a room may be kept.
  static func nearest(_ days: Int) -> Int {
    min(max(days, StorageLimits.keptDays.lowerBound), StorageLimits.keptDays.upperBound)
  }
}
