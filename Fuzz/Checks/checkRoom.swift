import Rooms

/// Reads any bytes as what a room has stored: a snapshot in the first line, if it is one, and an event
/// in each line after it.
/// - Throws: a `Finding` if something that is read changes when it is written again, or if a room's
///   snapshot is not the room.
public func checkRoom(_ bytes: ArraySlice<UInt8>) throws(Finding) {
  let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  var room = lines.first.flatMap { Room(snapshot: Array($0)) }
  if let room { try checkSnapshot(of: room) }
  for (index, line) in lines.dropFirst(room == nil ? 0 : 1).enumerated() {
    let number = (room?.lastNumber ?? 0) + 1
    // Time passes in leaps, and sometimes goes back.
    let time = 1_700_000_000 + index * (index % 3 - 1) * 7
    guard let event = RoomEvent(bytes: Array(line), number: number, time: time) else { continue }
    try expect(
      RoomEvent(bytes: event.bytes, number: number, time: time) == event,
      "an event is the same when it is read again")
    if room == nil {
      room = try? Room(opening: event)
    } else if (try? room?.apply(event)) == nil {
      room?.leaveOut(1)
    }
    if let room { try checkSnapshot(of: room) }
  }
}

private func checkSnapshot(of room: Room) throws(Finding) {
  let snapshot = room.snapshot
  try expect(snapshot.allSatisfy { 0x20..<0x7F ~= $0 }, "a snapshot is visible ASCII")
  try expect(Room(snapshot: snapshot) == room, "a snapshot is the room")
}
