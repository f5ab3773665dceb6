import Games
import Glibc
import Storage
import Synchronization

/// Storage in memory, without locks, which breaks when told to.
package final class FakeStorage: StorageEngine {
  private struct SavedSession {
    var bytes: [UInt8]
    var revision: UInt64 = 1
    var used = time(nil)
  }

  private struct SavedRoom {
    var events: [StoredEvent]
    var terms: RoomTerms
    var snapshot: StoredSnapshot?

    func page(after number: Int) -> EventPage {
      EventPage(
        events: events.filter { $0.number > number }, missing: [], terms: terms, isLast: true)
    }
  }

  private struct State {
    var sessions: [SessionID: SavedSession] = [:]
    /// What somebody else does just before each of the next saves of a session or events of a room.
    var interruptions: [@Sendable () -> Void] = []
    var isInterrupted = false
    var random = SeededGenerator(seed: 12)
    var vaults: [VaultID: [VaultEntry]] = [:]
    var removed: [(vault: VaultID, entry: VaultEntry, at: Int)] = []
    var codes: [TransferCode: VaultID] = [:]
    var cloud: [(record: CloudRecord, secret: String)] = []
    var deleted: Set<CloudID> = []
    var blocked: [(record: CloudRecord, secret: String)] = []
    var reports: [CloudID: Set<String>] = [:]
    var rooms: [RoomCode: SavedRoom] = [:]
    var roomsGone: Set<RoomCode> = []
    var openings: [String: Int] = [:]
    var error: StorageError?
    var nextError: StorageError?
    var eventsError: StorageError?
    /// A record of the cloud that can't be read; `nil` for none.
    var lost: CloudID?
    var wait: Int?
    /// Additions before anybody has to wait.
    var free = 0
    var room = StorageLimits.vaultEntries
    /// What somebody else adds to a vault just before each of the next additions.
    var others: [VaultEntry] = []
    /// What somebody else puts in an entry's place just before each of the next replacements, the
    /// last one first; `nil` for nothing.
    var rivals: [[UInt8]?] = []
    /// Replacements that still succeed; `nil` for all.
    var replacements: Int?
  }

  private let state = Mutex(State())

  package init() {}

  package func prepare() {}
  package func check() {}

  /// What every call throws from now on.
  package func fail(with error: StorageError?) {
    state.withLock { ($0.error, $0.nextError) = (error, nil) }
  }

  /// What the next call throws, and what every call after it throws.
  package func fail(with error: StorageError, then others: StorageError) {
    state.withLock { ($0.error, $0.nextError) = (error, others) }
  }

  /// What reading the events of a room throws from now on.
  package func failEvents(with error: StorageError?) { state.withLock { $0.eventsError = error } }

  /// Makes one record of the cloud unreadable from now on; `nil` ends that.
  package func lose(_ id: CloudID?) { state.withLock { $0.lost = id } }

  /// How long the cloud makes clients wait from now on, or after so many additions.
  package func makeWait(_ seconds: Int?, after additions: Int = 0) {
    state.withLock {
      $0.wait = seconds
      $0.free = additions
    }
  }

  /// What was removed from vaults is gone for good.
  package func forgetRemovals() { state.withLock { $0.removed = [] } }

  /// Nothing more fits into any vault from now on.
  package func fillVaults() { state.withLock { $0.room = 0 } }

  /// Makes somebody else add that to a vault just before the next addition.
  package func outrun(with entry: VaultEntry) { state.withLock { $0.others.append(entry) } }

  /// Makes somebody else put those bytes in an entry's place just before the next replacement, or
  /// before the one after so many others; empty ones delete it.
  package func outrun(replacingWith bytes: [UInt8], after others: Int = 0) {
    state.withLock { $0.rivals += [bytes] + Array(repeating: nil, count: others) }
  }

  /// Nothing in a vault can be replaced any more after so many replacements; `nil` ends that.
  package func stopReplacing(after count: Int?) { state.withLock { $0.replacements = count } }

  /// Makes somebody else do that just before the next save of a session or event of a room.
  package func interrupt(with act: @escaping @Sendable () -> Void) {
    state.withLock { $0.interruptions.append(act) }
  }

  private func letOthersAct() {
    let interruption = state.withLock { state in
      state.isInterrupted ? nil : state.interruptions.popLast()
    }
    guard let interruption else { return }
    state.withLock { $0.isInterrupted = true }
    interruption()
    state.withLock { $0.isInterrupted = false }
  }

  /// How many sessions there are.
  package var sessionCount: Int { state.withLock { $0.sessions.count } }

  /// The bytes of all characters in the cloud, oldest first.
  package var cloudBytes: [[UInt8]] { state.withLock { $0.cloud.map(\.record.bytes) } }

  private func act<Value>(
    _ work: (inout State) throws(StorageError) -> sending Value
  ) throws(StorageError) -> sending Value {
    try state.withLock { state throws(StorageError) in
      if let error = state.error {
        state.error = state.nextError ?? error
        throw error
      }
      return try work(&state)
    }
  }
}

extension FakeStorage: SessionStorage {
  package func place(of _: SessionID) -> String { "memory" }

  package func load(_ id: SessionID, for use: SessionUse) throws(StorageError) -> StoredSession? {
    try act { state in
      state.sessions[id]?.used = time(nil)
      return state.sessions[id].map { StoredSession(id, $0.bytes, revision: $0.revision) }
    }
  }

  package func save(_ bytes: [UInt8], over loaded: StoredSession) throws(StorageError) {
    letOthersAct()
    try act { state throws(StorageError) in
      guard state.sessions[loaded.id]?.revision == loaded.revision else { throw .changed }
      try FakeStorage.checkSize(of: bytes)
      guard bytes != loaded.bytes else { return }
      state.sessions[loaded.id] = SavedSession(bytes: bytes, revision: loaded.revision + 1)
    }
  }

  package func create(_ bytes: [UInt8], as id: SessionID) throws(StorageError) {
    try act { state throws(StorageError) in
      try FakeStorage.checkSize(of: bytes)
      guard state.sessions[id] == nil else { throw .changed }
      state.sessions[id] = SavedSession(bytes: bytes)
    }
  }

  private static func checkSize(of bytes: [UInt8]) throws(StorageError) {
    guard bytes.count <= StorageLimits.sessionBytes else { throw .tooLarge(count: bytes.count) }
  }

  package func delete(_ id: SessionID) throws(StorageError) -> Bool {
    try act { $0.sessions.removeValue(forKey: id) != nil }
  }

  package func sweep(
    slice: UInt8, idleFor seconds: Int, atMost most: Int, now: Int
  ) throws(StorageError) -> Int {
    try act { state in
      let idle = state.sessions.filter {
        $0.key.text.utf8.first == slice && now - $0.value.used >= seconds
      }.prefix(most)
      idle.forEach { state.sessions[$0.key] = nil }
      return idle.count
    }
  }

  package func count(slice: UInt8, in census: inout SessionCensus) throws(StorageError) {
    for (id, session) in try act({ $0.sessions }) where id.text.utf8.first == slice {
      census.add(used: session.used, bytes: session.bytes.count)
    }
  }

  package func checkSaving() throws(StorageError) { try act { _ in } }
}

extension FakeStorage: VaultStorage {
  package func place(of _: VaultID) -> String { "memory" }

  package func entries(of vault: VaultID) throws(StorageError) -> [VaultEntry]? {
    try act { $0.vaults[vault]?.reversed() }
  }

  package func read(_ id: EntryID, of vault: VaultID) throws(StorageError) -> VaultEntry? {
    try act { $0.vaults[vault]?.first { $0.id == id } }
  }

  package func add(
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

  package func replace(
    _ id: EntryID, of vault: VaultID, with bytes: [UInt8], over old: [UInt8], now: Int
  ) throws(StorageError) -> Bool {
    try act { state throws(StorageError) in
      guard bytes.count <= StorageLimits.entryBytes else { throw .tooLarge(count: bytes.count) }
      if let left = state.replacements {
        guard left > 0 else { throw .unavailable("The fake storage replaces nothing more.") }
        state.replacements = left - 1
      }
      if let next = state.rivals.popLast(), let rival = next,
        let index = state.vaults[vault]?.firstIndex(where: { $0.id == id })
      {
        state.vaults[vault]?[index] = VaultEntry(id: id, bytes: rival, saved: now)
        if rival.isEmpty { state.vaults[vault]?.remove(at: index) }
      }
      guard let index = state.vaults[vault]?.firstIndex(where: { $0.id == id }) else {
        return false
      }
      guard state.vaults[vault]?[index].bytes == old else { throw .changed }
      // The one that was changed last comes first, as the one that was added last.
      state.vaults[vault]?.remove(at: index)
      state.vaults[vault]?.append(VaultEntry(id: id, bytes: bytes, saved: now))
      return true
    }
  }

  package func remove(_ id: EntryID, from vault: VaultID, now: Int) throws(StorageError) -> Bool {
    try act { state in
      guard let index = state.vaults[vault]?.firstIndex(where: { $0.id == id }),
        let entry = state.vaults[vault]?.remove(at: index)
      else { return false }
      state.removed.append((vault, entry, now))
      return true
    }
  }

  package func removals(of vault: VaultID, now: Int) throws(StorageError) -> [VaultEntry] {
    try act { state in
      state.removed.filter { $0.vault == vault && now - $0.at <= StorageLimits.restoreSeconds }
        .map(\.entry).reversed()
    }
  }

  package func restore(_ id: EntryID, to vault: VaultID, now: Int) throws(StorageError) -> Bool {
    try act { state in
      if state.vaults[vault]?.contains(where: { $0.id == id }) == true { return true }
      let index = state.removed.firstIndex { $0.vault == vault && $0.entry.id == id }
      guard let index else { return false }
      state.vaults[vault]?.append(state.removed.remove(at: index).entry)
      return true
    }
  }

  package func makeTransferCode(for vault: VaultID, now: Int) throws(StorageError) -> TransferCode?
  {
    try act { state in
      guard state.vaults[vault] != nil else { return nil }
      let code = TransferCode(using: &state.random)
      state.codes[code] = vault
      return code
    }
  }

  package func isUnused(_ code: TransferCode, now: Int) throws(StorageError) -> Bool {
    try act { $0.codes[code] != nil }
  }

  package func redeem(_ code: TransferCode, now: Int) throws(StorageError) -> VaultID? {
    try act { $0.codes.removeValue(forKey: code) }
  }

  package func merge(
    from source: VaultID, into target: VaultID, except left: Set<EntryID>, now: Int
  ) throws(StorageError) -> VaultMerge? {
    try act { state in
      guard let present = state.vaults[target] else { return nil }
      let entries = (state.vaults[source] ?? []).filter { !left.contains($0.id) }
      let fitting = entries.prefix(max(0, state.room - present.count))
      state.vaults[target] = present + fitting
      return VaultMerge(copied: fitting.count, left: entries.count - fitting.count)
    }
  }

  package func sweepVaults(slice: UInt8, now: Int) throws(StorageError) -> Int { 0 }
}

extension FakeStorage: CloudStorage {
  package var place: String { "memory" }

  package func add(_ record: CloudRecord) throws(StorageError) -> CloudAddition {
    try act { state in
      if state.blocked.contains(where: { $0.record.id == record.id }) { return .conflict }
      if let other = state.cloud.first(where: { $0.record.id == record.id }) {
        return other.record.bytes == record.bytes ? .same : .conflict
      }
      let secret = "secret\(state.cloud.count)"
      state.cloud.append((record, secret))
      return .created(secret: secret)
    }
  }

  package func read(_ id: CloudID) throws(StorageError) -> CloudRecord? {
    try act { state throws(StorageError) in
      guard id != state.lost else { throw .unavailable("This record can't be read now.") }
      return state.cloud.first { $0.record.id == id }?.record
    }
  }

  package func read(_ ids: [CloudID], _ found: (CloudRecord) -> Void) throws(StorageError) {
    let records = try act { $0.cloud.map(\.record) }
    for record in records where ids.contains(record.id) { found(record) }
  }

  package func list(_ query: CloudQuery) throws(StorageError) -> CloudListing? {
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

  package func count() throws(StorageError) -> Int { try act { $0.cloud.count } }

  package func permits(_ id: CloudID, secret: String) throws(StorageError) -> Bool {
    try act { $0.cloud.contains { $0.record.id == id && $0.secret == secret } }
  }

  package func wasDeleted(_ id: CloudID) throws(StorageError) -> Bool {
    try act { $0.deleted.contains(id) }
  }

  package func delete(_ id: CloudID, secret: String) throws(StorageError) -> Bool {
    try act { state in
      let index = state.cloud.firstIndex { $0.record.id == id && $0.secret == secret }
      guard let index else { return false }
      state.cloud.remove(at: index)
      state.deleted.insert(id)
      return true
    }
  }

  package func replace(_ record: CloudRecord, secret: String) throws(StorageError) -> Bool {
    try act { state in
      let index = state.cloud.firstIndex { $0.record.id == record.id && $0.secret == secret }
      guard let index else { return false }
      state.cloud[index].record = record
      return true
    }
  }

  package func admit(_ client: String, now: Int) throws(StorageError) -> Int? {
    try act { state in
      guard state.free > 0 else { return state.wait }
      state.free -= 1
      return nil
    }
  }

  package func report(_ id: CloudID, by client: String) throws(StorageError) -> Bool? {
    try act { state in
      guard state.cloud.contains(where: { $0.record.id == id }) else { return nil }
      return state.reports[id, default: []].insert(client).inserted
    }
  }

  package func entries(
    _ choice: CloudChoice, limit: Int, after: CloudID?
  ) throws(StorageError) -> [CloudEntry]? {
    try act { state in
      // The order of adding is kept well enough for tests of pages.
      var entries = state.cloud.reversed().map {
        CloudEntry($0.record, reports: state.reports[$0.record.id]?.count ?? 0, isBlocked: false)
      }
      entries += state.blocked.map {
        CloudEntry($0.record, reports: state.reports[$0.record.id]?.count ?? 0, isBlocked: true)
      }
      if let after {
        guard let index = entries.firstIndex(where: { $0.record.id == after }) else { return nil }
        entries.removeFirst(index + 1)
      }
      switch choice {
      case .all: break
      case .reported:
        entries = entries.filter { $0.reports > 0 }.sorted { $0.reports > $1.reports }
      case .blocked: entries = entries.filter(\.isBlocked)
      }
      return Array(entries.prefix(limit))
    }
  }

  package func entry(_ id: CloudID) throws(StorageError) -> CloudEntry? {
    try entries(.all, limit: .max, after: nil)?.first { $0.record.id == id }
  }

  package func block(_ id: CloudID) throws(StorageError) -> Bool? {
    try act { state in
      if state.blocked.contains(where: { $0.record.id == id }) { return false }
      guard let index = state.cloud.firstIndex(where: { $0.record.id == id }) else { return nil }
      state.blocked.append(state.cloud.remove(at: index))
      return true
    }
  }

  package func unblock(_ id: CloudID) throws(StorageError) -> Bool? {
    try act { state in
      let hadReports = state.reports.removeValue(forKey: id) != nil
      guard let index = state.blocked.firstIndex(where: { $0.record.id == id }) else {
        return state.cloud.contains { $0.record.id == id } ? hadReports : nil
      }
      state.cloud.append(state.blocked.remove(at: index))
      return true
    }
  }

  package func discard(_ id: CloudID) throws(StorageError) -> Bool {
    try act { state in
      let count = state.cloud.count + state.blocked.count
      state.cloud.removeAll { $0.record.id == id }
      state.blocked.removeAll { $0.record.id == id }
      state.reports[id] = nil
      return state.cloud.count + state.blocked.count < count
    }
  }
}

extension FakeStorage: RoomStorage {
  package func place(of _: RoomCode) -> String { "memory" }

  package func openRoom(
    _ first: [UInt8], as room: RoomCode, by client: String, keptDays: Int, now: Int
  ) throws(StorageError) -> Bool {
    try act { state throws(StorageError) in
      guard state.rooms[room] == nil, !state.roomsGone.contains(room) else { return false }
      let client = "\(now / 86_400) \(client)"
      let limit = StorageLimits.openingsPerDay
      guard state.openings[client, default: 0] < limit else { throw .tooMany(limit: limit) }
      state.openings[client, default: 0] += 1
      state.rooms[room] = SavedRoom(
        events: [StoredEvent(number: 1, time: now, bytes: first)],
        terms: RoomTerms(
          number: 1, lastAct: now, keptDays: FakeStorage.kept(keptDays), isClosed: false))
      return true
    }
  }

  package func newestNumber(of room: RoomCode) throws(StorageError) -> Int? {
    try act { $0.rooms[room]?.terms.number }
  }

  /// Frees the code of a room that is gone, as time does.
  package func forget(_ room: RoomCode) { try? act { _ = $0.roomsGone.remove(room) } }

  package func isTaken(_ room: RoomCode) throws(StorageError) -> Bool {
    try act { $0.rooms[room] != nil || $0.roomsGone.contains(room) }
  }

  package func events(of room: RoomCode, after number: Int) throws(StorageError) -> EventPage? {
    try act { state throws(StorageError) in
      if let error = state.eventsError { throw error }
      return state.rooms[room]?.page(after: number)
    }
  }

  package func append(
    to room: RoomCode, after known: @autoclosure () -> Int, now: Int,
    _ decide: (EventPage) -> [UInt8]?
  ) throws(StorageError) -> RoomAppend? {
    while true {
      // Who decides may have a lock that somebody else has who waits for this one.
      let known = known()
      guard let saved = try act({ $0.rooms[room] }) else { return nil }
      guard !saved.terms.isClosed else { return .closed }
      guard known <= saved.terms.number else { throw .changed }
      guard let bytes = decide(saved.page(after: known)) else { return .declined }
      letOthersAct()
      let event = StoredEvent(number: saved.terms.number + 1, time: now, bytes: bytes)
      let isAdded = try act { state in
        guard state.rooms[room]?.terms == saved.terms else { return false }
        state.rooms[room]?.events.append(event)
        state.rooms[room]?.terms = RoomTerms(
          number: event.number, lastAct: max(now, saved.terms.lastAct),
          keptDays: saved.terms.keptDays, isClosed: false)
        return true
      }
      if isAdded { return .added(event) }
    }
  }

  package func keep(_ room: RoomCode, days: Int, now: Int) throws(StorageError) -> Bool {
    try changeTerms(of: room) { terms in
      let days = FakeStorage.kept(days)
      guard days != terms.keptDays else { return terms }
      return RoomTerms(
        number: terms.number + 1, lastAct: max(now, terms.lastAct), keptDays: days,
        isClosed: terms.isClosed)
    }
  }

  package func close(_ room: RoomCode, now: Int) throws(StorageError) -> Bool {
    try changeTerms(of: room) { terms in
      guard !terms.isClosed else { return terms }
      return RoomTerms(
        number: terms.number + 1, lastAct: max(now, terms.lastAct), keptDays: terms.keptDays,
        isClosed: true)
    }
  }

  private static func kept(_ days: Int) -> Int {
    min(max(days, StorageLimits.keptDays.lowerBound), StorageLimits.keptDays.upperBound)
  }

  private func changeTerms(
    of room: RoomCode, _ change: (RoomTerms) -> RoomTerms
  ) throws(StorageError) -> Bool {
    try act { state in
      guard let terms = state.rooms[room]?.terms else { return false }
      state.rooms[room]?.terms = change(terms)
      return true
    }
  }

  package func delete(_ room: RoomCode) throws(StorageError) -> Bool {
    try act { state in
      guard state.rooms.removeValue(forKey: room) != nil else { return false }
      return state.roomsGone.insert(room).inserted
    }
  }

  package func snapshot(of room: RoomCode) throws(StorageError) -> StoredSnapshot? {
    try act { $0.rooms[room]?.snapshot }
  }

  package func save(_ snapshot: StoredSnapshot, of room: RoomCode) throws(StorageError) -> Bool {
    try act { state in
      guard state.rooms[room] != nil else { return false }
      state.rooms[room]?.snapshot = snapshot
      return true
    }
  }

  package func sweep(slice: UInt8, now: Int) throws(StorageError) -> Int {
    try act { state in
      let over = state.rooms.filter {
        $0.key.signs.utf8.first == slice && $0.value.terms.isOver(now)
      }
      over.keys.forEach { state.rooms[$0] = nil }
      state.roomsGone.formUnion(over.keys)
      return over.count
    }
  }
}
