/// The hall's own records, by name.
///
/// They are stored, backed up and copied as sessions are, and deleted when they haven't been read
/// or changed for as long as a session may be idle.
extension SessionStorage {
  /// Returns the record with a name, if there is one.
  ///
  /// - Throws: as `load` does.
  package func record(_ name: String) throws(StorageError) -> [UInt8]? {
    try load(SessionID(ofHall: name), for: .reading)?.bytes
  }

  /// Changes the record with a name, which is `nil` the first time.
  ///
  /// The closure may be called again with what somebody else has stored meanwhile.
  ///
  /// - Throws: what the closure throws, and then nothing has changed; `StorageError.changed` if
  ///   others never stop, and errors of `save` and `create`.
  package func changeRecord<Result>(
    _ name: String, _ change: (inout [UInt8]?) throws -> Result
  ) throws -> Result {
    let id = SessionID(ofHall: name)
    // Others may change the record first, but hardly eight times in a row.
    for _ in 0..<8 {
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
      // Two callers may have found nothing at the same time.
      guard stored == nil, try load(id, for: .reading) != nil else { throw error }
      return false
    }
  }
}
