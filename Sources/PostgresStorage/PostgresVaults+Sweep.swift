import Storage

extension PostgresVaults {
  /// For those of which nobody knows, the time begins now.
  private static let beginning = Statement(
    """
    UPDATE dicehall_vault SET visited = $3 WHERE hash >= $1 AND hash < $2 AND visited = 0
    """)
  /// Whatever was removed before `$4` can no longer be restored.
  private static let sweeping = Statement(
    """
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
    """)

  func sweepVaults(slice: UInt8, now: Int) throws(StorageError) -> Int {
    let range = HashRange(slice: slice)
    try pool.run(PostgresVaults.beginning, [range.start, range.end, .integer(now)])
    let values: [Parameter] = [
      range.start, range.end, .integer(now - StorageLimits.vaultDays * 86_400),
      .integer(now - StorageLimits.emptyVaultSeconds),
    ]
    var removed = 0
    while true {
      let count = try pool.run(PostgresVaults.sweeping, values).integer(0, 0)
      removed += count
      if count < 500 { return removed }
    }
  }
}
