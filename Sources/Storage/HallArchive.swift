/// Everything that an engine keeps, in pieces that every engine can read and write, for copying a
/// whole hall from one to another.
///
/// What lapses within a day or two is no part of it: transfer codes, claims, and counts of what
/// clients did. Neither are snapshots of rooms, which only save time. Nobody should play meanwhile.
package protocol HallArchive: Sendable {
  var sessions: any PieceArchive<SessionPiece> { get }
  var vaults: any PieceArchive<VaultPiece> { get }
  var cloud: any PieceArchive<CloudPiece> { get }
  var rooms: any RoomArchive { get }

  /// Throws unless everything is there and can be read; makes and changes nothing.
  func checkReading() throws(StorageError)

  /// Makes what is missing, as far as the engine may, so that pieces can be put in.
  func prepareWriting() throws(StorageError)

  /// The number that was left here last, by which two ways to the same hall are recognised.
  func mark() throws(StorageError) -> Int?

  /// Leaves a number, or takes it away.
  func leaveMark(_ number: Int?) throws(StorageError)

  /// Waits until everything that was put in survives a loss of power, as far as the engine can tell.
  func flush() throws(StorageError)
}

/// One kind of pieces.
package protocol PieceArchive<Piece>: Sendable {
  associatedtype Piece: ArchivedPiece

  /// Where all of them are kept, for an operator.
  var place: String { get }

  /// Names of pieces, in an order that is always the same; 0 is where they begin.
  func names(from place: Int) throws(StorageError) -> NamePage<Piece.Name>

  /// The pieces that there are under these names. What can't be read is left as it is.
  func read(_ names: [Piece.Name]) throws(StorageError) -> PieceBatch<Piece>

  /// Puts these in the place of what is there under their names; doing so again does no harm.
  func put(_ pieces: [Piece]) throws(StorageError)

  /// Where a piece is kept, for an operator; reveals no secret.
  func place(of name: Piece.Name) -> String
}

/// Something kept that is copied at once.
package protocol ArchivedPiece: Sendable {
  associatedtype Name: Hashable & Sendable
  var name: Name { get }
  /// Everything that a copy has to have.
  var content: [UInt8] { get }
  /// Whether it was changed later than another piece of the same name.
  func isNewer(than other: Self) -> Bool
}

/// Some of the names.
package struct NamePage<Name: Sendable>: Sendable {
  package let names: [Name]
  /// Where the next page begins, or `nil` after the last one.
  package let next: Int?

  /// A page as an engine found it.
  package init(names: [Name], next: Int?) {
    self.names = names
    self.next = next
  }

  /// The names that begin with the byte `slice`, of 256.
  package init(names: [Name], slice: Int) {
    self.init(names: names, next: slice < 255 ? slice + 1 : nil)
  }
}

/// What there is under some names.
package struct PieceBatch<Piece: ArchivedPiece>: Sendable {
  package var found: [Piece.Name: Piece] = [:]
  /// Names of what can't be read.
  package var damaged: Set<Piece.Name> = []
  /// Names of those found of which only the beginning can be read.
  package var cut: Set<Piece.Name> = []

  /// Nothing yet.
  package init() {}
}

/// The SHA-256 of a key or a code, under which every engine keeps what belongs to it.
package struct StoredName: Hashable, Sendable {
  /// 32 of them.
  package let hash: [UInt8]

  package init(hash: [UInt8]) { self.hash = hash }

  /// Reads 64 small hexadecimal digits; `nil` if the text is anything else.
  package init?(hex text: String) {
    guard text.utf8.count == 64 else { return nil }
    var hash: [UInt8] = []
    var high: UInt8?
    for sign in text.utf8 {
      let digit: UInt8
      switch sign {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = sign - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = sign - UInt8(ascii: "a") + 10
      default: return nil
      }
      if let first = high { hash.append(16 * first + digit) }
      high = high == nil ? digit : nil
    }
    self.hash = hash
  }

  /// 64 small hexadecimal digits.
  package var text: String { hex(hash) }
}
