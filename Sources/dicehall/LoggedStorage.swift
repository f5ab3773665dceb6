import Glibc
import Logging
import Storage

/// Storage that logs errors in full, unlike visitors' messages, and counts saves and new sessions.
final class LoggedStorage: StorageEngine {
  private let base: any StorageEngine
  private let logger: Logger
  private let metrics: Metrics?
  private let occupancy: Occupancy?

  init(
    _ engine: any StorageEngine, _ logger: Logger, _ metrics: Metrics?, _ occupancy: Occupancy?
  ) {
    base = engine
    self.logger = logger
    self.metrics = metrics
    self.occupancy = occupancy
  }

  func prepare() throws(StorageError) { try logged("Storage isn't ready", base.prepare()) }
  func check() throws(StorageError) { try base.check() }

  private func logged<Result>(
    _ place: @autoclosure () -> String, _ work: @autoclosure () throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    do { return try work() } catch { throw log(place(), error) }
  }

  /// Logs a storage failure with its place, and returns the error.
  private func log(_ place: String, _ error: StorageError) -> StorageError {
    if let failure = Counter(error) {
      metrics?.count(failure)
      let sentence = error.description
      // If nothing can be reached, it doesn't matter what was sought.
      let isAway = if case .unavailable(_, ENOTCONN) = error { true } else { false }
      logger.error("\(isAway || sentence.contains(place) ? "" : "\(place): ")\(sentence)")
    }
    return error
  }
}

extension LoggedStorage: SessionStorage {
  func place(of id: SessionID) -> String { base.sessions.place(of: id) }

  func load(_ id: SessionID, for use: SessionUse) throws(StorageError) -> StoredSession? {
    try logged(place(of: id), base.sessions.load(id, for: use))
  }
  func save(_ bytes: [UInt8], over old: StoredSession) throws(StorageError) {
    try logged(place(of: old.id), base.sessions.save(bytes, over: old))
    metrics?.count(.sessionSaves)
  }
  func create(_ bytes: [UInt8], as id: SessionID) throws(StorageError) {
    try logged(place(of: id), base.sessions.create(bytes, as: id))
    occupancy?.addSession(bytes: bytes.count)
    metrics?.count(.sessionsMade)
    metrics?.count(.sessionSaves)
  }
  func delete(_ id: SessionID) throws(StorageError) -> Bool {
    try logged(place(of: id), base.sessions.delete(id))
  }
  func sweep(
    slice: UInt8, idleFor seconds: Int, atMost most: Int, now: Int
  ) throws(StorageError) -> Int {
    try logged(
      "Sweeping sessions failed",
      base.sessions.sweep(slice: slice, idleFor: seconds, atMost: most, now: now))
  }
  func count(slice: UInt8, in census: inout SessionCensus) throws(StorageError) {
    try logged("Counting failed", base.sessions.count(slice: slice, in: &census))
  }
  func checkSaving() throws(StorageError) {
    try logged("Nothing can be saved", base.sessions.checkSaving())
  }
}

extension LoggedStorage: VaultStorage {
  func place(of vault: VaultID) -> String { base.vaults.place(of: vault) }

  func entries(of id: VaultID) throws(StorageError) -> [VaultEntry]? {
    try logged(place(of: id), base.vaults.entries(of: id))
  }
  func read(_ id: EntryID, of vault: VaultID) throws(StorageError) -> VaultEntry? {
    try logged(place(of: vault), base.vaults.read(id, of: vault))
  }
  func add(
    _ bytes: [UInt8], to id: VaultID?, holding known: Set<EntryID>?, now: Int
  ) throws(StorageError) -> (vault: VaultID, entry: EntryID) {
    do {
      let added = try base.vaults.add(bytes, to: id, holding: known, now: now)
      if added.vault != id { metrics?.count(.vaultsMade) }
      metrics?.count(.vaultSaves)
      return added
    } catch { throw log(id.map { place(of: $0) } ?? "A new vault", error) }
  }
  func replace(
    _ id: EntryID, of vault: VaultID, with bytes: [UInt8], over old: [UInt8], now: Int
  ) throws(StorageError) -> Bool {
    try logged(
      place(of: vault), base.vaults.replace(id, of: vault, with: bytes, over: old, now: now))
  }
  func remove(_ id: EntryID, from vault: VaultID, now: Int) throws(StorageError) -> Bool {
    try logged(place(of: vault), base.vaults.remove(id, from: vault, now: now))
  }
  func removals(of id: VaultID, now: Int) throws(StorageError) -> [VaultEntry] {
    try logged(place(of: id), base.vaults.removals(of: id, now: now))
  }
  func restore(_ id: EntryID, to vault: VaultID, now: Int) throws(StorageError) -> Bool {
    try logged(place(of: vault), base.vaults.restore(id, to: vault, now: now))
  }
  func makeTransferCode(for id: VaultID, now: Int) throws(StorageError) -> TransferCode? {
    try logged(place(of: id), base.vaults.makeTransferCode(for: id, now: now))
  }
  func isUnused(_ code: TransferCode, now: Int) throws(StorageError) -> Bool {
    try logged("A transfer code", base.vaults.isUnused(code, now: now))
  }
  func redeem(_ code: TransferCode, now: Int) throws(StorageError) -> VaultID? {
    try logged("A transfer code", base.vaults.redeem(code, now: now))
  }
  func merge(
    from source: VaultID, into target: VaultID, except left: Set<EntryID>, now: Int
  ) throws(StorageError) -> VaultMerge? {
    try logged(
      place(of: target), base.vaults.merge(from: source, into: target, except: left, now: now))
  }
  func sweepVaults(slice: UInt8, now: Int) throws(StorageError) -> Int {
    try logged("Sweeping vaults failed", base.vaults.sweepVaults(slice: slice, now: now))
  }
}

extension LoggedStorage: RoomStorage {
  func place(of room: RoomCode) -> String { base.rooms.place(of: room) }

  func openRoom(
    _ first: [UInt8], as room: RoomCode, by client: String, keptDays: Int, now: Int
  ) throws(StorageError) -> Bool {
    do {
      let isOpen = try base.rooms.openRoom(
        first, as: room, by: client, keptDays: keptDays, now: now)
      if isOpen { metrics?.count(.roomsOpened) }
      return isOpen
    } catch { throw log("A new room", error) }
  }
  func newestNumber(of room: RoomCode) throws(StorageError) -> Int? {
    try logged(place(of: room), base.rooms.newestNumber(of: room))
  }
  func isTaken(_ room: RoomCode) throws(StorageError) -> Bool {
    try logged(place(of: room), base.rooms.isTaken(room))
  }
  func events(of room: RoomCode, after number: Int) throws(StorageError) -> EventPage? {
    try logged(place(of: room), base.rooms.events(of: room, after: number))
  }
  func append(
    to room: RoomCode, after known: @autoclosure () -> Int, now: Int,
    _ decide: (EventPage) -> [UInt8]?
  ) throws(StorageError) -> RoomAppend? {
    do {
      let result = try base.rooms.append(to: room, after: known(), now: now, decide)
      if case .added = result { metrics?.count(.roomSaves) }
      return result
    } catch { throw log(place(of: room), error) }
  }
  func keep(_ room: RoomCode, days: Int, now: Int) throws(StorageError) -> Bool {
    try logged(place(of: room), base.rooms.keep(room, days: days, now: now))
  }
  func close(_ room: RoomCode, now: Int) throws(StorageError) -> Bool {
    try logged(place(of: room), base.rooms.close(room, now: now))
  }
  func delete(_ room: RoomCode) throws(StorageError) -> Bool {
    try logged(place(of: room), base.rooms.delete(room))
  }
  func snapshot(of room: RoomCode) throws(StorageError) -> StoredSnapshot? {
    try logged(place(of: room), base.rooms.snapshot(of: room))
  }
  func save(_ snapshot: StoredSnapshot, of room: RoomCode) throws(StorageError) -> Bool {
    try logged(place(of: room), base.rooms.save(snapshot, of: room))
  }
  func sweep(slice: UInt8, now: Int) throws(StorageError) -> Int {
    try logged("Sweeping rooms failed", base.rooms.sweep(slice: slice, now: now))
  }
}

extension LoggedStorage: CloudStorage {
  var place: String { base.cloud.place }

  func add(_ record: CloudRecord) throws(StorageError) -> CloudAddition {
    do {
      let addition = try base.cloud.add(record)
      if case .created = addition { metrics?.count(.cloudSaves) }
      return addition
    } catch { throw log(place, error) }
  }
  func read(_ id: CloudID) throws(StorageError) -> CloudRecord? {
    try logged(place, base.cloud.read(id))
  }
  func read(_ ids: [CloudID], _ found: (CloudRecord) -> Void) throws(StorageError) {
    try logged(place, base.cloud.read(ids, found))
  }
  func list(_ query: CloudQuery) throws(StorageError) -> CloudListing? {
    try logged(place, base.cloud.list(query))
  }
  func count() throws(StorageError) -> Int { try logged(place, base.cloud.count()) }
  func permits(_ id: CloudID, secret: String) throws(StorageError) -> Bool {
    try logged(place, base.cloud.permits(id, secret: secret))
  }
  func wasDeleted(_ id: CloudID) throws(StorageError) -> Bool {
    try logged(place, base.cloud.wasDeleted(id))
  }
  func delete(_ id: CloudID, secret: String) throws(StorageError) -> Bool {
    try logged(place, base.cloud.delete(id, secret: secret))
  }
  func replace(_ record: CloudRecord, secret: String) throws(StorageError) -> Bool {
    try logged(place, base.cloud.replace(record, secret: secret))
  }
  func admit(_ client: String, now: Int) throws(StorageError) -> Int? {
    try logged(place, base.cloud.admit(client, now: now))
  }
  func report(_ id: CloudID, by client: String) throws(StorageError) -> Bool? {
    try logged(place, base.cloud.report(id, by: client))
  }
  func entries(
    _ choice: CloudChoice, limit: Int, after: CloudID?
  ) throws(StorageError) -> [CloudEntry]? {
    try logged(place, base.cloud.entries(choice, limit: limit, after: after))
  }
  func entry(_ id: CloudID) throws(StorageError) -> CloudEntry? {
    try logged(place, base.cloud.entry(id))
  }
  func block(_ id: CloudID) throws(StorageError) -> Bool? {
    try logged(place, base.cloud.block(id))
  }
  func unblock(_ id: CloudID) throws(StorageError) -> Bool? {
    try logged(place, base.cloud.unblock(id))
  }
  func discard(_ id: CloudID) throws(StorageError) -> Bool {
    try logged(place, base.cloud.discard(id))
  }
}
