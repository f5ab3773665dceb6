/// Visitors' sessions: bytes under secret keys.
///
/// A session is changed by loading it, computing the new bytes and saving them over those loaded.
/// If someone else saved first, `save` throws `.changed` and the caller starts over.
///
/// Changes may also throw `StorageError.unanswered` if the engine is reached over a connection.
package protocol SessionStorage: Sendable {
  /// Returns the session as it was last saved; `nil` if there is none under that key.
  ///
  /// Release a session loaded for changing before loading it again.
  ///
  /// - Throws: `StorageError.damaged`, `.busy` or `.unavailable`.
  func load(_ id: SessionID, for use: SessionUse) throws(StorageError) -> StoredSession?

  /// Replaces a loaded session, all or nothing; saving the same bytes again costs nothing.
  ///
  /// - Throws: `StorageError.changed` if the session was saved or deleted since it was loaded;
  ///   `.tooLarge`, `.full`, `.damaged`, `.busy` or `.unavailable`.
  func save(_ bytes: [UInt8], over loaded: StoredSession) throws(StorageError)

  /// Stores a new session under an unused key, all or nothing.
  ///
  /// - Throws: `StorageError.tooLarge`, `.full` or `.unavailable`.
  func create(_ bytes: [UInt8], as id: SessionID) throws(StorageError)

  /// Deletes a session.
  ///
  /// - Returns: whether there was one.
  /// - Throws: `StorageError.damaged`, `.busy` or `.unavailable`.
  func delete(_ id: SessionID) throws(StorageError) -> Bool

  /// Deletes at most `most` idle sessions of one of 256 slices, so that a sweep can take its time.
  ///
  /// A session is idle if it was neither saved nor loaded for `seconds`; `now` is in seconds since
  /// 1970.
  ///
  /// - Returns: how many were deleted.
  /// - Throws: `StorageError.unavailable`; the slice may be half swept.
  func sweep(
    slice: UInt8, idleFor seconds: Int, atMost most: Int, now: Int
  ) throws(StorageError) -> Int

  /// Counts the sessions of one of 256 slices.
  ///
  /// - Throws: `StorageError.unavailable`.
  func count(slice: UInt8, in census: inout SessionCensus) throws(StorageError)

  /// Returns where the session is kept, for an operator's log; reveals no secret.
  func place(of id: SessionID) -> String

  /// Checks that sessions can be saved.
  ///
  /// - Throws: `StorageError.full` or `.unavailable`.
  func checkSaving() throws(StorageError)
}

/// The purpose for which a session is loaded.
package enum SessionUse: Sendable {
  /// To show it; nobody has to wait.
  case reading
  /// To save it soon; the engine may keep others from changing it until then.
  case changing
  /// To change something else first, and then save the result.
  ///
  /// The engine keeps others from saving the session until then, or for as long as a request may
  /// take.
  case acting
}

/// A session as it was loaded.
package struct StoredSession: Sendable {
  package let id: SessionID
  package let bytes: [UInt8]
  /// The number of saves of this session.
  package let revision: UInt64
  /// A resource that the engine holds until this value is destroyed, such as a locked file.
  package let lease: (any AnyObject & Sendable)?

  package init(
    _ id: SessionID, _ bytes: [UInt8], revision: UInt64, lease: (any AnyObject & Sendable)? = nil
  ) {
    self.id = id
    self.bytes = bytes
    self.revision = revision
    self.lease = lease
  }
}
