import Logging
import Storage

/// Storage that logs errors in full, because visitors see only a short message.
final class LoggedStorage: StorageEngine {
  private let base: any StorageEngine
  private let logger: Logger

  init(_ engine: any StorageEngine, _ logger: Logger) {
    base = engine
    self.logger = logger
  }

  var sessions: any SessionStorage { self }
  var vaults: any VaultStorage { self }
  var cloud: any CloudStorage { self }

  func prepare() throws(StorageError) {
    do { try base.prepare() } catch { throw log("state folder", error) }
  }
  func check() throws(StorageError) { try base.check() }

  /// Logs the error if it is a storage failure, and returns it.
  private func log(_ subject: String, _ error: StorageError) -> StorageError {
    switch error {
    case .changed, .tooLarge, .tooMany: break
    case .damaged, .busy, .full, .unavailable: logger.error("\(subject): \(error)")
    }
    return error
  }
}

extension LoggedStorage: SessionStorage {
  func load(_ id: SessionID, for use: SessionUse) throws(StorageError) -> StoredSession? {
    do { return try base.sessions.load(id, for: use) } catch { throw log("session", error) }
  }
  func save(_ bytes: [UInt8], over old: StoredSession) throws(StorageError) {
    do { try base.sessions.save(bytes, over: old) } catch { throw log("session", error) }
  }
  func create(_ bytes: [UInt8], as id: SessionID) throws(StorageError) {
    do { try base.sessions.create(bytes, as: id) } catch { throw log("session", error) }
  }
  func delete(_ id: SessionID) throws(StorageError) -> Bool {
    do { return try base.sessions.delete(id) } catch { throw log("session", error) }
  }
  func sweep(slice: UInt8, idleFor seconds: Int, now: Int) throws(StorageError) -> Int {
    do {
      return try base.sessions.sweep(slice: slice, idleFor: seconds, now: now)
    } catch { throw log("sweep", error) }
  }
  func checkSaving() throws(StorageError) {
    do { try base.sessions.checkSaving() } catch { throw log("health", error) }
  }
}

extension LoggedStorage: VaultStorage {
  func entries(of id: VaultID) throws(StorageError) -> [VaultEntry]? {
    do { return try base.vaults.entries(of: id) } catch { throw log("vault", error) }
  }
  func read(_ id: EntryID, of vault: VaultID) throws(StorageError) -> VaultEntry? {
    do { return try base.vaults.read(id, of: vault) } catch { throw log("vault", error) }
  }
  func add(
    _ bytes: [UInt8], to id: VaultID?, holding known: Set<EntryID>?, now: Int
  ) throws(StorageError) -> (vault: VaultID, entry: EntryID) {
    do {
      return try base.vaults.add(bytes, to: id, holding: known, now: now)
    } catch { throw log("vault", error) }
  }
  func remove(_ id: EntryID, from vault: VaultID, now: Int) throws(StorageError) -> Bool {
    do {
      return try base.vaults.remove(id, from: vault, now: now)
    } catch { throw log("vault", error) }
  }
  func removals(of id: VaultID, now: Int) throws(StorageError) -> [VaultEntry] {
    do { return try base.vaults.removals(of: id, now: now) } catch {
      throw log("vault", error)
    }
  }
  func restore(_ id: EntryID, to vault: VaultID, now: Int) throws(StorageError) -> Bool {
    do {
      return try base.vaults.restore(id, to: vault, now: now)
    } catch { throw log("vault", error) }
  }
  func makeTransferCode(for id: VaultID, now: Int) throws(StorageError) -> TransferCode? {
    do {
      return try base.vaults.makeTransferCode(for: id, now: now)
    } catch { throw log("vault", error) }
  }
  func isUnused(_ code: TransferCode, now: Int) throws(StorageError) -> Bool {
    do { return try base.vaults.isUnused(code, now: now) } catch { throw log("vault", error) }
  }
  func redeem(_ code: TransferCode, now: Int) throws(StorageError) -> VaultID? {
    do { return try base.vaults.redeem(code, now: now) } catch { throw log("vault", error) }
  }
  func merge(
    from source: VaultID, into target: VaultID, now: Int
  ) throws(StorageError) -> VaultMerge? {
    do {
      return try base.vaults.merge(from: source, into: target, now: now)
    } catch { throw log("vault", error) }
  }
}

extension LoggedStorage: CloudStorage {
  func add(_ record: CloudRecord) throws(StorageError) -> CloudAddition {
    do { return try base.cloud.add(record) } catch { throw log("cloud", error) }
  }
  func read(_ id: CloudID) throws(StorageError) -> CloudRecord? {
    do { return try base.cloud.read(id) } catch { throw log("cloud", error) }
  }
  func list(_ query: CloudQuery) throws(StorageError) -> CloudListing? {
    do { return try base.cloud.list(query) } catch { throw log("cloud", error) }
  }
  func count() throws(StorageError) -> Int {
    do { return try base.cloud.count() } catch { throw log("cloud", error) }
  }
  func permits(_ id: CloudID, secret: String) throws(StorageError) -> Bool {
    do { return try base.cloud.permits(id, secret: secret) } catch {
      throw log("cloud", error)
    }
  }
  func wasDeleted(_ id: CloudID) throws(StorageError) -> Bool {
    do { return try base.cloud.wasDeleted(id) } catch { throw log("cloud", error) }
  }
  func delete(_ id: CloudID, secret: String) throws(StorageError) -> Bool {
    do { return try base.cloud.delete(id, secret: secret) } catch { throw log("cloud", error) }
  }
  func admit(_ client: String, now: Int) throws(StorageError) -> Int? {
    do { return try base.cloud.admit(client, now: now) } catch { throw log("cloud", error) }
  }
}
