/// How long, how many, how large: every limit of what is stored.
package enum StorageLimits {
  /// Letters and digits of the key to a session, a vault or an entry.
  package static let keyLength = 26
  /// Bytes of one session.
  package static let sessionBytes = 64 * 1024 - 24

  /// Entries in one vault.
  package static let vaultEntries = 500
  /// Bytes of one entry.
  package static let entryBytes = 64 * 1024
  /// Seconds during which a removed entry can be restored.
  package static let restoreSeconds = 600
  /// Seconds during which a transfer code leads to its vault.
  package static let codeSeconds = 900

  /// Bytes of one record of the cloud.
  package static let recordBytes = 64 * 1024
  /// Bytes of UTF-8 in a record's name.
  package static let nameBytes = 1024
  /// Bytes of UTF-8 in a record's class.
  package static let classBytes = 64
  /// How often one client may add a record.
  package static let newRecords = Allowance(count: 120, seconds: 600)
  /// Records on one page.
  package static let pageRecords = 200
  /// Unicode scalars that a visitor may search for; no name is that long.
  package static let searchScalars = 100
  /// Different words in one search; no name has that many.
  package static let searchWords = 32
}
