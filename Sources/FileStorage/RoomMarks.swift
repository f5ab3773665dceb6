import Synchronization

/// A record's place in its file.
package struct RoomMark: Equatable, Sendable {
  package let number: Int
  /// The offsets, in bytes, at which it begins and ends.
  package let start: Int
  package let end: Int
}

/// A process's memory of where records are, so that it needn't read rooms from the start.
///
/// These are only hints: a reader checks that the record is there. Records never move, so a hint
/// stays valid as long as the room exists. There are at most 256 rooms with about 1600 marks of 24
/// bytes each.
final class RoomMarks: Sendable {
  private static let mostRooms = 256
  /// The smallest distance between the numbers of two marks.
  static let distance = 256

  private struct Marks {
    var spaced: [RoomMark] = []
    var newest: RoomMark?
    /// The highest missing number that was reported.
    var reported = 0
  }
  private let rooms = Mutex<[String: Marks]>([:])

  func newest(in room: String) -> RoomMark? { rooms.withLock { $0[room]?.newest } }

  /// Returns the known record with the highest number up to this one.
  func last(upTo number: Int, in room: String) -> RoomMark? {
    rooms.withLock { rooms in
      guard let marks = rooms[room] else { return nil }
      if let newest = marks.newest, newest.number <= number { return newest }
      return marks.spaced.last { $0.number <= number }
    }
  }

  /// Remembers records that were found, in the order of their numbers.
  ///
  /// `size` is the size of the file if the last of them is the last in the file.
  func remember(_ found: [RoomMark], in room: String, endingAt size: Int? = nil) {
    guard let last = found.last else { return }
    rooms.withLock { rooms in
      if rooms.count >= Self.mostRooms, rooms[room] == nil { rooms.removeAll() }
      var marks = rooms[room] ?? Marks()
      for mark in found {
        // It's usually the last.
        let place = (marks.spaced.lastIndex { $0.number <= mark.number } ?? -1) + 1
        if place > 0, mark.number < marks.spaced[place - 1].number + Self.distance { continue }
        if place < marks.spaced.count, marks.spaced[place].number < mark.number + Self.distance {
          continue
        }
        marks.spaced.insert(mark, at: place)
      }
      // The newest only moves forward, unless an incomplete record was cut off the file.
      if last.number > (marks.newest?.number ?? 0) || marks.newest?.end ?? 0 <= size ?? -1 {
        marks.newest = last
      }
      rooms[room] = marks
    }
  }

  /// Returns whether these missing numbers are unreported, so that damage is reported once.
  func isNew(_ missing: ClosedRange<Int>, in room: String) -> Bool {
    rooms.withLock { rooms in
      guard missing.upperBound > rooms[room]?.reported ?? 0 else { return false }
      rooms[room, default: Marks()].reported = missing.upperBound
      return true
    }
  }

  func forget(_ room: String) { rooms.withLock { rooms in rooms[room] = nil } }
}
