/// Rooms: append-only logs of what happened, each under a short code.
///
/// The storage numbers events and knows nothing of what they mean: a room's state comes from
/// replaying its events, from the start or from a snapshot. Closing a room and changing its last
/// day take a number too, so that whoever watches the newest number notices. A number is used once
/// and never changes its event. Times are in seconds since 1970 by the clock of that moment; after
/// the clock was set back, a later record may have an earlier time. The numbers define the order.
///
/// All of these throw `StorageError.unavailable` while the engine can't work, and `.damaged` if
/// nothing of the room can be read. For a room that doesn't exist or was deleted, they return `nil`
/// or `false`.
package protocol RoomStorage: Sendable {
  /// Returns where the room is kept, for an operator's log; doesn't reveal the code.
  func place(of room: RoomCode) -> String

  /// Opens a room under a code, unless a room has had it within `StorageLimits.codeRestDays`.
  ///
  /// `first` is the event with number 1. The client is only counted, for a day or two. `keptDays`
  /// is the number of days from the last act to the last day, clamped to `StorageLimits.keptDays`.
  /// If a client opens the same room twice at once, one of the calls finds it open.
  ///
  /// - Returns: whether the code was free; otherwise nothing changes, and the client isn't counted.
  /// - Throws: `StorageError.tooMany` if the client has opened as many rooms today as
  ///   `ClientAllowances` permits; `.tooLarge`, `.full` or `.busy`.
  func openRoom(
    _ first: [UInt8], as room: RoomCode, by client: String, keptDays: Int, now: Int
  ) throws(StorageError) -> Bool

  /// Returns the newest record's number, at least 1, cheaply because watchers poll it.
  func newestNumber(of room: RoomCode) throws(StorageError) -> Int?

  /// Returns whether the code is taken, even by a deleted room: such a code wasn't guessed.
  func isTaken(_ room: RoomCode) throws(StorageError) -> Bool

  /// Returns a page of events after a number, 0 for all; the next page starts after its `through`.
  ///
  /// If the room has no such number yet, the page has no events and ends with the newest record.
  func events(of room: RoomCode, after number: Int) throws(StorageError) -> EventPage?

  /// Adds one event, which the caller decides on after seeing everything before it.
  ///
  /// `known` is the last number that the caller has seen, and `decide` gets what came after it.
  /// What it returns is added with the number after the page's `through`; `nil` adds nothing. If
  /// someone else adds something in the meantime, both are called again, and the earlier decision
  /// has no effect. Both should be quick, and must not use the same room. A returned event survives
  /// whatever the engine promises to survive, such as a power failure.
  ///
  /// - Throws: `StorageError.changed` if more than one page came after `known`, or if the room has
  ///   no such number: read the events first. `.tooLarge`, `.tooMany`, `.full` or `.busy`; then
  ///   nothing was added. If the disk fails to flush, `.unavailable` or `.full` leaves it open
  ///   whether the event was added, as does `.unanswered`, so each event should carry a number by
  ///   which its caller recognises a retry.
  func append(
    to room: RoomCode, after known: @autoclosure () -> Int, now: Int,
    _ decide: (EventPage) -> [UInt8]?
  ) throws(StorageError) -> RoomAppend?

  /// Sets how many days after the last act the room is kept, clamped to `StorageLimits.keptDays`.
  ///
  /// - Returns: whether there is such a room.
  /// - Throws: `StorageError.tooMany`, `.full` or `.busy`.
  func keep(_ room: RoomCode, days: Int, now: Int) throws(StorageError) -> Bool

  /// Closes a room for good: it can't be added to, and can be read until the last day.
  ///
  /// - Returns: whether there is such a room.
  /// - Throws: `StorageError.tooMany`, `.full` or `.busy`.
  func close(_ room: RoomCode, now: Int) throws(StorageError) -> Bool

  /// Deletes everything in a room at once, but keeps the code taken.
  ///
  /// - Returns: whether there was such a room.
  /// - Throws: `StorageError.busy`.
  func delete(_ room: RoomCode) throws(StorageError) -> Bool

  /// Returns the latest snapshot.
  ///
  /// `nil` if there is none or it is damaged, so that events have to be replayed from the start.
  func snapshot(of room: RoomCode) throws(StorageError) -> StoredSnapshot?

  /// Replaces the last snapshot, all or nothing.
  ///
  /// - Returns: whether there is such a room.
  /// - Throws: `StorageError.changed` if the room has no record with that number or a newer snapshot;
  ///   `.tooLarge`, `.full` or `.busy`.
  func save(_ snapshot: StoredSnapshot, of room: RoomCode) throws(StorageError) -> Bool

  /// Deletes rooms of one of 256 slices whose last day is over, and frees codes that have rested.
  ///
  /// A whole sweep can take its time.
  ///
  /// - Returns: how many rooms were deleted.
  /// - Throws: `StorageError.unavailable`; the slice may be half swept.
  func sweep(slice: UInt8, now: Int) throws(StorageError) -> Int
}

/// An event in a room.
package struct StoredEvent: Equatable, Sendable {
  /// The number, from 1 in order; some numbers belong to no event.
  package let number: Int
  /// The time in seconds since 1970, by the clock at that time.
  package let time: Int
  /// The event's content, at most `StorageLimits.eventBytes`.
  package let bytes: [UInt8]

  package init(number: Int, time: Int, bytes: [UInt8]) {
    self.number = number
    self.time = time
    self.bytes = bytes
  }
}

/// A room's terms after one of its records.
package struct RoomTerms: Equatable, Sendable {
  /// The number of that record, from 1.
  package let number: Int
  /// The latest time of any record so far, in seconds since 1970, whatever the clock was set to.
  package let lastAct: Int
  /// The number of days for which the room is kept, within `StorageLimits.keptDays`.
  package let keptDays: Int
  package let isClosed: Bool

  package init(number: Int, lastAct: Int, keptDays: Int, isClosed: Bool) {
    self.number = number
    self.lastAct = lastAct
    self.keptDays = keptDays
    self.isClosed = isClosed
  }

  /// The last day on which the room is kept, in UTC days since 1970.
  package var lastDay: Int { lastAct / 86_400 + keptDays }

  /// Returns whether the last day is over, so that the room may disappear at any moment.
  package func isOver(_ now: Int) -> Bool { now / 86_400 > lastDay }
}

/// Events in the order of their numbers.
package struct EventPage: Equatable, Sendable {
  package let events: [StoredEvent]
  /// The numbers within the page whose records are damaged; their events are lost.
  package let missing: [ClosedRange<Int>]
  /// The room's terms after the last record of the page.
  package let terms: RoomTerms
  /// Whether this was the last page when it was read.
  package let isLast: Bool

  /// The number up to which the page is complete; less than requested if the room is shorter.
  package var through: Int { terms.number }

  package init(events: [StoredEvent], missing: [ClosedRange<Int>], terms: RoomTerms, isLast: Bool) {
    self.events = events
    self.missing = missing
    self.terms = terms
    self.isLast = isLast
  }
}

package enum RoomAppend: Equatable, Sendable {
  case added(StoredEvent)
  /// The caller decided not to add anything.
  case declined
  /// The room is closed; the caller wasn't asked.
  case closed
}

/// The state of a room after a record, in the caller's own format.
package struct StoredSnapshot: Equatable, Sendable {
  /// The number of the last record that the state contains.
  package let number: Int
  /// The content, at most `StorageLimits.snapshotBytes`.
  package let bytes: [UInt8]

  /// Creates a snapshot of the state after the record with that number.
  package init(number: Int, bytes: [UInt8]) {
    self.number = number
    self.bytes = bytes
  }
}
