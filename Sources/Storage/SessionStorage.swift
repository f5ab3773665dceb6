/// Visitors' sessions: bytes under secret keys.
///
/// A session changes by loading it, working out the new bytes and saving them over what was loaded.
/// When somebody else was faster, `save` throws `.changed` and the caller begins again.
///
/// Whatever changes something may also throw `StorageError.unanswered`, if the engine is reached over
/// a connection.
package protocol SessionStorage: Sendable {
  /// A session as it was saved last, or `nil` if there is none under that key.
  ///
  /// Let go of what was loaded for changing before you load the same session again.
  ///
  /// - Throws: `StorageError.damaged`, `.busy` or `.unavailable`.
  func load(_ id: SessionID, for use: SessionUse) throws(StorageError) -> StoredSession?

  /// Replaces what was loaded, all or nothing. Saving the same bytes again costs nothing.
  ///
  /// - Throws: `StorageError.changed` if the session was saved or deleted since it was loaded;
  ///   `.tooLarge`, `.full`, `.damaged`, `.busy` or `.unavailable`.
  func save(_ bytes: [UInt8], over loaded: StoredSession) throws(StorageError)

  /// Stores a new session under a key that nobody has used, all or nothing.
  ///
  /// - Throws: `StorageError.tooLarge`, `.full` or `.unavailable`.
  func create(_ bytes: [UInt8], as id: SessionID) throws(StorageError)

  /// Deletes a session.
  ///
  /// - Returns: whether there was one.
  /// - Throws: `StorageError.damaged`, `.busy` or `.unavailable`.
  func delete(_ id: SessionID) throws(StorageError) -> Bool

  /// Deletes the idle sessions of one of 256 slices, so that a whole sweep can take its time, and no
  /// more of them than `most`.
  ///
  /// A session is idle if it was neither saved nor loaded for that many seconds; `now` is in seconds
  /// since 1970.
  ///
  /// - Returns: how many there were.
  /// - Throws: `StorageError.unavailable`; the slice may be half swept.
  func sweep(
    slice: UInt8, idleFor seconds: Int, atMost most: Int, now: Int
  ) throws(StorageError) -> Int

  /// Counts the sessions of one of 256 slices.
  ///
  /// - Throws: `StorageError.unavailable`.
  func count(slice: UInt8, in census: inout SessionCensus) throws(StorageError)

  /// Where the session is kept, for an operator's log; reveals no secret.
  func place(of id: SessionID) -> String

  /// Throws if nothing can be saved at this moment.
  ///
  /// - Throws: `StorageError.full` or `.unavailable`.
  func checkSaving() throws(StorageError)
}

/// What a session is loaded for.
package enum SessionUse: Sendable {
  /// To show it; nobody has to wait.
  case reading
  /// To save it soon: the engine may keep others from changing it until then.
  case changing
  /// To change something else first, and to save what became of that: the engine keeps others from
  /// saving the session until then, or for as long as one request may take.
  case acting
}

/// A session as it was loaded.
package struct StoredSession: Sendable {
  package let id: SessionID
  package let bytes: [UInt8]
  /// Counts the saves of this session.
  package let revision: UInt64
  /// What the engine holds on to until this value is gone, a locked file for instance.
  package let lease: (any AnyObject & Sendable)?

  /// A session as an engine found it.
  package init(
    _ id: SessionID, _ bytes: [UInt8], revision: UInt64, lease: (any AnyObject & Sendable)? = nil
  ) {
    self.id = id
    self.bytes = bytes
    self.revision = revision
    self.lease = lease
  }
}
