/// Every limit on what is stored.
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
  /// Days after the last visit that a vault is kept, as long as browsers keep its key.
  package static let vaultDays = 400
  /// Seconds after the last change that an empty vault is kept.
  package static let emptyVaultSeconds = 86_400
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
  /// Unicode scalars in a search; no name is that long.
  package static let searchScalars = 100
  /// Distinct words in a search; no name has that many.
  package static let searchWords = 32

  /// Bytes of one event of a room: enough for the largest press that rolls two experiments.
  package static let eventBytes = 128 * 1024
  /// Records of one room: enough for 200,000 rolls and whatever else happens.
  package static let roomRecords = 400_000
  /// Bytes of one room's record.
  package static let roomBytes = 64 * 1024 * 1024
  /// Records beyond `roomRecords` for closing a full room and changing its last day.
  package static let roomTermsReserve = 1000
  /// Bytes of a room's snapshot.
  package static let snapshotBytes = 8 * 1024 * 1024
  /// Records of a room that are read at once.
  package static let roomPageRecords = 1000
  /// Bytes of events that are read at once, unless the first alone is larger.
  package static let roomPageBytes = 1024 * 1024
  /// The number of days that a room may be kept after the last act.
  package static let keptDays = 1...400
  /// The same for a room that no character ever came to.
  package static let keptDaysWithoutCharacters = 1...90
  /// The number of days that a room is kept by default.
  package static let defaultKeptDays = 30
  /// Rooms that one client may open in a UTC day.
  package static let openingsPerDay = 100
  /// Days until the code of a deleted room may be reused.
  package static let codeRestDays = 366
}
