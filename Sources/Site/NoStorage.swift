import Storage

/// Storage for pages that need none: it is empty, and nothing can be saved.
package struct NoStorage: StorageEngine, SessionStorage, VaultStorage, CloudStorage, RoomStorage {
  package init() {}

  package func prepare() {}
  package func check() {}

  package func place(of _: SessionID) -> String { "nowhere" }
  package func load(_: SessionID, for _: SessionUse) -> StoredSession? { nil }
  package func save(_: [UInt8], over _: StoredSession) throws(StorageError) { throw .nowhere }
  package func create(_: [UInt8], as _: SessionID) throws(StorageError) { throw .nowhere }
  package func delete(_: SessionID) -> Bool { false }
  package func sweep(slice _: UInt8, idleFor _: Int, atMost _: Int, now _: Int) -> Int { 0 }
  package func count(slice _: UInt8, in _: inout SessionCensus) {}
  package func checkSaving() {}

  package func place(of _: VaultID) -> String { "nowhere" }
  package func entries(of _: VaultID) -> [VaultEntry]? { nil }
  package func read(_: EntryID, of _: VaultID) -> VaultEntry? { nil }
  package func add(
    _: [UInt8], to _: VaultID?, holding _: Set<EntryID>?, now _: Int
  ) throws(StorageError) -> (vault: VaultID, entry: EntryID) { throw .nowhere }
  package func replace(
    _: EntryID, of _: VaultID, with _: [UInt8], over _: [UInt8], now _: Int
  ) -> Bool { false }
  package func remove(_: EntryID, from _: VaultID, now _: Int) -> Bool { false }
  package func removals(of _: VaultID, now _: Int) -> [VaultEntry] { [] }
  package func restore(_: EntryID, to _: VaultID, now _: Int) -> Bool { false }
  package func makeTransferCode(for _: VaultID, now _: Int) -> TransferCode? { nil }
  package func isUnused(_: TransferCode, now _: Int) -> Bool { false }
  package func redeem(_: TransferCode, now _: Int) -> VaultID? { nil }
  package func merge(
    from _: VaultID, into _: VaultID, except _: Set<EntryID>, now _: Int
  ) -> VaultMerge? { nil }
  package func sweepVaults(slice _: UInt8, now _: Int) -> Int { 0 }

  package var place: String { "nowhere" }
  package func add(_: CloudRecord) throws(StorageError) -> CloudAddition { throw .nowhere }
  package func read(_: CloudID) -> CloudRecord? { nil }
  package func read(_: [CloudID], _: (CloudRecord) -> Void) {}
  package func list(_: CloudQuery) -> CloudListing? { CloudListing(records: [], hasMore: false) }
  package func count() -> Int { 0 }
  package func permits(_: CloudID, secret _: String) -> Bool { false }
  package func wasDeleted(_: CloudID) -> Bool { false }
  package func delete(_: CloudID, secret _: String) -> Bool { false }
  package func replace(_: CloudRecord, secret _: String) -> Bool { false }
  package func admit(_: String, now _: Int) -> Int? { nil }
  package func report(_: CloudID, by _: String) -> Bool? { nil }
  package func entries(_: CloudChoice, limit _: Int, after _: CloudID?) -> [CloudEntry]? { [] }
  package func entry(_: CloudID) -> CloudEntry? { nil }
  package func block(_: CloudID) -> Bool? { nil }
  package func unblock(_: CloudID) -> Bool? { nil }
  package func discard(_: CloudID) -> Bool { false }

  package func place(of _: RoomCode) -> String { "nowhere" }
  package func openRoom(
    _: [UInt8], as _: RoomCode, by _: String, keptDays _: Int, now _: Int
  ) throws(StorageError) -> Bool { throw .nowhere }
  package func newestNumber(of _: RoomCode) -> Int? { nil }
  package func isTaken(_: RoomCode) -> Bool { false }
  package func events(of _: RoomCode, after _: Int) -> EventPage? { nil }
  package func append(
    to _: RoomCode, after _: @autoclosure () -> Int, now _: Int, _: (EventPage) -> [UInt8]?
  ) -> RoomAppend? { nil }
  package func keep(_: RoomCode, days _: Int, now _: Int) -> Bool { false }
  package func close(_: RoomCode, now _: Int) -> Bool { false }
  package func delete(_: RoomCode) -> Bool { false }
  package func snapshot(of _: RoomCode) -> StoredSnapshot? { nil }
  package func save(_: StoredSnapshot, of _: RoomCode) -> Bool { false }
  package func sweep(slice _: UInt8, now _: Int) -> Int { 0 }
}

extension StorageError {
  fileprivate static let nowhere = StorageError.unavailable("There’s nowhere to save this.")
}
