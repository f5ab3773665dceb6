import Glibc
import Storage
import StoredSecrets

/// Vaults and their entries as rows of two tables.
///
/// Nothing is locked while a change is worked out: it only takes place if the vault still has the
/// revision that it went by, and begins again if not. Each statement can be repeated: what it has done
/// already is found by an id or a token that was drawn for it.
struct PostgresVaults: VaultStorage {
  let pool: ConnectionPool
  private let database: String

  init(_ pool: ConnectionPool, of database: String) {
    self.pool = pool
    self.database = database
  }

  func place(of vault: VaultID) -> String { "\(database), vault \(hex(vault.hash))" }

  private static let listing = Statement(
    """
    SELECT e.id, e.saved, e.content, v.visited FROM dicehall_vault v
    LEFT JOIN dicehall_vault_entry e ON e.vault = v.hash AND e.removed IS NULL
    WHERE v.hash = $1
    """)

  func entries(of vault: VaultID) throws(StorageError) -> [VaultEntry]? {
    let rows = try pool.run(PostgresVaults.listing, [.blob(vault.hash)])
    guard rows.count > 0 else { return nil }
    mark(vault, visited: rows.integer(0, 3))
    return (0..<rows.count).compactMap { entry($0, of: rows) }
      .sorted { ($0.saved, $0.id.text) > ($1.saved, $1.id.text) }
  }

  private static let reading = Statement(
    """
    SELECT e.id, e.saved, e.content, v.visited FROM dicehall_vault_entry e
    JOIN dicehall_vault v ON v.hash = e.vault
    WHERE e.vault = $1 AND e.id = $2 AND e.removed IS NULL
    """)

  func read(_ id: EntryID, of vault: VaultID) throws(StorageError) -> VaultEntry? {
    let rows = try pool.run(PostgresVaults.reading, [.blob(vault.hash), .text(id.text)])
    guard rows.count == 1 else { return nil }
    mark(vault, visited: rows.integer(0, 3))
    return entry(0, of: rows)
  }

  private static let marking = Statement(
    "UPDATE dicehall_vault SET visited = $2 WHERE hash = $1 AND visited < $2")

  /// Notes a visit if the last one that is known was more than a day ago.
  private func mark(_ vault: VaultID, visited: Int) {
    let now = time(nil)
    guard visited < now - 86_400 else { return }
    // The vault can be shown without it.
    _ = try? pool.run(PostgresVaults.marking, [.blob(vault.hash), .integer(now)])
  }

  private static let listingRemoved = Statement(
    """
    SELECT id, saved, content FROM dicehall_vault_entry WHERE vault = $1 AND removed >= $2
    ORDER BY removed DESC, id DESC
    """)

  func removals(of vault: VaultID, now: Int) throws(StorageError) -> [VaultEntry] {
    let rows = try pool.run(
      PostgresVaults.listingRemoved,
      [.blob(vault.hash), .integer(now - StorageLimits.restoreSeconds)])
    return (0..<rows.count).compactMap { entry($0, of: rows) }
  }

  /// The entry in a row with id, moment and content; `nil` for a vault without entries.
  private func entry(_ row: Int, of rows: Rows) -> VaultEntry? {
    EntryID(rows.text(row, 0)).map {
      VaultEntry(id: $0, bytes: rows.blob(row, 2), saved: rows.integer(row, 1))
    }
  }

  /// If the entry is removed already, it may have been by this very statement.
  private static let removing = Statement(
    """
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
    """)
  private static let findingRemoved = Statement(
    """
    SELECT 1 FROM dicehall_vault_entry
    WHERE vault = $1 AND id = $2 AND removed IS NOT NULL AND token = $3
    """)

  func remove(_ id: EntryID, from vault: VaultID, now: Int) throws(StorageError) -> Bool {
    let token = Parameter.token()
    let entry: [Parameter] = [.blob(vault.hash), .text(id.text)]
    let removed = try pool.runCounting(
      PostgresVaults.removing,
      entry + [.integer(now), token, .integer(now - StorageLimits.restoreSeconds)])
    if removed.rows.changed == 1 { return true }
    guard removed.wasRepeated else { return false }
    return try pool.run(PostgresVaults.findingRemoved, entry + [token]).count == 1
  }
}

extension VaultID {
  /// What the rows go by, so that reading the tables reveals no key.
  var hash: [UInt8] { hashed(text) }
}
