import Glibc
import Logging
import Storage

/// Storage that logs errors in full, because visitors see only a short message, and counts what is
/// saved and how many sessions begin.
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

  func prepare() throws(StorageError) {
    do { try base.prepare() } catch { throw log("Storage isn't ready", error) }
  }
  func check() throws(StorageError) { try base.check() }

  /// Logs the error with its place if it is a storage failure, and returns it.
  private func log(_ place: String, _ error: StorageError) -> StorageError {
    if let failure = Counter(error) {
      metrics?.count(failure)
      let sentence = error.description
      // Where nothing can be reached, it doesn't matter what was looked for.
      let isAway = if case .unavailable(_, ENOTCONN) = error { true } else { false }
      logger.error("\(isAway || sentence.contains(place) ? "" : "\(place): ")\(sentence)")
    }
    return error
  }
}

extension LoggedStorage: SessionStorage {
  func place(of id: SessionID) -> String { base.sessions.place(of: id) }

  func load(_ id: SessionID, for use: SessionUse) throws(StorageError) -> StoredSession? {
    do { return try base.sessions.load(id, for: use) } catch { throw log(place(of: id), error) }
  }
  func save(_ bytes: [UInt8], over old: StoredSession) throws(StorageError) {
    do { try base.sessions.save(bytes, over: old) } catch { throw log(place(of: old.id), error) }
    metrics?.count(.sessionSaves)
  }
  func create(_ bytes: [UInt8], as id: SessionID) throws(StorageError) {
    do { try base.sessions.create(bytes, as: id) } catch { throw log(place(of: id), error) }
    occupancy?.addSession(bytes: bytes.count)
    metrics?.count(.sessionsMade)
    metrics?.count(.sessionSaves)
  }
  func delete(_ id: SessionID) throws(StorageError) -> Bool {
    do { return try base.sessions.delete(id) } catch { throw log(place(of: id), error) }
  }
  func sweep(
    slice: UInt8, idleFor seconds: Int, atMost most: Int, now: Int
  ) throws(StorageError) -> Int {
    do {
      return try base.sessions.sweep(slice: slice, idleFor: seconds, atMost: most, now: now)
    } catch { throw log("Sweeping sessions failed", error) }
  }
  func count(slice: UInt8, in census: inout SessionCensus) throws(StorageError) {
    do {
      try base.sessions.count(slice: slice, in: &census)
    } catch { throw log("Counting failed", error) }
  }
  func checkSaving() throws(StorageError) {
    do { try base.sessions.checkSaving() } catch { throw log("Nothing can be saved", error) }
  }
}

extension LoggedStorage: VaultStorage {
  func place(of vault: VaultID) -> String { base.vaults.place(of: vault) }

  func entries(of id: VaultID) throws(StorageError) -> [VaultEntry]? {
    do { return try base.vaults.entries(of: id) } catch { throw log(place(of: id), error) }
  }
  func read(_ id: EntryID, of vault: VaultID) throws(StorageError) -> VaultEntry? {
    do { return try base.vaults.read(id, of: vault) } catch { throw log(place(of: vault), error) }
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
    do {
      return try base.vaults.replace(id, of: vault, with: bytes, over: old, now: now)
    } catch { throw log(place(of: vault), error) }
  }
  func remove(_ id: EntryID, from vault: VaultID, now: Int) throws(StorageError) -> Bool {
    do {
      return try base.vaults.remove(id, from: vault, now: now)
    } catch { throw log(place(of: vault), error) }
  }
  func removals(of id: VaultID, now: Int) throws(StorageError) -> [VaultEntry] {
    do { return try base.vaults.removals(of: id, now: now) } catch {
      throw log(place(of: id), error)
    }
  }
  func restore(_ id: EntryID, to vault: VaultID, now: Int) throws(StorageError) -> Bool {
    do {
      return try base.vaults.restore(id, to: vault, now: now)
    } catch { throw log(place(of: vault), error) }
  }
  func makeTransferCode(for id: VaultID, now: Int) throws(StorageError) -> TransferCode? {
    do {
      return try base.vaults.makeTransferCode(for: id, now: now)
    } catch { throw log(place(of: id), error) }
  }
  func isUnused(_ code: TransferCode, now: Int) throws(StorageError) -> Bool {
    do { return try base.vaults.isUnused(code, now: now) } catch {
      throw log("A transfer code", error)
    }
  }
  func redeem(_ code: TransferCode, now: Int) throws(StorageError) -> VaultID? {
    do { return try base.vaults.redeem(code, now: now) } catch {
      throw log("A transfer code", error)
    }
  }
  func merge(
    from source: VaultID, into target: VaultID, except left: Set<EntryID>, now: Int
  ) throws(StorageError) -> VaultMerge? {
    do {
      return try base.vaults.merge(from: source, into: target, except: left, now: now)
    } catch { throw log(place(of: target), error) }
  }
  func sweepVaults(slice: UInt8, now: Int) throws(StorageError) -> Int {
    do { return try base.vaults.sweepVaults(slice: slice, now: now) } catch {
      throw log("Sweeping vaults failed", error)
    }
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
    do { return try base.rooms.newestNumber(of: room) } catch { throw log(place(of: room), error) }
  }
  func isTaken(_ room: RoomCode) throws(StorageError) -> Bool {
    do { return try base.rooms.isTaken(room) } catch { throw log(place(of: room), error) }
  }
  func events(of room: RoomCode, after number: Int) throws(StorageError) -> EventPage? {
    do { return try base.rooms.events(of: room, after: number) } catch {
      throw log(place(of: room), error)
    }
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
    do { return try base.rooms.keep(room, days: days, now: now) } catch {
      throw log(place(of: room), error)
    }
  }
  func close(_ room: RoomCode, now: Int) throws(StorageError) -> Bool {
    do { return try base.rooms.close(room, now: now) } catch { throw log(place(of: room), error) }
  }
  func delete(_ room: RoomCode) throws(StorageError) -> Bool {
    do { return try base.rooms.delete(room) } catch { throw log(place(of: room), error) }
  }
  func snapshot(of room: RoomCode) throws(StorageError) -> StoredSnapshot? {
    do { return try base.rooms.snapshot(of: room) } catch { throw log(place(of: room), error) }
  }
  func save(_ snapshot: StoredSnapshot, of room: RoomCode) throws(StorageError) -> Bool {
    do { return try base.rooms.save(snapshot, of: room) } catch {
      throw log(place(of: room), error)
    }
  }
  func sweep(slice: UInt8, now: Int) throws(StorageError) -> Int {
    do { return try base.rooms.sweep(slice: slice, now: now) } catch {
      throw log("Sweeping rooms failed", error)
    }
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
    do { return try base.cloud.read(id) } catch { throw log(place, error) }
  }
  func read(_ ids: [CloudID], _ found: (CloudRecord) -> Void) throws(StorageError) {
    do { try base.cloud.read(ids, found) } catch { throw log(place, error) }
  }
  func list(_ query: CloudQuery) throws(StorageError) -> CloudListing? {
    do { return try base.cloud.list(query) } catch { throw log(place, error) }
  }
  func count() throws(StorageError) -> Int {
    do { return try base.cloud.count() } catch { throw log(place, error) }
  }
  func permits(_ id: CloudID, secret: String) throws(StorageError) -> Bool {
    do { return try base.cloud.permits(id, secret: secret) } catch {
      throw log(place, error)
    }
  }
  func wasDeleted(_ id: CloudID) throws(StorageError) -> Bool {
    do { return try base.cloud.wasDeleted(id) } catch { throw log(place, error) }
  }
  func delete(_ id: CloudID, secret: String) throws(StorageError) -> Bool {
    do { return try base.cloud.delete(id, secret: secret) } catch { throw log(place, error) }
  }
  func replace(_ record: CloudRecord, secret: String) throws(StorageError) -> Bool {
    do { return try base.cloud.replace(record, secret: secret) } catch { throw log(place, error) }
  }
  func admit(_ client: String, now: Int) throws(StorageError) -> Int? {
    do { return try base.cloud.admit(client, now: now) } catch { throw log(place, error) }
  }
  func report(_ id: CloudID, by client: String) throws(StorageError) -> Bool? {
    do { return try base.cloud.report(id, by: client) } catch { throw log(place, error) }
  }
  func entries(
    _ choice: CloudChoice, limit: Int, after: CloudID?
  ) throws(StorageError) -> [CloudEntry]? {
    do { return try base.cloud.entries(choice, limit: limit, after: after) } catch {
      throw log(place, error)
    }
  }
  func entry(_ id: CloudID) throws(StorageError) -> CloudEntry? {
    do { return try base.cloud.entry(id) } catch { throw log(place, error) }
  }
  func block(_ id: CloudID) throws(StorageError) -> Bool? {
    do { return try base.cloud.block(id) } catch { throw log(place, error) }
  }
  func unblock(_ id: CloudID) throws(StorageError) -> Bool? {
    do { return try base.cloud.unblock(id) } catch { throw log(place, error) }
  }
  func discard(_ id: CloudID) throws(StorageError) -> Bool {
    do { return try base.cloud.discard(id) } catch { throw log(place, error) }
  }
}
