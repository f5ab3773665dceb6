import Games
import Storage
import Synchronization

@testable import Site

/// Vaults and cloud in memory, which break when told to.
final class FakeStorage: StorageEngine {
  private struct State {
    var random = SeededGenerator(seed: 12)
    var vaults: [VaultID: [VaultEntry]] = [:]
    var removed: [(vault: VaultID, entry: VaultEntry, at: Int)] = []
    var codes: [TransferCode: VaultID] = [:]
    var cloud: [(record: CloudRecord, secret: String)] = []
    var deleted: Set<CloudID> = []
    var error: StorageError?
    var wait: Int?
    var room = StorageLimits.vaultEntries
    /// What somebody else adds to a vault just before each of the next additions.
    var others: [VaultEntry] = []
  }

  private let state = Mutex(State())

  let sessions: any SessionStorage = NoStorage()
  var vaults: any VaultStorage { self }
  var cloud: any CloudStorage { self }

  func prepare() {}
  func check() {}

  /// What every call throws from now on.
  func fail(with error: StorageError?) { state.withLock { $0.error = error } }

  /// How long the cloud makes clients wait from now on.
  func makeWait(_ seconds: Int?) { state.withLock { $0.wait = seconds } }

  /// What was removed from vaults is gone for good.
  func forgetRemovals() { state.withLock { $0.removed = [] } }

  /// Nothing more fits into any vault from now on.
  func fillVaults() { state.withLock { $0.room = 0 } }

  /// Makes somebody else add that to a vault just before the next addition.
  func outrun(with entry: VaultEntry) { state.withLock { $0.others.append(entry) } }

  /// The bytes of all characters in the cloud, oldest first.
  var cloudBytes: [[UInt8]] { state.withLock { $0.cloud.map(\.record.bytes) } }

  private func act<Value>(
    _ work: (inout State) throws(StorageError) -> sending Value
  ) throws(StorageError) -> sending Value {
    try state.withLock { state throws(StorageError) in
      if let error = state.error { throw error }
      return try work(&state)
    }
  }
}

extension FakeStorage: VaultStorage {
  func place(of _: VaultID) -> String { "memory" }

  func entries(of vault: VaultID) throws(StorageError) -> [VaultEntry]? {
    try act { $0.vaults[vault]?.reversed() }
  }

  func read(_ id: EntryID, of vault: VaultID) throws(StorageError) -> VaultEntry? {
    try act { $0.vaults[vault]?.first { $0.id == id } }
  }

  func add(
    _ bytes: [UInt8], to vault: VaultID?, holding known: Set<EntryID>?, now: Int
  ) throws(StorageError) -> (vault: VaultID, entry: EntryID) {
    try act { state throws(StorageError) in
      let present = vault.flatMap { state.vaults[$0] == nil ? nil : $0 }
      let vault = present ?? VaultID(using: &state.random)
      state.others.popLast().map { state.vaults[vault, default: []].append($0) }
      let ids = state.vaults[vault, default: []].map(\.id)
      guard known == nil || known == Set(ids) else { throw .changed }
      guard ids.count < state.room else { throw .tooMany(limit: StorageLimits.vaultEntries) }
      let entry = VaultEntry(
        id: EntryID(after: ids, using: &state.random), bytes: bytes, saved: now)
      state.vaults[vault, default: []].append(entry)
      return (vault, entry.id)
    }
  }

  func remove(_ id: EntryID, from vault: VaultID, now: Int) throws(StorageError) -> Bool {
    try act { state in
      guard let index = state.vaults[vault]?.firstIndex(where: { $0.id == id }),
        let entry = state.vaults[vault]?.remove(at: index)
      else { return false }
      state.removed.append((vault, entry, now))
      return true
    }
  }

  func removals(of vault: VaultID, now: Int) throws(StorageError) -> [VaultEntry] {
    try act { state in
      state.removed.filter { $0.vault == vault && now - $0.at <= StorageLimits.restoreSeconds }
        .map(\.entry).reversed()
    }
  }

  func restore(_ id: EntryID, to vault: VaultID, now: Int) throws(StorageError) -> Bool {
    try act { state in
      if state.vaults[vault]?.contains(where: { $0.id == id }) == true { return true }
      let index = state.removed.firstIndex { $0.vault == vault && $0.entry.id == id }
      guard let index else { return false }
      state.vaults[vault]?.append(state.removed.remove(at: index).entry)
      return true
    }
  }

  func makeTransferCode(for vault: VaultID, now: Int) throws(StorageError) -> TransferCode? {
    try act { state in
      guard state.vaults[vault] != nil else { return nil }
      let code = TransferCode(using: &state.random)
      state.codes[code] = vault
      return code
    }
  }

  func isUnused(_ code: TransferCode, now: Int) throws(StorageError) -> Bool {
    try act { $0.codes[code] != nil }
  }

  func redeem(_ code: TransferCode, now: Int) throws(StorageError) -> VaultID? {
    try act { $0.codes.removeValue(forKey: code) }
  }

  func merge(
    from source: VaultID, into target: VaultID, now: Int
  ) throws(StorageError) -> VaultMerge? {
    try act { state in
      guard let present = state.vaults[target] else { return nil }
      let entries = state.vaults[source] ?? []
      let fitting = entries.prefix(max(0, state.room - present.count))
      state.vaults[target] = present + fitting
      return VaultMerge(copied: fitting.count, left: entries.count - fitting.count)
    }
  }
}

extension FakeStorage: CloudStorage {
  var place: String { "memory" }

  func add(_ record: CloudRecord) throws(StorageError) -> CloudAddition {
    try act { state in
      if let other = state.cloud.first(where: { $0.record.id == record.id }) {
        return other.record.bytes == record.bytes ? .same : .conflict
      }
      let secret = "secret\(state.cloud.count)"
      state.cloud.append((record, secret))
      return .created(secret: secret)
    }
  }

  func read(_ id: CloudID) throws(StorageError) -> CloudRecord? {
    try act { state in state.cloud.first { $0.record.id == id }?.record }
  }

  func list(_ query: CloudQuery) throws(StorageError) -> CloudListing? {
    try act { state in
      var records = state.cloud.map(\.record).reversed().filter { record in
        let beginnings = FoldedWords(record.name).beginnings
        return query.foldedWords?.allSatisfy(beginnings.contains) == true
          && (query.classID ?? record.classID) == record.classID
          && (record.isCompatible || !query.onlyCompatible)
      }
      if let after = query.after {
        guard let index = records.firstIndex(where: { $0.id == after }) else { return nil }
        records.removeFirst(index + 1)
      }
      return CloudListing(
        records: Array(records.prefix(query.limit)), hasMore: records.count > query.limit)
    }
  }

  func count() throws(StorageError) -> Int { try act { $0.cloud.count } }

  func permits(_ id: CloudID, secret: String) throws(StorageError) -> Bool {
    try act { $0.cloud.contains { $0.record.id == id && $0.secret == secret } }
  }

  func wasDeleted(_ id: CloudID) throws(StorageError) -> Bool {
    try act { $0.deleted.contains(id) }
  }

  func delete(_ id: CloudID, secret: String) throws(StorageError) -> Bool {
    try act { state in
      let index = state.cloud.firstIndex { $0.record.id == id && $0.secret == secret }
      guard let index else { return false }
      state.cloud.remove(at: index)
      state.deleted.insert(id)
      return true
    }
  }

  func admit(_ client: String, now: Int) throws(StorageError) -> Int? { try act { $0.wait } }
}
