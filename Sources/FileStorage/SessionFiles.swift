import Glibc
import Storage
import StoredSecrets
import Synchronization

/// Sessions as files in one folder.
///
/// A session is the file `ab/abcd…`, named by the hash of its key. The file has two slots, written
/// alternately. The newest intact slot counts, so a crash or a full disk costs only the save that
/// it interrupts. Values of this type share only the folder.
struct SessionFiles: SessionStorage {
  let place: StateFolder
  private let durability: Durability
  private let patience: Duration

  /// Sets up session storage in that folder without touching the disk.
  ///
  /// `patience` is how long to wait for another's lock.
  init(_ place: StateFolder, _ durability: Durability, patience: Duration = .seconds(2)) {
    self.place = place
    self.durability = durability
    self.patience = patience
  }

  /// Loads a session, and keeps it locked unless the use is `.reading`.
  ///
  /// The lock is the session's lease, so the next save cannot fail with `.changed`. Reading takes
  /// no lock unless neither slot looks intact.
  func load(_ id: SessionID, for use: SessionUse) throws(StorageError) -> StoredSession? {
    if use == .reading {
      guard let file = try open(id, O_RDONLY) else { return nil }
      if let slot = try? file.newestSlot(isLocked: false)?.slot {
        return StoredSession(id, slot.payload, revision: slot.revision)
      }
      // Both slots changed while being read, both are damaged, or this isn't a file; locking shows
      // which.
    }
    guard let locked = try lock(id) else { return nil }
    let slot = locked.slot
    return StoredSession(
      id, slot.payload, revision: slot.revision, lease: use == .reading ? nil : locked)
  }

  func save(_ bytes: [UInt8], over loaded: StoredSession) throws(StorageError) {
    var locked = loaded.lease as? LockedSession
    if locked == nil { locked = try lock(loaded.id) }
    guard let locked else { throw .changed }
    try locked.save(bytes, over: loaded.revision, durability)
  }

  func create(_ bytes: [UInt8], as id: SessionID) throws(StorageError) {
    let path = path(of: id)
    // Nobody else knows a new key; but a hall's record may be read while it is written.
    let draft = id.isOfHall ? SessionFiles.draft(of: path) : path
    let file = try makeFile(draft, of: id)
    do throws(StorageError) {
      try file.write(SessionSlot(revision: 1, index: 0, payload: bytes), durability)
      if id.isOfHall, link(draft, path) != 0 { throw .last(doing: "name \(path)") }
      if durability == .power {
        try StateFolder.synchronize(place.shard(of: id.fileName))
        try StateFolder.synchronize(place.path)
      }
    } catch {
      _ = unlink(draft)
      throw error
    }
    if id.isOfHall { _ = unlink(draft) }
  }

  func delete(_ id: SessionID) throws(StorageError) -> Bool {
    guard let locked = try lock(id) else { return false }
    try locked.remove(path(of: id))
    return true
  }

  func place(of id: SessionID) -> String { path(of: id) }

  /// Checks that the folder is writable by creating, writing and deleting a file.
  func checkSaving() throws(StorageError) {
    let path = "\(place.path)/probe"
    // Ignore errors: another process doing the same check may have deleted it first.
    defer { _ = unlink(path) }
    do throws(StorageError) {
      try OpenFile(path, O_WRONLY | O_CREAT).write([0], at: 0)
    } catch .unavailable(_, let code) {
      throw .refused(code, doing: "save in \(place.path)")
    }
  }

  /// Locks a session against other threads and processes; `nil` if it does not exist.
  private func lock(_ id: SessionID) throws(StorageError) -> LockedSession? {
    guard let file = try open(id, O_RDWR) else { return nil }
    try file.lock(patience: patience)
    let status = try file.status()
    // The session was deleted during the wait. Keys are never reused, so there is no new one.
    guard status.hasName else { return nil }
    guard status.isRegular, let newest = try file.newestSlot(isLocked: true) else {
      try place.quarantine(path(of: id), as: id.fileName)
      return nil
    }
    if newest.isBesideDamage {
      place.reportOnce("\(path(of: id)) has a damaged slot; save \(newest.slot.revision) counts")
    }
    return LockedSession(file, newest.slot)
  }

  private func open(_ id: SessionID, _ access: Int32) throws(StorageError) -> OpenFile? {
    let path = path(of: id)
    return try place.open(path, access) { () throws(StorageError) in
      try place.quarantine(path, as: id.fileName)
    }
  }

  private func makeFile(_ path: String, of id: SessionID) throws(StorageError) -> OpenFile {
    do throws(StorageError) {
      return try OpenFile(path, O_RDWR | O_CREAT | O_EXCL)
    } catch .unavailable(_, ENOENT) {
      try place.make(place.shard(of: id.fileName))
      return try OpenFile(path, O_RDWR | O_CREAT | O_EXCL)
    }
  }

  /// Returns another name in the same folder; what a crash leaves there is swept like a session.
  static func draft(of path: String) -> String {
    let ending = hex((0..<8).map { _ in .random(in: .min ... .max) })
    return path.dropLast(ending.count) + ending
  }

  func path(of id: SessionID) -> String {
    // Built as bytes, because every request with a session needs it.
    let name = id.fileName.utf8
    let folder = place.path.utf8
    return String(unsafeUninitializedCapacity: folder.count + name.count + 4) { text in
      var end = text.initialize(fromContentsOf: folder)
      text[end] = UInt8(ascii: "/")
      end = text[(end + 1)...].initialize(fromContentsOf: name.prefix(2))
      text[end] = UInt8(ascii: "/")
      return text[(end + 1)...].initialize(fromContentsOf: name)
    }
  }
}

extension SessionID {
  /// The name of the session's file, which does not reveal the key.
  var fileName: String { hashedName(of: text) }
}

/// A session's open, locked file; nobody else can change the session while this object exists.
final class LockedSession: Sendable {
  private let file: OpenFile
  private let newest: Mutex<SessionSlot>

  init(_ file: consuming OpenFile, _ newest: SessionSlot) {
    self.file = file
    self.newest = Mutex(newest)
  }

  var slot: SessionSlot { newest.withLock { $0 } }

  /// Saves the bytes if the session is still at that revision.
  func save(
    _ bytes: [UInt8], over revision: UInt64, _ durability: Durability
  ) throws(StorageError) {
    try newest.withLock { newest throws(StorageError) in
      guard newest.revision == revision else { throw .changed }
      guard bytes != newest.payload else { return }
      let next = newest.next(bytes)
      try file.write(next, durability)
      newest = next
    }
  }

  /// Deletes the session's file, which must be at `path`.
  func remove(_ path: String) throws(StorageError) { try file.remove(path) }
}

extension SessionFiles {
  /// Deletes the idle sessions whose file names start with the byte `slice`.
  ///
  /// A locked session never counts as idle. Files that don't look like sessions stay. Some mounts
  /// record reads only once a day (`relatime`) or never (`noatime`).
  func sweep(
    slice: UInt8, idleFor seconds: Int, atMost most: Int, now: Int
  ) throws(StorageError) -> Int {
    var removed = 0
    try forEachFile(of: slice) { (path) throws(StorageError) in
      if removed < most, try removeIdle(path, since: now - seconds) { removed += 1 }
    }
    return removed
  }

  func count(slice: UInt8, in census: inout SessionCensus) throws(StorageError) {
    try forEachFile(of: slice) { (path) throws(StorageError) in
      guard let status = FileStatus(of: path), status.isRegular else { return }
      census.add(used: status.lastUsed, bytes: status.space)
    }
  }

  /// Passes the path of every file in a slice that is named like a session.
  private func forEachFile(
    of slice: UInt8, _ body: (String) throws(StorageError) -> Void
  ) throws(StorageError) {
    let prefix = hex([slice])
    let shard = "\(place.path)/\(prefix)"
    try place.forEachName(in: shard) { (name) throws(StorageError) in
      guard name.utf8.count == 64, name.hasPrefix(prefix) else { return }
      try body("\(shard)/\(name)")
    }
  }

  private func removeIdle(_ path: String, since deadline: Int) throws(StorageError) -> Bool {
    func isIdle(_ status: FileStatus) -> Bool {
      status.isRegular && status.hasName && status.lastUsed <= deadline
    }
    // Most sessions are in use: they are not even opened. One that cannot be opened has just been
    // deleted or is not a session.
    guard let status = FileStatus(of: path), isIdle(status),
      let file = try? OpenFile(path, O_RDWR), try file.tryLock(), isIdle(try file.status())
    else { return false }
    try file.remove(path)
    return true
  }
}
