/// Rooms, record by record, for copying a whole hall.
package protocol RoomArchive: Sendable {
  /// Names of rooms, those of rooms that are gone included; 0 is where they begin.
  func names(from place: Int) throws(StorageError) -> NamePage<StoredName>

  /// What there is under a name, or `nil`.
  ///
  /// - Throws: `StorageError.damaged` if nothing of the room can be read; it is left as it is.
  func room(_ name: StoredName) throws(StorageError) -> ArchivedRoom?

  /// The records after that number: some of them, none only at the end.
  ///
  /// At most `StorageLimits.roomPageRecords` and about `StorageLimits.roomPageBytes`. Numbers that
  /// are missing are those of records that were damaged.
  func records(of name: StoredName, after number: Int) throws(StorageError) -> [RoomEntry]

  /// Adds records after the one with that number, which must be the room's last.
  ///
  /// After 0 they are the first, of a new room or instead of everything that was there.
  ///
  /// - Throws: `StorageError.changed` if the room has another last record.
  func append(
    _ records: [RoomEntry], to name: StoredName, after number: Int
  ) throws(StorageError)

  /// Keeps nothing but the code of a room, which is gone since that moment, in seconds since 1970.
  func bury(_ name: StoredName, at moment: Int) throws(StorageError)

  /// Where a room is kept, for an operator; does not tell the code.
  func place(of name: StoredName) -> String
}

/// What there is under a room's name.
package enum ArchivedRoom: Equatable, Sendable {
  /// Only its code is kept, since that moment, in seconds since 1970.
  case gone(at: Int)
  /// The terms after its last record.
  case kept(RoomTerms)
}

/// One record of a room.
package struct RoomEntry: Equatable, Sendable {
  package let terms: RoomTerms
  /// When it was added, in seconds since 1970, by the clock of that moment.
  package let time: Int
  /// What happened; `nil` if only the terms changed.
  package let event: [UInt8]?

  /// A record as an engine found it.
  package init(terms: RoomTerms, time: Int, event: [UInt8]?) {
    self.terms = terms
    self.time = time
    self.event = event
  }

  package var number: Int { terms.number }
}
