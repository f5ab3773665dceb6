/// The tables of vaults.
///
/// `visited` is the last visit, in seconds since 1970, give or take a day; 0 if nobody knows.
/// `hash` and `vault` are the SHA-256 of a vault's key. Each change of a vault raises its `revision`,
/// so that of two who went by the same state one begins again. `removed` is null or the moment when
/// an entry was removed, in seconds since 1970. `token` is drawn by whoever removes or replaces an
/// entry, and `redeemer` by whoever redeems a transfer code, so that either is recognised when it is
/// done again because the answer was lost. A code's `name` and `content` are from `StoredSecrets`.
enum VaultTables {
  static let visits = [
    """
    ALTER TABLE dicehall_vault ADD COLUMN IF NOT EXISTS visited bigint NOT NULL DEFAULT 0
    """
  ]

  static let first = [
    """
    CREATE TABLE IF NOT EXISTS dicehall_vault (
      hash bytea PRIMARY KEY,
      revision bigint NOT NULL
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS dicehall_vault_entry (
      vault bytea NOT NULL,
      id text NOT NULL,
      saved bigint NOT NULL,
      removed bigint,
      token bigint NOT NULL,
      content bytea NOT NULL,
      PRIMARY KEY (vault, id)
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS dicehall_transfer (
      name bytea PRIMARY KEY,
      expires bigint NOT NULL,
      redeemer bigint,
      content bytea NOT NULL
    )
    """,
    "CREATE INDEX IF NOT EXISTS dicehall_transfer_expires ON dicehall_transfer (expires)",
  ]
}
