import Storage

extension PostgresVaults {
  private static let beginning: Statement = """
    WITH made AS (
      INSERT INTO dicehall_vault (hash, revision, visited) VALUES ($1, 1, $3)
      ON CONFLICT (hash) DO NOTHING RETURNING hash
    )
    INSERT INTO dicehall_vault_entry (vault, id, saved, token, content)
    SELECT hash, $2, $3, 0, $4 FROM made
    """
  private static let adding: Statement = """
    WITH moved AS (
      UPDATE dicehall_vault SET revision = revision + 1, visited = GREATEST(visited, $5)
      WHERE hash = $1 AND revision = $2 RETURNING hash
    ), tidied AS (
      DELETE FROM dicehall_vault_entry
      WHERE vault IN (SELECT hash FROM moved) AND removed < $3
    )
    INSERT INTO dicehall_vault_entry (vault, id, saved, token, content)
    SELECT hash, $4, $5, 0, $6 FROM moved
    """

  func add(
    _ bytes: [UInt8], to vault: VaultID?, holding known: Set<EntryID>?, now: Int
  ) throws(StorageError) -> (vault: VaultID, entry: EntryID) {
    guard bytes.count <= StorageLimits.entryBytes else { throw .tooLarge(count: bytes.count) }
    guard let vault else { return try begin(with: bytes, now: now) }
    var tried: EntryID?
    let added = try change(vault) { (state) throws(StorageError) -> EntryID? in
      if let tried, state.knows(tried) { return tried }
      guard known == nil || known == state.present else { throw .changed }
      guard state.room > 0 else { throw .tooMany(limit: StorageLimits.vaultEntries) }
      let id = state.newIDs(1)[0]
      tried = id
      let rows = try pool.run(
        Self.adding,
        [
          .blob(vault.hash), .integer(state.revision), .integer(now - StorageLimits.restoreSeconds),
          .text(id.text), .integer(now), .blob(bytes),
        ])
      return rows.changed == 1 ? id : nil
    }
    if let added { return (vault, added) }
    return try begin(with: bytes, now: now)
  }

  /// Creates a vault.
  ///
  /// If one exists under a new random key, it can only be this one.
  private func begin(
    with bytes: [UInt8], now: Int
  ) throws(StorageError) -> (vault: VaultID, entry: EntryID) {
    var random = SystemRandomNumberGenerator()
    let vault = VaultID(using: &random)
    let id = EntryID(after: [], using: &random)
    try pool.run(Self.beginning, [.blob(vault.hash), .text(id.text), .integer(now), .blob(bytes)])
    return (vault, id)
  }

  private static let replacing: Statement = """
    WITH replaced AS (
      UPDATE dicehall_vault_entry SET content = $4, saved = $5, token = $6
      WHERE vault = $1 AND id = $2 AND removed IS NULL AND content = $3 RETURNING vault
    )
    UPDATE dicehall_vault SET revision = revision + 1 FROM replaced WHERE hash = replaced.vault
    """
  private static let findingReplaced: Statement = """
    SELECT token = $3 FROM dicehall_vault_entry
    WHERE vault = $1 AND id = $2 AND removed IS NULL
    """

  func replace(
    _ id: EntryID, of vault: VaultID, with bytes: [UInt8], over old: [UInt8], now: Int
  ) throws(StorageError) -> Bool {
    guard bytes.count <= StorageLimits.entryBytes else { throw .tooLarge(count: bytes.count) }
    let token = Parameter.token()
    let entry: [Parameter] = [.blob(vault.hash), .text(id.text)]
    let replaced = try pool.runCounting(
      Self.replacing, entry + [.blob(old), .blob(bytes), .integer(now), token])
    if replaced.rows.changed == 1 { return true }
    let found = try pool.run(Self.findingReplaced, entry + [token])
    guard let row = found.first else { return false }
    guard replaced.wasRepeated, row.boolean(0) else { throw .changed }
    return true
  }

  private static let restoring: Statement = """
    WITH moved AS (
      UPDATE dicehall_vault SET revision = revision + 1 WHERE hash = $1 AND revision = $2
      RETURNING hash
    )
    UPDATE dicehall_vault_entry SET removed = NULL FROM moved
    WHERE vault = moved.hash AND id = $3 AND removed IS NOT NULL
    """

  func restore(_ id: EntryID, to vault: VaultID, now: Int) throws(StorageError) -> Bool {
    try change(vault) { (state) throws(StorageError) -> Bool? in
      if state.present.contains(id) { return true }
      guard let moment = state.removed[id], now - moment <= StorageLimits.restoreSeconds else {
        return false
      }
      guard state.room > 0 else { throw .tooMany(limit: StorageLimits.vaultEntries) }
      let rows = try pool.run(
        Self.restoring, [.blob(vault.hash), .integer(state.revision), .text(id.text)])
      return rows.changed == 1 ? true : nil
    } ?? false
  }

  private static let comparing: Statement = """
    SELECT s.id, s.saved FROM dicehall_vault_entry s
    WHERE s.vault = $1 AND s.removed IS NULL AND NOT EXISTS (
      SELECT 1 FROM dicehall_vault_entry t WHERE t.vault = $2 AND t.removed IS NULL
      AND t.saved = s.saved AND t.content = s.content
    )
    """
  private static let copying: Statement = """
    WITH moved AS (
      UPDATE dicehall_vault SET revision = revision + 1 WHERE hash = $1 AND revision = $2
      RETURNING hash
    )
    INSERT INTO dicehall_vault_entry (vault, id, saved, token, content)
    SELECT moved.hash, pair.new, s.saved, 0, s.content
    FROM moved, unnest($4, $5) AS pair(old, new), dicehall_vault_entry s
    WHERE s.vault = $3 AND s.id = pair.old
    """

  func merge(
    from source: VaultID, into target: VaultID, except left: Set<EntryID>, now: Int
  ) throws(StorageError) -> VaultMerge? {
    var tried: (first: EntryID, merge: VaultMerge)?
    return try change(target) { (state) throws(StorageError) -> VaultMerge? in
      if let tried, state.knows(tried.first) { return tried.merge }
      let wanted = try missing(of: source, in: target).filter { !left.contains($0) }
      // The newest that fit, oldest first, so that entries saved in the same second keep their
      // order.
      let copied = Array(wanted.prefix(state.room).reversed())
      let ids = state.newIDs(copied.count)
      guard let first = ids.first else { return VaultMerge(copied: 0, left: wanted.count) }
      let merge = VaultMerge(copied: copied.count, left: wanted.count - copied.count)
      tried = (first, merge)
      let rows = try pool.run(
        Self.copying,
        [
          .blob(target.hash), .integer(state.revision), .blob(source.hash),
          .texts(copied.map(\.text)), .texts(ids.map(\.text)),
        ])
      return rows.changed > 0 ? merge : nil
    }
  }

  /// Returns the entries of one vault that another doesn't have, newest first.
  private func missing(of source: VaultID, in target: VaultID) throws(StorageError) -> [EntryID] {
    let rows = try pool.run(Self.comparing, [.blob(source.hash), .blob(target.hash)])
    let found = rows.compactMap { row in
      EntryID(row.text(0)).map { (id: $0, saved: row.integer(1)) }
    }
    return found.sorted { ($0.saved, $0.id.text) > ($1.saved, $1.id.text) }.map(\.id)
  }

  /// Applies a change to a vault's current state, and again if others changed it first.
  ///
  /// - Returns: `nil` if there is no vault.
  /// - Throws: what `act` throws; `.busy` if others kept changing it first.
  private func change<Result>(
    _ vault: VaultID, _ act: (VaultState) throws(StorageError) -> Result?
  ) throws(StorageError) -> Result? {
    try pool.retrying { () throws(StorageError) -> Result?? in
      guard let state = try VaultState(of: vault, in: pool) else { return .some(nil) }
      return try act(state).map { .some($0) }
    }
  }
}

/// The entries of a vault when it was read.
struct VaultState {
  let revision: Int
  let present: Set<EntryID>
  /// The time of each removal, in seconds since 1970.
  let removed: [EntryID: Int]

  private static let reading: Statement = """
    SELECT v.revision, e.id, e.removed FROM dicehall_vault v
    LEFT JOIN dicehall_vault_entry e ON e.vault = v.hash WHERE v.hash = $1
    """

  /// Reads a vault; `nil` if there is none.
  init?(of vault: VaultID, in pool: ConnectionPool) throws(StorageError) {
    let rows = try pool.run(Self.reading, [.blob(vault.hash)])
    guard let first = rows.first else { return nil }
    var present: Set<EntryID> = []
    var removed: [EntryID: Int] = [:]
    for row in rows {
      guard let id = EntryID(row.text(1)) else { continue }
      if row.isNull(2) { present.insert(id) } else { removed[id] = row.integer(2) }
    }
    revision = first.integer(0)
    self.present = present
    self.removed = removed
  }

  /// The number of entries for which the vault still has room.
  var room: Int { max(0, StorageLimits.vaultEntries - present.count) }

  /// Returns whether the entry is there or can still be restored.
  func knows(_ id: EntryID) -> Bool { present.contains(id) || removed[id] != nil }

  /// Returns new IDs, each of which sorts after all earlier ones.
  func newIDs(_ count: Int) -> [EntryID] {
    var random = SystemRandomNumberGenerator()
    var last = Array(present) + removed.keys
    return (0..<count).map { _ in
      let id = EntryID(after: last, using: &random)
      last = [id]
      return id
    }
  }
}
