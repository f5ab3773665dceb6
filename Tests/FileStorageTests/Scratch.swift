import Fakes
import Glibc
import Storage
import Synchronization
import Testing

@testable import FileStorage

/// A folder for one test, removed with everything in it when the test is done.
final class Scratch: Sendable {
  let path: String
  private let reports = Mutex<[String]>([])

  init() {
    path = "/tmp/store-tests-\(getpid())-\(UInt64.random(in: .min ... .max))"
    mkdir(path, 0o700)
  }

  deinit { removeTree(path) }

  /// The names of what was reported as put aside, in order.
  var damaged: [String] {
    reports.withLock { $0.compactMap { $0.split(separator: "/").last.map(String.init) } }
  }

  /// The name under which the work finds something put aside.
  func damage(_ work: () throws -> Void) throws -> String {
    let count = damaged.count
    #expect(throws: StorageError.damaged) { try work() }
    #expect(damaged.count == count + 1)
    return try #require(damaged.last)
  }

  /// A folder in this one, ready for use.
  private func folder(_ name: String) throws -> StateFolder {
    let folder = StateFolder("\(path)/\(name)") { [self] line in
      reports.withLock { $0.append(line) }
    }
    try folder.prepare()
    return folder
  }

  /// Sessions in a folder of this one.
  func sessions(
    _ durability: Durability = .process, patience: Duration = .seconds(10)
  ) throws -> SessionFiles {
    SessionFiles(try folder("sessions"), durability, patience: patience)
  }

  /// Vaults in a folder of this one.
  func vaults(
    _ durability: Durability = .process, patience: Duration = .seconds(10)
  ) throws -> VaultFiles {
    VaultFiles(try folder("vault"), durability, patience: patience)
  }

  /// Rooms in a folder of this one.
  func rooms(
    _ durability: Durability = .process, patience: Duration = .seconds(10)
  ) throws -> RoomFiles {
    RoomFiles(try folder("rooms"), durability, patience: patience)
  }

  /// A cloud in a folder of this one.
  func cloud(
    _ durability: Durability = .process, patience: Duration = .seconds(10),
    allowance: Allowance = Allowance(count: 3, seconds: 60)
  ) throws -> CloudDatabase {
    CloudDatabase(
      try folder("cloud"), durability, patience: patience, allowance: allowance)
  }
}

extension StateFolder {
  /// What another process opens by its path alone.
  init(_ path: String) { self.init(path) { _ in } }
}

extension SessionFiles {
  /// Stores a session under a new key.
  func create(_ bytes: [UInt8]) throws -> SessionID {
    let id = SessionID()
    try create(bytes, as: id)
    return id
  }

  /// What a reader sees.
  func read(_ id: SessionID) throws -> [UInt8]? { try load(id, for: .reading)?.bytes }

  /// A session that must be there, locked until the value is gone.
  func locked(_ id: SessionID) throws -> StoredSession {
    try #require(try load(id, for: .changing))
  }

  /// What a writer sees, who releases the lock at once.
  func lockedBytes(_ id: SessionID) throws -> [UInt8]? { try load(id, for: .changing)?.bytes }

  /// Locks, saves and lets go.
  func change(_ id: SessionID, to bytes: [UInt8]) throws {
    try save(bytes, over: try locked(id))
  }
}

extension CloudDatabase {
  /// The number of rows of a table, perhaps under a condition.
  func rows(_ table: String) throws -> Int? {
    try file.use(makes: false) { (database) throws(DatabaseError) in
      var count = 0
      try database.run("SELECT count(*) FROM \(table)") { (row) throws(DatabaseError) in
        count = row.integer(0)
      }
      return count
    }
  }
}

/// The whole of a file.
func contents(_ path: String) throws -> [UInt8] {
  try OpenFile(path, O_RDONLY).read(1 << 18, at: 0)
}

/// Makes these bytes the whole of a file that exists already.
func overwrite(_ path: String, _ bytes: [UInt8]) throws {
  truncate(path, 0)
  try OpenFile(path, O_WRONLY).write(bytes, at: 0)
}

/// What a folder holds.
private func entries(_ path: String) -> [(path: String, name: String, isFolder: Bool)] {
  guard let stream = opendir(path) else { return [] }
  defer { closedir(stream) }
  var found: [(String, String, Bool)] = []
  while let entry = readdir(stream) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    guard name != ".", name != ".." else { continue }
    found.append(("\(path)/\(name)", name, entry.pointee.d_type == DT_DIR))
  }
  return found
}

/// The names of everything but folders in a folder and below, sorted.
func files(_ path: String) -> [String] {
  entries(path).flatMap { $0.isFolder ? files($0.path) : [$0.name] }.sorted()
}

/// The names of everything in a folder and below, sorted.
func everything(_ path: String) -> [String] {
  entries(path).flatMap { [$0.name] + ($0.isFolder ? everything($0.path) : []) }.sorted()
}

/// Puts something other than a plain file in the place of one, or of nothing.
func replace(_ path: String, by kind: String, linkTo other: String) throws {
  unlink(path)
  let result =
    switch kind {
    case "pipe": mkfifo(path, 0o600)
    case "folder": mkdir(path, 0o700)
    case "link": symlink(other, path)
    case "link to nothing": symlink("nothing", path)
    default: mknod(path, S_IFSOCK | 0o600, 0)
    }
  try #require(result == 0)
}

/// Gives a folder to nobody and becomes nobody, as root may write everywhere.
func becomeNobody(owning path: String) throws {
  guard geteuid() == 0 else { return }
  try #require(system("chown -R 65534 '\(path)'") == 0)
  try #require(setuid(65_534) == 0)
}

/// Limits how far this process may write files, with an error instead of a signal beyond.
func limitFiles(to size: rlim_t) {
  signal(SIGXFSZ, SIG_IGN)
  var limit = rlimit()
  getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
  limit.rlim_cur = size
  setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
}

private func removeTree(_ path: String) {
  for entry in entries(path) where entry.isFolder { removeTree(entry.path) }
  for entry in entries(path) { unlink(entry.path) }
  rmdir(path)
}

/// The permission bits of a path.
func permissions(_ path: String) -> mode_t {
  var status = stat()
  return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
}
