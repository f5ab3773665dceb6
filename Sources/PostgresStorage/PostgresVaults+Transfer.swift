import Storage
import StoredSecrets

extension PostgresVaults {
  private static let offering = Statement(
    """
    WITH tidied AS (
      DELETE FROM dicehall_transfer WHERE name IN (
        SELECT name FROM dicehall_transfer WHERE expires < $4 LIMIT 100 FOR UPDATE SKIP LOCKED
      )
    )
    INSERT INTO dicehall_transfer (name, expires, content)
    SELECT $2, $3, $5 FROM dicehall_vault WHERE hash = $1
    ON CONFLICT (name) DO UPDATE SET expires = excluded.expires
    """)

  func makeTransferCode(for vault: VaultID, now: Int) throws(StorageError) -> TransferCode? {
    var random = SystemRandomNumberGenerator()
    let code = TransferCode(using: &random)
    let end = now + StorageLimits.codeSeconds
    let rows = try pool.run(
      PostgresVaults.offering,
      [
        .blob(vault.hash), .blob(code.hash), .integer(end),
        .integer(now - StorageLimits.codeSeconds), .blob(try code.seal(vault, until: end)),
      ])
    return rows.changed == 1 ? code : nil
  }

  private static let finding = Statement(
    "SELECT 1 FROM dicehall_transfer WHERE name = $1 AND redeemer IS NULL")

  func isUnused(_ code: TransferCode, now: Int) throws(StorageError) -> Bool {
    try pool.run(PostgresVaults.finding, [.blob(code.hash)]).count == 1
  }

  /// The row stays until it is old, so that who has redeemed it can ask again when the answer was
  /// lost.
  private static let redeeming = Statement(
    """
    UPDATE dicehall_transfer SET redeemer = $2
    WHERE name = $1 AND (redeemer IS NULL OR redeemer = $2) RETURNING content
    """)

  func redeem(_ code: TransferCode, now: Int) throws(StorageError) -> VaultID? {
    let rows = try pool.run(PostgresVaults.redeeming, [.blob(code.hash), .token()])
    return rows.count == 1 ? code.open(rows.blob(0, 0), now: now) : nil
  }
}
