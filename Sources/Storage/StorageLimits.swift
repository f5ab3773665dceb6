/// The limits on what is stored.
package enum StorageLimits {
  /// The number of letters and digits in the key to a session, a vault or an entry.
  package static let keyLength = 26
  /// The most bytes of a session.
  package static let sessionBytes = 64 * 1024 - 24

  /// The most entries in a vault.
  package static let vaultEntries = 500
  /// The most bytes of an entry.
  package static let entryBytes = 64 * 1024
  /// The seconds for which a removed entry can be restored.
  package static let restoreSeconds = 600
  /// The days after the last visit for which a vault is kept, as long as browsers keep its key.
  package static let vaultDays = 400
  /// The seconds after the last change for which an empty vault is kept.
  package static let emptyVaultSeconds = 86_400
  /// The seconds for which a transfer code is valid.
  package static let codeSeconds = 900

  /// The most bytes of a record of the cloud.
  package static let recordBytes = 64 * 1024
  /// The most bytes of a record's name, in UTF-8.
  package static let nameBytes = 1024
  /// The most bytes of a record's class, in UTF-8.
  package static let classBytes = 64
  /// How often one client may add a record.
  package static let newRecords = Allowance(count: 120, seconds: 600)
  /// The most records on a page.
  package static let pageRecords = 200
  /// The most Unicode scalars in a search; no name is that long.
  package static let searchScalars = 100
  /// The most distinct words in a search; no name has that many.
  package static let searchWords = 32

  /// The most bytes of a room's event: enough for the largest press that rolls two experiments.
  package static let eventBytes = 128 * 1024
  /// The most records of a room: enough for 200,000 rolls and everything else.
  package static let roomRecords = 400_000
  /// The most bytes of a room's records.
  package static let roomBytes = 64 * 1024 * 1024
  /// The records beyond `roomRecords` for closing a full room and changing its last day.
  package static let roomTermsReserve = 1000
  /// The most bytes of a room's snapshot.
  package static let snapshotBytes = 8 * 1024 * 1024
  /// The most records of a room that are read at once.
  package static let roomPageRecords = 1000
  /// The most bytes of events that are read at once, unless the first alone is larger.
  package static let roomPageBytes = 1024 * 1024
  /// The number of days that a room may be kept after the last act.
  package static let keptDays = 1...400
  /// The same for a room without any characters.
  package static let keptDaysWithoutCharacters = 1...90
  /// The number of days that a room is kept by default.
  package static let defaultKeptDays = 30
  /// The most rooms that one client may open in a UTC day.
  package static let openingsPerDay = 100
  /// The days until the code of a deleted room may be reused.
  package static let codeRestDays = 366

  /// Returns the nearest number of days that a room may be kept.
  package static func nearestKeptDays(_ days: Int) -> Int {
    min(max(days, keptDays.lowerBound), keptDays.upperBound)
  }
}
