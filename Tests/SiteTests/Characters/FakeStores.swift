import Synchronization

@testable import Site

/// Vaults and cloud in memory, which break when told to.
final class FakeStores: Sendable {
  private struct State {
    var vaults: [String: [Vault.Entry]] = [:]
    var removed: [(key: String, entry: Vault.Entry, at: Int)] = []
    var codes: [String: String] = [:]
    var cloud: [(record: Cloud.Record, secret: String)] = []
    var deleted: Set<String> = []
    var count = 0
    var trouble: Trouble?
    var wait: Int?
    var room = 500
    /// What somebody else adds to a vault just before the next ones who add something.
    var others: [Vault.Entry] = []

    mutating func number() -> Int {
      count += 1
      return count
    }
  }

  private let state = Mutex(State())

  /// What every call throws from now on.
  func fail(with trouble: Trouble?) { state.withLock { $0.trouble = trouble } }

  /// How long the cloud has clients wait from now on.
  func makeWait(_ seconds: Int?) { state.withLock { $0.wait = seconds } }

  /// What was removed from vaults is gone for good.
  func forgetRemovals() { state.withLock { $0.removed = [] } }

  /// No more fits into any vault from now on.
  func fillVaults() { state.withLock { $0.room = 0 } }

  /// Somebody else adds that to a vault just before the next who adds something to it.
  func outrun(with entry: Vault.Entry) { state.withLock { $0.others.append(entry) } }

  /// Puts bytes into a vault, whatever it holds.
  func add(_ bytes: [UInt8], _ key: String?, _ now: Int) throws(Trouble) -> (
    key: String, id: String
  ) {
    let known = try key.flatMap { key throws(Trouble) in try stores.vault.entries(key) } ?? []
    return try stores.vault.add(bytes, key, Set(known.map(\.id)), now)
  }

  /// The bytes of all characters in the cloud, oldest first.
  var cloudBytes: [[UInt8]] { state.withLock { $0.cloud.map(\.record.bytes) } }

  var stores: Stores {
    Stores(
      canSave: { true }, framed: { (_) throws(Trouble) in nil }, vault: vault, cloud: cloud)
  }

  private func act<Value>(
    _ work: (inout State) throws(Trouble) -> sending Value
  ) throws(Trouble) -> sending Value {
    try state.withLock { state throws(Trouble) in
      if let trouble = state.trouble { throw trouble }
      return try work(&state)
    }
  }

  private var vault: Vault {
    Vault(
      entries: { [self] key throws(Trouble) in try act { $0.vaults[key]?.reversed() } },
      read: { [self] id, key throws(Trouble) in
        try act { $0.vaults[key]?.first { $0.id == id } }
      },
      add: { [self] bytes, key, seen, now throws(Trouble) in
        try act { state throws(Trouble) in
          let known = key.flatMap { state.vaults[$0] == nil ? nil : $0 }
          let key = known ?? "vault\(state.number())"
          state.others.popLast().map { state.vaults[key, default: []].append($0) }
          guard seen == Set(state.vaults[key, default: []].map(\.id)) else { throw .changed }
          guard state.vaults[key, default: []].count < state.room else {
            throw .tooMany(limit: 500)
          }
          let entry = Vault.Entry(id: "entry\(state.number())", bytes: bytes, saved: now)
          state.vaults[key, default: []].append(entry)
          return (key, entry.id)
        }
      },
      remove: { [self] id, key, now throws(Trouble) in
        try act { state in
          guard let index = state.vaults[key]?.firstIndex(where: { $0.id == id }),
            let entry = state.vaults[key]?.remove(at: index)
          else { return false }
          state.removed.append((key, entry, now))
          return true
        }
      },
      removals: { [self] key, now throws(Trouble) in
        try act { state in
          state.removed.filter { $0.key == key && now - $0.at <= 600 }.map(\.entry).reversed()
        }
      },
      restore: { [self] id, key, now throws(Trouble) in
        try act { state in
          if state.vaults[key]?.contains(where: { $0.id == id }) == true { return true }
          let index = state.removed.firstIndex { $0.key == key && $0.entry.id == id }
          guard let index else { return false }
          state.vaults[key]?.append(state.removed.remove(at: index).entry)
          return true
        }
      },
      makeTransferCode: { [self] key, _ throws(Trouble) in
        try act { state in
          guard state.vaults[key] != nil else { return nil }
          let code = "CODE-\(state.number())"
          state.codes[code] = key
          return code
        }
      },
      isUnused: { [self] code, _ throws(Trouble) in try act { $0.codes[code] != nil } },
      redeem: { [self] code, _ throws(Trouble) in
        try act { $0.codes.removeValue(forKey: code) }
      },
      merge: { [self] from, into, _ throws(Trouble) in
        try act { state in
          guard state.vaults[into] != nil else { return nil }
          let entries = state.vaults[from] ?? []
          let fitting = entries.prefix(max(0, state.room - (state.vaults[into]?.count ?? 0)))
          state.vaults[into]? += fitting
          return Vault.Merge(copied: fitting.count, left: entries.count - fitting.count)
        }
      })
  }

  private var cloud: Cloud {
    Cloud(
      add: { [self] record throws(Trouble) in
        try act { state in
          if let other = state.cloud.first(where: { $0.record.id == record.id }) {
            return other.record.bytes == record.bytes ? .same : .conflict
          }
          let secret = "secret\(state.number())"
          state.cloud.append((record, secret))
          return .created(secret: secret)
        }
      },
      read: { [self] id throws(Trouble) in
        try act { state in
          state.cloud.first { $0.record.id == id.uppercased() }?.record
        }
      },
      page: { [self] query throws(Trouble) in
        try act { state in
          var records = state.cloud.map(\.record).reversed().filter { record in
            let words = record.name.lowercased().split(separator: " ")
            return query.words.lowercased().split(separator: " ").allSatisfy { word in
              words.contains { $0.hasPrefix(word) }
            } && (query.classID ?? record.classID) == record.classID
              && (record.isCompatible || !query.onlyCompatible)
          }
          if let after = query.after {
            guard let index = records.firstIndex(where: { $0.id == after.uppercased() }) else {
              return nil
            }
            records.removeFirst(index + 1)
          }
          return Cloud.Page(
            records: Array(records.prefix(query.limit)), hasMore: records.count > query.limit)
        }
      },
      count: { [self] () throws(Trouble) in try act { $0.cloud.count } },
      permits: { [self] id, secret throws(Trouble) in
        try act { $0.cloud.contains { $0.record.id == id && $0.secret == secret } }
      },
      wasDeleted: { [self] id throws(Trouble) in try act { $0.deleted.contains(id) } },
      delete: { [self] id, secret throws(Trouble) in
        try act { state in
          let before = state.cloud.count
          defer { if state.cloud.count < before { state.deleted.insert(id) } }
          state.cloud.removeAll { $0.record.id == id.uppercased() && $0.secret == secret }
          return state.cloud.count < before
        }
      },
      admit: { [self] _, _ throws(Trouble) in try act { $0.wait } })
  }
}
