import Storage
import StoredSecrets

extension PostgresCloud {
  /// Does in SQL what `Allowance.spend` does.
  ///
  /// `$2` is the moment, `$3` the window and `$4` the interval, all in milliseconds. A client who has
  /// to wait writes nothing; some who don't count any more are forgotten. If the answer is lost, it
  /// is counted again.
  private static let admitting = Statement(
    """
    WITH spent AS (
      INSERT INTO dicehall_cloud_client AS c (hash, used_until)
      SELECT $1, $2 + $4 WHERE NOT EXISTS (
        SELECT 1 FROM dicehall_cloud_client
        WHERE hash = $1 AND used_until > $2 + $3 - $4
      )
      ON CONFLICT (hash) DO UPDATE
      SET used_until = GREATEST($2, c.used_until) + $4
      WHERE c.used_until <= $2 + $3 - $4
      RETURNING used_until
    ), forgotten AS (
      DELETE FROM dicehall_cloud_client WHERE hash IN (
        SELECT hash FROM dicehall_cloud_client
        WHERE used_until <= $2 AND hash <> $1 AND EXISTS (SELECT 1 FROM spent)
        LIMIT 100 FOR UPDATE SKIP LOCKED
      )
    )
    SELECT used_until FROM spent
    """)
  private static let findingUsed = Statement(
    "SELECT used_until FROM dicehall_cloud_client WHERE hash = $1")

  func admit(_ client: String, now: Int) throws(StorageError) -> Int? {
    guard let allowance else { return nil }
    let key = Parameter.blob(hashed(client))
    return try pool.whileOthersAreFaster { () throws(StorageError) -> Int?? in
      let spent = try pool.run(
        PostgresCloud.admitting,
        [
          key, .integer(now * 1000), .integer(allowance.window), .integer(allowance.interval),
        ])
      if spent.count == 1 { return .some(nil) }
      let used = try pool.run(PostgresCloud.findingUsed, [key])
      guard used.count == 1,
        case .wait(let seconds) = allowance.spend(used: used.integer(0, 0), now: now * 1000)
      else { return nil }
      return .some(seconds)
    }
  }
}
