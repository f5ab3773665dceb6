/// A record read again: the room that its events lead to, and what was wrong with it.
package struct RoomRecord: Equatable, Sendable {
  package private(set) var room: Room
  /// Lines that could not be read, or told what cannot have happened; all others stand.
  ///
  /// Counted from 1; at most `mostDamagedLines`.
  package private(set) var damagedLines: [Int] = []
  /// How many lines were damaged.
  package private(set) var damages = 0
  /// Bytes of whole lines; what follows them was being written when something died.
  package private(set) var wholeBytes = 0

  /// More damaged lines are only counted.
  package static let mostDamagedLines = 100

  /// - Parameter bytes: the record from its first line.
  /// - Throws: `RoomRefusal.outOfOrder` or `.setting` if its first line opens no room.
  package init(_ bytes: [UInt8]) throws(RoomRefusal) {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")),
      let first = RoomEvent(line: bytes[..<end])
    else { throw .outOfOrder }
    self.init(room: try Room(opening: first))
    wholeBytes = end + 1
    add(bytes[(end + 1)...], line: 2)
  }

  /// Goes on from a snapshot with the lines after it; lines are counted from the first of them.
  package init(from room: Room, then bytes: [UInt8]) {
    self.init(room: room)
    add(bytes[...], line: 1)
  }

  private init(room: Room) { self.room = room }

  private mutating func add(_ bytes: ArraySlice<UInt8>, line first: Int) {
    var rest = bytes
    var line = first
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      if let event = RoomEvent(line: rest[..<end]), (try? room.apply(event)) != nil {
        // It stands.
      } else {
        damages += 1
        if damagedLines.count < RoomRecord.mostDamagedLines { damagedLines.append(line) }
      }
      wholeBytes += end + 1 - rest.startIndex
      rest = rest[(end + 1)...]
      line += 1
    }
  }
}
