import Glibc

/// Sessions as files of one folder: bytes kept under secret ids, each change whole or not made.
///
/// A session is the file `ab/abcd…`, named by the hash of its id, with two slots that are written
/// in turn: the newest whole slot counts, so that no death of a process or full disk costs more
/// than the save it interrupts. Values of this type share nothing but the folder.
package struct SessionStore: Sendable {
  let folder: String
  private let durability: Durability
  private let patience: Duration

  /// A store in that folder; nothing is touched yet.
  ///
  /// The patience is how long to wait for a session that somebody else holds.
  package init(folder: String, durability: Durability, patience: Duration = .seconds(2)) {
    self.folder = folder
    self.durability = durability
    self.patience = patience
  }

  /// The state of a session without locking or writing anything, or `nil` when there is none.
  ///
  /// - Throws: `StoreError.damaged`, `.busy` or `.unavailable`.
  package func read(_ id: SessionID) throws(StoreError) -> [UInt8]? {
    guard let file = try open(id, O_RDONLY) else { return nil }
    if try file.status().isRegular, let newest = try file.newestGeneration() {
      return newest.payload
    }
    // Either writers overtook this reader twice or nothing is whole: the lock tells which.
    return try hold(id)?.bytes
  }

  /// Locks a session against every other thread and process, or returns `nil` when there is none.
  ///
  /// - Throws: `StoreError.damaged`, `.busy` or `.unavailable`.
  package func hold(_ id: SessionID) throws(StoreError) -> HeldSession? {
    guard let file = try open(id, O_RDWR) else { return nil }
    try file.lock(patience: patience)
    let status = try file.status()
    // It was removed while this caller waited; an id is never used again.
    guard status.hasName else { return nil }
    guard status.isRegular, let newest = try file.newestGeneration() else {
      try quarantine(id)
      return nil
    }
    return HeldSession(file, newest, durability)
  }

  /// Stores a new session under an id that nobody has used, whole or not at all.
  ///
  /// - Throws: `StoreError.tooLarge`, `.full` or `.unavailable`.
  @discardableResult
  package func create(
    _ bytes: [UInt8], as id: SessionID = SessionID()
  ) throws(StoreError) -> SessionID {
    let file = try makeFile(id)
    do throws(StoreError) {
      try file.write(Generation(number: 1, slot: 0, payload: bytes), durability)
      if durability == .power { try synchronizeFolders(of: id) }
    } catch {
      _ = unlink(path(of: id))
      throw error
    }
    return id
  }

  private func open(_ id: SessionID, _ access: Int32) throws(StoreError) -> OpenFile? {
    do throws(StoreError) {
      return try OpenFile(path(of: id), access)
    } catch .unavailable(ENOENT, _) {
      try place.check()
    } catch .unavailable(ELOOP, _), .unavailable(EISDIR, _), .unavailable(ENXIO, _) {
      // A link, a directory, a socket.
      try quarantine(id)
    }
    return nil
  }

  private func makeFile(_ id: SessionID) throws(StoreError) -> OpenFile {
    let path = path(of: id)
    do throws(StoreError) {
      return try OpenFile(path, O_RDWR | O_CREAT | O_EXCL)
    } catch .unavailable(ENOENT, _) {
      try place.make(shard(of: id))
      return try OpenFile(path, O_RDWR | O_CREAT | O_EXCL)
    }
  }
}
