/// The stored pieces of a whole hall, in a form that every engine can read and write, for copying.
///
/// It leaves out what expires within a day or two (transfer codes, claims and counts of what
/// clients did), and snapshots of rooms, which only save time. Reading doesn't disturb players, and
/// finds each piece in a state that it had meanwhile; writing is for a hall that isn't in use.
package protocol HallArchive: Sendable {
  var sessions: any PieceArchive<SessionPiece> { get }
  var vaults: any PieceArchive<VaultPiece> { get }
  var cloud: any PieceArchive<CloudPiece> { get }
  var rooms: any RoomArchive { get }

  /// Throws unless everything is there and can be read; changes nothing.
  func checkReading() throws(StorageError)

  /// Creates what is missing, as far as the engine may, so that pieces can be written.
  func prepareWriting() throws(StorageError)

  /// Returns the number left here last, which shows whether two addresses lead to the same hall.
  func mark() throws(StorageError) -> Int?

  /// Leaves a number, or removes it.
  func leaveMark(_ number: Int?) throws(StorageError)

  /// Waits until everything written survives a power failure, as far as the engine can tell.
  func flush() throws(StorageError)
}

/// One kind of pieces.
package protocol PieceArchive<Piece>: Sendable {
  associatedtype Piece: ArchivedPiece

  /// The place of all pieces, for an operator.
  var place: String { get }

  /// Returns a page of names, in a fixed order, starting at 0.
  func names(from place: Int) throws(StorageError) -> NamePage<Piece.Name>

  /// Reads the pieces that exist under these names. What can't be read stays as it is.
  func read(_ names: [Piece.Name]) throws(StorageError) -> PieceBatch<Piece>

  /// Writes these pieces in place of any that exist under their names. It's safe to repeat.
  func put(_ pieces: [Piece]) throws(StorageError)

  /// Returns where a piece is kept, for an operator; reveals no secret.
  func place(of name: Piece.Name) -> String
}

/// A piece that is copied as a whole.
package protocol ArchivedPiece: Sendable {
  associatedtype Name: Hashable & Sendable
  var name: Name { get }
  /// The content that a copy must have.
  ///
  /// Checksums of backups cover it, so it never changes for stored pieces.
  var content: [UInt8] { get }
  /// Returns whether it was changed later than another piece of the same name.
  func isNewer(than other: Self) -> Bool
}

/// A page of names.
package struct NamePage<Name: Sendable>: Sendable {
  package let names: [Name]
  /// The start of the next page, or `nil` after the last one.
  package let next: Int?

  package init(names: [Name], next: Int?) {
    self.names = names
    self.next = next
  }

  /// The names that begin with the byte `slice`, of 256.
  package init(names: [Name], slice: Int) {
    self.init(names: names, next: slice < 255 ? slice + 1 : nil)
  }
}

/// The pieces that exist under some names.
package struct PieceBatch<Piece: ArchivedPiece>: Sendable {
  package var found: [Piece.Name: Piece] = [:]
  /// The names of pieces that can't be read.
  package var damaged: Set<Piece.Name> = []
  /// The names of found pieces of which only the first part can be read.
  package var cut: Set<Piece.Name> = []

  package init() {}
}

/// The SHA-256 of a key or code, under which every engine stores what belongs to it.
package struct StoredName: Hashable, Sendable {
  /// The hash, 32 bytes.
  package let hash: [UInt8]

  package init(hash: [UInt8]) { self.hash = hash }

  /// Reads 64 lowercase hexadecimal digits; returns `nil` for any other text.
  package init?(hex text: String) {
    guard text.utf8.count == 64, let hash = bytes(hex: text) else { return nil }
    self.hash = hash
  }

  /// The hash as 64 lowercase hexadecimal digits.
  package var text: String { hex(hash) }
}

/// Rooms, record by record, for copying a whole hall.
package protocol RoomArchive: Sendable {
  /// Returns a page of names of rooms, deleted ones included, starting at 0.
  func names(from place: Int) throws(StorageError) -> NamePage<StoredName>

  /// Returns the room under a name, or `nil`.
  ///
  /// - Throws: `StorageError.damaged` if nothing of the room can be read; it stays as it is.
  func room(_ name: StoredName) throws(StorageError) -> ArchivedRoom?

  /// Returns some of the records after that number; none only at the end.
  ///
  /// At most `StorageLimits.roomPageRecords` and about `StorageLimits.roomPageBytes`. Missing
  /// numbers are those of damaged records.
  func records(of name: StoredName, after number: Int) throws(StorageError) -> [RoomEntry]

  /// Appends records after the one with that number, which must be the room's last.
  ///
  /// After 0, they begin a new room, or replace everything in the room.
  ///
  /// - Throws: `StorageError.changed` if the room has another last record.
  func append(_ records: [RoomEntry], to name: StoredName, after number: Int) throws(StorageError)

  /// Deletes everything but the code of a room, as of that moment in seconds since 1970.
  func bury(_ name: StoredName, at moment: Int) throws(StorageError)

  /// Returns where a room is kept, for an operator; doesn't reveal the code.
  func place(of name: StoredName) -> String
}

/// A room as archived.
package enum ArchivedRoom: Equatable, Sendable {
  /// The room was deleted at that moment, in seconds since 1970; only its code is kept.
  case gone(at: Int)
  /// The terms after its last record.
  case kept(RoomTerms)
}

/// One record of a room.
package struct RoomEntry: Equatable, Sendable {
  package let terms: RoomTerms
  /// The time when it was added, in seconds since 1970, by the clock at that time.
  package let time: Int
  /// The event; `nil` if only the terms changed.
  package let event: [UInt8]?

  package init(terms: RoomTerms, time: Int, event: [UInt8]?) {
    self.terms = terms
    self.time = time
    self.event = event
  }

  package var number: Int { terms.number }
}
