import Glibc
import Storage
import StoredSecrets

/// Vaults and their entries as rows of two tables.
///
/// Nothing is locked while a change is worked out: it takes effect only if the vault's revision is
/// still the same, and starts over if not. Every statement can be repeated: an id or a token drawn
/// for it shows what it has already done.
struct PostgresVaults: VaultStorage {
  let pool: ConnectionPool
  let database: String

  func place(of vault: VaultID) -> String { "\(database), vault \(hex(vault.hash))" }

  private static let listing: Statement = """
    SELECT e.id, e.saved, e.content, v.visited FROM dicehall_vault v
    LEFT JOIN dicehall_vault_entry e ON e.vault = v.hash AND e.removed IS NULL
    WHERE v.hash = $1
    """

  func entries(of vault: VaultID) throws(StorageError) -> [VaultEntry]? {
    let rows = try pool.run(Self.listing, [.blob(vault.hash)])
    guard let first = rows.first else { return nil }
    mark(vault, visited: first.integer(3))
    return rows.compactMap(\.entry).newestFirst
  }

  private static let reading: Statement = """
    SELECT e.id, e.saved, e.content, v.visited FROM dicehall_vault_entry e
    JOIN dicehall_vault v ON v.hash = e.vault
    WHERE e.vault = $1 AND e.id = $2 AND e.removed IS NULL
    """

  func read(_ id: EntryID, of vault: VaultID) throws(StorageError) -> VaultEntry? {
    let rows = try pool.run(Self.reading, [.blob(vault.hash), .text(id.text)])
    guard let row = rows.first else { return nil }
    mark(vault, visited: row.integer(3))
    return row.entry
  }

  private static let marking: Statement =
    "UPDATE dicehall_vault SET visited = $2 WHERE hash = $1 AND visited < $2"

  /// Records a visit if the last known one was more than a day ago.
  private func mark(_ vault: VaultID, visited: Int) {
    let now = time(nil)
    guard visited < now - 86_400 else { return }
    // The vault can be shown even if this fails.
    _ = try? pool.run(Self.marking, [.blob(vault.hash), .integer(now)])
  }

  private static let listingRemoved: Statement = """
    SELECT id, saved, content FROM dicehall_vault_entry WHERE vault = $1 AND removed >= $2
    ORDER BY removed DESC, id DESC
    """

  func removals(of vault: VaultID, now: Int) throws(StorageError) -> [VaultEntry] {
    try pool.run(
      Self.listingRemoved, [.blob(vault.hash), .integer(now - StorageLimits.restoreSeconds)]
    ).compactMap(\.entry)
  }

  /// If the entry is already removed, this very statement may have done it.
  private static let removing: Statement = """
    WITH moved AS (
      UPDATE dicehall_vault SET revision = revision + 1, visited = GREATEST(visited, $3)
      WHERE hash = $1 AND EXISTS (
        SELECT 1 FROM dicehall_vault_entry WHERE vault = $1 AND id = $2 AND removed IS NULL
      ) RETURNING hash
    ), tidied AS (
      DELETE FROM dicehall_vault_entry
      WHERE vault IN (SELECT hash FROM moved) AND removed < $5
    )
    UPDATE dicehall_vault_entry SET removed = $3, token = $4 FROM moved
    WHERE vault = moved.hash AND id = $2 AND removed IS NULL
    """
  private static let findingRemoved: Statement = """
    SELECT 1 FROM dicehall_vault_entry
    WHERE vault = $1 AND id = $2 AND removed IS NOT NULL AND token = $3
    """

  func remove(_ id: EntryID, from vault: VaultID, now: Int) throws(StorageError) -> Bool {
    let token = Parameter.token()
    let entry: [Parameter] = [.blob(vault.hash), .text(id.text)]
    let removed = try pool.runCounting(
      Self.removing, entry + [.integer(now), token, .integer(now - StorageLimits.restoreSeconds)])
    if removed.rows.changed == 1 { return true }
    guard removed.wasRepeated else { return false }
    return try pool.run(Self.findingRemoved, entry + [token]).count == 1
  }

  /// The time starts now for vaults without a known visit.
  private static let beginning: Statement = """
    UPDATE dicehall_vault SET visited = $3 WHERE hash >= $1 AND hash < $2 AND visited = 0
    """
  /// Entries removed before `$4` can no longer be restored.
  private static let sweeping: Statement = """
    WITH gone AS (
      DELETE FROM dicehall_vault WHERE visited <= $4 AND hash IN (
        SELECT v.hash FROM dicehall_vault v
        WHERE v.hash >= $1 AND v.hash < $2 AND (v.visited <= $3 OR v.visited <= $4 AND NOT EXISTS (
          SELECT 1 FROM dicehall_vault_entry e
          WHERE e.vault = v.hash AND (e.removed IS NULL OR e.removed > $4)
        ))
        LIMIT 500 FOR UPDATE SKIP LOCKED
      ) RETURNING hash
    ), emptied AS (
      DELETE FROM dicehall_vault_entry WHERE vault IN (SELECT hash FROM gone)
    )
    SELECT count(*) FROM gone
    """

  func sweepVaults(slice: UInt8, now: Int) throws(StorageError) -> Int {
    let range = HashRange(slice: slice)
    try pool.run(Self.beginning, [range.start, range.end, .integer(now)])
    let values: [Parameter] = [
      range.start, range.end, .integer(now - StorageLimits.vaultDays * 86_400),
      .integer(now - StorageLimits.emptyVaultSeconds),
    ]
    return try pool.repeating { (_) throws(StorageError) in
      try pool.run(Self.sweeping, values)[0].integer(0)
    }
  }

  private static let offering: Statement = """
    WITH tidied AS (
      DELETE FROM dicehall_transfer WHERE name IN (
        SELECT name FROM dicehall_transfer WHERE expires < $4 LIMIT 100 FOR UPDATE SKIP LOCKED
      )
    )
    INSERT INTO dicehall_transfer (name, expires, content)
    SELECT $2, $3, $5 FROM dicehall_vault WHERE hash = $1
    ON CONFLICT (name) DO UPDATE SET expires = excluded.expires
    """

  func makeTransferCode(for vault: VaultID, now: Int) throws(StorageError) -> TransferCode? {
    var random = SystemRandomNumberGenerator()
    let code = TransferCode(using: &random)
    let end = now + StorageLimits.codeSeconds
    let rows = try pool.run(
      Self.offering,
      [
        .blob(vault.hash), .blob(code.hash), .integer(end),
        .integer(now - StorageLimits.codeSeconds), .blob(code.seal(vault, until: end)),
      ])
    return rows.changed == 1 ? code : nil
  }

  private static let finding: Statement =
    "SELECT 1 FROM dicehall_transfer WHERE name = $1 AND redeemer IS NULL"

  func isUnused(_ code: TransferCode, now: Int) throws(StorageError) -> Bool {
    try pool.run(Self.finding, [.blob(code.hash)]).count == 1
  }

  /// The row stays until it expires, so that whoever redeemed the code can ask again if the answer
  /// was lost.
  private static let redeeming: Statement = """
    UPDATE dicehall_transfer SET redeemer = $2
    WHERE name = $1 AND (redeemer IS NULL OR redeemer = $2) RETURNING content
    """

  func redeem(_ code: TransferCode, now: Int) throws(StorageError) -> VaultID? {
    let rows = try pool.run(Self.redeeming, [.blob(code.hash), .token()])
    return rows.first.flatMap { code.open($0.blob(0), now: now) }
  }
}

extension Row {
  /// The entry in a row with id, moment and content; `nil` for a vault without entries.
  fileprivate var entry: VaultEntry? {
    EntryID(text(0)).map { VaultEntry(id: $0, bytes: blob(2), saved: integer(1)) }
  }
}

extension VaultID {
  /// The rows' key, so that the tables reveal no vault key.
  var hash: [UInt8] { hashed(text) }
}
