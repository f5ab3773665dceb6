import Copying
import Fakes
import FileStorage
import Foundation
import PostgresStorage
import Storage
import TestDatabase
import Testing

/// A place for one hall, removed with everything in it when the test is done.
final class Hall: Sendable {
  enum Kind: CaseIterable {
    case files, postgres

    /// Those that there is everything for.
    static let allCases: [Kind] = TestDatabase.isThere ? [.files, .postgres] : [.files]
    /// Each from and to each.
    static let pairs = allCases.flatMap { from in allCases.map { (from, $0) } }
    /// There and back.
    static let ways = TestDatabase.isThere ? pairs.filter { $0 != $1 } : pairs
  }

  let kind: Kind
  let folder = NSTemporaryDirectory() + "copying-tests-\(UUID().uuidString)"
  let database: TestDatabase?

  /// An empty hall that is ready for use.
  init(_ kind: Kind) throws {
    self.kind = kind
    database = kind == .postgres ? try TestDatabase() : nil
    try engine.prepare()
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// What a process of its own would use.
  var engine: any StorageEngine {
    get throws {
      guard let database else { return files }
      return try database.engine()
    }
  }

  var archive: any HallArchive {
    get throws {
      guard let database else { return files.archive }
      return try database.engine().archive
    }
  }

  private var files: FileEngine {
    FileEngine(folder: folder, durability: .process) { _ in }
  }

  /// The paths of the files in a part of the folder.
  func paths(in part: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: "\(folder)/\(part)").sorted()
      .map { "\(folder)/\(part)/\($0)" }
      .filter { FileManager.default.contents(atPath: $0) != nil }
  }

  /// Copies this one, and gives what the operator is told.
  func copy(to other: Hall, mark: Int = 1) throws -> (summary: CopySummary, notes: [CopyNote]) {
    var notes: [CopyNote] = []
    let copy = HallCopy(from: try archive, to: try other.archive) { notes.append($0) }
    return (try copy.run(mark: mark), notes)
  }
}

/// What visitors know of a hall with something of every kind in it.
struct Contents {
  static let now = 1_700_000_000

  let sessions = (0..<3).map { _ in SessionID() }
  let vault: VaultID
  let emptied: VaultID
  let entries: [EntryID]
  let removed: EntryID
  let secret: String
  let rooms: [RoomCode]

  /// 3 sessions, 2 vaults with 5 entries, 4 records and 3 rooms.
  static let counts = [3, 7, 4, 3]

  init(in engine: any StorageEngine) throws {
    let now = Contents.now
    let vaults = engine.vaults
    var ids: [EntryID] = []
    let first = try vaults.add([1], to: nil, now: now)
    vault = first.vault
    ids.append(first.entry)
    for number: UInt8 in 2...4 {
      ids.append(try vaults.add([number], to: vault, now: now + Int(number)).entry)
    }
    let isReplaced = try vaults.replace(ids[1], of: vault, with: [20], over: [2], now: now + 50)
    #expect(isReplaced)
    removed = ids.removeLast()
    let isRemoved = try vaults.remove(removed, from: vault, now: now + 60)
    entries = ids
    let other = try vaults.add([9], to: nil, now: now)
    emptied = other.vault
    let isEmptied = try vaults.remove(other.entry, from: emptied, now: now)
    #expect(isRemoved && isEmptied)
    var secrets: [String] = []
    for number in 1...4 {
      let addition = try engine.cloud.add(
        record(number, name: "Añ \(number)", isCompatible: number != 2))
      guard case .created(let secret) = addition else { throw StorageError.changed }
      secrets.append(secret)
    }
    secret = secrets[0]
    let isDeleted = try engine.cloud.delete(cloudID(3), secret: secrets[2])
    #expect(isDeleted)
    let isReported = try engine.cloud.report(cloudID(4), by: "a client")
    let isBlocked = try engine.cloud.block(cloudID(4))
    #expect(isReported == true && isBlocked == true)
    rooms = try (0..<3).map { _ in try engine.rooms.openRoom(keptDays: 7, now: now) }
    try fillRooms(engine.rooms)
    for (index, id) in sessions.enumerated() {
      try engine.sessions.create([UInt8(index)], as: id)
      try Contents.save([[7], [7, 7]].prefix(index), in: id, engine)
    }
  }

  /// One that was closed by a clock that was set back, a long one, and one that was deleted.
  private func fillRooms(_ rooms: any RoomStorage) throws {
    try rooms.add([1, 2, 3], to: self.rooms[0], now: Contents.now + 10)
    let isClosed = try rooms.close(self.rooms[0], now: Contents.now + 5)
    for number in 0..<20 {
      try rooms.add([UInt8](repeating: UInt8(number), count: 60_000), to: self.rooms[1])
    }
    let isDeleted = try rooms.delete(self.rooms[2])
    #expect(isClosed && isDeleted)
  }

  static func save(
    _ states: some Sequence<[UInt8]>, in id: SessionID, _ engine: any StorageEngine
  ) throws {
    for state in states {
      let loaded = try #require(try engine.sessions.load(id, for: .changing))
      try engine.sessions.save(state, over: loaded)
    }
  }

  /// Expects everything to be there, and all of it to be usable.
  func expect(in engine: any StorageEngine) throws {
    let now = Contents.now + 100
    for (index, bytes) in ([[0], [7], [7, 7]] as [[UInt8]]).enumerated() {
      let session = try #require(try engine.sessions.load(sessions[index], for: .reading))
      #expect(session.bytes == bytes)
      #expect(session.revision == index + 1)
    }
    try Contents.save([[8]], in: sessions[2], engine)
    #expect(try engine.sessions.load(sessions[2], for: .reading)?.bytes == [8])
    let vaults = engine.vaults
    let held = try #require(try vaults.entries(of: vault))
    #expect(held.map(\.bytes) == [[20], [3], [1]])
    #expect(held.map(\.id) == [entries[1], entries[2], entries[0]])
    #expect(held.map(\.saved) == [now - 50, now - 97, now - 100])
    #expect(try vaults.removals(of: vault, now: now).map(\.id) == [removed])
    #expect(try vaults.restore(removed, to: vault, now: now))
    #expect(try vaults.read(removed, of: vault)?.bytes == [4])
    #expect(try vaults.entries(of: emptied)?.isEmpty == true)
    #expect(try vaults.add([5], to: emptied, now: now).vault == emptied)
    try expectCloud(engine.cloud)
    try expectRooms(engine.rooms)
  }

  private func expectCloud(_ cloud: any CloudStorage) throws {
    func numbers(_ query: CloudQuery) throws -> [CloudID]? {
      try cloud.list(query)?.records.map(\.id)
    }
    #expect(try cloud.count() == 2)
    #expect(try numbers(CloudQuery()) == [2, 1].map(cloudID))
    // What an operator has hidden can be shown again.
    let entry = try #require(try cloud.entry(cloudID(4)))
    #expect(entry.isBlocked && entry.reports == 1)
    #expect(try cloud.unblock(cloudID(4)) == true)
    #expect(try cloud.entry(cloudID(4))?.reports == 0)
    #expect(try numbers(CloudQuery()) == [4, 2, 1].map(cloudID))
    #expect(try numbers(CloudQuery(words: "an", onlyCompatible: true)) == [4, 1].map(cloudID))
    #expect(try numbers(CloudQuery(after: cloudID(3))) == [2, 1].map(cloudID))
    #expect(try cloud.wasDeleted(cloudID(3)))
    guard case .created = try cloud.add(record(5)) else { throw StorageError.changed }
    #expect(try numbers(CloudQuery()) == [5, 4, 2, 1].map(cloudID))
    #expect(try cloud.delete(cloudID(1), secret: secret))
  }

  private func expectRooms(_ storage: any RoomStorage) throws {
    let page = try #require(try storage.events(of: rooms[0], after: 0))
    #expect(page.events.map(\.bytes) == [[0], [1, 2, 3]])
    #expect(page.events.map(\.time) == [Contents.now, Contents.now + 10])
    #expect(
      page.terms
        == RoomTerms(number: 3, lastAct: Contents.now + 10, keptDays: 7, isClosed: true))
    let events = try storage.all(rooms[1])
    #expect(events.events.count == 21 && events.missing.isEmpty)
    #expect(events.events.last == [UInt8](repeating: 19, count: 60_000))
    try storage.add([1], to: rooms[1])
    #expect(try storage.newestNumber(of: rooms[1]) == 22)
    #expect(try storage.newestNumber(of: rooms[2]) == nil)
    #expect(try storage.isTaken(rooms[2]))
  }
}
