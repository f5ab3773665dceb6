import Glibc
import Storage
import Synchronization

/// The cloud's database file, created when first needed and moved aside if damaged.
///
/// It keeps idle connections for later callers. Only SQLite may open the file under its final name:
/// if anything else in the process opened and closed it, SQLite would lose its locks.
final class CloudFile: Sendable {
  /// The maximum number of idle connections to keep open.
  private static let mostIdle = 4

  let place: StateFolder
  private let durability: Durability
  private let patience: Duration
  /// Whether a damaged database is replaced with an empty one.
  private let putsAside: Bool
  private let idle = Mutex<[(Database, FileIdentity)]>([])

  init(_ place: StateFolder, _ durability: Durability, patience: Duration, putsAside: Bool = true) {
    self.putsAside = putsAside
    self.place = place
    self.durability = durability
    self.patience = patience
  }

  var path: String { "\(place.path)/cloud.sqlite" }

  /// Calls `work` with a connection to the database.
  ///
  /// If there is no database, this creates one if `makes` is true and otherwise returns `nil`.
  ///
  /// - Throws: `StorageError`; `.damaged` if this call put the database aside, or would have, or if
  ///   `work` met a damaged record.
  func use<Result>(
    makes: Bool, _ work: (Database) throws(DatabaseError) -> Result
  ) throws(StorageError) -> Result? {
    // Try again if someone else moves the same damaged database aside first.
    for _ in 0..<2 {
      guard let identity = try identity(makes: makes) else { return nil }
      do throws(DatabaseError) {
        guard identity.isRegular else { throw .damaged }
        let database = try connection(to: identity)
        do throws(DatabaseError) {
          let result = try work(database)
          keep(database, identity)
          return result
        } catch .other(.full) {
          // Keep the connection: a new one needs disk space too, so even reading would fail.
          if database.isAtRest { keep(database, identity) }
          throw .other(.full)
        }
      } catch {
        switch error {
        case .damaged:
          guard putsAside else { throw .damaged }
          try withExtendedLifetime(try lockedFolder()) { () throws(StorageError) in
            try putAside(identity)
          }
        case .damagedRecord(let id):
          reportDamaged([id])
          throw .damaged
        case .other(let error): throw error
        }
      }
    }
    throw .busy
  }

  /// Does the same with an existing database; `absent` is the result if there is none.
  func use<Result>(
    or absent: Result, _ work: (Database) throws(DatabaseError) -> Result
  ) throws(StorageError) -> Result {
    try use(makes: false, work) ?? absent
  }

  func reportDamaged(_ ids: [String]) {
    for id in ids {
      place.reportOnce("\(path): the record \(CloudID(id)?.text ?? "without an id") is damaged")
    }
  }

  private func identity(makes: Bool) throws(StorageError) -> FileIdentity? {
    if let identity = FileIdentity(path) { return identity }
    guard errno == ENOENT else { throw .last(doing: "look at the database") }
    try place.check()
    guard makes else { return nil }
    try withExtendedLifetime(try lockedFolder()) { () throws(StorageError) in try make() }
    return FileIdentity(path)
  }

  private func connection(to identity: FileIdentity) throws(DatabaseError) -> Database {
    // Close connections to a file that is no longer at this path.
    let kept = idle.withLock { idle in
      idle.removeAll { $0.1 != identity }
      return idle.popLast()?.0
    }
    if let kept { return kept }
    let database = try Database(path, patience: patience)
    try database.execute(CloudSchema.settings(durability))
    let found = try database.value(
      "SELECT application_id, user_version FROM pragma_application_id, pragma_user_version"
    ) { (application: $0.integer(0), version: $0.integer(1)) }
    guard let found, found.application == CloudSchema.application else { throw .damaged }
    guard found.version == CloudSchema.version else {
      throw .other(.refused(ENOTSUP, doing: "use a database of another version"))
    }
    try CloudSchema.complete(database)
    return database
  }

  private func keep(_ database: Database, _ identity: FileIdentity) {
    idle.withLock { if $0.count < Self.mostIdle { $0.append((database, identity)) } }
  }

  /// Creates the database under a temporary name, so that nobody sees an incomplete file.
  ///
  /// The folder must be locked.
  private func make() throws(StorageError) {
    guard FileIdentity(path) == nil else { return }
    let draft = "\(place.path)/new.sqlite"
    // Delete what a crash or an earlier database left behind, so that the new one doesn't read it.
    for leftover in [draft, "\(draft)-wal", "\(draft)-shm", "\(path)-wal", "\(path)-shm"] {
      _ = unlink(leftover)
    }
    do throws(StorageError) {
      try makeDraft(draft)
      guard rename(draft, path) == 0 else { throw .last(doing: "name the database") }
    } catch {
      for leftover in [draft, "\(draft)-wal", "\(draft)-shm"] { _ = unlink(leftover) }
      throw error
    }
    if durability == .power { try StateFolder.synchronize(place.path) }
  }

  private func makeDraft(_ draft: String) throws(StorageError) {
    // SQLite would create a file that others can read. It gives its other files the mode of this
    // one.
    do { _ = try OpenFile(draft, O_RDWR | O_CREAT | O_EXCL) }
    do throws(DatabaseError) {
      let database = try Database(draft, patience: patience)
      try database.execute(
        "PRAGMA journal_mode = WAL;" + CloudSchema.settings(durability) + "BEGIN;"
          + CloudSchema.sql + "COMMIT;")
    } catch {
      guard case .other(let error) = error else { throw .refused(EIO, doing: "make the database") }
      throw error
    }
  }

  /// Moves a damaged database and its WAL files aside to make way for a new one.
  ///
  /// The folder must be locked.
  ///
  /// - Throws: `StorageError.damaged` once it is aside; nothing if somebody else moved it first.
  private func putAside(_ identity: FileIdentity) throws(StorageError) {
    guard FileIdentity(path) == identity else { return }
    idle.withLock { $0.removeAll() }
    guard let name = try place.putAside(path, as: "cloud.sqlite") else { return }
    for suffix in ["-wal", "-shm"] {
      _ = rename(path + suffix, "\(place.path)/damaged/\(name)\(suffix)")
    }
    throw .damaged
  }

  /// Locks the folder, so that nobody else can create a database or put one aside.
  private func lockedFolder() throws(StorageError) -> OpenFile {
    let folder = try OpenFile("\(place.path)/.", O_RDONLY | O_DIRECTORY)
    try folder.lock(patience: patience)
    return folder
  }
}

/// Identifies the file at a path.
struct FileIdentity: Equatable {
  let device: dev_t
  let number: ino_t
  let isRegular: Bool

  /// Reads the status of a path without following links; `nil` with `errno` if that fails.
  init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    device = status.st_dev
    number = status.st_ino
    isRegular = status.st_mode & S_IFMT == S_IFREG
  }
}
