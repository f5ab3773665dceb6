import Copying
import Fakes
import PostgresStorage
import Storage
import Synchronization
import TestDatabase
import Testing

@Suite struct InterruptedCopyTests {
  @Test(arguments: Hall.Kind.ways)
  func `a copy that ends in the middle goes on without doing anything twice`(
    from: Hall.Kind, to: Hall.Kind
  ) throws {
    let (source, target) = (try Hall(from), try Hall(to))
    let contents = try Contents(in: source.engine)
    var interruptions = 0
    for limit in 0... {
      let lame = LameHall(base: try target.archive, limit: limit)
      do {
        let summary = try HallCopy(from: source.archive, to: lame) { _ in }.run(mark: limit + 1)
        #expect(summary.all.map(\.compared) == Contents.counts)
        break
      } catch CopyFailure.target(.full) {
        interruptions += 1
      }
      #expect(interruptions < 100)
    }
    // Each time it got further than the time before.
    #expect(interruptions >= 3)
    try contents.expect(in: target.engine)
  }

  @Test(
    .enabled(if: TestDatabase.isThere),
    arguments: [
      "INTO dicehall_session", "INTO dicehall_vault AS", "INTO dicehall_vault_entry",
      "INTO dicehall_cloud_record", "INTO dicehall_room_record", "SET gone = excluded",
      "INTO dicehall_probe", "COMMIT",
    ])
  func `an answer that is lost is made up for`(words: String) throws {
    let (source, target) = (try Hall(.files), try Hall(.postgres))
    let contents = try Contents(in: source.engine)
    let relay = try Relay(to: try #require(target.database))
    relay.loseAnswer(to: words)
    var notes: [CopyNote] = []
    let summary = try HallCopy(
      from: source.archive, to: PostgresEngine(relay.address, connections: 1).archive
    ) { notes.append($0) }.run(mark: 1)
    #expect(relay.answersLost == 1)
    #expect(notes.isEmpty)
    #expect(summary.all.map(\.compared) == Contents.counts)
    try contents.expect(in: target.engine)
  }
}

/// A hall that is full after so many times something was put in.
private final class LameHall: HallArchive {
  let base: any HallArchive
  private let left: Mutex<Int>

  init(base: any HallArchive, limit: Int) {
    self.base = base
    left = Mutex(limit)
  }

  func spend() throws(StorageError) {
    let isEnough = left.withLock { left in
      left -= 1
      return left < 0
    }
    if isEnough { throw .full }
  }

  var sessions: any PieceArchive<SessionPiece> { LamePieces(base: base.sessions, hall: self) }
  var vaults: any PieceArchive<VaultPiece> { LamePieces(base: base.vaults, hall: self) }
  var cloud: any PieceArchive<CloudPiece> { LamePieces(base: base.cloud, hall: self) }
  var rooms: any RoomArchive { LameRooms(base: base.rooms, hall: self) }
  func checkReading() throws(StorageError) { try base.checkReading() }
  func prepareWriting() throws(StorageError) { try base.prepareWriting() }
  func mark() throws(StorageError) -> Int? { try base.mark() }
  func leaveMark(_ number: Int?) throws(StorageError) { try base.leaveMark(number) }
  func flush() throws(StorageError) { try base.flush() }
}

private struct LamePieces<Piece: ArchivedPiece>: PieceArchive {
  let base: any PieceArchive<Piece>
  let hall: LameHall

  var place: String { base.place }
  func names(from place: Int) throws(StorageError) -> NamePage<Piece.Name> {
    try base.names(from: place)
  }
  func read(_ names: [Piece.Name]) throws(StorageError) -> PieceBatch<Piece> {
    try base.read(names)
  }
  func place(of name: Piece.Name) -> String { base.place(of: name) }
  func put(_ pieces: [Piece]) throws(StorageError) {
    // Half of what it was given, as a folder may take.
    try base.put(Array(pieces.prefix(pieces.count / 2)))
    try hall.spend()
    try base.put(Array(pieces.suffix(pieces.count - pieces.count / 2)))
  }
}

private struct LameRooms: RoomArchive {
  let base: any RoomArchive
  let hall: LameHall

  func names(from place: Int) throws(StorageError) -> NamePage<StoredName> {
    try base.names(from: place)
  }
  func room(_ name: StoredName) throws(StorageError) -> ArchivedRoom? { try base.room(name) }
  func records(of name: StoredName, after number: Int) throws(StorageError) -> [RoomEntry] {
    try base.records(of: name, after: number)
  }
  func place(of name: StoredName) -> String { base.place(of: name) }
  func append(
    _ records: [RoomEntry], to name: StoredName, after number: Int
  ) throws(StorageError) {
    try hall.spend()
    try base.append(records, to: name, after: number)
  }
  func bury(_ name: StoredName, at moment: Int) throws(StorageError) {
    try hall.spend()
    try base.bury(name, at: moment)
  }
}
