/// The cloud: records that everyone may read and search.
///
/// Changes may also throw `StorageError.unanswered` if the engine is reached over a connection.
package protocol CloudStorage: Sendable {
  /// The place of the cloud, for an operator's log.
  var place: String { get }

  /// Adds a record unless there is already one with this ID.
  ///
  /// - Throws: `StorageError`; see `CloudRecord.checkSize()` for `.tooLarge`.
  func add(_ record: CloudRecord) throws(StorageError) -> CloudAddition

  /// Returns the record with that ID, or `nil`.
  func read(_ id: CloudID) throws(StorageError) -> CloudRecord?

  /// Calls the closure with each of these records that exists, in any order.
  func read(_ ids: [CloudID], _ found: (CloudRecord) -> Void) throws(StorageError)

  /// Lists the newest records that match; `nil` if the record to continue after never existed.
  ///
  /// New records come before the first page, so pages read one after another show each record that
  /// was there at the start once.
  func list(_ query: CloudQuery) throws(StorageError) -> CloudListing?

  /// Returns the number of records.
  func count() throws(StorageError) -> Int

  /// Returns whether this is the secret for deleting the record.
  func permits(_ id: CloudID, secret: String) throws(StorageError) -> Bool

  /// Returns whether there was a record with that ID that no longer exists.
  func wasDeleted(_ id: CloudID) throws(StorageError) -> Bool

  /// Deletes a record, given its secret.
  ///
  /// - Returns: `false` if there is no such record or the secret is wrong.
  func delete(_ id: CloudID, secret: String) throws(StorageError) -> Bool

  /// Replaces a record's content atomically, given its secret.
  ///
  /// It keeps its ID, its secret and its place in the order of adding.
  ///
  /// - Returns: `false` if there is no such record or the secret is wrong.
  /// - Throws: `StorageError`; see `CloudRecord.checkSize()` for `.tooLarge`.
  func replace(_ record: CloudRecord, secret: String) throws(StorageError) -> Bool

  /// Counts one addition or replacement by a client, or returns how long it has to wait first.
  ///
  /// An engine keeps no address longer than it has to, and only as a hash.
  ///
  /// - Returns: `nil` if the client may go on, otherwise the seconds to wait, at least 1.
  func admit(_ client: String, now: Int) throws(StorageError) -> Int?

  /// Counts a report of a record, once for each client, of which only a hash is kept.
  ///
  /// - Returns: whether this is the client's first report; `nil` if there is no such record.
  func report(_ id: CloudID, by client: String) throws(StorageError) -> Bool?

  /// Lists at most `limit` entries.
  ///
  /// `after` is the entry to continue after, where the newest come first.
  /// - Returns: `nil` if the entry to continue after never existed.
  func entries(
    _ choice: CloudChoice, limit: Int, after: CloudID?
  ) throws(StorageError) -> [CloudEntry]?

  /// Returns an entry, blocked or not.
  func entry(_ id: CloudID) throws(StorageError) -> CloudEntry?

  /// Hides a record as if it were deleted; its ID stays taken, and `unblock` brings it back.
  /// - Returns: whether that changed anything; `nil` if there is no such entry.
  func block(_ id: CloudID) throws(StorageError) -> Bool?

  /// Shows a blocked record again in its old place, and forgets reports of it, blocked or not.
  ///
  /// - Returns: whether that changed anything; `nil` if there is no such entry.
  func unblock(_ id: CloudID) throws(StorageError) -> Bool?

  /// Deletes an entry, blocked or not, without its secret.
  ///
  /// - Returns: `false` if there is no such entry.
  func discard(_ id: CloudID) throws(StorageError) -> Bool
}

/// The result of adding a record.
package enum CloudAddition: Equatable, Sendable {
  /// It was added, and this secret for deleting it is returned only once.
  case created(secret: String)
  /// The same bytes were already there under this ID.
  case same
  /// Other bytes are there under this ID.
  case conflict
}

/// A choice of records to list, newest first.
package struct CloudQuery: Equatable, Sendable {
  /// Each word must begin a word of the name, as `FoldedWords` reads them.
  ///
  /// Blanks alone match all names; text without a letter, digit or symbol matches none.
  package var words: String
  /// The class that all records must have, if any.
  package var classID: String?
  package var onlyCompatible: Bool
  /// The largest number of records, clamped to `1...StorageLimits.pageRecords`.
  package var limit: Int
  /// The record that all records must be older than, which may have been deleted.
  package var after: CloudID?

  /// Creates a query; without arguments, for the newest of all records.
  package init(
    words: String = "", classID: String? = nil, onlyCompatible: Bool = false,
    limit: Int = StorageLimits.pageRecords, after: CloudID? = nil
  ) {
    self.words = words
    self.classID = classID
    self.onlyCompatible = onlyCompatible
    self.limit = limit
    self.after = after
  }

  /// The folded words to look for, empty for all records; `nil` if nothing can match.
  package var foldedWords: [String]? {
    // No class has an empty name.
    guard classID != "" else { return nil }
    guard !words.unicodeScalars.allSatisfy(\.properties.isWhitespace) else { return [] }
    let folded = FoldedWords(words).distinct
    return 1...StorageLimits.searchWords ~= folded.count ? folded : nil
  }
}

/// One page of the records that match a query.
package struct CloudListing: Equatable, Sendable {
  package var records: [CloudRecord]
  /// Whether more records follow the last of these.
  package var hasMore: Bool

  package init(records: [CloudRecord], hasMore: Bool) {
    self.records = records
    self.hasMore = hasMore
  }
}

/// A record of the cloud, as its operator sees it.
package struct CloudEntry: Equatable, Sendable {
  package var record: CloudRecord
  /// The number of clients that have reported it.
  package var reports: Int
  /// Whether it is kept but hidden from everyone.
  package var isBlocked: Bool

  package init(_ record: CloudRecord, reports: Int, isBlocked: Bool) {
    self.record = record
    self.reports = reports
    self.isBlocked = isBlocked
  }
}

/// The entries to list.
package enum CloudChoice: Sendable {
  /// All entries, newest first, including blocked ones.
  case all
  /// Entries that clients have reported, the most reported first.
  case reported
  /// Blocked entries, newest first.
  case blocked
}
