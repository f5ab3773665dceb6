import Glibc
import Storage

extension PostgresRooms {
  /// From here on the room is gone for everybody, and what is left of it is only erased.
  private static let deleting = Statement(
    """
    UPDATE dicehall_room SET gone = $2, token = $3
    WHERE hash = $1 AND (gone IS NULL OR token = $3)
    """)

  func delete(_ room: RoomCode) throws(StorageError) -> Bool {
    let hash = Parameter.blob(room.hash)
    let rows = try pool.run(PostgresRooms.deleting, [hash, .integer(time(nil)), .token()])
    guard rows.changed == 1 else { return false }
    // The room is gone; what this may leave, the next sweep erases.
    _ = try? erase(hash)
    return true
  }

  private static let erasingRecords = Statement(
    """
    DELETE FROM dicehall_room_record WHERE room = $1 AND number IN (
      SELECT number FROM dicehall_room_record WHERE room = $1 ORDER BY number LIMIT 5000
    )
    """)
  private static let erasingSnapshot = Statement(
    "DELETE FROM dicehall_room_snapshot WHERE room = $1")
  private static let finishing = Statement(
    "UPDATE dicehall_room SET is_erased = true WHERE hash = $1 AND gone IS NOT NULL")

  /// Erases everything of a room that is gone, but the code; doing so twice does no harm.
  func erase(_ hash: Parameter) throws(StorageError) {
    while try pool.run(PostgresRooms.erasingRecords, [hash]).changed > 0 {}
    try pool.run(PostgresRooms.erasingSnapshot, [hash])
    try pool.run(PostgresRooms.finishing, [hash])
  }

  /// A day has 86,400 seconds; a room is over when the day after its last one has begun.
  private static let ending = Statement(
    """
    UPDATE dicehall_room SET gone = $4 WHERE gone IS NULL AND hash IN (
      SELECT hash FROM dicehall_room WHERE hash >= $1 AND hash < $2 AND gone IS NULL
      AND last_act + 86400 * kept_days < $3 LIMIT 500 FOR UPDATE SKIP LOCKED
    )
    """)
  private static let findingRemains = Statement(
    """
    SELECT hash FROM dicehall_room WHERE hash >= $1 AND hash < $2 AND gone IS NOT NULL
    AND NOT is_erased
    """)
  private static let forgettingCodes = Statement(
    "DELETE FROM dicehall_room WHERE hash >= $1 AND hash < $2 AND is_erased AND gone <= $3")
  private static let forgettingOpenings = Statement(
    "DELETE FROM dicehall_room_opening WHERE client >= $1 AND client < $2 AND day < $3")

  func sweep(slice: UInt8, now: Int) throws(StorageError) -> Int {
    let range = HashRange(slice: slice)
    let today = now / 86_400
    var count = 0
    var isDone = false
    while !isDone {
      let ended = try pool.run(
        PostgresRooms.ending,
        [range.start, range.end, .integer(86_400 * today), .integer(time(nil))]
      ).changed
      count += ended
      isDone = ended < 500
    }
    let remains = try pool.run(PostgresRooms.findingRemains, [range.start, range.end])
    for row in 0..<remains.count { try erase(.blob(remains.blob(row, 0))) }
    try pool.run(
      PostgresRooms.forgettingCodes,
      [range.start, range.end, .integer(now - 86_400 * StorageLimits.codeRestDays)])
    // The clocks of two machines may differ a little.
    try pool.run(
      PostgresRooms.forgettingOpenings, [range.start, range.end, .integer(today - 1)])
    return count
  }
}
