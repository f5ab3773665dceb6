import Fakes
import Storage
import Testing

/// Everything that changes vaults, cloud or rooms, to be tried in bad circumstances.
enum Change: CaseIterable {
  case openRoom, addEvent, keepRoom, closeRoom, deleteRoom, saveSnapshot
  case newVault, addEntry, removeEntry, restoreEntry, mergeVaults, makeCode, redeemCode
  case addRecord, replaceRecord, deleteRecord, admitClient

  /// Some words of the statement that does it, and of no other.
  var words: String {
    switch self {
    case .openRoom: "INTO dicehall_room_opening"
    case .addEvent: "is_closed, size, $5, $6 FROM moved"
    case .keepRoom, .closeRoom: "is_closed OR $4"
    case .deleteRoom: "SET gone = $2, token"
    case .saveSnapshot: "INTO dicehall_room_snapshot"
    case .newVault: "INTO dicehall_vault (hash"
    case .addEntry: "removed < $3"
    case .removeEntry: "removed < $5"
    case .restoreEntry: "SET removed = NULL"
    case .mergeVaults: "AS pair(old, new)"
    case .makeCode: "INTO dicehall_transfer"
    case .redeemCode: "SET redeemer"
    case .addRecord: "INTO dicehall_cloud_record"
    case .replaceRecord: "AND content = $9"
    case .deleteRecord: "content = NULL"
    case .admitClient: "INTO dicehall_cloud_client"
    }
  }

  /// A table that it writes.
  var table: String {
    switch self {
    case .openRoom: "dicehall_room_opening"
    case .addEvent: "dicehall_room_record"
    case .keepRoom, .closeRoom, .deleteRoom: "dicehall_room"
    case .saveSnapshot: "dicehall_room_snapshot"
    case .newVault: "dicehall_vault"
    case .addEntry, .removeEntry, .restoreEntry, .mergeVaults: "dicehall_vault_entry"
    case .makeCode, .redeemCode: "dicehall_transfer"
    case .addRecord, .replaceRecord, .deleteRecord: "dicehall_cloud_word"
    case .admitClient: "dicehall_cloud_client"
    }
  }
}

/// A room, two vaults and a record that can be changed.
struct Examples {
  static let now = 1_800_000_000

  let room: RoomCode
  let vault: VaultID
  let entry: EntryID
  let removed: EntryID
  let source: VaultID
  let code: TransferCode
  let secret: String

  init(in engine: any StorageEngine) throws {
    let now = Examples.now
    room = try engine.rooms.openRoom([1], by: "a", keptDays: 30, now: now)
    (vault, removed) = try engine.vaults.add([1], to: nil, now: now)
    entry = try engine.vaults.add([2], to: vault, now: now).entry
    let isRemoved = try engine.vaults.remove(removed, from: vault, now: now)
    #expect(isRemoved)
    source = try engine.vaults.add([3], to: nil, now: now).vault
    _ = try engine.vaults.add([4], to: source, now: now)
    code = try #require(try engine.vaults.makeTransferCode(for: vault, now: now))
    guard case .created(let secret) = try engine.cloud.add(record(1)) else {
      throw StorageError.changed
    }
    self.secret = secret
  }

  /// Does it in one engine and expects the right answer, and then that it was done once.
  func expect(_ change: Change, in engine: any StorageEngine) throws {
    let now = Examples.now
    switch change {
    case .openRoom, .addEvent, .keepRoom, .closeRoom, .deleteRoom, .saveSnapshot:
      try expect(change, in: engine.rooms)
    case .addRecord:
      let addition = try engine.cloud.add(record(2))
      guard case .created(let secret) = addition else { throw StorageError.changed }
      #expect(try engine.cloud.permits(cloudID(2), secret: secret))
      #expect(try engine.cloud.count() == 2)
    case .replaceRecord:
      let new = record(1, name: "Mira", bytes: [7])
      #expect(try engine.cloud.replace(new, secret: secret))
      #expect(try engine.cloud.list(CloudQuery(words: "n"))?.records == [])
      #expect(try engine.cloud.list(CloudQuery(words: "m"))?.records == [new])
      #expect(try engine.cloud.count() == 1)
    case .deleteRecord:
      #expect(try engine.cloud.delete(cloudID(1), secret: secret))
      #expect(try engine.cloud.count() == 0)
      #expect(try engine.cloud.list(CloudQuery(words: "n"))?.records == [])
    case .admitClient:
      #expect(try engine.cloud.admit("b", now: now) == nil)
    default: try expect(change, in: engine.vaults)
    }
  }

  private func expect(_ change: Change, in vaults: any VaultStorage) throws {
    let now = Examples.now
    switch change {
    case .newVault:
      let new = try vaults.add([9], to: nil, now: now)
      #expect(try vaults.entries(of: new.vault)?.map(\.id) == [new.entry])
    case .addEntry:
      let id = try vaults.add([9], to: vault, holding: [entry], now: now).entry
      #expect(try vaults.entries(of: vault)?.map(\.id) == [id, entry])
    case .removeEntry:
      #expect(try vaults.remove(entry, from: vault, now: now))
      #expect(try vaults.bytes(of: vault) == [])
    case .restoreEntry:
      #expect(try vaults.restore(removed, to: vault, now: now))
      #expect(try vaults.bytes(of: vault) == [[2], [1]])
    case .mergeVaults:
      #expect(
        try vaults.merge(from: source, into: vault, except: [], now: now)
          == VaultMerge(copied: 2, left: 0))
      #expect(try vaults.bytes(of: vault) == [[4], [3], [2]])
    case .makeCode:
      let code = try #require(try vaults.makeTransferCode(for: vault, now: now))
      #expect(try vaults.redeem(code, now: now) == vault)
    default:
      #expect(try vaults.redeem(code, now: now) == vault)
      #expect(try vaults.redeem(code, now: now) == nil)
    }
  }

  private func expect(_ change: Change, in rooms: any RoomStorage) throws {
    let now = Examples.now
    switch change {
    case .openRoom:
      let new = try rooms.openRoom([5], by: "a", keptDays: 1, now: now)
      #expect(try rooms.all(new).events == [[5]])
    case .addEvent:
      let result = try rooms.append(to: room, after: 1, now: now) { _ in [2] }
      #expect(result == .added(StoredEvent(number: 2, time: now, bytes: [2])))
      #expect(try rooms.all(room).events == [[1], [2]])
    case .keepRoom, .closeRoom:
      let isThere =
        try change == .keepRoom
        ? rooms.keep(room, days: 60, now: now) : rooms.close(room, now: now)
      #expect(isThere)
      let terms = RoomTerms(
        number: 2, lastAct: now, keptDays: change == .keepRoom ? 60 : 30,
        isClosed: change == .closeRoom)
      #expect(try rooms.events(of: room, after: 1)?.terms == terms)
    case .deleteRoom:
      let wasThere = try rooms.delete(room)
      #expect(wasThere)
      #expect(try rooms.newestNumber(of: room) == nil)
    default:
      let isThere = try rooms.save(StoredSnapshot(number: 1, bytes: [7]), of: room)
      #expect(isThere)
      #expect(try rooms.snapshot(of: room) == StoredSnapshot(number: 1, bytes: [7]))
    }
  }
}
