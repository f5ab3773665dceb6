import Rooms
import Site
import Storage

/// A room as of one of its records.
struct OpenRoom: Sendable {
  let code: RoomCode
  /// What happened in it led to this.
  var room: Room
  /// Its number, its last day, and whether it is closed.
  private(set) var terms: RoomTerms

  /// The number of the newest record in it, for `/state?since=`.
  var number: Int { terms.number }
  var isClosed: Bool { terms.isClosed }
  /// How many events the record has lost to damage; all others stand.
  var missing: Int { room.missing }
}

extension OpenRoom {
  /// A room as its first records open it.
  /// - Returns: `nil` if the first event is lost or opens no room.
  init?(_ code: RoomCode, opening page: EventPage) {
    guard let first = page.events.first, let event = RoomEvent(first),
      let room = try? Room(opening: event)
    else { return nil }
    self.code = code
    self.room = room
    terms = RoomTerms(
      number: first.number, lastAct: first.time, keptDays: page.terms.keptDays, isClosed: false)
    take(page)
  }

  /// A room as a snapshot has it; what the record says of its terms is yet to be read.
  /// - Returns: `nil` for a snapshot that this program doesn't write.
  init?(_ code: RoomCode, _ snapshot: StoredSnapshot) {
    guard let room = Room(snapshot: snapshot.bytes) else { return nil }
    self.code = code
    self.room = room
    terms = RoomTerms(number: snapshot.number, lastAct: 0, keptDays: 0, isClosed: false)
  }

  /// Takes what came since; what it has already is passed over.
  mutating func take(_ page: EventPage) {
    guard page.through >= number else { return }
    for stored in page.events where stored.number > number {
      guard let event = RoomEvent(stored), (try? room.apply(event)) != nil else {
        room.leaveOut(1)
        continue
      }
    }
    for numbers in page.missing where numbers.upperBound > number {
      room.leaveOut(numbers.upperBound - max(numbers.lowerBound, number + 1) + 1)
    }
    terms = page.terms
  }

  /// Notes that the event which the room has taken last is in the record.
  mutating func settle(_ stored: StoredEvent) {
    terms = RoomTerms(
      number: stored.number, lastAct: max(stored.time, terms.lastAct), keptDays: terms.keptDays,
      isClosed: false)
  }
}

extension RoomEvent {
  /// - Returns: `nil` for bytes that no event writes.
  init?(_ stored: StoredEvent) {
    self.init(bytes: stored.bytes, number: stored.number, time: stored.time)
  }
}
