/// Rooms: append-only records of what happened, each under a short code.
///
/// The storage numbers events and knows nothing of what they mean: the state of a room is its events
/// replayed, from the start or from a snapshot on. Closing a room and changing its last day take a
/// number too, so whoever watches the newest number hears of them. A number is used once and never
/// changes its event. Moments are in seconds since 1970 as the clock told them; after the clock was
/// set back, a later record may have an earlier one. Numbers are the order.
///
/// Any of these throws `StorageError.unavailable` while the engine cannot work, and `.damaged` if
/// nothing of the room can be read any more. A room that does not exist, or no longer, is `nil` or
/// `false`.
package protocol RoomStorage: Sendable {
  /// Where the room is kept, for an operator's log; does not tell the code.
  func place(of room: RoomCode) -> String

  /// Opens a room under a code, unless a room has had it within `StorageLimits.codeRestDays`.
  ///
  /// `first` is the event with number 1. The client is only counted, for a day or two. `keptDays` is
  /// the number of days from the last act to the last day; numbers outside `StorageLimits.keptDays`
  /// are brought within. If a client opens the same room twice at once, one of the calls finds it
  /// open.
  ///
  /// - Returns: whether the code was free; otherwise nothing has changed, nor is the client counted.
  /// - Throws: `StorageError.tooMany` if the client opened as many rooms today as its
  ///   `ClientAllowances` say; `.tooLarge`, `.full` or `.busy`.
  func openRoom(
    _ first: [UInt8], as room: RoomCode, by client: String, keptDays: Int, now: Int
  ) throws(StorageError) -> Bool

  /// The number of the newest record, at least 1. As cheap as it can be: watchers ask all the time.
  func newestNumber(of room: RoomCode) throws(StorageError) -> Int?

  /// Whether the code is taken, be it by a room that is gone: such a code has not been guessed.
  func isTaken(_ room: RoomCode) throws(StorageError) -> Bool

  /// The events after a number, 0 for all: one page, from whose `through` the next page goes on.
  ///
  /// If the room isn't that far, the page ends with its newest record and has no events.
  func events(of room: RoomCode, after number: Int) throws(StorageError) -> EventPage?

  /// Adds one event, which the caller decides on with everything before it in view.
  ///
  /// `known` tells how far the caller has come, and `decide` sees what came after that. What it
  /// returns is added with the number after the page's `through`; `nil` adds nothing. If somebody else
  /// has added something meanwhile, both are asked again, and what was decided before is as if it had
  /// never been. Both should be quick, and must not use the same room. An event that this returned
  /// survives whatever the engine has promised to survive, a loss of power for instance.
  ///
  /// - Throws: `StorageError.changed` if more than one page came after `known`, or the room is not
  ///   that far: read the events first. `.tooLarge`, `.tooMany`, `.full` or `.busy`; then nothing was
  ///   added. If the disk fails to flush, `.unavailable` or `.full` leaves open whether it was added,
  ///   and so does `.unanswered`; so each event should carry a number of its caller's by which a second
  ///   try is recognized.
  func append(
    to room: RoomCode, after known: @autoclosure () -> Int, now: Int,
    _ decide: (EventPage) -> [UInt8]?
  ) throws(StorageError) -> RoomAppend?

  /// Changes how many days after the last act the room is kept; numbers outside
  /// `StorageLimits.keptDays` are brought within.
  ///
  /// - Returns: whether there is such a room.
  /// - Throws: `StorageError.tooMany`, `.full` or `.busy`.
  func keep(_ room: RoomCode, days: Int, now: Int) throws(StorageError) -> Bool

  /// Closes a room for good: nothing can be added, and all can be read until the last day.
  ///
  /// - Returns: whether there is such a room.
  /// - Throws: `StorageError.tooMany`, `.full` or `.busy`.
  func close(_ room: RoomCode, now: Int) throws(StorageError) -> Bool

  /// Deletes everything in a room at once; only the code stays taken.
  ///
  /// - Returns: whether there was such a room.
  /// - Throws: `StorageError.busy`.
  func delete(_ room: RoomCode) throws(StorageError) -> Bool

  /// The snapshot that was saved last; `nil` also if it is damaged: then replay from the start.
  func snapshot(of room: RoomCode) throws(StorageError) -> StoredSnapshot?

  /// Keeps a state in place of the last snapshot, all or nothing.
  ///
  /// - Returns: whether there is such a room.
  /// - Throws: `StorageError.changed` if the room has no record with that number or a newer snapshot;
  ///   `.tooLarge`, `.full` or `.busy`.
  func save(_ snapshot: StoredSnapshot, of room: RoomCode) throws(StorageError) -> Bool

  /// Deletes the rooms of one of 256 slices whose last day is over, and forgets codes that rested
  /// long enough, so that a whole sweep can take its time.
  ///
  /// - Returns: how many rooms there were.
  /// - Throws: `StorageError.unavailable`; the slice may be half swept.
  func sweep(slice: UInt8, now: Int) throws(StorageError) -> Int
}

/// Something that happened in a room.
package struct StoredEvent: Equatable, Sendable {
  /// From 1, in the order of happening; some numbers belong to no event.
  package let number: Int
  /// In seconds since 1970, by the clock of that moment.
  package let time: Int
  /// At most `StorageLimits.eventBytes`.
  package let bytes: [UInt8]

  /// An event as an engine found it.
  package init(number: Int, time: Int, bytes: [UInt8]) {
    self.number = number
    self.time = time
    self.bytes = bytes
  }
}

/// What is true of a room after one of its records.
package struct RoomTerms: Equatable, Sendable {
  /// The number of that record, from 1.
  package let number: Int
  /// The latest moment of any record up to that one, in seconds since 1970: a clock that was set back
  /// ends no room early.
  package let lastAct: Int
  /// Within `StorageLimits.keptDays`.
  package let keptDays: Int
  package let isClosed: Bool

  /// Terms as an engine found them.
  package init(number: Int, lastAct: Int, keptDays: Int, isClosed: Bool) {
    self.number = number
    self.lastAct = lastAct
    self.keptDays = keptDays
    self.isClosed = isClosed
  }

  /// The last day on which the room is kept, in days of UTC since 1970.
  package var lastDay: Int { lastAct / 86_400 + keptDays }

  /// Whether the last day is over, so that the room may be gone at any moment.
  package func isOver(_ now: Int) -> Bool { now / 86_400 > lastDay }
}

/// Events in the order of their numbers.
package struct EventPage: Equatable, Sendable {
  package let events: [StoredEvent]
  /// Numbers within the page whose records are damaged; what happened there is lost.
  package let missing: [ClosedRange<Int>]
  /// What is true of the room after the last record of the page.
  package let terms: RoomTerms
  /// Whether nothing came after that when this was read.
  package let isLast: Bool

  /// Up to which number this page tells everything; less than was asked for if the room is shorter.
  package var through: Int { terms.number }

  /// A page as an engine found it.
  package init(
    events: [StoredEvent], missing: [ClosedRange<Int>], terms: RoomTerms, isLast: Bool
  ) {
    self.events = events
    self.missing = missing
    self.terms = terms
    self.isLast = isLast
  }
}

/// The result of an append.
package enum RoomAppend: Equatable, Sendable {
  case added(StoredEvent)
  /// The caller decided against it.
  case declined
  /// The room is closed; the caller was not asked.
  case closed
}

/// The state of a room after a record, in whatever form the caller likes.
package struct StoredSnapshot: Equatable, Sendable {
  /// The number of the last record that the state contains.
  package let number: Int
  /// At most `StorageLimits.snapshotBytes`.
  package let bytes: [UInt8]

  /// A state after the record with that number.
  package init(number: Int, bytes: [UInt8]) {
    self.number = number
    self.bytes = bytes
  }
}
