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

extension SessionID {
  /// A new key.
  init() {
    var random = SystemRandomNumberGenerator()
    self.init(using: &random)
  }
}

extension VaultID {
  /// A new key.
  init() {
    var random = SystemRandomNumberGenerator()
    self.init(using: &random)
  }
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

extension VaultFiles {
  /// What a vault holds, the newest first; nothing if there is none.
  func bytes(of vault: VaultID) throws -> [[UInt8]] {
    try entries(of: vault)?.map(\.bytes) ?? []
  }

  /// Adds something whatever the vault holds.
  func add(_ bytes: [UInt8], to vault: VaultID?, now: Int) throws -> (
    vault: VaultID, entry: EntryID
  ) { try add(bytes, to: vault, holding: nil, now: now) }

  /// The vault that a typed text leads to.
  func redeem(_ text: String, now: Int) throws -> VaultID? {
    try TransferCode(text).flatMap { try redeem($0, now: now) }
  }
}

extension RoomFiles {
  /// Opens a room under a code that is drawn.
  func openRoom(_ first: [UInt8], by client: String, keptDays: Int, now: Int) throws -> RoomCode {
    var random = SystemRandomNumberGenerator()
    let room = RoomCode(using: &random)
    guard try openRoom(first, as: room, by: client, keptDays: keptDays, now: now) else {
      throw StorageError.busy
    }
    return room
  }

  /// Opens a room whose first event is the byte 0.
  func openRoom(keptDays: Int = 30, now: Int = 0) throws -> RoomCode {
    try openRoom([0], by: "\(UInt64.random(in: .min ... .max))", keptDays: keptDays, now: now)
  }

  /// Adds an event whatever happened before.
  func add(_ bytes: [UInt8], to room: RoomCode, now: Int = 0) throws {
    let newest = try #require(try newestNumber(of: room))
    let result = try append(to: room, after: newest, now: now) { _ in bytes }
    guard case .added = result else { throw StorageError.changed }
  }

  /// The bytes of all events, page by page, and the numbers that are missing.
  func all(_ room: RoomCode) throws -> (events: [[UInt8]], missing: [ClosedRange<Int>]) {
    var (events, missing): ([[UInt8]], [ClosedRange<Int>]) = ([], [])
    var through = 0
    while true {
      let page = try #require(try self.events(of: room, after: through))
      events += page.events.map(\.bytes)
      missing += page.missing
      if page.isLast { return (events, missing) }
      through = page.through
    }
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

/// The id of the record of that number.
func cloudID(_ number: Int) -> CloudID {
  let digits = String(number, radix: 16)
  let zeros = String(repeating: "0", count: 12 - digits.utf8.count)
  guard let id = CloudID("aaaaaaaa-0000-4000-8000-\(zeros)\(digits)") else {
    preconditionFailure("a number of at most 48 bits")
  }
  return id
}

/// A record of that number, with a name, a class and bytes that follow from it.
func record(
  _ number: Int, name: String = "Name", classID: String = "fighter", isCompatible: Bool = true,
  bytes: [UInt8]? = nil
) -> CloudRecord {
  CloudRecord(
    id: cloudID(number), name: name, classID: classID,
    isCompatible: isCompatible, bytes: bytes ?? Array("{\(number)}".utf8), saved: 1_800_000_000)
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

/// Runs the work on that many threads at once and waits for all; throws the first error of any.
///
/// What is done meanwhile starts when the threads had time to come to a stop at a lock.
func onThreads(
  _ count: Int, _ work: @escaping @Sendable () throws -> Void, meanwhile: () throws -> Void = {}
) throws {
  let crew = Crew(work)
  var threads: [pthread_t] = []
  for _ in 0..<count {
    var thread = pthread_t()
    let result = pthread_create(
      &thread, nil,
      { crew in
        crew.map { Unmanaged<Crew>.fromOpaque($0).takeRetainedValue().run() }
        return nil
      }, Unmanaged.passRetained(crew).toOpaque())
    try #require(result == 0)
    threads.append(thread)
  }
  usleep(30_000)
  try meanwhile()
  for thread in threads { pthread_join(thread, nil) }
  if let error = crew.error.withLock({ $0 }) { throw error }
}

/// What some threads do, and the first error they meet.
private final class Crew: Sendable {
  private let work: @Sendable () throws -> Void
  let error = Mutex<(any Error)?>(nil)

  init(_ work: @escaping @Sendable () throws -> Void) { self.work = work }

  func run() {
    do { try work() } catch { self.error.withLock { $0 = $0 ?? error } }
  }
}
