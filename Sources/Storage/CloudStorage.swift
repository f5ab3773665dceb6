/// The cloud: records that everybody may read and search.
///
/// Whatever changes something may also throw `StorageError.unanswered`, if the engine is reached over
/// a connection.
package protocol CloudStorage: Sendable {
  /// Where the cloud is kept, for an operator's log.
  var place: String { get }

  /// Adds a record unless there is already one with this id.
  ///
  /// - Throws: `StorageError`; see `CloudRecord.checkSize()` for `.tooLarge`.
  func add(_ record: CloudRecord) throws(StorageError) -> CloudAddition

  /// The record with that id, or `nil`.
  func read(_ id: CloudID) throws(StorageError) -> CloudRecord?

  /// Calls the closure with each of these records that there is, in any order.
  func read(_ ids: [CloudID], _ found: (CloudRecord) -> Void) throws(StorageError)

  /// The newest records that match, or `nil` if nobody ever added the one to go on after.
  ///
  /// New records come before the first page, so pages read one after another show each record once
  /// that was there at the start.
  func list(_ query: CloudQuery) throws(StorageError) -> CloudListing?

  /// How many records there are.
  func count() throws(StorageError) -> Int

  /// Whether the secret is the one that lets somebody delete the record.
  func permits(_ id: CloudID, secret: String) throws(StorageError) -> Bool

  /// Whether there was a record with that id and it is there no longer.
  func wasDeleted(_ id: CloudID) throws(StorageError) -> Bool

  /// Deletes a record for whoever knows its secret.
  ///
  /// - Returns: `false` if there is no such record or the secret is wrong.
  func delete(_ id: CloudID, secret: String) throws(StorageError) -> Bool

  /// Counts one addition by a client, or says how long it has to wait first.
  ///
  /// An engine keeps no address longer than it has to, and only as a hash.
  ///
  /// - Returns: `nil` if the client may go on, else seconds, at least 1.
  func admit(_ client: String, now: Int) throws(StorageError) -> Int?

  /// Counts a client's report of a record, once for each client; only a hash of the client is kept.
  ///
  /// - Returns: whether it is counted now and was not before; `nil` if there is no such record.
  func report(_ id: CloudID, by client: String) throws(StorageError) -> Bool?

  /// Looks through the entries, at most `limit` of them.
  ///
  /// `after` goes on after an entry, where the newest come first.
  /// - Returns: `nil` if nobody ever added the one to go on after.
  func entries(
    _ choice: CloudChoice, limit: Int, after: CloudID?
  ) throws(StorageError) -> [CloudEntry]?

  /// One entry, blocked or not.
  func entry(_ id: CloudID) throws(StorageError) -> CloudEntry?

  /// Shows a record to nobody from now on: it is as if it were deleted, but its id stays taken and
  /// `unblock` brings it back.
  ///
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

/// What happened to a record that somebody added.
package enum CloudAddition: Equatable, Sendable {
  /// It is there now; whoever knows this secret, which is told only once, may delete it.
  case created(secret: String)
  /// The same bytes were already there under this id.
  case same
  /// Other bytes are there under this id.
  case conflict
}

/// Which records to list; the newest come first.
package struct CloudQuery: Equatable, Sendable {
  /// Each word must begin a word of the name, as `FoldedWords` reads them.
  ///
  /// Nothing but blanks matches all names; a text without any letter, digit or symbol matches none.
  package var words: String
  /// Only records of this class.
  package var classID: String?
  package var onlyCompatible: Bool
  /// At most this many; moved into `1...StorageLimits.pageRecords`.
  package var limit: Int
  /// Only records older than this one, which may have been deleted.
  package var after: CloudID?

  /// Without arguments, the newest of all.
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

  /// The folded words to look for, none for all records; `nil` if nothing can match.
  package var foldedWords: [String]? {
    // No class is called that.
    guard classID != "" else { return nil }
    guard !words.unicodeScalars.allSatisfy(\.properties.isWhitespace) else { return [] }
    let folded = FoldedWords(words).distinct
    return 1...StorageLimits.searchWords ~= folded.count ? folded : nil
  }
}

/// One page of the records that match a query.
package struct CloudListing: Equatable, Sendable {
  package var records: [CloudRecord]
  /// Whether more come after the last of these.
  package var hasMore: Bool

  /// A page as an engine found it.
  package init(records: [CloudRecord], hasMore: Bool) {
    self.records = records
    self.hasMore = hasMore
  }
}
