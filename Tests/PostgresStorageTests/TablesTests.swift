import Fakes
import Glibc
import Storage
import Synchronization
import TestDatabase
import Testing

@testable import PostgresStorage

/// What there is in the tables of vaults, cloud and rooms, and what it costs to get it there.
@Suite(.enabled(if: TestDatabase.isThere)) struct TablesTests {
  let database: TestDatabase
  let engine: PostgresEngine

  init() throws {
    database = try TestDatabase()
    engine = try database.engine()
  }

  private func count(_ table: String) throws -> Int {
    Int(try database.run("SELECT count(*) FROM \(table)").first ?? "") ?? -1
  }

  @Test func `no table tells a key, a code, a secret or a client`() throws {
    var examples = try Examples(in: engine)
    for number in 2...3 { _ = try engine.vaults.add([UInt8(number)], to: nil, now: number) }
    try examples.expect(.removeEntry, in: engine)
    try examples.expect(.redeemCode, in: engine)
    try examples.expect(.deleteRecord, in: engine)
    examples = try Examples(in: engine)
    _ = try engine.rooms.openRoom([1], by: "client-c", keptDays: 30, now: 0)
    _ = try engine.cloud.admit("client-c", now: 0)
    let tables = try database.run(
      "SELECT tablename FROM pg_tables WHERE schemaname = current_schema")
    var text = ""
    for table in tables {
      // Bytes as they are, as far as they are letters.
      text += try database.run("SELECT encode(\(table)::text::bytea, 'escape') FROM \(table)")
        .joined()
    }
    #expect(text.count > 2_000)
    for secret in [
      examples.room.signs, examples.vault.text, examples.source.text, examples.code.signs,
      examples.secret, "client-c",
    ] {
      #expect(!text.contains(secret))
      #expect(!text.contains(hex(Array(secret.utf8))))
    }
  }

  @Test
  func `of a deleted room only the code is left, and so it is after a sweep that was missing`()
    throws
  {
    let rooms = engine.rooms
    let codes = try (0..<2).map { _ in try rooms.openRoom() }
    for code in codes {
      for _ in 0..<5 { try rooms.add([1], to: code) }
      let isSaved = try rooms.save(StoredSnapshot(number: 2, bytes: [1]), of: code)
      #expect(isSaved)
    }
    let wasThere = try rooms.delete(codes[0])
    #expect(wasThere)
    #expect(try count("dicehall_room_record") == 6)
    #expect(try count("dicehall_room_snapshot") == 1)
    // A process that died after the first statement of deleting.
    try database.run("UPDATE dicehall_room SET gone = 1, is_erased = false WHERE last > 0")
    #expect(try rooms.newestNumber(of: codes[1]) == nil)
    #expect(try rooms.events(of: codes[1], after: 0) == nil)
    #expect(try rooms.snapshot(of: codes[1]) == nil)
    #expect(try rooms.sweepAll(now: 2) == 0)
    #expect(try count("dicehall_room_record") == 0)
    #expect(try count("dicehall_room_snapshot") == 0)
    #expect(try count("dicehall_room WHERE is_erased") == 2)
  }

  @Test func `two who sweep at once count each room once`() throws {
    for _ in 0..<40 { _ = try engine.rooms.openRoom(keptDays: 1, now: 0) }
    let others = try (0..<2).map { _ in try database.engine().rooms }
    let swept = Sum()
    try onThreads(2) { thread in swept.add(try others[thread].sweepAll(now: 3 * 86_400)) }
    #expect(swept.value == 40)
    #expect(try count("dicehall_room_record") == 0)
    #expect(try count("dicehall_room_opening") == 0)
  }

  @Test func `what was removed goes for good with a later change, and old codes with a new one`()
    throws
  {
    let vaults = engine.vaults
    let (vault, entry) = try vaults.add([1], to: nil, now: 1000)
    #expect(try vaults.remove(entry, from: vault, now: 1000))
    _ = try vaults.add([2], to: vault, now: 1600)
    #expect(try count("dicehall_vault_entry") == 2)
    _ = try vaults.add([3], to: vault, now: 1601)
    #expect(try count("dicehall_vault_entry") == 2)
    for now in [1000, 1001, 2801, 2802] { _ = try vaults.makeTransferCode(for: vault, now: now) }
    #expect(try count("dicehall_transfer") == 2)
  }

  @Test func `no word of a deleted record is left, nor of a client who counts no more`() throws {
    guard case .created(let secret) = try engine.cloud.add(record(1, name: "Able Baker")) else {
      Issue.record("not created")
      return
    }
    // The class and all, the compatible and all, and of each the 9 beginnings and the empty one.
    #expect(try count("dicehall_cloud_word") == 40)
    #expect(try engine.cloud.delete(cloudID(1), secret: secret))
    #expect(try count("dicehall_cloud_word") == 0)
    for number in 0..<5 { _ = try engine.cloud.admit("\(number)", now: 1000) }
    _ = try engine.cloud.admit("a", now: 1005)
    #expect(try count("dicehall_cloud_client") == 1)
  }

  @Test func `records that are missing in the middle of a room are told`() throws {
    let rooms = engine.rooms
    let room = try rooms.openRoom()
    for number: UInt8 in 1...9 { try rooms.add([number], to: room) }
    try database.run("DELETE FROM dicehall_room_record WHERE number IN (1, 4, 5)")
    let (events, missing) = try rooms.all(room)
    #expect(events == [[1], [2], [5], [6], [7], [8], [9]])
    #expect(missing == [1...1, 4...5])
    #expect(try rooms.events(of: room, after: 4)?.missing == [5...5])
    try rooms.add([10], to: room)
    #expect(try rooms.newestNumber(of: room) == 11)
  }

  @Test func `a look is one statement, and a change one or two`() throws {
    let examples = try Examples(in: engine)
    let relay = try Relay(to: database)
    let engine = PostgresEngine(relay.address, connections: 1, timeouts: .patient)
    let acts: [(Int, () throws -> Void)] = [
      (1, { _ = try engine.rooms.newestNumber(of: examples.room) }),
      (1, { _ = try engine.rooms.events(of: examples.room, after: 0) }),
      (1, { _ = try engine.rooms.snapshot(of: examples.room) }),
      (2, { _ = try engine.rooms.append(to: examples.room, after: 1, now: 0) { _ in [1] } }),
      (1, { _ = try engine.rooms.openRoom() }),
      (1, { _ = try engine.rooms.close(examples.room, now: 0) }),
      (1, { _ = try engine.vaults.entries(of: examples.vault) }),
      (1, { _ = try engine.vaults.read(examples.entry, of: examples.vault) }),
      (2, { _ = try engine.vaults.add([1], to: examples.vault, now: 0) }),
      (1, { _ = try engine.vaults.remove(examples.entry, from: examples.vault, now: 0) }),
      (1, { _ = try engine.vaults.redeem(examples.code, now: Examples.now) }),
      (1, { _ = try engine.cloud.read(cloudID(1)) }),
      (1, { _ = try engine.cloud.list(CloudQuery(words: "name")) }),
      (2, { _ = try engine.cloud.list(CloudQuery(words: "name a")) }),
      (1, { _ = try engine.cloud.add(record(5)) }),
      (1, { _ = try engine.cloud.admit("a", now: 0) }),
    ]
    try engine.prepare()
    for (index, (statements, act)) in acts.enumerated() {
      let before = relay.statements
      try act()
      #expect(relay.statements - before == statements, "\(index)")
    }
  }
}

/// A sum that several threads add to.
private final class Sum: Sendable {
  private let sum = Mutex(0)
  var value: Int { sum.withLock { $0 } }
  func add(_ number: Int) { sum.withLock { $0 += number } }
}
