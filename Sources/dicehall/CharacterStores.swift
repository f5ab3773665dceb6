import Logging
import Site
import Store
import Web

extension Vault {
  /// Vaults in files; what goes wrong is logged.
  init(_ store: VaultStore, logger: Logger) {
    let teller = Teller(what: "vault", logger: logger)
    self.init(
      entries: { key throws(Trouble) in
        guard let id = VaultID(key) else { return nil }
        guard
          let listing = try teller.trying({ () throws(StoreError) in try store.entries(of: id) })
        else { return nil }
        for name in listing.damaged { teller.tell(damaged: name) }
        return listing.entries.map(Entry.init)
      },
      read: { id, key throws(Trouble) in
        guard let entry = EntryID(id), let vault = VaultID(key) else { return nil }
        return try teller.trying { () throws(StoreError) in try store.read(entry, of: vault) }.map(
          Entry.init)
      },
      add: { bytes, key, known, now throws(Trouble) in
        let kept = try teller.trying { () throws(StoreError) in
          try store.add(
            bytes, to: key.flatMap(VaultID.init), holding: Set(known.compactMap(EntryID.init)),
            now: now)
        }
        return (kept.vault.text, kept.entry.text)
      },
      remove: { id, key, now throws(Trouble) in
        guard let entry = EntryID(id), let vault = VaultID(key) else { return false }
        return try teller.trying { () throws(StoreError) in
          try store.remove(entry, from: vault, now: now)
        }
      },
      removals: { key, now throws(Trouble) in
        guard let vault = VaultID(key) else { return [] }
        let listing = try teller.trying { () throws(StoreError) in
          try store.removals(of: vault, now: now)
        }
        for name in listing.damaged { teller.tell(damaged: name) }
        return listing.entries.map(Entry.init)
      },
      restore: { id, key, now throws(Trouble) in
        guard let entry = EntryID(id), let vault = VaultID(key) else { return false }
        return try teller.trying { () throws(StoreError) in
          try store.restore(entry, to: vault, now: now)
        }
      },
      makeTransferCode: { key, now throws(Trouble) in
        guard let vault = VaultID(key) else { return nil }
        return try teller.trying { () throws(StoreError) in
          try store.makeTransferCode(for: vault, now: now)
        }
      },
      isUnused: { code, now throws(Trouble) in
        try teller.trying { () throws(StoreError) in try store.isUnused(code, now: now) }
      },
      redeem: { code, now throws(Trouble) in
        try teller.trying { () throws(StoreError) in try store.redeem(code, now: now) }?.text
      },
      merge: { from, into, now throws(Trouble) in
        guard let source = VaultID(from), let target = VaultID(into) else { return nil }
        let merge = try teller.trying { () throws(StoreError) in
          try store.merge(from: source, into: target, now: now)
        }
        for name in merge?.damaged ?? [] { teller.tell(damaged: name) }
        return merge.map { Merge(copied: $0.copied, left: $0.left) }
      })
  }
}

extension Vault.Entry {
  fileprivate init(_ entry: VaultEntry) {
    self.init(id: entry.id.text, bytes: entry.bytes, saved: entry.saved)
  }
}

extension Cloud {
  /// The cloud in its database; what goes wrong is logged.
  init(_ store: CloudStore, logger: Logger) {
    let teller = Teller(what: "cloud", logger: logger)
    self.init(
      add: { record throws(Trouble) in
        guard let id = CloudID(record.id) else { throw .unavailable }
        let stored = CloudRecord(
          id: id, name: record.name, classID: record.classID, isCompatible: record.isCompatible,
          bytes: record.bytes, saved: record.saved)
        switch try teller.trying({ () throws(StoreError) in try store.add(stored) }) {
        case .created(let secret): return .created(secret: secret)
        case .same: return .same
        case .conflict: return .conflict
        }
      },
      read: { id throws(Trouble) in
        guard let id = CloudID(id) else { return nil }
        return try teller.trying { () throws(StoreError) in try store.read(id) }.map(Record.init)
      },
      page: { query throws(Trouble) in
        var wanted = CloudQuery()
        wanted.words = query.words
        wanted.classID = query.classID
        wanted.onlyCompatible = query.onlyCompatible
        wanted.limit = query.limit
        if let after = query.after {
          guard let id = CloudID(after) else { return nil }
          wanted.after = id
        }
        guard let page = try teller.trying({ () throws(StoreError) in try store.page(wanted) })
        else { return nil }
        return Page(records: page.records.map(Record.init), hasMore: page.hasMore)
      },
      count: { () throws(Trouble) in
        try teller.trying { () throws(StoreError) in try store.count() }
      },
      permits: { id, secret throws(Trouble) in
        guard let id = CloudID(id) else { return false }
        return try teller.trying { () throws(StoreError) in try store.permits(id, secret: secret) }
      },
      wasDeleted: { id throws(Trouble) in
        guard let id = CloudID(id) else { return false }
        return try teller.trying { () throws(StoreError) in try store.wasDeleted(id) }
      },
      delete: { id, secret throws(Trouble) in
        guard let id = CloudID(id) else { return false }
        return try teller.trying { () throws(StoreError) in try store.delete(id, secret: secret) }
      },
      admit: { client, now throws(Trouble) in
        try teller.trying { () throws(StoreError) in
          try store.admit(AddressBlock.network(of: client), now: now)
        }
      })
  }
}

extension Cloud.Record {
  fileprivate init(_ record: CloudRecord) {
    self.init(
      id: record.id.text, name: record.name, classID: record.classID,
      isCompatible: record.isCompatible, bytes: record.bytes, saved: record.saved)
  }
}

/// Tells the log what a visitor is only told in short.
struct Teller: Sendable {
  let what: String
  let logger: Logger

  func tell(damaged name: String) {
    logger.error("\(what): a damaged file lies aside: \(name)")
  }

  func trying<Value>(_ work: () throws(StoreError) -> Value) throws(Trouble) -> Value {
    do throws(StoreError) {
      return try work()
    } catch {
      logger.error("\(what): \(error)")
      throw Trouble(error)
    }
  }
}

extension Trouble {
  fileprivate init(_ error: StoreError) {
    self =
      switch error {
      case .damaged: .damaged
      case .busy: .busy
      case .changed: .changed
      case .tooLarge: .tooLarge
      case .tooMany(let limit): .tooMany(limit: limit)
      case .full: .full
      case .unavailable: .unavailable
      }
  }
}
