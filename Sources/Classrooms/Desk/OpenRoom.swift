import Rooms
import Site
import Storage

/// A room as of one of its records.
struct OpenRoom: Sendable {
  let code: RoomCode
  /// The state that its events lead to.
  var room: Room
  /// Its number, its last day, and whether it is closed.
  private(set) var terms: RoomTerms

  /// The number of its newest record, for `/state?since=`.
  var number: Int { terms.number }
  var isClosed: Bool { terms.isClosed }
  /// The number of events lost to damage; all others stand.
  var missing: Int { room.missing }

  /// Opens a room from its first records.
  /// - Returns: `nil` if the first event is lost or doesn't open a room.
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

  /// Opens a room from a snapshot; its terms are yet to be read from the record.
  /// - Returns: `nil` for a snapshot of another version.
  init?(_ code: RoomCode, _ snapshot: StoredSnapshot) {
    guard let room = Room(snapshot: snapshot.bytes) else { return nil }
    self.code = code
    self.room = room
    terms = RoomTerms(number: snapshot.number, lastAct: 0, keptDays: 0, isClosed: false)
  }

  /// Applies newer records, skipping any that it has already.
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

  /// Notes that the last event is now in the record.
  mutating func settle(_ stored: StoredEvent) {
    terms = RoomTerms(
      number: stored.number, lastAct: max(stored.time, terms.lastAct), keptDays: terms.keptDays,
      isClosed: false)
  }
}

extension RoomEvent {
  /// - Returns: `nil` for bytes that aren't an event.
  init?(_ stored: StoredEvent) {
    self.init(bytes: stored.bytes, number: stored.number, time: stored.time)
  }
}
