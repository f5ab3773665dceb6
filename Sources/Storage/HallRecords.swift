/// What the hall itself keeps, by names of its own.
///
/// It is stored, backed up and copied as sessions are, and is gone when nobody has read or changed it
/// for as long as a session may be idle.
extension SessionStorage {
  /// How often a change is made anew when somebody else made one first.
  private var attempts: Int { 8 }

  /// What is kept under a name; `nil` for nothing.
  ///
  /// - Throws: as `load` does.
  package func record(_ name: String) throws(StorageError) -> [UInt8]? {
    try load(SessionID(ofHall: name), for: .reading)?.bytes
  }

  /// Changes what is kept under a name, which is `nil` the first time.
  ///
  /// The closure may be called again on what somebody else has kept meanwhile.
  ///
  /// - Throws: what the closure throws, and then nothing has changed; `StorageError.changed` if
  ///   others never stop, and as `save` and `create` do.
  package func changeRecord<Result>(
    _ name: String, _ change: (inout [UInt8]?) throws -> Result
  ) throws -> Result {
    let id = SessionID(ofHall: name)
    for _ in 0..<attempts {
      let stored = try load(id, for: .changing)
      var bytes = stored?.bytes
      let result = try change(&bytes)
      guard let bytes else { return result }
      if try keep(bytes, as: id, over: stored) { return result }
    }
    throw StorageError.changed
  }

  /// - Returns: whether nobody else was first.
  private func keep(
    _ bytes: [UInt8], as id: SessionID, over stored: StoredSession?
  ) throws(StorageError) -> Bool {
    do throws(StorageError) {
      if let stored { try save(bytes, over: stored) } else { try create(bytes, as: id) }
      return true
    } catch .changed {
      return false
    } catch {
      // Two may have found nothing there at once.
      guard stored == nil, try load(id, for: .reading) != nil else { throw error }
      return false
    }
  }
}
