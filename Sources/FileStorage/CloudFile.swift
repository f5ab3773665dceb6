import Glibc
import Storage
import Synchronization

/// The cloud's database file: made when first needed, opened when used, put aside when damaged.
///
/// Connections are kept for the next caller. SQLite's locks belong to the process, so nothing but
/// SQLite may open the file once it has its name.
final class CloudFile: Sendable {
  /// How many connections are kept open while nobody uses them.
  private static let mostIdle = 4

  let place: StateFolder
  private let durability: Durability
  private let patience: Duration
  private let idle = Mutex<[(Database, FileIdentity)]>([])

  init(_ place: StateFolder, _ durability: Durability, patience: Duration) {
    self.place = place
    self.durability = durability
    self.patience = patience
  }

  var path: String { "\(place.path)/cloud.sqlite" }

  /// Works with a connection; without a database, makes one or returns `nil`.
  ///
  /// - Throws: `StorageError`; `.damaged` if the database was put aside just now.
  func use<Result>(
    makes: Bool, _ work: (Database) throws(DatabaseError) -> Result
  ) throws(StorageError) -> Result? {
    // A second time if somebody else has put the same database aside meanwhile.
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
          // Opening it anew takes room as well: nobody could even read.
          if database.isAtRest { keep(database, identity) }
          throw .other(.full)
        }
      } catch {
        switch error {
        case .damaged:
          try withExtendedLifetime(try lockedFolder()) { () throws(StorageError) in
            try putAside(identity)
          }
        case .other(let error): throw error
        }
      }
    }
    throw .busy
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
    // Connections to a file that has lost its name are closed.
    let kept = idle.withLock { idle in
      idle.removeAll { $0.1 != identity }
      return idle.popLast()?.0
    }
    if let kept { return kept }
    let database = try Database(path, patience: patience)
    try database.execute(CloudSchema.settings(durability))
    var found = [0, 0]
    try database.run(
      "SELECT application_id, user_version FROM pragma_application_id, pragma_user_version"
    ) { (row) throws(DatabaseError) in found = [row.integer(0), row.integer(1)] }
    guard found[0] == CloudSchema.application else { throw .damaged }
    guard found[1] == CloudSchema.version else {
      throw .other(.refused(ENOTSUP, doing: "use a database of another version"))
    }
    return database
  }

  private func keep(_ database: Database, _ identity: FileIdentity) {
    idle.withLock { if $0.count < Self.mostIdle { $0.append((database, identity)) } }
  }

  /// Makes the database under another name, so that the file is whole as soon as it is there.
  ///
  /// The folder must be locked.
  private func make() throws(StorageError) {
    guard FileIdentity(path) == nil else { return }
    let draft = "\(place.path)/new.sqlite"
    // Left by a process that died here, or by a database that was put aside: this one must not read
    // them.
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
    // Made here because SQLite would let others read it; its other files take the mode of this one.
    do { _ = try OpenFile(draft, O_RDWR | O_CREAT | O_EXCL) }
    do throws(DatabaseError) {
      let database = try Database(draft, patience: patience)
      try database.execute(
        "PRAGMA journal_mode = WAL;" + CloudSchema.settings(durability) + "BEGIN;"
          + CloudSchema.sql + "COMMIT;")
    } catch {
      guard case .other(let error) = error else {
        throw .refused(EIO, doing: "make the database")
      }
      throw error
    }
  }

  /// Moves a database away, with what belongs to it, so that a new one can begin.
  ///
  /// The folder must be locked.
  ///
  /// - Throws: `StorageError.damaged` when done; nothing if somebody else was faster.
  private func putAside(_ identity: FileIdentity) throws(StorageError) {
    guard FileIdentity(path) == identity else { return }
    idle.withLock { $0.removeAll() }
    guard let name = try place.putAside(path, as: "cloud.sqlite") else { return }
    for suffix in ["-wal", "-shm"] {
      _ = rename(path + suffix, "\(place.path)/damaged/\(name)\(suffix)")
    }
    throw .damaged
  }

  /// The folder, locked against everybody else who makes a database or puts one aside.
  private func lockedFolder() throws(StorageError) -> OpenFile {
    let folder = try OpenFile("\(place.path)/.", O_RDONLY | O_DIRECTORY)
    try folder.lock(patience: patience)
    return folder
  }
}

/// Which file a path leads to.
struct FileIdentity: Equatable {
  let device: dev_t
  let number: ino_t
  let isRegular: Bool

  /// `nil` if the path leads nowhere, with the reason in `errno`; a link is not followed.
  init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    device = status.st_dev
    number = status.st_ino
    isRegular = status.st_mode & S_IFMT == S_IFREG
  }
}
